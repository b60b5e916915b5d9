/** Handlers of the operators' calls about the log of all users. */
import type { z } from 'zod';
import { auditActions } from '#features/audit-actions.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { MAX_VERIFIED, operatorAuditCalls, type OperatorLogFilter } from '../operator-contract.ts';
import { type AllLogQuery, countAllLog, selectAllLog, selectChainOf, selectUsername } from './store.ts';
import { checkPart } from './verify.ts';

export interface OperatorAuditDeps {
  db: Database;
  sealer: Sealer;
}

type Calls = (typeof operatorAuditCalls)['calls'];
type ListCall = Calls['/operator/audit/list'];
type VerifyCall = Calls['/operator/audit/verify'];

export function operatorAuditHandlers(deps: OperatorAuditDeps): ServedContract {
  return handlers(operatorAuditCalls, {
    '/operator/audit/list': (context, input) => list(deps, context, input),
    '/operator/audit/verify': (context, input) => verify(deps, context, input),
  });
}

/** The list counts and shows so many; a shorter time shows the rest. */
const MAX_LISTED = 10_000;
/** How far back it looks without a user, an object or a time. */
const RECENT_MS = 7 * 86_400_000;

async function list(
  { db }: OperatorAuditDeps,
  { language, now }: CallContext<ListCall>,
  { page, limit, order, ...filter }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const { query, lookedFrom } = await allLogQuery(db, filter, now);
  const offset = (page - 1) * limit;
  const [found, rows] = await Promise.all([
    query ? countAllLog(db, query, MAX_LISTED + 1) : 0,
    query && offset < MAX_LISTED ? selectAllLog(db, query, { order, limit, offset }) : [],
  ]);
  return {
    total: Math.min(found, MAX_LISTED),
    page,
    limit,
    list: rows.map((row) => ({
      id: `${row.chain}-${row.seq}`,
      username: row.username,
      role: row.role,
      memberNo: row.memberNo?.toString() ?? null,
      action: row.action,
      actionText: formatPhrase(auditActions[row.action], language),
      object: row.object,
      ip: row.ip,
      device: row.device,
      result: row.result,
      createdAt: row.createdAt.toISOString(),
    })),
    extend: { capped: found > MAX_LISTED, lookedFrom: lookedFrom?.toISOString() ?? null },
  };
}

type Filter = Omit<z.output<typeof OperatorLogFilter>, 'page' | 'limit' | 'sort' | 'order'>;

/** `query` is undefined if there is no such user. */
export async function allLogQuery(
  db: Database,
  { user = '', action, object = '', result, range }: Filter,
  now: Date,
): Promise<{ query: AllLogQuery | undefined; lookedFrom: Date | undefined }> {
  const chain = user === '' ? undefined : await selectChainOf(db, user);
  const isRecentOnly = user === '' && object === '' && range?.from === undefined;
  const to = range?.to === undefined ? undefined : new Date(range.to);
  const recent = new Date((to && to < now ? to : now).getTime() - RECENT_MS);
  const from = range?.from === undefined ? undefined : new Date(range.from);
  const query = {
    chain,
    actions: action,
    object: object === '' ? undefined : object,
    result,
    from: isRecentOnly ? recent : from,
    to,
  };
  return {
    query: user !== '' && chain === undefined ? undefined : query,
    lookedFrom: isRecentOnly ? recent : undefined,
  };
}

async function verify(
  { db, sealer }: OperatorAuditDeps,
  { now, refuse }: CallContext<VerifyCall>,
  { user = '', range }: ParsedInputOf<VerifyCall>,
): Promise<OutputOf<VerifyCall>> {
  const chain = user === '' ? undefined : await selectChainOf(db, user);
  if (user !== '' && chain === undefined) return refuse('not_found');
  const to = range?.to === undefined ? new Date(now.getTime() + 1) : new Date(range.to);
  const from =
    range?.from !== undefined
      ? new Date(range.from)
      : chain === undefined
        ? new Date(to.getTime() - RECENT_MS)
        : new Date(0);
  const counted = { chain, actions: undefined, object: undefined, result: undefined, from, to };
  if ((await countAllLog(db, counted, MAX_VERIFIED + 1)) > MAX_VERIFIED)
    return refuse('audit_too_many', { count: MAX_VERIFIED });
  const { chains, rows, broken } = await checkPart(db, sealer, { chain, from, to });
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    chains,
    rows,
    broken: broken
      ? { username: await selectUsername(db, broken.chain), row: broken.seq.toString(), fault: broken.what }
      : null,
  };
}
