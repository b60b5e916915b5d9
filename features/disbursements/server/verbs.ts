/** Public API of the disbursements feature, for other features, the gateway and the console. */
import type { Clock } from '#foundation/core/clock.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { CallbackContent } from '#features/callbacks/server/attempt.ts';
import { callbackContents } from '#features/callbacks/server/content.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import {
  type ApplyOutcome,
  type BatchedPayout,
  type BatchOutcome,
  type Disbursement,
  type DisbursementKey,
  merchantNumberOf,
  type NewDisbursement,
  type NumberKey,
  signableReason,
  type Terms,
} from '../disbursement.ts';
import type { DisbursementKind } from '../rules.ts';
import { accountHashes, openAccount } from './payee-account.ts';
import { type FailedDisbursements, sumFailed } from './attention.ts';
import { applyAll, type BatchApplyOutcome, type BatchToApply } from './applying-batch.ts';
import { applyDisbursements, type DisbursementWork } from './applying.ts';
import { type AttemptEnded, change, type Changed, type Change } from './changing.ts';
import { loadApplicants, type Applicant, platformTerms } from './eligibility-facts.ts';
import {
  allBatched,
  type Attempt,
  type BatchPage,
  lockDisbursement,
  type ListedPayoutRoute,
  type PayoutRoute,
  replaceAllPayoutRoutes,
  selectAllPayoutRoutes,
  selectAttempts,
  selectBatched,
  selectBatchOutcomes,
  selectByNumbers,
  selectDisbursements,
  selectPaidSince,
  selectPayoutNumbers,
  selectPayoutNumbersBeginning,
  selectPayoutRoutes,
  selectTerms,
  updateDueBy,
  updateNextUpstream,
  upsertPayoutRoute,
  upsertTerms,
} from './store.ts';
import { submitDue, submitJob } from './submitting.ts';

