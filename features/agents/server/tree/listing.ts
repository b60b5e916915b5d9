/** The list of an agent's members: all that match are summed, one page of them is shown. */
import type { Currency } from '#foundation/core/money.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { undercutOf } from '#features/channels/rules.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import { type attentions, successFall, type SuccessFall } from '../../rules.ts';
import { selectTreeCounts } from '../projection/store.ts';
import { type RecentFigures, selectMemberFigures } from './figures.ts';
import { type MemberCard, type MemberFilter, selectCards, selectFoundMembers, selectMoney } from './members.ts';

export interface MemberQuery extends MemberFilter {
  /** Who asks: its commission is shown. */
  callerNo: bigint;
  /** Only members with this mark. */
  attention?: (typeof attentions)[number] | undefined;
  sort: 'memberNo' | 'registeredAt' | 'balance' | 'paidOut' | 'amount30d';
  order: 'asc' | 'desc';
  page: number;
  limit: number;
  currency: Currency;
  /** The start of the days that are summed. */
  from: Date;
  /** The start of the last of them, whose success rate is compared with that of the days before. */
  recentFrom: Date;
}

/** What one member has, or all that match have together. */
export interface MemberSums {
  balanceMinor: bigint;
  paidOutMinor: bigint;
  paidMinor: bigint;
  commissionMinor: bigint;
}

export interface ListedMember extends MemberCard, MemberSums {
  paidCount: bigint;
  createdCount: bigint;
  successCount: bigint;
  belowOwn: boolean;
  successFell: SuccessFall | null;
  children: number;
}

export interface MemberPage {
  rows: ListedMember[];
  count: number;
  sums: MemberSums;
}

interface Row extends MemberSums {
  memberNo: bigint;
  registeredAt: Date;
  figures: RecentFigures | undefined;
}

export async function selectMemberPage(
  { db, channels }: { db: Database; channels: Pick<ChannelVerbs, 'allTerms'> },
  query: MemberQuery,
): Promise<MemberPage> {
  const found = await selectFoundMembers(db, query);
  const memberNos = found.map(({ memberNo }) => memberNo);
  const [money, figures] = await Promise.all([
    selectMoney(db, memberNos, query.currency),
    selectMemberFigures(db, { ...query, agentNo: query.callerNo, memberNos }),
  ]);
  const moneyOf = new Map(money.map((one) => [one.memberNo, one]));
  const figuresOf = new Map(figures.map((one) => [one.memberNo, one]));
  const all = found.map(({ memberNo, registeredAt }): Row => {
    const of = figuresOf.get(memberNo);
    return {
      memberNo,
      registeredAt,
      figures: of,
      balanceMinor: moneyOf.get(memberNo)?.balanceMinor ?? 0n,
      paidOutMinor: moneyOf.get(memberNo)?.paidOutMinor ?? 0n,
      paidMinor: of?.paidMinor ?? 0n,
      commissionMinor: of?.commissionMinor ?? 0n,
    };
  });
  const marked = await withMark(channels, all, query.attention);
  const shown = marked.sort(inOrder(query)).slice((query.page - 1) * query.limit, query.page * query.limit);
  return { rows: await listed({ db, channels }, shown), count: marked.length, sums: sumOf(marked) };
}

async function withMark(
  channels: Pick<ChannelVerbs, 'allTerms'>,
  rows: Row[],
  attention: MemberQuery['attention'],
): Promise<Row[]> {
  if (attention === undefined) return rows;
  if (attention === 'successFell') return rows.filter(({ figures }) => fallIn(figures) !== null);
  const below = await Promise.all(rows.map(({ memberNo }) => isBelowOwn(channels, memberNo)));
  return rows.filter((_, index) => below[index]);
}

/** Of the last days against the days before them. */
function fallIn(figures: RecentFigures | undefined): SuccessFall | null {
  if (!figures) return null;
  const { recent, createdCount, successCount } = figures;
  return successFall(recent, {
    createdCount: createdCount - recent.createdCount,
    successCount: successCount - recent.successCount,
  });
}

async function listed(
  { db, channels }: { db: Database; channels: Pick<ChannelVerbs, 'allTerms'> },
  shown: readonly Row[],
): Promise<ListedMember[]> {
  const memberNos = shown.map(({ memberNo }) => memberNo);
  const [cards, counts, below] = await Promise.all([
    selectCards(db, memberNos),
    selectTreeCounts(db, memberNos),
    Promise.all(memberNos.map((memberNo) => isBelowOwn(channels, memberNo))),
  ]);
  const cardOf = new Map(cards.map((card) => [card.memberNo, card]));
  const countOf = new Map(
    counts.map(({ memberNo, directMerchants, directAgents }) => [memberNo, directMerchants + directAgents]),
  );
  return shown.flatMap(({ figures, ...row }, index) => {
    const card = cardOf.get(row.memberNo);
    if (!card) return [];
    return {
      ...card,
      ...row,
      paidCount: figures?.paidCount ?? 0n,
      createdCount: figures?.createdCount ?? 0n,
      successCount: figures?.successCount ?? 0n,
      belowOwn: below[index] ?? false,
      successFell: fallIn(figures),
      children: countOf.get(row.memberNo) ?? 0,
    };
  });
}

/** Whether the member's fee is below that of the agent above it on some channel. */
async function isBelowOwn(channels: Pick<ChannelVerbs, 'allTerms'>, memberNo: bigint): Promise<boolean> {
  return (await channels.allTerms(memberNo)).some(
    ({ rate, uplineRates: [above], ...range }) => above && undercutOf(rate, above.rate, range),
  );
}

function inOrder({ sort, order }: Pick<MemberQuery, 'sort' | 'order'>): (a: Row, b: Row) => number {
  const sign = order === 'asc' ? 1 : -1;
  const valueOf = (row: Row): bigint => {
    switch (sort) {
      case 'memberNo':
        return row.memberNo;
      case 'registeredAt':
        return BigInt(row.registeredAt.getTime());
      case 'balance':
        return row.balanceMinor;
      case 'paidOut':
        return row.paidOutMinor;
      case 'amount30d':
        return row.paidMinor;
    }
  };
  return (a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === other) return a.memberNo < b.memberNo ? -sign : sign;
    return one < other ? -sign : sign;
  };
}

function sumOf(rows: readonly MemberSums[]): MemberSums {
  const sums = { balanceMinor: 0n, paidOutMinor: 0n, paidMinor: 0n, commissionMinor: 0n };
  for (const row of rows) {
    sums.balanceMinor += row.balanceMinor;
    sums.paidOutMinor += row.paidOutMinor;
    sums.paidMinor += row.paidMinor;
    sums.commissionMinor += row.commissionMinor;
  }
  return sums;
}
