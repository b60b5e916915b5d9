/** What the operators' page of a member shows. */
import { auditActions } from '#features/audit-actions.ts';
import type { LedgerCallDeps } from '#features/ledger/server/calls.ts';
import { moneyLogOf } from '#features/ledger/server/calls.ts';
import { numbersOfAll, type Numbers } from '#features/ledger/server/numbers.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { Member } from '#features/members/member.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { sessionPolicy } from '#features/sessions/rules.ts';
import { maskMobile } from '#features/sms/rules.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import {
  MAX_HISTORY,
  type MemberApi,
  type MemberDetail,
  type operatorMemberPageCalls,
} from '../../member-page-contract.ts';
import {
  countBelow,
  countHistory,
  countNotes,
  type HistoryQuery,
  selectFigures,
  selectHistory,
  selectMemberUsers,
  selectNames,
  selectNotes,
  selectPaidOut,
  selectUserSessions,
} from './store.ts';

export interface PageReadingDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'find'>;
  ledger: Pick<LedgerVerbs, 'balances'>;
  keys: Pick<MerchantKeyVerbs, 'overview'>;
  currency: LedgerCallDeps['currency'];
  /** Finds the order numbers that the money log shows. */
  numbered: readonly Numbers[];
}

/** The context of a reading call. */
interface Reader {
  readonly now: Date;
  readonly language: Language;
  refuse(name: 'not_found'): never;
}

type Calls = (typeof operatorMemberPageCalls)['calls'];

const FIGURE_DAYS = 30;

export async function memberDetail(deps: PageReadingDeps, reader: Reader, memberNo: bigint): Promise<MemberDetail> {
  const { db, platform, ledger } = deps;
  const { now } = reader;
  const member = await found(deps, reader, memberNo);
  const { currency, timeZone } = await platform.settings();
  const since = startOfDay(addDays(dayOf(now, timeZone), 1 - FIGURE_DAYS), timeZone);
  const [names, below, balances, figures, paidOut] = await Promise.all([
    selectNames(db, member.uplines),
    countBelow(db, memberNo),
    ledger.balances(memberNo, currency, now),
    selectFigures(db, memberNo, since),
    selectPaidOut(db, memberNo, since),
  ]);
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  return {
    memberNo: memberNo.toString(),
    name: member.name,
    kind: member.kind,
    state: member.state,
    certification: member.certification,
    level: member.level,
    uplines: member.uplines.map((agentNo) => ({ memberNo: agentNo.toString(), name: names.get(agentNo) ?? '' })),
    below,
    registeredAt: member.createdAt.toISOString(),
    currency,
    balance: amount(balances.balanceMinor),
    frozen: amount(balances.frozenMinor),
    available: amount(balances.availableMinor),
    last30Days: {
      orders: Number(figures.orders),
      amount: amount(figures.amountMinor),
      paidOrders: Number(figures.paidOrders),
      paidAmount: amount(figures.paidAmountMinor),
      fees: amount(figures.feesMinor),
      paidOut: Number(paidOut.count),
      paidOutAmount: amount(paidOut.amountMinor),
    },
  };
}

export async function memberPeople(
  deps: PageReadingDeps,
  reader: Reader,
  memberNo: bigint,
): Promise<OutputOf<Calls['/operator/member/people']>> {
  const { db, platform, keys } = deps;
  await found(deps, reader, memberNo);
  const { idleMs } = sessionPolicy(await platform.settings());
  const [users, overview] = await Promise.all([selectMemberUsers(db, memberNo), keys.overview(memberNo)]);
  const sessions = await selectUserSessions(
    db,
    users.map(({ userId }) => userId),
    { now: reader.now, seenSince: new Date(reader.now.getTime() - idleMs) },
  );
  return {
    list: users.map(({ userId, mobile, authenticatorSince, createdAt, lastLoginAt, ...user }) => ({
      ...user,
      id: userId.toString(),
      mobile: mobile === null ? null : maskMobile(mobile),
      authenticatorSince: authenticatorSince?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      lastLoginAt: lastLoginAt?.toISOString() ?? null,
      sessions: sessions
        .filter((session) => session.userId === userId)
        .map(({ device, ip, ...session }) => ({
          device,
          ip,
          createdAt: session.createdAt.toISOString(),
          lastSeenAt: session.lastSeenAt.toISOString(),
        })),
    })),
    loginIps: overview.loginIps.map(({ cidr }) => cidr),
  };
}

