/**
 * Submits due withdrawals and payouts to their upstreams. An attempt and its reference are stored before anything is
 * sent, so that a crash in between loses nothing: from then on the upstream is queried for the attempt, and only if it
 * does not know the reference is the same request sent again.
 */
import { dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type PayoutRequest, UpstreamError, type UpstreamPayout } from '#features/upstreams/server/connector.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { DisbursementKey } from '../disbursement.ts';
import { nextQueryMs, referenceOf, nextWork } from '../rules.ts';
import { openAccount } from './payee-account.ts';
import { change, type ChangingDeps } from './changing.ts';
import {
  type Attempt,
  type DisbursementRecord,
  insertAttempt,
  selectAttempts,
  selectDue,
  selectPayoutRoutes,
  selectSubmittedSince,
  updateAttempt,
  updateDue,
  updateNextUpstream,
} from './store.ts';

export interface SubmittingDeps extends ChangingDeps {
  log: Logger;
  sealer: Sealer;
  platform: Pick<PlatformVerbs, 'settings'>;
  upstreams: Pick<UpstreamVerbs, 'createPayout' | 'queryPayout'>;
  changed(records: readonly DisbursementKey[]): void;
}

/** Rows selected at once. */
const MAX_DUE = 100;
const AT_ONCE = 8;
/** Delay until the next try when nothing can be sent now, or no upstream has room. */
const POSTPONE_MS = 60_000;
/**
 * Longer than any connector's request for a payout can take (the connectors' `TIMEOUT_MS`, without retries): until then,
 * no worker queries an attempt that is being sent.
 */
const SENDING_MS = 30_000;

export function submitJob(deps: SubmittingDeps): Job {
  return {
    name: 'submit disbursements',
    everyMs: 1_000,
    async run() {
      while ((await submitDue(deps)) === MAX_DUE);
    },
  };
}

/** Returns the number of rows it examined. */
export async function submitDue(deps: SubmittingDeps): Promise<number> {
  const due = await selectDue(deps.db, deps.clock.now(), MAX_DUE);
  const booksWrong = due.length > 0 && (await deps.ledger.booksWrong()) !== undefined;
  for (let first = 0; first < due.length; first += AT_ONCE) {
    const requests: Promise<void>[] = [];
    for (const record of due.slice(first, first + AT_ONCE)) {
      // One after the other, because checking an upstream's daily limit and using it must not interleave.
      const work = nextWork(record);
      const attempt = work === 'start' ? await guarded(deps, record, start(deps, record, booksWrong)) : undefined;
      if (attempt) requests.push(guarded(deps, record, send(deps, record, attempt, 'first')));
      else if (work === 'ask') requests.push(guarded(deps, record, follow(deps, record)));
    }
    await Promise.all(requests);
  }
  return due.length;
}

/** A failure of one must not stop the others. */
async function guarded<T>(
  { log }: SubmittingDeps,
  { memberNo, systemNo }: DisbursementKey,
  work: Promise<T>,
): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    log.error(
      { err: error, memberNo: memberNo.toString(), systemNo: systemNo.toString() },
      'processing a withdrawal or payout failed',
    );
    return undefined;
  });
}

/**
 * Stores the attempt before anything is sent. Returns undefined if it can't be started now, for example while the books
 * are wrong.
 */
async function start(
  deps: SubmittingDeps,
  record: DisbursementRecord,
  booksWrong: boolean,
): Promise<Attempt | undefined> {
  const upstreamId = booksWrong ? undefined : await routeFor(deps, record);
  const now = deps.clock.now();
  if (upstreamId === undefined) {
    await updateDue(deps.db, record, new Date(now.getTime() + POSTPONE_MS));
    return undefined;
  }
  const { memberNo, systemNo, amountMinor } = record;
  const number = record.attempts + 1;
  const attempt: Attempt = {
    memberNo,
    systemNo,
    attempt: number,
    upstreamId,
    reference: referenceOf(memberNo, systemNo, number),
    amountMinor,
    state: 'submitted',
    upstreamNo: null,
    bankReference: null,
    failReason: null,
    queries: 0,
    refusedAt: null,
    startedAt: now,
    settledAt: null,
  };
  const started = await change(deps, record, {
    event: 'submit',
    nextUpstreamId: record.nextUpstreamId,
    with: { attempts: number, dueAt: new Date(now.getTime() + SENDING_MS), failReason: null },
    async withinTransaction(tx) {
      await insertAttempt(tx, attempt);
      // The choice was for this attempt.
      if (record.nextUpstreamId !== null) await updateNextUpstream(tx, record, null);
    },
  });
  // It was cancelled or frozen, or another upstream was chosen, in the meantime.
  if (started.outcome !== 'changed') return undefined;
  deps.changed([record]);
  return attempt;
}

/** The first open upstream within its daily limit; of one that an operator chose, only that. */
async function routeFor(
  { db, clock, platform }: SubmittingDeps,
  { amountMinor, nextUpstreamId }: DisbursementRecord,
): Promise<number | undefined> {
  const { timeZone } = await platform.settings();
  const today = startOfDay(dayOf(clock.now(), timeZone), timeZone);
  for (const { upstreamId, dailyLimitMinor } of await selectPayoutRoutes(db)) {
    if (nextUpstreamId !== null && nextUpstreamId !== upstreamId) continue;
    if (
      dailyLimitMinor === null ||
      (await selectSubmittedSince(db, upstreamId, today)) + amountMinor <= dailyLimitMinor
    )
      return upstreamId;
  }
  return undefined;
}

