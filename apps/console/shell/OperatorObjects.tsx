/**
 * Finds members, orders, withdrawals, payouts, batches and cards of all members by the typed text once typing pauses: the
 * operators' lists' own searches, each for a few rows, on the screens that the operator's rights allow. Loaded when an
 * operator opens the search.
 */
import { operatorDisbursementCalls, operatorOrderCalls } from '#features/operations/console/calls.ts';
import { memberCalls } from '#features/operations/console/members/calls.ts';
import type { OperatorDisbursementRow } from '#features/operations/disbursement-contract.ts';
import type { OperatorMemberRow } from '#features/operations/member-contract.ts';
import type { OperatorOrderRow } from '#features/operations/order-contract.ts';
import { cardCalls } from '#features/cards/console/calls.ts';
import type { OperatorCardRow } from '#features/cards/contract.ts';
import { shownStatus, statusTones as disbursementTones } from '#features/disbursements/console/status-tones.ts';
import { disbursementWords } from '#features/disbursements/screen-words.ts';
import { statusTones as orderTones } from '#features/orders/console/status-tones.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import {
  type FoundObject,
  MAX_FOUND,
  MIN_NAME_LENGTH,
  type ObjectsProps,
  rowsOf,
  searchOf,
  useSettled,
} from './object-search.ts';
import { couldBeNumber } from './search.ts';

const NUMBER = /^[A-Za-z0-9._|\s-]+$/;

export function OperatorObjects({ text, screens, children }: ObjectsProps) {
  const { settled, isSettled, when } = useSettled(text);
  const shown = useShownObjects();
  const has = (name: string): boolean => screens.some((screen) => screen.name === name);
  // A list of orders refuses other text, which can be a name.
  const isNumber = couldBeNumber(text) && NUMBER.test(text);
  const isName = text.length >= MIN_NAME_LENGTH;
  const page = { q: settled, limit: MAX_FOUND };
  const wanted = {
    members: isName && has('OperatorMembers'),
    orders: isNumber && has('OperatorOrders'),
    disbursements: isNumber && has('OperatorDisbursements'),
    cards: isName && has('OperatorCards'),
  };
  const members = useCall(memberCalls, '/operator/member/list', page, when(wanted.members));
  const orders = useCall(operatorOrderCalls, '/operator/order/list', page, when(wanted.orders));
  const disbursements = useCall(
    operatorDisbursementCalls,
    '/operator/disbursement/list',
    page,
    when(wanted.disbursements),
  );
  const cards = useCall(cardCalls, '/operator/bankcard/list', { ...page, status: 'all' }, when(wanted.cards));
  const searches = [
    { is: wanted.members, of: members },
    { is: wanted.orders, of: orders },
    { is: wanted.disbursements, of: disbursements },
    { is: wanted.cards, of: cards },
  ];
  const paid = rowsOf(wanted.disbursements, disbursements.data);
  const batch = wanted.disbursements && disbursements.data?.extend.batch;
  return children(
    searchOf(searches, isSettled, [
      ...rowsOf(wanted.members, members.data).map(shown.member),
      ...rowsOf(wanted.orders, orders.data).map(shown.order),
      ...(batch ? [shown.batch(batch)] : paid.map(shown.disbursement)),
      ...rowsOf(wanted.cards, cards.data).map(shown.card),
    ]),
  );
}

interface FoundBatch {
  batchNo: string;
  memberNo: string;
  memberName: string;
}

/** How each kind of object is shown, and where it is opened. */
function useShownObjects() {
  const orderText = useWords(orderScreenWords);
  const disbursementText = useWords(disbursementWords);
  return {
    member: ({ memberNo, name, username }: OperatorMemberRow): FoundObject => ({
      to: '/operator/member',
      search: { number: memberNo },
      id: memberNo,
      kind: 'any_member',
      title: memberNo,
      detail: name === '' ? username : `${name} · ${username}`,
    }),
    order: ({ memberNo, memberName, orderNo, systemNo, amount, status, createdAt }: OperatorOrderRow): FoundObject => ({
      to: '/operator/orders',
      search: { open: `${memberNo}-${systemNo}` },
      id: systemNo,
      kind: 'order',
      title: orderNo,
      detail: `${systemNo} · ${memberName}`,
      amount,
      at: createdAt,
      badge: { tone: orderTones[status], text: orderText(status) },
    }),
    disbursement: (row: OperatorDisbursementRow): FoundObject => ({
      to: '/operator/disbursements',
      search: { open: `${row.memberNo}-${row.orderNo}` },
      id: row.orderNo,
      kind: row.kind,
      title: row.merchantOrderNo ?? row.orderNo,
      detail: `${row.memberName} · ${row.settlement.holder}`,
      amount: row.amount,
      at: row.createdAt,
      badge: { tone: disbursementTones[shownStatus(row)], text: disbursementText(`status_${shownStatus(row)}`) },
    }),
    /** Its payouts are the list's rows. */
    batch: ({ batchNo, memberNo, memberName }: FoundBatch): FoundObject => ({
      to: '/operator/disbursements',
      search: { q: batchNo },
      id: batchNo,
      kind: 'batch',
      title: batchNo,
      detail: `${memberNo} · ${memberName}`,
    }),
    card: ({ id, holder, bankName, account, memberNo, memberName }: OperatorCardRow): FoundObject => ({
      to: '/operator/cards',
      search: { open: id },
      id: `card-${id}`,
      kind: 'card',
      title: account,
      detail: [holder, bankName, memberNo, memberName].filter(Boolean).join(' · '),
    }),
  };
}
