import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type PayoutRef,
  type PayoutRequest,
  UpstreamError,
  type UpstreamPayout,
} from '#features/upstreams/server/connector.ts';
import { UNANSWERED_MINOR } from '#features/upstreams/server/sandbox-payouts.ts';
import type { Disbursement } from '../disbursement.ts';
import { applied, type DisbursementsApp, disbursementsApp, newPayout, SANDBOX } from './disbursements-for-tests.ts';

/** An upstream that follows a script and remembers what it paid. */
class ScriptedUpstream {
  /** Results of the next calls; afterwards every call is accepted. */
  script: ('accept' | 'refuse' | 'lose' | 'lose_before' | 'unreachable' | 'another_amount' | 'crash')[] = [];
  /** The answer to a query about a known reference. */
  state: 'accepted' | 'paid' | 'failed' = 'paid';
  readonly taken = new Map<string, PayoutRequest>();
  sent: string[] = [];

  createPayout = async (_upstreamId: number, request: PayoutRequest): Promise<UpstreamPayout> => {
    this.sent.push(request.reference);
    const step = this.script.shift() ?? 'accept';
    if (step === 'refuse') throw new UpstreamError('refused', 'no_such_account');
    if (step === 'unreachable') throw new UpstreamError('unreachable', 'connect');
    if (step === 'lose_before') throw new UpstreamError('unknown', 'timeout');
    if (step === 'crash') throw new Error('the process broke');
    this.taken.set(request.reference, request);
    if (step === 'lose') throw new UpstreamError('unknown', 'timeout');
    return this.#payoutFor(
      request,
      'accepted',
      step === 'another_amount' ? request.amountMinor + 1n : request.amountMinor,
    );
  };

  queryPayout = async (_upstreamId: number, { reference, currency }: PayoutRef): Promise<UpstreamPayout> => {
    const request = this.taken.get(reference);
    if (request) return this.#payoutFor(request, this.state, request.amountMinor);
    return {
      reference,
      status: 'not_found',
      upstreamNo: null,
      amountMinor: 0n,
      currency,
      bankReference: null,
      failReason: null,
    };
  };

  #payoutFor(
    { reference, currency }: PayoutRequest,
    status: UpstreamPayout['status'],
    amountMinor: bigint,
  ): UpstreamPayout {
    const failReason = status === 'failed' ? 'account closed' : null;
    return {
      reference,
      status,
      upstreamNo: 'U1',
      amountMinor,
      currency,
      bankReference: status === 'paid' ? 'BANK1' : null,
      failReason,
    };
  }
}

const upstream = new ScriptedUpstream();
let app: DisbursementsApp;
let memberNo: bigint;

beforeAll(async () => {
  app = await disbursementsApp({ upstreams: upstream });
  memberNo = await app.addMember(10_000_000n);
  await app.setTerms(memberNo, { fixedMinor: 200n });
});

afterEach(() => {
  upstream.script = [];
  upstream.state = 'paid';
  upstream.sent = [];
});

afterAll(async () => {
  expect(await app.wrongBooks()).toEqual([]);
  await app.close();
});

async function payout(changes: Parameters<typeof newPayout>[1] = {}): Promise<Disbursement> {
  return applied(app.disbursements, newPayout(memberNo, changes));
}

async function attemptsOf(one: Disbursement): Promise<[state: string, reference: string][]> {
  return (await app.disbursements.attemptsOf(one)).map(({ state, reference }) => [state, reference]);
}

