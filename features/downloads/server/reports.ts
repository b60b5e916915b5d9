/** Tells a member's server that a scheduled file is ready: one signed callback of kind `report`. */
import { createHash } from 'node:crypto';
import { isAcknowledged } from '#features/callbacks/rules.ts';
import type { SignType } from '@countinghouse/sdk/signing';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { MAX_REPORTED_BYTES } from '../rules.ts';
import { type Download, selectDownload, selectPiece, updateReported } from './store.ts';

export interface ReportDeps {
  db: Database;
  clock: Clock;
  keys: Pick<MerchantKeyVerbs, 'find' | 'signCallback'>;
  outgoing: Pick<Outgoing, 'request'>;
  /** The address of a file that is too large for its report. */
  linkOf(downloadId: string): string;
}

/** Throws when it is not acknowledged, so that the queue sends it again. A file that is gone is not reported. */
export async function sendReport({ db, clock, keys, outgoing, linkOf }: ReportDeps, downloadId: string): Promise<void> {
  const download = await selectDownload(db, downloadId);
  if (!download || download.state !== 'ready' || download.reportedAt !== null) return;
  const { memberNo, notifyUrl } = download;
  if (memberNo === null || notifyUrl === null) return;
  const found = await keys.find(memberNo);
  // The listed hosts may have changed since the schedule was saved.
  if (!found?.isNotifyHostListed(notifyUrl)) return;
  const signType = found.signTypes.find((type) => type !== 'MD5') ?? found.signTypes[0] ?? 'HMAC-SHA256';
  const { headers, body } = await keys.signCallback(memberNo, {
    notifyUrl,
    signType,
    fields: { ...(await fieldsOf(db, download, { signType, linkOf })), merchantNo: memberNo.toString() },
  });
  const reply = await outgoing.request({ method: 'POST', url: notifyUrl, headers, body });
  if (!isAcknowledged(reply)) throw new Error(`a report was answered with ${reply.status} and not acknowledged`);
  await updateReported(db, downloadId, clock.now());
}

async function fieldsOf(
  db: Database,
  download: Download,
  { signType, linkOf }: Pick<ReportDeps, 'linkOf'> & { signType: SignType },
): Promise<Record<string, string | null>> {
  const content = download.size > MAX_REPORTED_BYTES ? null : await wholeFile(db, download);
  return {
    notifyId: `report-${download.downloadId}`,
    kind: 'report',
    downloadId: download.downloadId,
    name: download.name,
    format: download.format,
    from: download.periodFrom?.toISOString() ?? null,
    to: download.asOf.toISOString(),
    rows: download.rows?.toString() ?? null,
    size: download.size.toString(),
    sha256: download.contentHash?.toString('hex') ?? null,
    // MD5 can't sign a value with `=`: then base64 ends without it.
    content: signType === 'MD5' ? (content?.replace(/=+$/, '') ?? null) : content,
    url: content === null ? linkOf(download.downloadId) : null,
  };
}

/** In base64. Throws if the stored pieces are not the file that was written. */
async function wholeFile(db: Database, download: Download): Promise<string> {
  const { downloadId, contentHash } = download;
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(db, download)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (
    !createHash('sha256')
      .update(bytes)
      .digest()
      .equals(contentHash ?? Buffer.alloc(0))
  )
    throw new Error(`the pieces of the file ${downloadId} are not what was written`);
  return bytes.toString('base64');
}

/** Reads one piece after the other, as its reader takes them. Throws if the file is deleted meanwhile. */
export async function* piecesOf(
  db: Database,
  { downloadId, size }: Pick<Download, 'downloadId' | 'size'>,
): AsyncGenerator<Buffer, void> {
  let left = Number(size);
  for (let pieceNo = 0; left > 0; pieceNo += 1) {
    const piece = await selectPiece(db, downloadId, pieceNo);
    if (!piece) throw new Error(`the file ${downloadId} has no piece ${pieceNo}`);
    left -= piece.length;
    yield piece;
  }
}
