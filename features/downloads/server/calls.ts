/** Handlers of the calls about files. Another user's file does not exist, and rights are those of this moment. */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import { type ExportKind, hasList } from '#features/exports/server/kind.ts';
import type { Session } from '#foundation/core/session.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language } from '#foundation/core/words.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { downloadCalls, type DownloadRow } from '../contract.ts';
import { filterText } from '../filter-words.ts';
import { DOWNLOADS_KEPT_MS, progressOf } from '../rules.ts';
import { downloadFaults } from '../words.ts';
import { kindOf } from './file-writing.ts';
import { fileQueue } from './queues.ts';
import { piecesOf } from './reports.ts';
import { countDownloads, deletePieces, type Download, selectDownload, selectDownloads, updateEnded } from './store.ts';
import { endFile } from './verbs.ts';

export interface DownloadCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  queue: Pick<JobQueue, 'cancel'>;
  kinds: Readonly<Record<ExportKindName, ExportKind>>;
}

export function downloadHandlers({ db, platform, queue, kinds }: DownloadCallDeps): ServedContract {
  return handlers(downloadCalls, {
    async '/user/downloads'({ session, language }, { page, limit, order }) {
      const [{ total, unfinished }, found, { timeZone, downloadsKept }] = await Promise.all([
        countDownloads(db, session.userId),
        selectDownloads(db, session.userId, { order, limit, offset: (page - 1) * limit }),
        platform.settings(),
      ]);
      const list = found.map((download) => rowOf(download, language, timeZone));
      return {
        total: Number(total),
        page,
        limit,
        list,
        extend: { unfinished: Number(unfinished), most: downloadsKept },
      };
    },

    async '/user/downloads/cancel'({ session: { userId }, now, refuse }, { id }) {
      if (!isId(id)) return refuse('not_found');
      const { downloadsKept } = await platform.settings();
      const cancelled = await db.transaction(async (tx) => {
        const expiresAt = new Date(now.getTime() + DOWNLOADS_KEPT_MS);
        const ended = await updateEnded(tx, { downloadId: id, userId, state: 'cancelled', at: now, expiresAt });
        if (!ended) return false;
        await deletePieces(tx, id);
        await endFile(tx, userId, downloadsKept);
        return true;
      });
      if (cancelled) await queue.cancel(fileQueue, id);
      else refuse((await selectDownload(db, id))?.userId === userId ? 'download_ended' : 'not_found');
      return undefined;
    },

    async '/user/download/:id'({ session, now, refuse }, { id }) {
      const download = isId(id) ? await selectDownload(db, id) : undefined;
      if (!download || !isReadable(download, session, kinds, now)) return refuse('not_found');
      if (download.state !== 'ready') return refuse('download_not_ready');
      return { contentType: download.contentType, fileName: download.name, pieces: piecesOf(db, download) };
    },
  });
}

/** A file of a list that the user can no longer see is not theirs any more. Works other than exports are their user's. */
function isReadable(download: Download, session: Session, kinds: DownloadCallDeps['kinds'], now: Date): boolean {
  const kind = kindOf(kinds, download.kind);
  return (
    download.userId === session.userId &&
    download.memberNo === session.memberNo &&
    (kind === undefined || hasList(kind, session)) &&
    (download.expiresAt === null || download.expiresAt > now) &&
    (download.state === 'ready' || download.state === 'waiting' || download.state === 'running')
  );
}

function rowOf(download: Download, language: Language, timeZone: string): DownloadRow {
  const { downloadId, name, kind, format, state, rows, fault, notifyUrl, reportedAt } = download;
  return {
    id: downloadId,
    name,
    kind,
    format,
    filter: filterText(download.filter, { language, timeZone }),
    rows: rows === null ? null : Number(rows),
    size: state === 'ready' ? Number(download.size) : null,
    state,
    fault: fault === null ? null : formatPhrase(downloadFaults[fault], language),
    progress: progressOf(state, download.rowsDone, rows),
    scheduleId: download.scheduleId,
    report:
      notifyUrl === null ? null : { host: new URL(notifyUrl).host, acknowledgedAt: reportedAt?.toISOString() ?? null },
    createdAt: download.createdAt.toISOString(),
    finishedAt: download.finishedAt?.toISOString() ?? null,
    expiresAt: download.expiresAt?.toISOString() ?? null,
  };
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