describe('submitting', () => {
  test('sends once, queries until it is paid, and notifies the merchant', async () => {
    const one = await payout({ signType: 'MD5', notifyUrl: 'https://shop.example/payouts', attach: 'rent' });
    upstream.state = 'accepted';
    await app.pass(0);
    expect(await app.findOrThrow(one)).toMatchObject({ status: 'applying', submission: 'submitted', attempts: 1 });
    await app.pass(3_000);
    await app.pass(5_000);
    upstream.state = 'paid';
    await app.pass(60_000);
    expect(await app.findOrThrow(one)).toMatchObject({
      status: 'paid',
      submission: 'succeeded',
      bankReference: 'BANK1',
      finishedAt: app.clock.now(),
    });
    expect(upstream.sent).toEqual([`${memberNo}-${one.systemNo}-1`]);
    expect(await app.callbacks.stateOf(memberNo, one.systemNo, 'payout')).toMatchObject({ status: 'pending' });
    const content = await app.disbursements.callbackContent(memberNo, [one.systemNo]);
    expect(content.get(one.systemNo)).toMatchObject({
      url: 'https://shop.example/payouts',
      signType: 'MD5',
      fields: {
        orderNo: one.orderNo,
        amount: '100.00',
        fee: '2.00',
        status: 'paid',
        bankReference: 'BANK1',
        failReason: '',
        attach: 'rent',
      },
    });
    expect(await app.disbursements.submitDue()).toBe(0);
  });

  test('fails one that the upstream refuses; it can be retried under another reference, or cancelled once', async () => {
    const before = await app.money(memberNo);
    const one = await payout();
    upstream.script = ['refuse'];
    await app.pass(0);
    expect(await app.findOrThrow(one)).toMatchObject({
      status: 'applying',
      submission: 'failed',
      failReason: 'no_such_account',
    });
    upstream.script = ['refuse'];
    expect(await app.disbursements.change(one, { event: 'retry' })).toBe('changed');
    await app.pass(0);
    expect(await attemptsOf(one)).toEqual([
      ['failed', `${memberNo}-${one.systemNo}-1`],
      ['failed', `${memberNo}-${one.systemNo}-2`],
    ]);
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => app.disbursements.change(one, { event: 'cancel' })),
    );
    expect(outcomes.sort()).toEqual(['changed', 'not_allowed', 'not_allowed', 'not_allowed', 'not_allowed']);
    expect(await app.money(memberNo)).toEqual(before);
    expect(await app.disbursements.change(one, { event: 'retry' })).toBe('not_allowed');
  });

  test('keeps a lost response unknown until the upstream reports: not refunded, not sent again', async () => {
    const one = await payout();
    upstream.script = ['lose'];
    upstream.state = 'accepted';
    await app.pass(0);
    expect(await app.findOrThrow(one)).toMatchObject({ submission: 'unknown', failReason: null });
    expect(await app.disbursements.change(one, { event: 'cancel' })).toBe('not_allowed');
    expect(await app.disbursements.change(one, { event: 'retry' })).toBe('not_allowed');
    await app.pass(2_000);
    expect(await app.findOrThrow(one)).toMatchObject({ submission: 'submitted' });
    upstream.state = 'paid';
    await app.pass(60_000);
    expect(await app.findOrThrow(one)).toMatchObject({ status: 'paid' });
    expect(upstream.sent).toHaveLength(1);
  });

  test.each(['lose_before', 'unreachable', 'crash'] as const)(
    'resends one that possibly did not arrive (%s) under the same reference',
    async (step) => {
      const one = await payout();
      upstream.script = [step];
      await app.pass(0);
      expect((await app.findOrThrow(one)).submission).toBe(step === 'lose_before' ? 'unknown' : 'submitted');
      await app.pass(30_000);
      await app.pass(60_000);
      expect(await app.findOrThrow(one)).toMatchObject({ status: 'paid', attempts: 1 });
      expect(new Set(upstream.sent)).toEqual(new Set([`${memberNo}-${one.systemNo}-1`]));
      expect(upstream.sent).toHaveLength(2);
    },
  );

  test('accepts a refusal of the repetition only if the upstream still does not know the reference', async () => {
    const one = await payout();
    upstream.script = ['lose_before', 'refuse'];
    await app.pass(0);
    await app.pass(2_000);
    expect(await app.findOrThrow(one)).toMatchObject({ submission: 'unknown' });
    await app.pass(60_000);
    expect(await app.findOrThrow(one)).toMatchObject({ submission: 'failed', failReason: 'no_such_account' });
    await app.disbursements.change(one, { event: 'cancel' });
  });

  test('ignores a refusal of the repetition of a paid one', async () => {
    const one = await payout();
    upstream.script = ['lose_before', 'refuse'];
    await app.pass(0);
    await app.pass(2_000);
    const reference = `${memberNo}-${one.systemNo}-1`;
    upstream.taken.set(reference, {
      memberNo,
      systemNo: one.systemNo,
      reference,
      amountMinor: one.amountMinor,
      currency: 'CNY',
    } as PayoutRequest);
    await app.pass(60_000);
    expect(await app.findOrThrow(one)).toMatchObject({ status: 'paid' });
  });

  test('rejects an upstream’s report with another amount', async () => {
    const one = await payout();
    upstream.script = ['another_amount'];
    await app.pass(0);
    expect(await app.findOrThrow(one)).toMatchObject({ status: 'applying', submission: 'unknown' });
    await app.pass(60_000);
    expect(await app.findOrThrow(one)).toMatchObject({ status: 'paid' });
  });

  test('does not send a frozen one; one already being paid when frozen is paid', async () => {
    const [kept, caught] = [await payout(), await payout()];
    expect(await app.disbursements.change(kept, { event: 'freeze' })).toBe('changed');
    upstream.state = 'accepted';
    await app.pass(0);
    expect(await app.disbursements.change(caught, { event: 'freeze' })).toBe('changed');
    upstream.state = 'paid';
    await app.pass(60_000);
    expect(await app.findOrThrow(caught)).toMatchObject({ status: 'paid' });
    expect(await app.findOrThrow(kept)).toMatchObject({ status: 'frozen', attempts: 0 });
    expect(await app.disbursements.change(kept, { event: 'unfreeze' })).toBe('changed');
    await app.pass(0);
    await app.pass(60_000);
    expect(await app.findOrThrow(kept)).toMatchObject({ status: 'paid' });
  });

  test('books a manual payment on the account that the operator names', async () => {
    const one = await payout();
    await app.disbursements.change(one, { event: 'freeze' });
    const marked = await app.disbursements.change(one, {
      event: 'mark_paid',
      upstreamId: SANDBOX,
      with: { bankReference: 'BY-HAND' },
    });
    expect(marked).toBe('changed');
    expect(await app.findOrThrow(one)).toMatchObject({
      status: 'paid',
      submission: 'none',
      bankReference: 'BY-HAND',
    });
  });

  test('sends nothing twice when another worker runs on the same orders', async () => {
    const other = await disbursementsApp({ sharing: app, upstreams: upstream });
    const many = await Promise.all(Array.from({ length: 30 }, () => payout()));
    await Promise.all([app.disbursements.submitDue(), other.disbursements.submitDue(), app.disbursements.submitDue()]);
    await app.pass(30_000);
    await app.pass(60_000);
    for (const one of many) expect(await app.findOrThrow(one)).toMatchObject({ status: 'paid', attempts: 1 });
    expect(upstream.sent.toSorted()).toEqual(many.map(({ systemNo }) => `${memberNo}-${systemNo}-1`).toSorted());
    await other.close();
  });

  test('stays within an upstream’s daily limit; the rest waits for the next day', async () => {
    await app.db.pool.query('update disbursement_attempts set started_at = $1', [
      new Date(app.clock.now().getTime() - 2 * 86_400_000),
    ]);
    await app.db.transaction((tx) =>
      app.disbursements.setPayoutRoute(tx, { upstreamId: SANDBOX, position: 1, dailyLimitMinor: 25_000n }),
    );
    const three = [await payout(), await payout(), await payout()];
    await app.pass(0);
    await app.pass(60_000);
    const states = async (): Promise<string[]> =>
      (await Promise.all(three.map((one) => app.findOrThrow(one)))).map(({ status }) => status);
    expect(await states()).toEqual(['paid', 'paid', 'applying']);
    await app.pass(86_400_000);
    await app.pass(60_000);
    expect(await states()).toEqual(['paid', 'paid', 'paid']);
    await app.db.transaction((tx) =>
      app.disbursements.setPayoutRoute(tx, { upstreamId: SANDBOX, position: 1, dailyLimitMinor: null }),
    );
  });
});

describe('the sandbox', () => {
  test('pays after two seconds, refuses .44, leaves .99 unknown until it is queried, and 186.98 for good', async () => {
    const sandbox = await disbursementsApp();
    const shop = await sandbox.addMember(10_000_000n);
    const amounts = [10_000n, 10_044n, 10_099n, UNANSWERED_MINOR];
    const payouts: Disbursement[] = [];
    for (const amountMinor of amounts)
      payouts.push(await applied(sandbox.disbursements, newPayout(shop, { amountMinor })));
    const states = async () =>
      (await Promise.all(payouts.map((one) => sandbox.findOrThrow(one)))).map(({ status, submission }) => [
        status,
        submission,
      ]);
    await sandbox.pass(0);
    expect(await states()).toEqual([
      ['applying', 'submitted'],
      ['applying', 'submitted'],
      ['applying', 'unknown'],
      ['applying', 'unknown'],
    ]);
    await sandbox.pass(2_000);
    expect(await states()).toEqual([
      ['paid', 'succeeded'],
      ['applying', 'failed'],
      ['paid', 'succeeded'],
      ['applying', 'unknown'],
    ]);
    expect(await sandbox.wrongBooks()).toEqual([]);
    await sandbox.close();
  });
});