/** Nothing of a key itself is shown, not even its first characters. */
export async function memberApi(deps: PageReadingDeps, reader: Reader, memberNo: bigint): Promise<MemberApi> {
  await found(deps, reader, memberNo);
  const { signTypes, requestIps, notifyHosts, publicKey, keys } = await deps.keys.overview(memberNo);
  return {
    // Without a key nothing can be signed.
    signTypes: keys.length === 0 ? [] : [...signTypes],
    requestIps: requestIps.map(({ cidr }) => cidr),
    notifyHosts: [...notifyHosts],
    hasPublicKey: publicKey !== null,
    keys: keys.map(({ state, createdAt, until, lastUsedAt, lastUsedIp }) => ({
      state,
      createdAt: createdAt?.toISOString() ?? null,
      until: until?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      lastUsedIp,
    })),
  };
}

export async function memberMoneyLog(
  deps: PageReadingDeps,
  reader: Reader,
  { memberNo, ...filter }: ParsedInputOf<Calls['/operator/member/moneyLog']>,
): Promise<OutputOf<Calls['/operator/member/moneyLog']>> {
  await found(deps, reader, memberNo);
  return moneyLogOf({ ...deps, numbers: numbersOfAll(deps.numbered) }, memberNo, filter, reader.now);
}

export async function memberNotes(
  { db }: PageReadingDeps,
  { memberNo, page, limit, order }: ParsedInputOf<Calls['/operator/member/notes']>,
): Promise<OutputOf<Calls['/operator/member/notes']>> {
  const [total, notes] = await Promise.all([
    countNotes(db, memberNo),
    selectNotes(db, memberNo, { order, limit, offset: (page - 1) * limit }),
  ]);
  return {
    total,
    page,
    limit,
    list: notes.map(({ noteId, text, by, createdAt }) => ({
      id: noteId.toString(),
      text,
      by,
      createdAt: createdAt.toISOString(),
    })),
    extend: {},
  };
}

export async function memberHistory(
  { db }: PageReadingDeps,
  { language }: Reader,
  { page, limit, order, ...filter }: ParsedInputOf<Calls['/operator/member/history']>,
): Promise<OutputOf<Calls['/operator/member/history']>> {
  const query = historyQueryOf(filter);
  const [counted, entries] = await Promise.all([
    countHistory(db, query, MAX_HISTORY + 1),
    selectHistory(db, query, { order, limit, offset: (page - 1) * limit }),
  ]);
  return {
    total: Math.min(counted, MAX_HISTORY),
    page,
    limit,
    list: entries.map(({ chain, seq, action, createdAt, ...entry }) => ({
      ...entry,
      id: `${chain}-${seq}`,
      action,
      actionText: formatPhrase(auditActions[action], language),
      createdAt: createdAt.toISOString(),
    })),
    extend: { capped: counted > MAX_HISTORY },
  };
}

export function historyQueryOf({
  memberNo,
  range,
}: Pick<ParsedInputOf<Calls['/operator/member/history']>, 'memberNo' | 'range'>): HistoryQuery {
  return {
    memberNo,
    from: range?.from === undefined ? undefined : new Date(range.from),
    to: range?.to === undefined ? undefined : new Date(range.to),
  };
}

async function found({ members }: PageReadingDeps, { refuse }: Reader, memberNo: bigint): Promise<Member> {
  return (await members.find(memberNo)) ?? refuse('not_found');
}
