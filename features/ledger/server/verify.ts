/**
 * Every promise about money as a query that finds nothing if the books are right. The queries read only the schema
 * `audit`, and must not share code with the booking, because the same error would then be in both.
 */
import type { BookCheck } from './book-check.ts';
import { callbackChecks } from './callback-checks.ts';
import { disbursementChecks } from './disbursement-checks.ts';
import { orderChecks } from './order-checks.ts';
import { reversalChecks } from './reversal-checks.ts';
import { walletChecks } from './wallet-checks.ts';

export const bookChecks: readonly BookCheck[] = [
  ...walletChecks,
  ...orderChecks,
  ...reversalChecks,
  ...callbackChecks,
  ...disbursementChecks,
];
