/** The platform's own state, as its processes keep it. */
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import { CHECKING_BOOKS } from '#features/ledger/server/books-job.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { OperatorHealth } from '../../overview-contract.ts';
import { selectDueCallbacks, selectProcesses, selectTurns, selectUpstreams, type Turn } from './health-store.ts';
import { UNSEEN_MS } from './turns.ts';

export interface HealthDeps {
  db: Queryable;
  ledger: Pick<LedgerVerbs, 'booksWrong'>;
}

/** A turn may take so long, or its being written down, before the job is late. */
const GRACE_MS = 60_000;

export async function healthOf({ db: on, ledger }: HealthDeps, now: Date): Promise<OperatorHealth> {
  const [turns, wrong, callbacks, upstreams, processes] = await Promise.all([
    selectTurns(on),
    ledger.booksWrong(),
    selectDueCallbacks(on, now),
    selectUpstreams(on),
    selectProcesses(on),
  ]);
  const unseen = now.getTime() - UNSEEN_MS;
  return {
    books: {
      checkedAt: turns.find(({ job }) => job === CHECKING_BOOKS)?.succeededAt?.toISOString() ?? null,
      wrong: wrong ? { foundAt: wrong.foundAt, check: wrong.check, promise: wrong.promise } : null,
    },
    jobs: { count: turns.length, late: lateOf(turns, now) },
    callbacks: { ...callbacks, oldestAt: callbacks.oldestAt?.toISOString() ?? null },
    upstreams,
    processes: processes
      .filter(({ seenAt }) => seenAt.getTime() >= unseen)
      .map(({ host, version, roles, startedAt, seenAt }) => ({
        host,
        version,
        roles: [...roles],
        startedAt: startedAt.toISOString(),
        seenAt: seenAt.toISOString(),
      })),
  };
}

function lateOf(turns: readonly Turn[], now: Date): OperatorHealth['jobs']['late'] {
  return turns
    .map(({ job, everyMs, endedAt, failed }) => ({
      name: job,
      failed,
      endedAt: endedAt.toISOString(),
      lateSeconds: Math.max(0, Math.floor((now.getTime() - endedAt.getTime() - everyMs - GRACE_MS) / 1_000)),
    }))
    .filter(({ failed, lateSeconds }) => failed || lateSeconds > 0)
    .toSorted((a, b) => b.lateSeconds - a.lateSeconds || (a.name < b.name ? -1 : 1));
}
