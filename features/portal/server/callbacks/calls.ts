/** Handlers of the calls about callbacks. What they show and send belongs to the caller's member. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { parseSystemNo, systemNoTime } from '#foundation/core/system-number.ts';
import type { Language } from '#foundation/core/words.ts';
import { type AttemptLimit, takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type CallContext, type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { type AttemptFacts, adviceOf } from '#features/callbacks/advice.ts';
import { adviceWords } from '#features/callbacks/advice-words.ts';
import {
  type CallbackSubject,
  callbackSubjects,
  errorClassOf,
  notifyIdOf,
  parseNotifyId,
} from '#features/callbacks/rules.ts';
import type { CallbackFilter, ListedCallback } from '#features/callbacks/server/listing.ts';
import { type SendingDeps, sendByHand } from '#features/callbacks/server/resends/sending.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import {
  type CallbackAttempt,
  callbackCalls,
  type CallbackRow,
  type ParsedCallbackFilter,
  type SimulatedCall,
} from '../../callbacks-contract.ts';
import { type SimulatedAttempt, type SimulateDeps, simulate } from './simulating.ts';

export interface CallbackCallDeps extends SimulateDeps {
  db: Database;
  platform: PlatformVerbs;
  callbacks: CallbackVerbs;
  orders: OrderVerbs;
  disbursements: DisbursementVerbs;
  delivery: SendingDeps;
}

type StoredAttempt = Awaited<ReturnType<CallbackVerbs['attemptsOf']>>[number];

const resendLimit: AttemptLimit = { scope: 'callback_resend', tries: 30, windowMs: 60_000 };
const planLimit: AttemptLimit = { scope: 'callback_plan', tries: 20, windowMs: 60_000 };
const simulateLimit: AttemptLimit = { scope: 'callback_simulate', tries: 10, windowMs: 60_000 };

export function callbackHandlers(deps: CallbackCallDeps): ServedContract {
  const { db, platform, callbacks, delivery } = deps;
  const limited = async (
    { session, now, refuse }: Pick<CallContext, 'now' | 'refuse'> & { session: { memberNo: bigint } },
    limit: AttemptLimit,
  ): Promise<void> => {
    const attempt = await takeAttempt(db, limit, session.memberNo.toString(), now);
    if (!attempt.allowed) refuse('rate_limited', { seconds: Math.ceil(attempt.waitMs / 1000) });
  };
  const found = async (memberNo: bigint, notifyId: string): Promise<ListedCallback | undefined> => {
    const key = parseNotifyId(notifyId);
    return key && callbacks.logged(memberNo, key.systemNo, key.subject);
  };

  return handlers(callbackCalls, {
    async '/apisettings/callbackLog'({ session }, { page, limit, ...typed }) {
      const { memberNo } = session;
      const filter = await filterOf(deps, memberNo, typed);
      const log = filter
        ? await callbacks.log(filter, { limit, offset: (page - 1) * limit })
        : { rows: [], count: 0, capped: false, lookedFrom: undefined };
      return {
        total: log.count,
        page,
        limit,
        list: await rowsOf(deps, memberNo, log.rows),
        extend: {
          capped: log.capped,
          lookedFrom: log.lookedFrom === undefined ? null : systemNoTime(log.lookedFrom).toISOString(),
        },
      };
    },

    async '/apisettings/callbackDetail'({ session, language, refuse }, { notifyId }) {
      const { memberNo } = session;
      const callback = await found(memberNo, notifyId);
      if (!callback) return refuse('not_found');
      const [[row], attempts] = await Promise.all([
        rowsOf(deps, memberNo, [callback]),
        callbacks.attemptsOf(memberNo, callback.systemNo, callback.subject),
      ]);
      return row ? { ...row, list: attempts.map((attempt) => attemptOf(attempt, language)) } : refuse('not_found');
    },

    async '/apisettings/receivers'({ session }) {
      const receivers = await callbacks.receivers(session.memberNo);
      return {
        list: receivers.map(({ receiver, state, since, failures, lastAt, waiting, asks }) => ({
          host: receiver,
          state,
          since: since.toISOString(),
          failures,
          lastAt: lastAt.toISOString(),
          waiting,
          asks,
        })),
      };
    },

    async '/apisettings/resumeReceiver'({ session, refuse }, { host, send }) {
      const count = await callbacks.resume(session.memberNo, receiverIn(host), send);
      return count === undefined ? refuse('not_found') : { count };
    },

    async '/apisettings/resend'(context, { notifyId }) {
      const { session, language, refuse } = context;
      const callback = await found(session.memberNo, notifyId);
      if (!callback) return refuse('not_found');
      await limited(context, resendLimit);
      const attempt = await sendByHand(delivery, callback, session.username);
      const { delivered, replyStatus, error } = attempt;
      return { delivered, status: replyStatus, error, advice: adviceIn(attempt, language) };
    },

    async '/apisettings/resendPlan'(context, { filter: typed }) {
      const { session, refuse } = context;
      await limited(context, planLimit);
      const [{ currency }, filter] = await Promise.all([platform.settings(), filterOf(deps, session.memberNo, typed)]);
      const plan = filter && (await callbacks.plan(filter, session.username, delivery.ended));
      if (!plan) return refuse('nothing_to_resend');
      const { planId, count, amountMinor, hosts, oldest, newest } = plan;
      return {
        planId,
        count,
        amount: formatAmount(amountMinor, currency),
        hosts,
        oldest: oldest.toISOString(),
        newest: newest.toISOString(),
      };
    },

    async '/apisettings/resendRun'({ session, refuse }, { planId, perSecond }) {
      if (!isUuid(planId)) return refuse('not_found');
      const outcome = await callbacks.start({ memberNo: session.memberNo, runId: planId }, perSecond);
      if (outcome === 'busy') return refuse('resend_running');
      return outcome === 'missing' ? refuse('not_found') : { runId: planId };
    },

    async '/apisettings/resendState'({ session, refuse }, { runId }) {
      return (await progressOf(callbacks, session.memberNo, runId)) ?? refuse('not_found');
    },

    async '/apisettings/resendCancel'({ session, refuse }, { runId }) {
      if (!(await progressOf(callbacks, session.memberNo, runId))) return refuse('not_found');
      await callbacks.cancel({ memberNo: session.memberNo, runId });
      return (await progressOf(callbacks, session.memberNo, runId)) ?? refuse('not_found');
    },

    async '/apisettings/simulate'(context, { event, url, variant }) {
      const { session, language, refuse } = context;
      if (!deps.outgoing.checkUrl(url).ok) return refuse('address_refused');
      await limited(context, simulateLimit);
      const { currency } = await platform.settings();
      const sent = await simulate(deps, { memberNo: session.memberNo, event, url, variant, currency });
      return { list: sent.map((attempt) => exchangeOf(attempt, language)) };
    },
  });
}

async function progressOf(callbacks: CallbackVerbs, memberNo: bigint, runId: string) {
  const progress = isUuid(runId) ? await callbacks.progress({ memberNo, runId }) : undefined;
  if (!progress || progress.state === 'planned') return undefined;
  const { state, total, sent, delivered, failed } = progress;
  return { state, total, sent, delivered, failed };
}

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Undefined if nothing can match. */
export async function filterOf(
  { orders, disbursements }: Pick<CallbackCallDeps, 'orders' | 'disbursements'>,
  memberNo: bigint,
  { kind, state, q = '', host = '', errorClass, range }: ParsedCallbackFilter,
): Promise<CallbackFilter | undefined> {
  if (kind === 'report') return undefined;
  const subjects: readonly CallbackSubject[] = kind === undefined ? callbackSubjects : [kind];
  const filter: CallbackFilter = {
    memberNo,
    subjects,
    state,
    errorClass,
    receiver: host === '' ? undefined : receiverIn(host),
    from: range?.from === undefined ? undefined : new Date(range.from),
    to: range?.to === undefined ? undefined : new Date(range.to),
  };
  if (q === '') return filter;
  const key = parseNotifyId(q);
  if (key)
    return subjects.includes(key.subject)
      ? { ...filter, subjects: [key.subject], systemNos: [key.systemNo] }
      : undefined;
  const typed = parseSystemNo(q);
  const numbers = await Promise.all([orders.referencesOf(memberNo, q), disbursements.referencesOf(memberNo, q)]);
  return { ...filter, systemNos: [...numbers.flat(), ...(typed === undefined ? [] : [typed])] };
}

