/** Handlers of the operators' overview. */
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { operatorOverviewCalls } from '../../overview-contract.ts';
import { figuresOf, type FiguresDeps } from './figures.ts';
import { type HealthDeps, healthOf } from './health.ts';
import { queuesFor } from './queues.ts';

export type OperatorOverviewDeps = FiguresDeps & HealthDeps & { db: Database };

export function operatorOverviewHandlers(deps: OperatorOverviewDeps): ServedContract {
  return handlers(operatorOverviewCalls, {
    '/operator/overview/figures': (context, { period }) => figuresOf(deps, context, period),
    async '/operator/overview/queues'({ session, now }) {
      const { currency } = await deps.platform.settings();
      return { queues: await queuesFor(deps.db, session.rights, currency, now) };
    },
    '/operator/overview/health': ({ now }) => healthOf(deps, now),
  });
}
