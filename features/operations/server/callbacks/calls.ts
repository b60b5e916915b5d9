/** Handlers of the operators' calls about callbacks. A member's callbacks are read and sent as the member does it. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { parseNotifyId } from '#features/callbacks/rules.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import {
  attemptOf,
  type CallbackCallDeps,
  filterOf,
  isUuid,
  receiverIn,
  rowsOf,
} from '#features/portal/server/callbacks/calls.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import { operatorCallbackCalls, type ParsedReceiverFilter } from '../../callback-contract.ts';

export interface OperatorCallbackDeps extends CallbackCallDeps {
  audit: AuditVerbs;
  members: Pick<MemberVerbs, 'find'>;
}

type Calls = (typeof operatorCallbackCalls)['calls'];
type ReceiversCall = Calls['/operator/callback/receivers'];
type ListCall = Calls['/operator/callback/list'];
type DetailCall = Calls['/operator/callback/detail'];
type PlanCall = Calls['/operator/callback/plan'];
type RunCall = Calls['/operator/callback/run'];
type PauseCall = Calls['/operator/callback/pause'];
type ResumeCall = Calls['/operator/callback/resume'];

export function operatorCallbackHandlers(deps: OperatorCallbackDeps): ServedContract {
  return handlers(operatorCallbackCalls, {
    '/operator/callback/receivers': (context, input) => receivers(deps, context, input),
    '/operator/callback/list': (context, input) => list(deps, context, input),
    '/operator/callback/detail': (context, input) => detail(deps, context, input),
    '/operator/callback/plan': (context, input) => plan(deps, context, input),
    '/operator/callback/run': (context, input) => run(deps, context, input),
    '/operator/callback/pause': (context, input) => pause(deps, context, input),
    '/operator/callback/resume': (context, input) => resume(deps, context, input),
  });
}

async function receivers(
  { callbacks }: OperatorCallbackDeps,
  _context: CallContext<ReceiversCall>,
  { page, limit, sort, ...filter }: ParsedInputOf<ReceiversCall>,
): Promise<OutputOf<ReceiversCall>> {
  const query = receiverQueryOf(filter);
  const offset = (page - 1) * limit;
  const found = await callbacks.receiversOfAll(query, { sort, limit, offset });
  // A page after the last one has no row that says how many there are.
  const [first] =
    found.length > 0 || offset === 0 ? found : await callbacks.receiversOfAll(query, { sort, limit: 1, offset: 0 });
  return {
    total: first?.total ?? 0,
    page,
    limit,
    list: found.map(({ receiver, total: _total, ...row }) => ({
      ...row,
      host: receiver,
      memberNo: row.memberNo.toString(),
      since: row.since?.toISOString() ?? null,
      failingSince: row.failingSince?.toISOString() ?? null,
      lastAt: row.lastAt?.toISOString() ?? null,
      oldestAt: row.oldestAt?.toISOString() ?? null,
    })),
    extend: {},
  };
}

export function receiverQueryOf({
  memberNo,
  host = '',
  state,
}: Pick<ParsedReceiverFilter, 'memberNo' | 'host' | 'state'>): Parameters<CallbackVerbs['receiversOfAll']>[0] {
  return { memberNo, state, host: host === '' ? undefined : host.toLowerCase() };
}

async function list(
  deps: OperatorCallbackDeps,
  _context: CallContext<ListCall>,
  { memberNo, page, limit, ...typed }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const filter = await filterOf(deps, memberNo, typed);
  const log = filter
    ? await deps.callbacks.log(filter, { limit, offset: (page - 1) * limit })
    : { rows: [], count: 0, capped: false };
  return {
    total: log.count,
    page,
    limit,
    list: await rowsOf(deps, memberNo, log.rows),
    extend: { capped: log.capped },
  };
}

async function detail(
  deps: OperatorCallbackDeps,
  { language, refuse }: CallContext<DetailCall>,
  { memberNo, notifyId }: ParsedInputOf<DetailCall>,
): Promise<OutputOf<DetailCall>> {
  const key = parseNotifyId(notifyId);
  const callback = key && (await deps.callbacks.logged(memberNo, key.systemNo, key.subject));
  if (!callback) return refuse('not_found');
  const [[row], attempts] = await Promise.all([
    rowsOf(deps, memberNo, [callback]),
    deps.callbacks.attemptsOf(memberNo, callback.systemNo, callback.subject),
  ]);
  return row ? { ...row, list: attempts.map((attempt) => attemptOf(attempt, language)) } : refuse('not_found');
}

async function plan(
  deps: OperatorCallbackDeps,
  { session, refuse }: CallContext<PlanCall>,
  { memberNo, filter: typed }: ParsedInputOf<PlanCall>,
): Promise<OutputOf<PlanCall>> {
  const { platform, callbacks, delivery, members } = deps;
  const [{ currency }, filter, member] = await Promise.all([
    platform.settings(),
    filterOf(deps, memberNo, typed),
    members.find(memberNo),
  ]);
  if (!member) return refuse('not_found');
  const planned = filter && (await callbacks.plan(filter, session.username, delivery.ended));
  if (!planned) return refuse('nothing_to_resend');
  const { planId, count, amountMinor, oldest, newest } = planned;
  return {
    planId,
    count,
    amount: formatAmount(amountMinor, currency),
    oldest: oldest.toISOString(),
    newest: newest.toISOString(),
  };
}

async function run(
  { db, audit, callbacks }: OperatorCallbackDeps,
  context: CallContext<RunCall>,
  { memberNo, planId, perSecond, reason }: ParsedInputOf<RunCall>,
): Promise<OutputOf<RunCall>> {
  const key = { memberNo, runId: planId };
  const before = isUuid(planId) ? await callbacks.progress(key) : undefined;
  const outcome = isUuid(planId) ? await callbacks.start(key, perSecond) : 'missing';
  if (outcome === 'busy') return context.refuse('resend_running');
  const progress = outcome === 'missing' ? undefined : await callbacks.progress(key);
  if (!progress || progress.state === 'planned') return context.refuse('not_found');
  const { state, total, sent, delivered, failed } = progress;
  // Only the request that started it is in the log.
  if (before === undefined)
    await db.transaction((tx) =>
      audit.record(tx, { ...actorOf(context), memberNo, action: 'callbacks_resent', object: `${total} ${reason}` }),
    );
  return { state, total, sent, delivered, failed };
}

async function pause(
  { db, audit, callbacks }: OperatorCallbackDeps,
  context: CallContext<PauseCall>,
  { memberNo, host, reason }: ParsedInputOf<PauseCall>,
): Promise<undefined> {
  const receiver = receiverIn(host);
  const [known] = await callbacks.receiversOfAll(
    { memberNo, host: receiver, state: undefined },
    { sort: 'since', limit: 1, offset: 0 },
  );
  if (known?.receiver === receiver && known.stopped) context.refuse('receiver_paused');
  return db.transaction(async (tx) => {
    if (!(await callbacks.pause(tx, memberNo, receiver))) context.refuse('not_found');
    const object = `${receiver} ${known?.state ?? 'ok'} → paused ${reason}`;
    await audit.record(tx, { ...actorOf(context), memberNo, action: 'receiver_paused', object });
    await hintOnCommit(tx, { memberNo, event: 'callback.changed' });
    return undefined;
  });
}

async function resume(
  { db, audit, callbacks }: OperatorCallbackDeps,
  context: CallContext<ResumeCall>,
  { memberNo, host, send, reason }: ParsedInputOf<ResumeCall>,
): Promise<OutputOf<ResumeCall>> {
  const receiver = receiverIn(host);
  const count = await callbacks.resume(memberNo, receiver, send);
  if (count === undefined) return context.refuse('not_found');
  return db.transaction(async (tx) => {
    const object = `${receiver} ${send ? 'sent' : 'given up'}: ${count} ${reason}`;
    await audit.record(tx, { ...actorOf(context), memberNo, action: 'receiver_resumed', object });
    await hintOnCommit(tx, { memberNo, event: 'callback.changed' });
    return { count };
  });
}