export interface DisbursementVerbs {
  /** Idempotent by the merchant's number. Requests that arrive in one batch are decided together, in order. */
  apply(wanted: NewDisbursement, withinTransaction?: DisbursementWork): Promise<ApplyOutcome>;
  /** Applies all of a batch or nothing. */
  applyAll(batch: BatchToApply): Promise<BatchApplyOutcome>;
  /** Those whose attempt failed, which wait for their member; counted up to a cap. */
  failed(memberNo: bigint, kind: DisbursementKind): Promise<FailedDisbursements>;
  /** Counts of each batch's payouts by outcome. */
  batchOutcomes(memberNo: bigint, batchNos: readonly bigint[]): Promise<BatchOutcome[]>;
  /** A page of a batch's payouts, ordered by line. */
  ofBatch(memberNo: bigint, batchNo: bigint, page: BatchPage): Promise<BatchedPayout[]>;
  /** All payouts of a batch in chunks, from one snapshot. */
  allOfBatch(memberNo: bigint, batchNo: bigint): AsyncIterable<readonly BatchedPayout[]>;
  /** Which of these payees the member has paid or is paying since then, as indexes into the list. */
  paidSince(
    memberNo: bigint,
    since: Date,
    payees: readonly Pick<NewDisbursement, 'amountMinor' | 'beneficiary'>[],
  ): Promise<Set<number>>;
  find(
    memberNo: bigint,
    number: { orderNo: string } | { systemNo: bigint },
    kind: DisbursementKind,
  ): Promise<Disbursement | undefined>;
  /** One of either kind. */
  get(key: DisbursementKey): Promise<(Disbursement & { nextUpstreamId: number | null }) | undefined>;
  /** Those of these numbers that exist, in no particular order. */
  byNumbers(numbers: readonly NumberKey[]): Promise<Disbursement[]>;
  /** Oldest first. */
  attemptsOf(key: DisbursementKey, on?: Queryable): Promise<Attempt[]>;
  /** The payee's full account number; the caller logs each read. */
  accountOf(key: DisbursementKey): Promise<string | undefined>;
  /** A keyed hash of the payee's account, the same for all members. */
  payeeKey(key: DisbursementKey): Promise<string | undefined>;
  /** Locks one until the transaction ends. */
  lock(tx: Tx, key: DisbursementKey): Promise<Disbursement | undefined>;
  /** Makes a locked one that has work for the worker due at `by` at the latest. */
  makeDue(tx: Tx, key: DisbursementKey, by: Date): Promise<void>;
  /** Chooses the upstream of the next attempt of a locked one. */
  chooseUpstream(tx: Tx, key: DisbursementKey, upstreamId: number | null): Promise<void>;
  /** The upstreams that take payouts now, in order of preference. */
  payoutUpstreams(): Promise<number[]>;
  /** A member's fees and limits: its own terms, else the platform's. */
  terms(memberNo: bigint, kind: DisbursementKind, on?: Queryable): Promise<Terms>;
  /** A member's own fees and limits; undefined if the platform's apply. */
  ownTerms(memberNo: bigint, kind: DisbursementKind): Promise<Terms | undefined>;
  /** The facts about a member's payouts except the amount, for callers that refuse before asking for a password. */
  applicant(memberNo: bigint, kind: DisbursementKind, now: Date): Promise<Applicant>;
  /** One step by a person: retry, cancel, or an operator's act. `withinTransaction` runs in the same transaction. */
  change(
    key: DisbursementKey,
    step: Change & { event: 'retry' | 'cancel' | 'freeze' | 'unfreeze' | 'pass' | 'mark_paid' },
  ): Promise<Changed['outcome']>;
  setTerms(tx: Tx, memberNo: bigint, kind: DisbursementKind, terms: Terms): Promise<void>;
  setPayoutRoute(tx: Tx, route: PayoutRoute): Promise<void>;
  /** All routes, whatever their states, in order of preference. */
  payoutRoutes(on: Queryable): Promise<ListedPayoutRoute[]>;
  /** Replaces all routes. Payouts that are not sent yet take the new ones. */
  publishPayoutRoutes(tx: Tx, routes: readonly ListedPayoutRoute[]): Promise<void>;
  /** System numbers that match a complete typed merchant number. */
  referencesOf(memberNo: bigint, typed: string): Promise<bigint[]>;
  /** System numbers of at most `most` payouts whose merchant's number begins with the text. */
  referencesBeginning(memberNo: bigint, typed: string, most: number): Promise<bigint[]>;
  /** The merchant numbers of those that have one. */
  orderNosOf(memberNo: bigint, systemNos: readonly bigint[]): Promise<Map<bigint, string>>;
  /** Callback content of those that have ended. */
  callbackContent(memberNo: bigint, systemNos: readonly bigint[]): Promise<Map<bigint, CallbackContent>>;
  /** Processes due rows and returns how many it examined. */
  submitDue(): Promise<number>;
  jobs: Job[];
}

export interface DisbursementDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  sealer: Sealer;
  systemNumbers: SystemNumbers;
  platform: Pick<PlatformVerbs, 'settings'>;
  users: Pick<UserVerbs, 'disbursementStandings'>;
  ledger: LedgerVerbs;
  callbacks: Pick<CallbackVerbs, 'writes'>;
  upstreams: Pick<UpstreamVerbs, 'createPayout' | 'queryPayout'>;
  /** Number of batches that run concurrently in this process. */
  lanes?: number;
  ended?: AttemptEnded | undefined;
  /** Called after the commit. */
  changed?(records: readonly DisbursementKey[]): void;
}

