/** The routes of withdrawals and payouts as operators set them up. The caller has checked who asks for it. */
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { type PayoutRoute, replaceAllPayoutRoutes, selectAllPayoutRoutes } from './store.ts';

export type ListedPayoutRoute = PayoutRoute & { isOpen: boolean };

/** In order of preference. */
export const payoutRoutings: (on: Queryable) => Promise<ListedPayoutRoute[]> = selectAllPayoutRoutes;

/** Payouts that are not sent yet take the new routes. */
export const publishPayoutRoutings: (tx: Tx, routes: readonly ListedPayoutRoute[]) => Promise<void> =
  replaceAllPayoutRoutes;
