/** Merchants who withdraw and operators who act on it, on a real server with the sandbox. Only tests import this. */
import type { Answer } from '#foundation/server/http/visitor-for-tests.ts';
import type { PeopleApp, Person } from '#features/accounts/server/people-for-tests.ts';
import { callbackVerbs } from '#features/callbacks/server/verbs.ts';
import { fileHandlers } from '#features/files/server/calls.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { channelVerbs } from '#features/channels/server/verbs.ts';
import { orderVerbs } from '#features/orders/server/verbs.ts';
import { type UpstreamVerbs, upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { platformKeyVerbs } from '#features/merchant-keys/server/platform-keys.ts';
import { merchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { OperatorDisbursementDetail } from '../disbursement-contract.ts';
import { adjustmentHandlers } from './adjustments/calls.ts';
import { operatorApprovalHandlers } from './approvals/calls.ts';
import { operatorChannelHandlers } from './channels/calls.ts';
import { operatorDisbursementHandlers } from './disbursements/calls.ts';
import { handPaymentHandlers } from './hand-payments/calls.ts';
import { operatorMemberHandlers } from './members/calls.ts';
import { rateBulkHandlers } from './rates/bulk.ts';
import { operatorRateHandlers } from './rates/calls.ts';
import { operatorRoutingHandlers } from './routing/calls.ts';
import { operatorUpstreamHandlers } from './upstreams/calls.ts';
import { operatorMemberPageHandlers } from './member-page/calls.ts';
import { moveHandlers } from './moves/calls.ts';
import { operatorOverviewHandlers } from './overview/calls.ts';
import { operatorSettingHandlers } from './settings/calls.ts';
import type { DisbursementState } from '#features/disbursements/rules.ts';
import { SANDBOX } from '#features/disbursements/server/disbursements-for-tests.ts';
import { type Merchant, withdrawalApp } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';

export type OperatorApp = Awaited<ReturnType<typeof operatorApp>>;

export interface Operator {
  userId: bigint;
  person: Person;
}

/** The situations a withdrawal can be brought into. */
export const situations = [
  'new',
  'waiting',
  'submitted',
  'unknown',
  'failed',
  'frozen',
  'frozen unknown',
  'paid',
  'cancelled',
] as const;
export type Situation = (typeof situations)[number];

/** Callers must `close` it, which also checks the books. */
export async function operatorApp({ upstreamHost }: { upstreamHost?: string } = {}) {
  let keys: ReturnType<typeof keysOf> | undefined;
  let parts: ReturnType<typeof partsOf> | undefined;
  const at = await withdrawalApp({
    more(built) {
      parts = partsOf(built, upstreamHost);
      const { channels, orders, upstreams } = parts;
      return [
        operatorDisbursementHandlers(built),
        operatorApprovalHandlers({ ...built, orders, channels, ...sending }),
        operatorMemberHandlers({ ...built, keys: (keys = keysOf(built)) }),
        operatorMemberPageHandlers({
          ...built,
          keys,
          currency: async () => 'CNY',
          numbered: [built.disbursements],
          memberAdded: async () => undefined,
          memberInvited: async () => undefined,
          publicUrl: 'https://pay.example',
        }),
        moveHandlers({ ...built, channels }),
        adjustmentHandlers(built),
        handPaymentHandlers(built),
        operatorSettingHandlers({ ...built, publicUrl: 'https://pay.example', files: fileVerbs(built) }),
        fileHandlers({ ...built, files: fileVerbs(built) }),
        operatorOverviewHandlers({ ...built, channels }),
        operatorChannelHandlers(built),
        operatorUpstreamHandlers({
          ...built,
          ...sending,
          upstreams,
        }),
        operatorRoutingHandlers({ ...built, channels }),
        operatorRateHandlers({ ...built, channels }),
        rateBulkHandlers({ ...built, channels }),
      ];
    },
  });
  const key = (who: Merchant, orderNo: string) => ({ memberNo: who.memberNo, systemNo: BigInt(orderNo) });
  /** Sets the amount from which an operator reviews first. */
  const review = async ({ memberNo }: Merchant, reviewFromMinor: bigint | null): Promise<void> => {
    const terms = await at.disbursements.terms(memberNo, 'withdrawal');
    await at.app.db.transaction((tx) =>
      at.disbursements.setTerms(tx, memberNo, 'withdrawal', { ...terms, reviewFromMinor }),
    );
  };
  const broughtMany = async (who: Merchant, situation: Situation, many: number): Promise<string[]> => {
    const amount = situation === 'failed' ? '500.44' : situation.endsWith('unknown') ? '500.99' : '500.00';
    if (situation === 'waiting') await review(who, 50_000n);
    const orderNos = await Promise.all(Array.from({ length: many }, () => at.withdrawn(who, amount)));
    if (situation === 'waiting') await review(who, null);
    const changeAll = (event: 'freeze' | 'cancel') =>
      Promise.all(orderNos.map((orderNo) => at.disbursements.change(key(who, orderNo), { event })));
    if (situation === 'frozen') await changeAll('freeze');
    if (situation === 'cancelled') await changeAll('cancel');
    if (!['submitted', 'unknown', 'failed', 'frozen unknown', 'paid'].includes(situation)) return orderNos;
    await at.pass(0);
    if (situation === 'frozen unknown') await changeAll('freeze');
    if (situation === 'failed' || situation === 'paid') await at.pass(3_000);
    return orderNos;
  };
  if (!parts || !keys) throw new Error('nothing was built');
  return {
    ...at,
    keys,
    /** Of the operators' calls: they can ask the upstream at `upstreamHost`. */
    upstreams: parts.upstreams,
    /** The same as in the operators' calls, as in one process. */
    channels: parts.channels,
    orders: parts.orders,
    review,
    async operator(username: string): Promise<Operator> {
      const userId = await at.app.addOperator(username);
      const person = at.app.person();
      await person.logIn(username);
      return { userId, person };
    },
    one: (who: Merchant, orderNo: string) => ({ memberNo: who.memberNo.toString(), orderNo }),
    /** Valid extra inputs of each act. */
    wanted: {
      freeze: { reason: 'odd' },
      cancel: { reason: 'closed account' },
      unfreeze: { reason: 'looked at' },
      submit: { reason: 'looked at' },
      mark_paid: { bankReference: 'BANK 7', upstreamId: SANDBOX, reason: 'paid by hand' },
    } as Record<string, object>,
    async stateOf(who: Merchant, orderNo: string): Promise<DisbursementState> {
      const { rows } = await sql<DisbursementState>`
        select status, submission, review from disbursements where member_no = ${who.memberNo} and system_no = ${BigInt(orderNo)}`.execute(
        at.app.db,
      );
      if (!rows[0]) throw new Error('not there');
      return rows[0];
    },
    detail: async ({ person }: Operator, who: Merchant, orderNo: string) =>
      (
        await person.post<OperatorDisbursementDetail>('/operator/disbursement/detail', {
          memberNo: who.memberNo.toString(),
          orderNo,
        })
      ).data,
    /** Brings a withdrawal of about 500.00 into the situation. */
    brought: async (who: Merchant, situation: Situation): Promise<string> =>
      (await broughtMany(who, situation, 1)).join(),
    broughtMany,
  };
}

/** No login is reset in these tests. */
const sending = {
  transport: { send: () => Promise.reject(new Error('nothing is sent')) },
  log: silentLog,
  publicUrl: 'http://127.0.0.1:9',
};

function upstreamsOf({ platform, ...built }: PeopleApp, host: string | undefined): UpstreamVerbs {
  return upstreamVerbs({
    ...built,
    ...sending,
    outgoing: createOutgoing({ allow: host === undefined ? [] : [host], log: silentLog }),
    pauseAfter: async () => (await platform.settings()).upstreamPauseAfter,
  });
}

function partsOf(built: PeopleApp & { upstreams: UpstreamVerbs }, upstreamHost: string | undefined) {
  const channels = channelVerbs(built);
  const callbacks = callbackVerbs(built);
  const orders = orderVerbs({ ...built, log: silentLog, systemNumbers: built.numbers, callbacks, channels });
  return { channels, orders, upstreams: upstreamsOf(built, upstreamHost) };
}

function keysOf({ db, clock, sealer }: Pick<PeopleApp, 'db' | 'clock' | 'sealer'>) {
  const { platformKeys } = platformKeyVerbs({ db, sealer });
  return merchantKeyVerbs({ db, clock, sealer, platformKeys, log: silentLog });
}

/** Counts the answers that succeeded; throws if another one has an error outside `otherwise`. */
export function worked(answers: readonly Answer[], otherwise: readonly string[]): number {
  const strange = answers.filter(({ code, error }) => code !== 1 && !otherwise.includes(error ?? ''));
  if (strange.length > 0) throw new Error(`answered ${JSON.stringify(strange)}`);
  return answers.filter(({ code }) => code === 1).length;
}
