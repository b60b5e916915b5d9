/** Every way that money can leave × every reason to refuse it, on the whole server. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liftBooksStop } from '#features/ledger/server/books-job.ts';
import { CARD } from '#features/cards/server/cards-for-tests.ts';
import type { NewDisbursement } from '#features/disbursements/disbursement.ts';
import type { DisbursementKind, EligibilityRefusal } from '#features/disbursements/rules.ts';
import { KEY, payout, send, signed } from '#features/gateway/server/gateway-for-tests.ts';
import { type Person, PIN, stage, type Stage } from './access-stage-for-tests.ts';

type Reason = EligibilityRefusal['error'];

let at: Stage;
/** Each trial has its own member, because an endpoint is asked for that member's money. */
let made = 0;

interface Applicant extends Person {
  memberNo: bigint;
  cardId: string;
}

beforeAll(async () => {
  at = await stage();
});
afterAll(() => at.close());

const AMOUNT_MINOR = 50_000n;
const account = { type: 'bank', holder: CARD.holder, bank: CARD.bank, branch: null, account: CARD.account } as const;

async function applicant(): Promise<Applicant> {
  const username = `payer_${(made += 1)}`;
  const person = await at.add('merchant', username);
  const { memberNo } = person;
  if (memberNo === null) throw new Error('not a member');
  const { db, members, cards, keys, clock } = { ...at.app, clock: at.clock };
  const kept = await db.transaction(async (tx) => {
    await members.change(tx, memberNo, { certification: 'approved' });
    await keys.create(tx, memberNo, { key: KEY, signTypes: ['HMAC-SHA256'], requestIps: ['127.0.0.1'] });
    return cards.keep(tx, { memberNo, userId: person.userId, beneficiary: account, at: clock.now() });
  });
  if (kept.outcome !== 'kept') throw new Error(kept.outcome);
  return { ...person, memberNo, cardId: kept.card.cardId };
}

/** Returns what an endpoint answers: a refusal's name, `-1 field`, or `taken`. */
type PayoutRequest = (who: Applicant) => Promise<string>;

const console = async (who: Applicant, path: string, input: object): Promise<string> => {
  const answer = await at.request(who, path, { who: 'members', summary: '' }, input);
  if (answer.code === -1) return `-1 ${Object.keys(answer.fields ?? {}).join(' ')}`;
  return answer.code === 1 ? 'taken' : (answer.error ?? answer.text);
};

const apply = async ({ memberNo }: Applicant, kind: DisbursementKind): Promise<string> => {
  const orderNo = randomUUID();
  const wanted: NewDisbursement = {
    memberNo,
    kind,
    source: kind === 'payout' ? 'gateway' : 'console',
    orderNo,
    amountMinor: AMOUNT_MINOR,
    beneficiary: account,
    requestHash: createHash('sha256').update(orderNo).digest(),
    signType: 'none',
    notifyUrl: null,
    attach: null,
    remark: null,
  };
  const outcome = await at.app.disbursements.apply(wanted);
  return outcome.outcome === 'refused' ? outcome.error : 'taken';
};

const { holder, bank, account: number } = account;
const payoutRequests: Readonly<Record<string, PayoutRequest>> = {
  'a withdrawal in the console': (who) =>
    console(who, '/withdrawal/apply', {
      amount: '500.00',
      cardId: who.cardId,
      payPassword: PIN,
      requestId: randomUUID(),
    }),
  'a batch in the console': (who) =>
    console(who, '/batch/submit', {
      rows: [{ amount: '500.00', type: 'bank', holder, bank, account: number }],
      requestId: randomUUID(),
      payPassword: PIN,
    }),
  'the gateway': async ({ memberNo }) => {
    const fields = payout({ amount: '500.00', notifyUrl: undefined });
    const request = signed('/payout/create', fields, { memberNo, signType: 'HMAC-SHA256', clock: at.clock });
    const { code, error } = await send(at.server, request);
    return code === 1 ? 'taken' : (error ?? 'nothing');
  },
  // The verbs have no endpoint before them; what they refuse, no endpoint can miss.
  'the verb, for a withdrawal': (who) => apply(who, 'withdrawal'),
  'the verb, for a payout': (who) => apply(who, 'payout'),
  'the verb, for a whole batch': async ({ memberNo }) => {
    const outcome = await at.app.disbursements.applyAll({
      memberNo,
      batchNo: at.app.numbers.next(),
      requestHash: Buffer.alloc(32),
      rows: [{ line: 1, amountMinor: AMOUNT_MINOR, beneficiary: account }],
      isThere: async () => false,
      withinTransaction: async () => undefined,
    });
    return outcome.outcome === 'refused' ? outcome.error : 'taken';
  },
};

/** Puts a member into a state in which it cannot pay out; returns a function that undoes it. */
type Provoke = (who: Applicant) => Promise<() => Promise<void>>;

const certify = ({ memberNo }: Applicant, certification: 'approved' | 'pending') =>
  at.app.db.transaction((tx) => at.app.members.change(tx, memberNo, { certification }));

