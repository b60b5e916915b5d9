/** Keeps the statements that upstreams send by themselves until they are filed. */
import type { Clock } from '#foundation/core/clock.ts';
import type { TimeRange } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { SealedPlace, Sealer } from '#foundation/server/secrets/sealing.ts';
import type { UpstreamReport } from './connector.ts';
import {
  deleteReportsBefore,
  insertReport,
  isFiledWithNonce,
  lockReports,
  selectReports,
  updateFiledReports,
  updateReplacedReports,
} from './report-store.ts';

export interface ReportDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
}

export function keptReports({ db, clock, sealer }: ReportDeps) {
  return {
    /**
     * Keeps it instead of an earlier one of the same period. A known one changes nothing: returns false if it is the same
     * request again after a day was filed with it, and true if its sender may not know yet that it is kept.
     */
    async keep(upstreamId: number, { reportId, range, source }: UpstreamReport, nonce: string): Promise<boolean> {
      const sourceSealed = sealer.seal(source, placeOf(upstreamId, reportId));
      const report = { upstreamId, reportId, range, nonce, receivedAt: clock.now(), sourceSealed };
      return db.transaction(async (tx) => {
        await lockReports(tx, upstreamId);
        if (!(await insertReport(tx, report))) return !(await isFiledWithNonce(tx, report));
        await updateReplacedReports(tx, report);
        return true;
      });
    },

    /** Those that touch the range, in the order of time. */
    async within(upstreamId: number, range: TimeRange): Promise<UpstreamReport[]> {
      const found = await selectReports(db, upstreamId, range);
      return found.map(({ reportId, range: period, sourceSealed }) => ({
        reportId,
        range: period,
        source: sealer.open(sourceSealed, placeOf(upstreamId, reportId)),
      }));
    },

    /** The statement of this range was filed with them. */
    filed: (upstreamId: number, reports: readonly UpstreamReport[], { from }: TimeRange): Promise<void> =>
      updateFiledReports(
        db,
        upstreamId,
        reports.map(({ reportId }) => reportId),
        from,
      ),
  };
}

const KEPT_MS = 14 * 86_400_000;

export async function deleteOldReports({ db, clock }: Pick<ReportDeps, 'db' | 'clock'>): Promise<void> {
  await deleteReportsBefore(db, new Date(clock.now().getTime() - KEPT_MS));
}

function placeOf(upstreamId: number, reportId: string): SealedPlace {
  return { table: 'upstream_reports', column: 'source_sealed', row: `${upstreamId}/${reportId}` };
}
