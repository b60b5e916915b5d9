/** Merchants who withdraw, on a real server with the sandbox. Only tests import this. */
import { certificationVerbs } from '#features/certifications/server/verbs.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { cardHandlers } from '#features/cards/server/calls.ts';
import { CARD, PIN } from '#features/cards/server/cards-for-tests.ts';
import { cardVerbs } from '#features/cards/server/verbs.ts';
import { callbackVerbs } from '#features/callbacks/server/verbs.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { people, type People, type PeopleApp, type Person } from '#features/accounts/server/people-for-tests.ts';
import type { ServedContract } from '#foundation/server/http/handlers.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { DisbursementDetail } from '../contract.ts';
import { disbursementHandlers } from './calls.ts';
import { addSandbox } from './disbursements-for-tests.ts';
import { disbursementNotices } from './notices.ts';
import { disbursementVerbs } from './verbs.ts';

export const HOUR_MS = 3_600_000;

export interface Merchant {
  memberNo: bigint;
  userId: bigint;
  username: string;
  person: Person;
  cardId: string;
}

/** Callers must `close` it, which also checks the books. `more`: additional contracts to serve. */
export async function withdrawalApp({
  more = () => [],
}: { more?: (built: PeopleApp & ReturnType<typeof partsOf>) => ServedContract[] } = {}) {
  let parts: ReturnType<typeof partsOf> | undefined;
  const app = await people({
    more(built) {
      parts = partsOf(built);
      const cards = cardVerbs(built);
      const { disbursements } = parts;
      return [
        cardHandlers({ ...built, cards, certifications: certificationVerbs({ ...built, files: fileVerbs(built) }) }),
        disbursementHandlers({ ...built, cards, disbursements }),
        ...more({ ...built, ...parts }),
      ];
    },
  });
  if (!parts) throw new Error('nothing was built');
  const { upstreams, disbursements } = parts;
  await addSandbox(app.db, upstreams, disbursements);
  const owners = credentialsOf(app);
  let made = 0;
  let requests = 0;

  const withdraw = ({ person, cardId }: Pick<Merchant, 'person' | 'cardId'>, changes: object = {}) =>
    person.post<{ orderNo: string; status: string }>('/withdrawal/apply', {
      amount: '500.00',
      cardId,
      requestId: `r${(requests += 1)}`,
      payPassword: PIN,
      ...changes,
    });
  return {
    app,
    disbursements,
    owners,
    merchant: ({ certified = true, account = CARD.account }: { certified?: boolean; account?: string } = {}) =>
      addMerchant(app, { username: `payee_${(made += 1)}`, certified, account }),
    /** Logs in again, after a time that ends every login. */
    async back(who: Merchant): Promise<Merchant> {
      const person = app.person();
      await person.logIn(who.username);
      return { ...who, person };
    },
    withdraw,
    async withdrawn(who: Merchant, amount = '500.00'): Promise<string> {
      const { data } = await withdraw(who, { amount });
      if (!data) throw new Error('not withdrawn');
      return data.orderNo;
    },
    detailOf: async (person: Person, orderNo: string) =>
      (await person.post<DisbursementDetail>('/withdrawal/detail', { orderNo })).data,
    balanceOf: async ({ memberNo }: Merchant) =>
      (await app.ledger.balances(memberNo, 'CNY', app.clock.now())).balanceMinor,
    auditOf: async ({ userId }: Merchant) => (await owners.auditOf(userId)).filter((what) => !what.startsWith('login')),
    /** Advances the clock, runs the worker and waits until its exchanges are stored. */
    async pass(ms: number): Promise<void> {
      app.clock.advance(ms);
      await disbursements.submitDue();
      await upstreams.idle();
    },
    async close() {
      const wrong = (await checkBooks(app.db)).map(({ check, violations }) => [check.name, violations]);
      await upstreams.idle();
      await app.close();
      return wrong;
    },
  };
}

/** Adds a merchant with a card, a payment password and 10,000.00, logged in. */
async function addMerchant(
  app: People,
  { username, certified, account }: { username: string; certified: boolean; account: string },
): Promise<Merchant> {
  const { member, userId } = await app.addMember({ username });
  const { memberNo } = member;
  if (certified) await app.db.transaction((tx) => app.members.change(tx, memberNo, { certification: 'approved' }));
  await app.ledger.adjust({
    memberNo,
    reference: app.numbers.next(),
    currency: 'CNY',
    amountMinor: 1_000_000n,
    remark: 'start',
  });
  await sql`update users set pay_password_hash = ${await app.users.hashPassword(PIN)} where user_id = ${userId}`.execute(
    app.db,
  );
  const kept = { memberNo, userId, beneficiary: { ...CARD, account, type: 'bank' }, at: app.clock.now() } as const;
  const card = await app.db.transaction((tx) => cardVerbs(app).keep(tx, kept));
  if (card.outcome !== 'kept') throw new Error(card.outcome);
  const person = app.person();
  await person.logIn(username);
  return { memberNo, userId, username, person, cardId: card.card.cardId };
}

function partsOf(built: PeopleApp) {
  const { db, clock, sealer } = built;
  const upstreams = upstreamVerbs({
    db,
    clock,
    sealer,
    outgoing: createOutgoing({ allow: [] }),
    publicUrl: 'http://127.0.0.1:9',
    log: silentLog,
  });
  const disbursements = disbursementVerbs({
    ...built,
    systemNumbers: built.numbers,
    log: silentLog,
    callbacks: callbackVerbs({ db, clock }),
    upstreams,
    ended: disbursementNotices(built),
  });
  return { upstreams, disbursements };
}
