/** The sandbox's own books, for a history that is made up: what it was paid without its cashier. */
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { type SandboxBill, upstreamNoOf } from './sandbox.ts';
import { insertToldPayments } from './sandbox-store.ts';

export interface PaidAtSandbox extends Pick<
  SandboxBill,
  'upstreamId' | 'memberNo' | 'systemNo' | 'amountMinor' | 'currency'
> {
  settledAt: Date;
}

/** The platform is not told of these payments. Each must be new. */
export async function keepPaid(on: Queryable, payments: readonly PaidAtSandbox[]): Promise<void> {
  await insertToldPayments(
    on,
    payments.map((payment) => ({ ...payment, upstreamNo: upstreamNoOf(payment) })),
  );
}
