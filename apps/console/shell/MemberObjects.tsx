/**
 * Finds a member's orders, payouts, batches, cards and members below it by the typed text once typing pauses: the lists'
 * own searches, each for a few rows, all at once. The answer to an older text is not awaited any more.
 */
import { treeCalls } from '#features/agents/console/calls.ts';
import type { UserRow } from '#features/agents/tree-contract.ts';
import { batchCalls } from '#features/batches/console/calls.ts';
import { stateTones } from '#features/batches/console/batch-tones.ts';
import type { Batch } from '#features/batches/contract.ts';
import { batchWords } from '#features/batches/screen-words.ts';
import { cardCalls } from '#features/cards/console/calls.ts';
import type { CardRow } from '#features/cards/contract.ts';
import { disbursementCalls } from '#features/disbursements/console/calls.ts';
import { shownStatus, statusTones as disbursementTones } from '#features/disbursements/console/status-tones.ts';
import type { DisbursementRow } from '#features/disbursements/contract.ts';
import { disbursementWords } from '#features/disbursements/screen-words.ts';
import { orderCalls } from '#features/orders/console/calls.ts';
import { statusTones as orderTones } from '#features/orders/console/status-tones.ts';
import type { OrderRow } from '#features/orders/contract.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { useLocality } from '#foundation/console/display/format.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { readAmount } from '#foundation/core/amount-text.ts';
import { formatAmount } from '#foundation/core/money.ts';
import {
  type FoundObject,
  MAX_FOUND,
  MIN_NAME_LENGTH,
  type ObjectSearch,
  type ObjectsProps,
  rowsOf,
  searchOf,
  useSettled,
} from './object-search.ts';
import { placeOf } from './recent-objects.ts';
import { couldBeNumber } from './search.ts';
import { searchWords } from './search-words.ts';

/** A longer text of digits is a number. */
const MAX_AMOUNT_LENGTH = 16;

export function MemberObjects({ text, screens, children }: ObjectsProps) {
  return children(useMemberSearch(text, screens));
}

function useMemberSearch(text: string, screens: readonly Screen[]): ObjectSearch {
  const { settled, isSettled, when } = useSettled(text);
  const { currency } = useLocality();
  const shown = useShownObjects();
  const has = (name: string): boolean => screens.some((screen) => screen.name === name);
  const isNumber = couldBeNumber(text);
  const isName = text.length >= MIN_NAME_LENGTH;
  const amount = amountIn(text, currency);
  const page = { q: settled, limit: MAX_FOUND };
  const wanted = {
    orders: isNumber && has('OrderList'),
    amount: amount !== undefined && has('OrderList'),
    payouts: isNumber && has('Repay'),
    batches: /\d/.test(text) && has('Repay'),
    cards: isName && has('RepayBankCard'),
    members: isName && has('UserList') && has('agentDetail'),
  };
  const orders = useCall(orderCalls, '/order/list', page, when(wanted.orders));
  const sameAmount = { amountFrom: amount, amountTo: amount, limit: MAX_FOUND };
  const byAmount = useCall(orderCalls, '/order/list', sameAmount, when(wanted.amount));
  const withdrawals = useCall(disbursementCalls, '/withdrawal/list', page, when(wanted.payouts));
  const payouts = useCall(disbursementCalls, '/payout/list', page, when(wanted.payouts));
  const batches = useCall(batchCalls, '/batch/list', page, when(wanted.batches));
  const cards = useCall(cardCalls, '/bankcard/list', undefined, when(wanted.cards));
  const members = useCall(treeCalls, '/agent/userlist', page, when(wanted.members));
  const searches = [
    { is: wanted.orders, of: orders },
    { is: wanted.amount, of: byAmount },
    { is: wanted.payouts, of: withdrawals },
    { is: wanted.payouts, of: payouts },
    { is: wanted.batches, of: batches },
    { is: wanted.cards, of: cards },
    { is: wanted.members, of: members },
  ];
  return searchOf(searches, isSettled, [
    ...unique([...rowsOf(wanted.orders, orders.data), ...rowsOf(wanted.amount, byAmount.data)]).map(shown.order),
    ...rowsOf(wanted.payouts, payouts.data).map((row) => shown.disbursement('payout', row)),
    ...rowsOf(wanted.payouts, withdrawals.data).map((row) => shown.disbursement('withdrawal', row)),
    ...rowsOf(wanted.batches, batches.data).map(shown.batch),
    ...rowsOf(wanted.cards, cards.data)
      .filter((card) => isLike(card, text))
      .slice(0, MAX_FOUND)
      .map(shown.card),
    ...rowsOf(wanted.members, members.data).map(shown.member),
  ]);
}

function unique(rows: readonly OrderRow[]): OrderRow[] {
  return [...new Map(rows.map((row) => [row.systemNo, row])).values()].slice(0, MAX_FOUND);
}

/** The amount that the text says, as the wire has it; undefined if it says none, or could say two. */
function amountIn(text: string, currency: string): string | undefined {
  if (text.length > MAX_AMOUNT_LENGTH || !/\d/.test(text) || /[a-z]/i.test(text)) return undefined;
  const amountMinor = readAmount(text, { currency });
  return typeof amountMinor === 'bigint' ? formatAmount(amountMinor, currency) : undefined;
}

function isLike({ holder, bankName, bank, account }: CardRow, text: string): boolean {
  const wanted = text.toLowerCase();
  return [holder, bankName, bank, account].some((each) => each?.toLowerCase().includes(wanted));
}

/** How each kind of object is shown. */
function useShownObjects() {
  const orderText = useWords(orderScreenWords);
  const disbursementText = useWords(disbursementWords);
  const batchText = useWords(batchWords);
  const t = useWords(searchWords);
  return {
    order: ({ orderNo, systemNo, amount, status, createdAt }: OrderRow): FoundObject => ({
      ...placeOf({ kind: 'order', no: systemNo }),
      id: systemNo,
      kind: 'order',
      title: orderNo,
      detail: systemNo,
      amount,
      at: createdAt,
      badge: { tone: orderTones[status], text: orderText(status) },
    }),
    disbursement: (kind: 'payout' | 'withdrawal', row: DisbursementRow): FoundObject => ({
      ...placeOf({ kind, no: row.orderNo }),
      id: row.orderNo,
      kind,
      title: row.merchantOrderNo ?? row.orderNo,
      detail: `${row.settlement.holder} · ${row.settlement.account}`,
      amount: row.amount,
      at: row.createdAt,
      badge: { tone: disbursementTones[shownStatus(row)], text: disbursementText(`status_${shownStatus(row)}`) },
    }),
    batch: ({ batchNo, fileName, amounts, state, createdAt }: Batch): FoundObject => ({
      ...placeOf({ kind: 'batch', no: batchNo }),
      id: batchNo,
      kind: 'batch',
      title: batchNo,
      detail: fileName ?? t('by_hand'),
      amount: amounts.amount,
      at: createdAt,
      badge: { tone: stateTones[state], text: batchText(`state_${state}`) },
    }),
    card: ({ id, holder, bankName, account }: CardRow): FoundObject => ({
      to: '/repay/bankcard',
      search: {},
      id: `card-${id}`,
      kind: 'card',
      title: account,
      detail: [holder, bankName].filter(Boolean).join(' · '),
    }),
    member: ({ memberNo, name, username }: UserRow): FoundObject => ({
      ...placeOf({ kind: 'member', no: memberNo }),
      id: memberNo,
      kind: 'member',
      title: memberNo,
      detail: name === '' ? username : `${name} · ${username}`,
    }),
  };
}
