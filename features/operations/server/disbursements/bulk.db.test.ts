import { randomUUID } from 'node:crypto';
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult, OperatorDisbursementDetail } from '../../disbursement-contract.ts';
import { SANDBOX } from '#features/disbursements/server/disbursements-for-tests.ts';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
let other: Operator;
beforeAll(async () => {
  at = await operatorApp();
  [boss, other] = [await at.operator('boss'), await at.operator('other')];
});
afterEach(() => at.app.setSettings({ dualApprovalFromMinor: null }));
afterAll(async () => expect(await at.close()).toEqual([]));

const BULK = '/operator/disbursement/bulk';
const rowsOf = (of: Merchant, orderNos: readonly string[]) => orderNos.map((orderNo) => at.one(of, orderNo));
const send = (by: Operator, input: object) =>
  by.person.post<BulkResult>(BULK, { bulkId: randomUUID(), reason: 'odd', ...input });
const outcomes = ({ data }: { data?: BulkResult | null }) => data?.rows.map(({ outcome }) => outcome);

/** Gives the member many payouts that wait for review, by its programs. */
async function payouts(of: Merchant, many: number): Promise<string[]> {
  const { memberNo } = of;
  await at.app.ledger.adjust({
    memberNo,
    reference: at.app.numbers.next(),
    currency: 'CNY',
    amountMinor: 100_000_000n,
    remark: 'many',
  });
  const applied = await Promise.all(
    Array.from({ length: many }, (_, turn) =>
      at.disbursements.apply({
        memberNo,
        kind: 'payout',
        source: 'gateway',
        orderNo: `bulk-${turn}`,
        amountMinor: 10_000n,
        beneficiary: { type: 'alipay', holder: 'Somebody', bank: null, branch: null, account: 'somebody@pay.example' },
        requestHash: Buffer.from([turn % 256]),
        signType: 'none',
        notifyUrl: null,
        attach: null,
        remark: null,
      }),
    ),
  );
  return applied.map((one) => {
    if (one.outcome !== 'applied') throw new Error(JSON.stringify(one.outcome));
    return one.disbursement.systemNo.toString();
  });
}