export function disbursementVerbs(deps: DisbursementDeps): DisbursementVerbs {
  const { db, platform, lanes = 2, changed = () => undefined } = deps;
  const terms: DisbursementVerbs['terms'] = async (memberNo, kind, on = db) => {
    const [own, settings] = await Promise.all([selectTerms(on, memberNo, kind), platform.settings()]);
    return own ?? platformTerms(settings, kind);
  };
  const submitting = { ...deps, changed };
  return {
    apply: applyDisbursements({ ...deps, lanes, changed }),
    applyAll: (batch) => applyAll({ ...deps, lanes, changed }, batch),
    failed: (memberNo, kind) => sumFailed(db, memberNo, kind),
    batchOutcomes: (memberNo, batchNos) => selectBatchOutcomes(db, memberNo, batchNos),
    ofBatch: (memberNo, batchNo, page) => selectBatched(db, memberNo, batchNo, page),
    allOfBatch: (memberNo, batchNo) => cursorBatches(db, allBatched(memberNo, batchNo)),
    async paidSince(memberNo, since, payees) {
      const keys = payees.flatMap(({ amountMinor, beneficiary }, at) =>
        accountHashes(deps.sealer, memberNo, beneficiary).map((accountHash) => ({ at, accountHash, amountMinor })),
      );
      return new Set(await selectPaidSince(db, memberNo, since, keys));
    },
    async find(memberNo, number, kind) {
      const found =
        'orderNo' in number
          ? await selectByNumbers(db, [{ memberNo, kind, orderNo: number.orderNo }])
          : (await selectDisbursements(db, memberNo, [number.systemNo])).filter((record) => record.kind === kind);
      return found[0];
    },
    get: async (key) => (await selectDisbursements(db, key.memberNo, [key.systemNo]))[0],
    byNumbers: (numbers) => selectByNumbers(db, numbers),
    attemptsOf: (key, on = db) => selectAttempts(on, key),
    async accountOf(key) {
      const [found] = await selectDisbursements(db, key.memberNo, [key.systemNo]);
      return found && openAccount(deps.sealer, found, found.accountSealed);
    },
    async payeeKey(key) {
      const [found] = await selectDisbursements(db, key.memberNo, [key.systemNo]);
      const account = found && openAccount(deps.sealer, found, found.accountSealed);
      return account && deps.sealer.fingerprint(`${found.type}/${account}`, 'payee of all members').toString('hex');
    },
    lock: lockDisbursement,
    makeDue: updateDueBy,
    chooseUpstream: updateNextUpstream,
    payoutUpstreams: async () => (await selectPayoutRoutes(db)).map(({ upstreamId }) => upstreamId),
    payoutRoutes: selectAllPayoutRoutes,
    publishPayoutRoutes: replaceAllPayoutRoutes,
    terms,
    ownTerms: (memberNo, kind) => selectTerms(db, memberNo, kind),
    async applicant(memberNo, kind, now) {
      const key = { memberNo, kind };
      return (await loadApplicants(deps, db, [key], now))(key);
    },
    async change(key, step) {
      const { outcome } = await change(deps, key, step);
      if (outcome === 'changed') changed([key]);
      return outcome;
    },
    setTerms: upsertTerms,
    setPayoutRoute: upsertPayoutRoute,
    referencesBeginning: (memberNo, typed, most) => selectPayoutNumbersBeginning(db, memberNo, { typed, most }),
    referencesOf: (memberNo, typed) => selectPayoutNumbers(db, memberNo, typed),
    async orderNosOf(memberNo, systemNos) {
      const records = await selectDisbursements(db, memberNo, systemNos);
      return new Map(
        records.flatMap((record) => {
          const number = merchantNumberOf(record);
          return number === null ? [] : [[record.systemNo, number] as const];
        }),
      );
    },
    async callbackContent(memberNo, systemNos) {
      const records = await selectDisbursements(db, memberNo, systemNos);
      return callbackContents(records, ({ status, bankReference, failReason, finishedAt }, signType) =>
        finishedAt === null
          ? null
          : {
              status,
              bankReference: signableReason(bankReference, signType) ?? '',
              failReason: signableReason(failReason, signType) ?? '',
              finishedAt: finishedAt.toISOString(),
            },
      );
    },
    submitDue: () => submitDue(submitting),
    jobs: [submitJob(submitting)],
  };
}
