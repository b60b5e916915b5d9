/** Handlers of the calls about views: users see and change only their own. */
import { randomUUID } from 'node:crypto';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { viewCalls } from '../contract.ts';
import { MAX_VIEWS } from '../rules.ts';
import { deleteView, insertView, lockViewsOf, selectViews } from './store.ts';

export interface ViewCallDeps {
  db: Database;
}

export function viewHandlers({ db }: ViewCallDeps): ServedContract {
  return handlers(viewCalls, {
    async '/view/list'({ session }, { list }) {
      const found = await selectViews(db, session.userId, list);
      return { list: found.map(({ viewId, name, query }) => ({ id: viewId, name, query })) };
    },

    async '/view/save'({ session: { userId }, now, refuse }, { list, name, query }) {
      return db.transaction(async (tx) => {
        await lockViewsOf(tx, userId);
        const found = await selectViews(tx, userId, list);
        if (found.length >= MAX_VIEWS && !found.some((view) => view.name === name))
          refuse('views_full', { count: MAX_VIEWS });
        const viewId = await insertView(tx, { userId, viewId: randomUUID(), list, name, query, createdAt: now });
        return { id: viewId, name, query };
      });
    },

    async '/view/remove'({ session, refuse }, { id }) {
      if (!(await deleteView(db, session.userId, id))) refuse('not_found');
      return undefined;
    },
  });
}
