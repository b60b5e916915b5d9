/** The types of the money log's rows. */
export const moneyLogTypes = [
  'payin',
  'recharge',
  'withdrawal',
  'payout',
  'refund',
  'commission',
  'adjustment',
  'reversal',
] as const;
export type MoneyLogType = (typeof moneyLogTypes)[number];
