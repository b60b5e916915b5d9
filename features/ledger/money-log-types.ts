/** What a row of the money log may stem from. */
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