/** The member's own terms, for both kinds. */
async function setTerms({ memberNo }: Applicant, changes: object): Promise<void> {
  const { db, disbursements } = at.app;
  for (const kind of ['withdrawal', 'payout'] as const) {
    const terms = await disbursements.terms(memberNo, kind);
    await db.transaction((tx) => disbursements.setTerms(tx, memberNo, kind, { ...terms, ...changes }));
  }
}

async function move({ memberNo }: Applicant, amountMinor: bigint): Promise<void> {
  const { ledger, numbers } = at.app;
  const moved = { memberNo, reference: numbers.next(), currency: 'CNY', amountMinor, remark: 'test' };
  if ((await ledger.adjust(moved)) !== 'posted') throw new Error('not moved');
}

const reasons: Readonly<Record<Reason, Provoke>> = {
  async not_certified(who) {
    await certify(who, 'pending');
    return () => certify(who, 'approved');
  },
  async payouts_rest({ userId }) {
    const { db, factors } = at.app;
    await db.transaction((tx) => factors.notePhoneRemoved(tx, userId, at.clock.now()));
    return async () => at.clock.advance(24 * 3_600_000);
  },
  async withdrawal_closed(who) {
    // The clock is at noon.
    await setTerms(who, { window: { from: '13:00', to: '14:00' } });
    return () => setTerms(who, { window: null });
  },
  async payouts_stopped() {
    const fact = { foundAt: at.clock.now().toISOString(), check: 'chain', promise: 'whole', violation: 'one is not' };
    await at.app.db.transaction((tx) => at.app.platform.keepFact(tx, 'books_wrong', fact));
    return async () => liftBooksStop(at.app);
  },
  async payout_not_enabled(who) {
    await setTerms(who, { enabled: false });
    return () => setTerms(who, { enabled: true });
  },
  async amount_out_of_range(who) {
    await setTerms(who, { maxAmountMinor: AMOUNT_MINOR - 1n });
    return () => setTerms(who, { maxAmountMinor: AMOUNT_MINOR });
  },
  async balance_insufficient(who) {
    const startMinor = 100_000_000n;
    // The amount is available to the cent, but the fee is not.
    await move(who, AMOUNT_MINOR - startMinor);
    return () => move(who, 1_000n);
  },
};

/** Where an endpoint names the reason differently from the rule. */
const answers: Readonly<Record<string, Partial<Record<Reason, string>>>> = {
  'a withdrawal in the console': { amount_out_of_range: '-1 amount' },
  'a batch in the console': { withdrawal_closed: 'taken', amount_out_of_range: 'rows_wrong' },
  'the gateway': {
    payouts_rest: 'payout_not_enabled',
    withdrawal_closed: 'taken',
    payouts_stopped: 'upstream_unavailable',
  },
  'the verb, for a payout': { withdrawal_closed: 'taken' },
  'the verb, for a whole batch': { withdrawal_closed: 'taken' },
};

async function moneyOf({ memberNo }: Applicant) {
  const { rows } = await at.db.pool.query<{ wallet: bigint; transit: bigint; count: number }>(
    `select wallet, transit, (select count(*)::integer from disbursements d where d.member_no = w.member_no) as count
     from wallets w where member_no = $1`,
    [memberNo],
  );
  return rows[0];
}

describe.each(Object.keys(payoutRequests))('%s', (name) => {
  const endpoint = payoutRequests[name] ?? expect.fail();

  test.each(Object.keys(reasons) as Reason[])('while the reason is %s', async (reason) => {
    const expected = answers[name]?.[reason] ?? reason;
    const who = await applicant();
    const takeBack = await reasons[reason](who);
    // Processes cache this for a second.
    at.clock.advance(1_001);
    const before = await moneyOf(who);
    const answer = await endpoint(who);
    const after = await moneyOf(who);
    await takeBack();
    at.clock.advance(1_001);
    const isRefused = expected !== 'taken';
    expect(answer).toBe(expected);
    expect([after?.count, after?.wallet === before?.wallet]).toEqual(isRefused ? [0, true] : [1, false]);
    // Without the reason the same endpoint accepts it, so it was refused for that reason alone.
    expect(isRefused ? await endpoint({ ...who, token: await at.tokenOf(who) }) : answer).toBe('taken');
    expect((await moneyOf(who))?.count).toBe(1);
  });
});

test('the gateway repeats its answer to an accepted payout, for whatever reason new ones are refused', async () => {
  const who = await applicant();
  at.clock.advance(1_001);
  const fields = payout({ amount: '500.00', notifyUrl: undefined });
  const sendAs = () =>
    send(
      at.server,
      signed('/payout/create', fields, { memberNo: who.memberNo, signType: 'HMAC-SHA256', clock: at.clock }),
    );
  const first = await sendAs();
  expect([first.code, first.error, first.fields]).toEqual([1, undefined, undefined]);
  for (const reason of ['payouts_rest', 'payouts_stopped', 'payout_not_enabled', 'amount_out_of_range'] as const) {
    const takeBack = await reasons[reason](who);
    const { code, data } = await sendAs();
    await takeBack();
    expect({ reason, code, systemNo: data['systemNo'] }).toEqual({
      reason,
      code: 1,
      systemNo: first.data['systemNo'],
    });
  }
});
