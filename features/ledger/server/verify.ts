/**
 * Every promise about money as a question to the auditors' views: it finds nothing when the books are right. They read
 * schema `audit` alone, and must never share code with what books: an error there would hide itself here.
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