async function send(
  deps: SubmittingDeps,
  record: DisbursementRecord,
  attempt: Attempt,
  sending: 'first' | 'again',
): Promise<void> {
  const reported = await reportOf(() =>
    deps.upstreams.createPayout(attempt.upstreamId, requestOf(deps.sealer, record, attempt)),
  );
  if (!(reported instanceof UpstreamError))
    return take(
      deps,
      record,
      attempt,
      reported.status === 'not_found' ? new UpstreamError('unknown', 'malformed') : reported,
    );
  if (reported.kind !== 'refused') return take(deps, record, attempt, reported);
  if (sending === 'first')
    return settle(deps, record, attempt, {
      event: 'fail',
      upstreamNo: null,
      bankReference: null,
      failReason: reported.reason,
    });
  // An upstream can refuse the repetition of a request that it has paid, so it is queried once more before the refusal
  // counts.
  return scheduleQuery(deps, record, attempt, {
    state: 'unknown',
    upstreamNo: null,
    failReason: reported.reason,
    refusedAt: deps.clock.now(),
  });
}

/** Queries the upstream about the latest attempt. */
async function follow(deps: SubmittingDeps, record: DisbursementRecord): Promise<void> {
  const { memberNo, systemNo, currency } = record;
  const attempt = (await selectAttempts(deps.db, record)).at(-1);
  if (!attempt) throw new Error(`the attempt of ${systemNo} vanished`);
  const { upstreamId, reference } = attempt;
  const reported = await reportOf(() =>
    deps.upstreams.queryPayout(upstreamId, { memberNo, systemNo, reference, currency }),
  );
  if (reported instanceof UpstreamError || reported.status !== 'not_found')
    return take(deps, record, attempt, reported);
  if (attempt.refusedAt)
    return settle(deps, record, attempt, {
      event: 'fail',
      upstreamNo: null,
      bankReference: null,
      failReason: attempt.failReason,
    });
  return send(deps, record, attempt, 'again');
}

/** What the upstream reports, or its error as a value. */
async function reportOf(request: () => Promise<UpstreamPayout>): Promise<UpstreamPayout | UpstreamError> {
  return request().catch((error: unknown) => {
    if (error instanceof UpstreamError) return error;
    throw error;
  });
}

/** Applies an upstream's report about an attempt that it knows or possibly knows. */
async function take(
  deps: SubmittingDeps,
  record: DisbursementRecord,
  attempt: Attempt,
  reported: UpstreamPayout | UpstreamError,
): Promise<void> {
  if (reported instanceof UpstreamError) {
    const state = reported.kind === 'unknown' ? 'unknown' : openState(attempt);
    return scheduleQuery(deps, record, attempt, {
      state,
      upstreamNo: null,
      failReason: reported.reason,
      refusedAt: attempt.refusedAt,
    });
  }
  const { reference, amountMinor, currency, upstreamNo, bankReference, failReason } = reported;
  if (reference !== attempt.reference || amountMinor !== record.amountMinor || currency !== record.currency) {
    deps.log.error(
      { systemNo: record.systemNo.toString(), reference: attempt.reference },
      'an upstream reported a different payout than requested',
    );
    return scheduleQuery(deps, record, attempt, {
      state: 'unknown',
      upstreamNo: null,
      failReason: 'another_payout',
      refusedAt: null,
    });
  }
  if (reported.status === 'accepted')
    return scheduleQuery(deps, record, attempt, { state: 'submitted', upstreamNo, failReason: null, refusedAt: null });
  return settle(deps, record, attempt, {
    event: reported.status === 'paid' ? 'succeed' : 'fail',
    upstreamNo,
    bankReference,
    failReason,
  });
}

function openState({ state }: Attempt): 'submitted' | 'unknown' {
  return state === 'unknown' ? 'unknown' : 'submitted';
}

interface Settled extends Pick<Attempt, 'upstreamNo' | 'bankReference' | 'failReason'> {
  event: 'succeed' | 'fail';
}

async function settle(
  deps: SubmittingDeps,
  record: DisbursementRecord,
  attempt: Attempt,
  { event, ...reported }: Settled,
): Promise<void> {
  const { bankReference, failReason } = reported;
  const settledAt = deps.clock.now();
  const { outcome } = await change(deps, record, {
    event,
    upstreamId: attempt.upstreamId,
    with: { bankReference, failReason },
    withinTransaction: (tx) =>
      updateAttempt(tx, attempt, {
        ...reported,
        state: event === 'succeed' ? 'succeeded' : 'failed',
        refusedAt: attempt.refusedAt,
        settledAt,
      }),
  });
  if (outcome === 'changed') deps.changed([record]);
}

async function scheduleQuery(
  deps: SubmittingDeps,
  record: DisbursementRecord,
  attempt: Attempt,
  reported: Pick<Attempt, 'upstreamNo' | 'failReason' | 'refusedAt'> & { state: 'submitted' | 'unknown' },
): Promise<void> {
  const { outcome } = await change(deps, record, {
    event: reported.state === 'unknown' ? 'lose' : 'wait',
    with: { dueAt: new Date(deps.clock.now().getTime() + nextQueryMs(attempt.queries)) },
    withinTransaction: (tx) => updateAttempt(tx, attempt, { ...reported, bankReference: null, settledAt: null }),
  });
  if (outcome === 'changed' && reported.state !== record.submission) deps.changed([record]);
}

function requestOf(sealer: Sealer, record: DisbursementRecord, { reference }: Attempt): PayoutRequest {
  const { memberNo, systemNo, amountMinor, currency, type, holder, bank, branch, accountSealed, remark } = record;
  const account = openAccount(sealer, record, accountSealed);
  return {
    memberNo,
    systemNo,
    reference,
    amountMinor,
    currency,
    beneficiary: { type, holder, bank, branch, account },
    remark,
  };
}