/** A host without a port is the one that https has. */
export function receiverIn(host: string): string {
  const name = host.toLowerCase();
  return /:\d+$/.test(name) ? name : `${name}:443`;
}

export async function rowsOf(
  { orders, disbursements }: Pick<CallbackCallDeps, 'orders' | 'disbursements'>,
  memberNo: bigint,
  callbacks: readonly ListedCallback[],
): Promise<CallbackRow[]> {
  const numbersOf = (wanted: CallbackSubject): bigint[] =>
    callbacks.flatMap(({ subject, systemNo }) => (subject === wanted ? [systemNo] : []));
  const [payins, payouts] = await Promise.all([
    orders.orderNosOf(memberNo, numbersOf('payin')),
    disbursements.orderNosOf(memberNo, numbersOf('payout')),
  ]);
  return callbacks.map(({ subject, systemNo, receiver, state, attempts, lastAt, lastError, nextAt }) => ({
    notifyId: notifyIdOf(subject, systemNo),
    kind: subject,
    orderNo: (subject === 'payin' ? payins : payouts).get(systemNo) ?? '',
    systemNo: systemNo.toString(),
    host: receiver,
    state,
    attempts,
    lastAt: lastAt?.toISOString() ?? null,
    lastResult: lastAt === null ? null : (lastError ?? (state === 'delivered' ? 'delivered' : null)),
    nextAt: nextAt?.toISOString() ?? null,
  }));
}

export function attemptOf(attempt: StoredAttempt, language: Language): CallbackAttempt {
  return { ...exchangeOf(attempt, language), manual: attempt.madeBy !== null, by: attempt.madeBy };
}

function exchangeOf(attempt: SimulatedAttempt, language: Language): SimulatedCall {
  const { at, durationMs, url, request, replyStatus, replyHeaders, reply, error, delivered } = attempt;
  return {
    at: at.toISOString(),
    duration: durationMs,
    address: url,
    request: partsOf(request),
    status: replyStatus,
    replyHeaders,
    reply,
    error,
    errorClass: errorClassOf(error, replyStatus),
    delivered,
    advice: adviceIn(attempt, language),
  };
}

/** A stored request is its headers, an empty line, its body or query. */
function partsOf(request: string): { headers: string; body: string } {
  if (request.startsWith('\n')) return { headers: '', body: request.slice(1) };
  const end = request.indexOf('\n\n');
  return end < 0 ? { headers: '', body: request } : { headers: request.slice(0, end), body: request.slice(end + 2) };
}

function adviceIn(attempt: AttemptFacts, language: Language): string | null {
  const advice = adviceOf(attempt);
  return advice ? formatPhrase(adviceWords[advice.word], language, advice.values) : null;
}
