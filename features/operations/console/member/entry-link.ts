/** The operators' list with the order, withdrawal or payout that moved a member's money. */
import type { LinkOfEntry } from '#features/ledger/console/money-log-columns.tsx';

export const operatorEntryLink: LinkOfEntry = (source, systemNo) => ({
  to: source === 'order' ? '/operator/orders' : '/operator/disbursements',
  search: { q: systemNo },
});
