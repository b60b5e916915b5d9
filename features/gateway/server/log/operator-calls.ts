/** Handlers of the operators' calls about the gateway's log of all members. */
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { loggedPath } from '../../logged-paths.ts';
import { operatorLogCalls } from '../../operator-log-contract.ts';
import { type LogCallDeps, rowOf } from './calls.ts';
import { inspected } from './inspecting.ts';
import {
  type AllRequestQuery,
  countAllRequests,
  selectAllRequests,
  selectErrorsOfAll,
  selectRequest,
} from './store.ts';

export interface OperatorLogDeps extends LogCallDeps {
  members: Pick<MemberVerbs, 'find'>;
}

type Calls = (typeof operatorLogCalls)['calls'];
type ListCall = Calls['/operator/gateway/list'];
type DetailCall = Calls['/operator/gateway/detail'];

export function operatorLogHandlers(deps: OperatorLogDeps): ServedContract {
  return handlers(operatorLogCalls, {
    '/operator/gateway/list': (context, input) => list(deps, context, input),
    '/operator/gateway/detail': (context, input) => detail(deps, context, input),
  });
}

/** How far back the list looks without a member or a time. */
const RECENT_MS = 86_400_000;
const MAX_COUNTED = 10_000;

async function list(
  { db }: OperatorLogDeps,
  { now }: CallContext<ListCall>,
  { page, limit, order, memberNo, served, path, result, orderNo, ip, range }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const isRecentOnly = memberNo === undefined && range?.from === undefined;
  const to = range?.to === undefined ? undefined : new Date(range.to);
  const recent = new Date((to && to < now ? to : now).getTime() - RECENT_MS);
  const query: AllRequestQuery = {
    memberNo,
    served: served && served === 'yes',
    path: path === undefined || path === '' ? undefined : loggedPath(path),
    results: result,
    orderNo: orderNo === '' ? undefined : orderNo,
    ip: ip === '' ? undefined : ip,
    from: isRecentOnly ? recent : range?.from === undefined ? undefined : new Date(range.from),
    to,
  };
  const offset = (page - 1) * limit;
  const [found, count, errors] = await Promise.all([
    offset >= MAX_COUNTED ? [] : selectAllRequests(db, query, { newestFirst: order === 'desc', limit, offset }),
    countAllRequests(db, query, MAX_COUNTED),
    selectErrorsOfAll(db, new Date(now.getTime() - RECENT_MS), MAX_COUNTED),
  ]);
  return {
    total: Math.min(count, MAX_COUNTED),
    page,
    limit,
    list: found.map((row) => ({
      ...rowOf(row),
      memberNo: row.memberNo.toString(),
      memberName: row.memberName,
    })),
    extend: {
      capped: count > MAX_COUNTED,
      lookedFrom: isRecentOnly ? recent.toISOString() : null,
      errors: errors.map((error) => ({
        ...error,
        memberNo: error.memberNo.toString(),
        lastAt: error.lastAt.toISOString(),
      })),
    },
  };
}

async function detail(
  deps: OperatorLogDeps,
  { language, refuse }: CallContext<DetailCall>,
  { memberNo, requestId }: ParsedInputOf<DetailCall>,
): Promise<OutputOf<DetailCall>> {
  const [request, member] = await Promise.all([
    selectRequest(deps.db, memberNo, requestId),
    deps.members.find(memberNo),
  ]);
  if (!request || !member) return refuse('not_found');
  return {
    ...rowOf(request),
    ...(await inspected(deps, request, language)),
    memberNo: memberNo.toString(),
    memberName: member.name,
  };
}