describe('an act on many', () => {
  it('does each one on its own, says what became of each, and keeps it', async () => {
    const [one, two] = [await at.merchant(), await at.merchant()];
    const frozen = await at.brought(one, 'frozen');
    const paid = await at.brought(two, 'paid');
    const unknown = await at.brought(two, 'unknown');
    const [lost] = rowsOf(one, ['8888888888888888888']);
    const bulkId = randomUUID();
    const rows = [...rowsOf(one, [frozen]), ...rowsOf(two, [paid, unknown]), lost];
    const answer = await send(boss, { bulkId, act: 'cancel', rows });
    expect(answer).toMatchObject({
      code: 1,
      data: {
        act: 'cancel',
        madeBy: 'boss',
        own: true,
        rows: [
          { orderNo: frozen, outcome: 'done', error: null },
          { orderNo: paid, outcome: 'refused', error: 'disbursement_ended' },
          { orderNo: unknown, outcome: 'refused', error: 'attempt_open' },
          { outcome: 'refused', error: 'not_found' },
        ],
      },
    });
    expect(await at.stateOf(one, frozen)).toMatchObject({ status: 'cancelled' });
    expect((await at.owners.auditOf(boss.userId)).at(-1)).toBe(`disbursement_cancelled ${frozen} odd`);
    const kept = await other.person.post<BulkResult>('/operator/disbursement/bulkDetail', { bulkId });
    expect(kept).toMatchObject({ code: 1, data: { ...answer.data, own: false } });
  });

  it('is one request: another one under its id is refused, also of another operator', async () => {
    const owner = await at.merchant();
    const [first, second] = await at.broughtMany(owner, 'new', 2);
    const input = { bulkId: randomUUID(), act: 'freeze', rows: rowsOf(owner, [first ?? '']) };
    expect(outcomes(await send(boss, input))).toEqual(['done']);
    expect(await send(boss, { ...input, rows: rowsOf(owner, [second ?? '']) })).toMatchObject({
      code: 0,
      error: 'bulk_conflict',
    });
    expect(await send(other, input)).toMatchObject({ code: 0, error: 'bulk_conflict' });
    expect(await at.stateOf(owner, second ?? '')).toMatchObject({ status: 'applying' });
  });

  it('asks for what the act needs', async () => {
    const owner = await at.merchant();
    const rows = rowsOf(owner, [await at.brought(owner, 'frozen')]);
    expect(await send(boss, { act: 'cancel', rows, reason: '' })).toMatchObject({ code: -1, fields: { reason: {} } });
    expect(await send(boss, { act: 'mark_paid', rows })).toMatchObject({ code: -1 });
    expect(await send(boss, { act: 'freeze', rows: [] })).toMatchObject({ code: -1 });
    expect(await send(boss, { act: 'submit', rows, upstreamId: 99 })).toMatchObject({ code: -1 });
    const marked = rows.map((row) => ({ ...row, bankReference: 'BANK 1' }));
    expect(outcomes(await send(boss, { act: 'mark_paid', rows: marked, upstreamId: SANDBOX }))).toEqual(['done']);
  });

  it('requires the code of an operator with an authenticator, and locks after wrong ones', async () => {
    const owner = await at.merchant();
    const careful = await at.operator('careful');
    const { secret } = await at.owners.bindApp(careful.person);
    at.app.clock.advance(30_000);
    const input = { bulkId: randomUUID(), act: 'cancel', rows: rowsOf(owner, [await at.brought(owner, 'frozen')]) };
    expect(await send(careful, input)).toMatchObject({ code: -2, data: { methods: ['google'] } });
    const step = { verifyType: 'google', verifyCode: at.owners.codeOf(secret) };
    expect(outcomes(await send(careful, { ...input, ...step }))).toEqual(['done']);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => send(careful, { ...input, ...step, verifyCode: '000000' })),
    );
    expect(new Set(tries.map(({ error }) => error))).toEqual(new Set(['second_step_wrong', 'second_step_locked']));
  });

  it('needs a second operator for all, if their sum does', async () => {
    await at.app.setSettings({ dualApprovalFromMinor: 80_000n });
    const owner = await at.merchant();
    const orderNos = await at.broughtMany(owner, 'frozen', 2);
    const rows = rowsOf(owner, orderNos);
    const bulkId = randomUUID();
    const input = { bulkId, act: 'cancel', rows };
    expect(outcomes(await send(boss, input))).toEqual(['proposed', 'proposed']);
    expect(outcomes(await send(boss, input))).toEqual(['proposed', 'proposed']);
    expect(outcomes(await send(boss, { act: 'cancel', rows }))).toEqual(['refused', 'refused']);
    expect(await at.stateOf(owner, orderNos[0] ?? '')).toMatchObject({ status: 'frozen' });
  });

  it('of 500 that dies in the middle has exact results, and the same request does the rest once', async () => {
    const owner = await at.merchant();
    const orderNos = await payouts(owner, 500);
    const input = { bulkId: randomUUID(), act: 'cancel', rows: rowsOf(owner, orderNos) };
    const before = await at.balanceOf(owner);
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'the server is killed'; end $$`.execute(
      at.app.db,
    );
    await sql`
      create trigger die before insert on disbursement_bulk_results for each row
      when (new.system_no = ${sql.lit(orderNos[250] ?? '')}) execute function die()`.execute(at.app.db);
    expect((await send(boss, input)).code).not.toBe(1);
    await sql`drop trigger die on disbursement_bulk_results`.execute(at.app.db);
    await sql`drop function die`.execute(at.app.db);
    const half = await boss.person.post<BulkResult>('/operator/disbursement/bulkDetail', { bulkId: input.bulkId });
    expect(outcomes(half)).toEqual(orderNos.map((_, turn) => (turn < 250 ? 'done' : 'waiting')));
    const states = async () => {
      const { rows } = await sql<{ status: string }>`
        select status from disbursements where member_no = ${owner.memberNo} order by array_position(${orderNos}::bigint[], system_no)`.execute(
        at.app.db,
      );
      return rows.map(({ status }) => status);
    };
    expect(await states()).toEqual(orderNos.map((_, turn) => (turn < 250 ? 'cancelled' : 'applying')));

    // Twice at once: each of the rest is still done once.
    const answers = await Promise.all([send(boss, input), send(boss, input)]);
    for (const answer of answers) expect(answer.code).toBe(1);
    expect(new Set(answers.flatMap((answer) => outcomes(answer) ?? []))).toEqual(new Set(['done']));
    expect(new Set(await states())).toEqual(new Set(['cancelled']));
    const { rows: returned } = await sql<{ total: bigint }>`
      select sum(amount + fee)::bigint as total from disbursements where member_no = ${owner.memberNo}`.execute(
      at.app.db,
    );
    expect((await at.balanceOf(owner)) - before).toBe(returned[0]?.total);
    const audited = await at.owners.auditOf(boss.userId);
    expect(orderNos.filter((orderNo) => audited.filter((line) => line.includes(orderNo)).length !== 1)).toEqual([]);
  });
});

describe('the upstream of choice', () => {
  it('is where the next attempt goes; without its route nothing is sent', async () => {
    const owner = await at.merchant();
    const orderNo = await at.brought(owner, 'failed');
    const one = at.one(owner, orderNo);
    const submit = '/operator/disbursement/submit';
    expect(await boss.person.post(submit, { ...one, reason: 'odd', upstreamId: 99 })).toMatchObject({
      code: -1,
      fields: { upstreamId: 'This upstream takes no payouts now' },
    });
    expect(await boss.person.post(submit, { ...one, reason: 'odd', upstreamId: SANDBOX })).toMatchObject({ code: 1 });
    const detail = async () =>
      (await boss.person.post<OperatorDisbursementDetail>('/operator/disbursement/detail', one)).data;
    expect(await detail()).toMatchObject({
      nextUpstream: { id: SANDBOX },
      standing: { state: 'active', certification: 'approved' },
      talk: [{ operation: 'create', ok: true }, { operation: 'query' }],
    });
    await sql`update payout_routes set state = 'closed'`.execute(at.app.db);
    await at.pass(0);
    expect(await detail()).toMatchObject({ attempts: [{}], nextUpstream: { id: SANDBOX } });
    await sql`update payout_routes set state = 'open'`.execute(at.app.db);
    await at.pass(61_000);
    expect(await detail()).toMatchObject({ attempts: [{}, {}], nextUpstream: null });
  });
});
