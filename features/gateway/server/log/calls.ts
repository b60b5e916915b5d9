/** Handlers of the calls about the gateway log. Every statement names the member of the session. */
import { isAddressEntry } from '#features/merchant-keys/rules.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { logCalls, type LogRow } from '../../log-contract.ts';
import { loggedPath } from '../../logged-paths.ts';
import { type InspectionDeps, inspected } from './inspecting.ts';
import {
  countRequests,
  type ListedRequest,
  type RequestQuery,
  selectErrorCounts,
  selectRequest,
  selectRequests,
  selectUnkeptCounts,
} from './store.ts';

export interface LogCallDeps extends InspectionDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_COUNTED = 10_000;

export function logHandlers(deps: LogCallDeps): ServedContract {
  const { db, platform } = deps;
  return handlers(logCalls, {
    async '/apisettings/gatewayLog'({ session, now }, input) {
      const { page, limit, order, path, result, orderNo, ip, signType, key, range, q } = input;
      const { memberNo } = session;
      const query: RequestQuery = {
        memberNo,
        path: path === undefined ? undefined : loggedPath(path),
        results: result,
        orderNo,
        ip,
        signTypes: signType,
        key,
        from: range?.from === undefined ? undefined : new Date(range.from),
        to: range?.to === undefined ? undefined : new Date(range.to),
        search: searchOf(q),
      };
      const since = new Date(now.getTime() - DAY_MS);
      const [found, count, errors, unkept, settings] = await Promise.all([
        selectRequests(db, query, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
        countRequests(db, query, MAX_COUNTED),
        selectErrorCounts(db, memberNo, since),
        selectUnkeptCounts(db, memberNo, new Date(Math.floor(since.getTime() / HOUR_MS) * HOUR_MS)),
        platform.settings(),
      ]);
      const notKept = { unsigned: 0, served: 0, lost: 0 };
      for (const { reason, count: more } of unkept) notKept[reason] = more;
      return {
        total: Math.min(count, MAX_COUNTED),
        page,
        limit,
        list: found.map(rowOf),
        extend: {
          capped: count > MAX_COUNTED,
          errors: errors.map(({ firstAt, lastAt, ...rest }) => ({
            ...rest,
            firstAt: firstAt.toISOString(),
            lastAt: lastAt.toISOString(),
          })),
          notKept,
          servedPerSecond: settings.gatewayLogServedPerSecond,
        },
      };
    },

    async '/apisettings/gatewayRequest'({ session, language, refuse }, { requestId }) {
      const request = await selectRequest(db, session.memberNo, requestId);
      if (!request) return refuse('not_found');
      return { ...rowOf(request), ...(await inspected(deps, request, language)) };
    },
  });
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

function searchOf(q: string | undefined): RequestQuery['search'] {
  if (!q) return undefined;
  if (UUID.test(q)) return { requestId: q };
  return !q.includes('/') && isAddressEntry(q) ? { ip: q } : { orderNo: q };
}

export function rowOf({
  requestId,
  at,
  path,
  orderNo,
  result,
  httpStatus,
  durationMs,
  ip,
  signType,
  key,
}: ListedRequest): LogRow {
  return {
    requestId,
    path,
    orderNo,
    result,
    httpStatus,
    durationMs,
    ip,
    key,
    at: at.toISOString(),
    signType: signType as SignTypeName | null,
  };
}
