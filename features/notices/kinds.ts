/** What a notice may be about. Names stay as they are: rows keep them. */
export const noticeKinds = [
  'new_device',
  'password_changed',
  'pay_password_changed',
  'authenticator_bound',
  'authenticator_removed',
  'phone_bound',
  'phone_removed',
  'certification_approved',
  'certification_rejected',
  'card_added',
  'card_changed',
  'card_removed',
  'card_approved',
  'card_rejected',
  'key_changed',
  'payout_cancelled',
  'money_held',
  'money_released',
  'payment_reversed',
  'commission_reversed',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
