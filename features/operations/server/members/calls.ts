/** Handlers of the operators' calls about a member's money, and about where it can log in from. */
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { operatorMemberCalls, type OperatorMemberRow, type ParsedMemberFilter } from '../../member-contract.ts';
import { type HoldDeps, holdOf } from './holds.ts';
import { countMembers, type ListedMember, selectMembers, selectVolumes } from './listing.ts';
import { liftLoginIps, type LoginIpDeps } from './login-ips.ts';
import { sumsOfMembers, volumeDays } from './sums.ts';
import { type MemberMoneyDeps, setFlags, setSettlement, setTerms, termsOf } from './terms.ts';

export type OperatorMemberDeps = HoldDeps &
  LoginIpDeps &
  MemberMoneyDeps & { ledger: Pick<LedgerVerbs, 'balancesOfAll'> };

export function operatorMemberHandlers(deps: OperatorMemberDeps): ServedContract {
  return handlers(operatorMemberCalls, {
    '/operator/member/list': ({ now }, filter) => listMembers(deps, filter, now),
    '/operator/member/figures': (_, filter) => sumsOfMembers(deps, filter),
    '/operator/member/terms': (context, input) => termsOf(deps, context, input),
    '/operator/member/setTerms': (context, input) => setTerms(deps, context, input),
    '/operator/member/setSettlement': (context, input) => setSettlement(deps, context, input),
    '/operator/member/setFlags': (context, input) => setFlags(deps, context, input),
    async '/operator/member/hold'(context, input) {
      const held = await holdOf(deps, context, input, 'hold');
      return 'most' in held ? context.refuse('hold_exceeds_available', { most: held.most }) : held;
    },
    '/operator/member/liftLoginIps': (context, input) => liftLoginIps(deps, context, input),
    async '/operator/member/release'(context, input) {
      const held = await holdOf(deps, context, input, 'release');
      return 'most' in held ? context.refuse('release_exceeds_held', { most: held.most }) : held;
    },
  });
}

export type MemberListDeps = Pick<OperatorMemberDeps, 'db' | 'platform' | 'ledger'>;

async function listMembers(deps: MemberListDeps, filter: ParsedMemberFilter, now: Date) {
  const { db } = deps;
  const [members, total] = await Promise.all([selectMembers(db, filter), countMembers(db, filter)]);
  const { page, limit } = filter;
  return { total, page, limit, list: await withFigures(deps, members, now), extend: {} };
}

/** Members as the list shows them, with the figures of their wallets and orders. */
export async function withFigures(
  { db, platform, ledger }: MemberListDeps,
  members: readonly ListedMember[],
  now: Date,
): Promise<OperatorMemberRow[]> {
  const { currency, timeZone } = await platform.settings();
  const memberNos = members.map(({ memberNo }) => memberNo);
  const [balances, volumes] = await Promise.all([
    ledger.balancesOfAll(memberNos, currency, now),
    selectVolumes(db, memberNos, volumeDays(now, timeZone).first),
  ]);
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  return members.map(({ memberNo, uplineNo, uplineName, username, createdAt, lastSeenAt, ...member }) => {
    const [wallet, volume] = [balances.get(memberNo), volumes.get(memberNo)];
    return {
      ...member,
      memberNo: memberNo.toString(),
      username: username ?? '',
      upline: uplineNo === null ? null : { memberNo: uplineNo.toString(), name: uplineName ?? '' },
      balance: amount(wallet?.balanceMinor ?? 0n),
      frozen: amount(wallet?.frozenMinor ?? 0n),
      amount30d: amount(volume?.amountMinor ?? 0n),
      orders30d: volume?.count ?? 0,
      registeredAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    };
  });
}
