/** The number of an order, withdrawal or payout as a link to it. */
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import type { BookingKind } from '../matching-rules.ts';

export interface BookingLinkProps {
  kind: BookingKind;
  memberNo: string;
  orderNo: string;
}

export function BookingLink({ kind, memberNo, orderNo }: BookingLinkProps) {
  return (
    <ScreenLink
      to={kind === 'payout' ? '/operator/disbursements' : '/operator/orders'}
      search={{ q: orderNo, open: `${memberNo}-${orderNo}` }}
    >
      {orderNo}
    </ScreenLink>
  );
}
