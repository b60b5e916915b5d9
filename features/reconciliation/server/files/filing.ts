/**
 * Files the statement of one upstream's day: all of its lines are stored, or nothing is. A day has one statement that
 * counts; the same content again changes nothing, and other content, or another reading of it, replaces it. The lines of a replaced statement stay.
 * A job compares each new statement with our books.
 */
import { createHash, randomUUID } from 'node:crypto';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { equalBytes } from '#foundation/server/secrets/sealing.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { LineFault, StatementLine } from '../../statement-line.ts';
import { type LineSums, lineSums } from '../reading/line-sums.ts';
import { LINES_A_BATCH, readStatement, tableFormatOf } from '../reading/reading.ts';
import {
  type CurrentFile,
  type FileChanges,
  insertFile,
  insertLines,
  lockDay,
  type NewFile,
  type SavedMapping,
  selectChanges,
  selectCurrentFile,
  selectKinds,
  updateRead,
  updateReplaced,
} from './store.ts';

export interface FilingDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
}

export interface Balances {
  openingMinor: bigint | null;
  closingMinor: bigint | null;
}

export interface Filed extends Balances, Pick<LineSums, 'rows' | 'kinds'> {
  fileId: string;
  outcome: 'filed' | 'unchanged';
  replaced: ({ fileId: string } & FileChanges) | null;
}

export interface UploadedStatement extends Pick<NewFile, 'upstreamId' | 'day' | 'name' | 'uploadedAt'> {
  bytes: Uint8Array;
  mapping: SavedMapping;
  userId: bigint;
  /** Runs in the transaction that files it. If it throws, everything is undone. */
  withinTransaction(tx: Tx, filed: Filed): Promise<void>;
}

/** Returns the faults of a file that can't be read. */
export async function fileUpload(
  deps: FilingDeps,
  { bytes, mapping, withinTransaction, ...about }: UploadedStatement,
): Promise<Filed | { faults: readonly LineFault[] }> {
  const { currency, timeZone } = await deps.platform.settings();
  const contentHash = createHash('sha256').update(bytes).digest();
  const { format: mapped } = mapping.mapping;
  const format = mapped === 'table' ? tableFormatOf(bytes) : mapped;
  const file = { ...about, format, contentHash, mappingVersion: mapping.version } as const;
  try {
    return await fileWith(deps, file, {
      knownHash: contentHash,
      withinTransaction,
      async read(take) {
        const reading = await readStatement(bytes, mapping.mapping, { currency, timeZone, take });
        const faults = reading.faults.length > 0 ? reading.faults : dayFaults(reading, about.day, timeZone);
        if (faults.length > 0) throw new UnreadableFile(faults);
        return { ...reading, contentHash };
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) return { faults: error.faults };
    throw error;
  }
}

export interface FetchedStatement extends Pick<NewFile, 'upstreamId' | 'day' | 'name' | 'uploadedAt'>, Balances {
  lines: AsyncIterable<readonly StatementLine[]> | Iterable<readonly StatementLine[]>;
}

/** Files what a connector fetched, like an upload. */
export async function fileFetched(
  deps: FilingDeps,
  { lines, openingMinor, closingMinor, ...about }: FetchedStatement,
): Promise<Filed> {
  const file = { ...about, format: 'connector', contentHash: NO_HASH, mappingVersion: null, userId: null } as const;
  return fileWith(deps, file, {
    async read(take) {
      const sums = lineSums();
      const hash = createHash('sha256').update(`${openingMinor} ${closingMinor}`);
      for await (const some of lines) {
        for (const line of some) {
          sums.add(line);
          hash.update(contentOf(line));
        }
        for (let from = 0; from < some.length; from += LINES_A_BATCH)
          await take(some.slice(from, from + LINES_A_BATCH));
      }
      return { ...sums.result(), openingMinor, closingMinor, contentHash: hash.digest() };
    },
  });
}
const NO_HASH = Buffer.alloc(0);

function contentOf({ upstreamNo, ourNo, kind, amountMinor, feeMinor, at, status }: StatementLine): string {
  return `\n${JSON.stringify([upstreamNo, ourNo, kind, String(amountMinor), feeMinor === null ? null : String(feeMinor), at, status])}`;
}

interface Source {
  /** Known before it is read. */
  knownHash?: Buffer;
  read(
    take: (lines: readonly StatementLine[]) => Promise<void>,
  ): Promise<Balances & Pick<LineSums, 'rows' | 'kinds'> & { contentHash: Buffer }>;
  withinTransaction?(tx: Tx, filed: Filed): Promise<void>;
}

async function fileWith(
  { db }: FilingDeps,
  about: Omit<NewFile, 'fileId'>,
  { knownHash, read, withinTransaction }: Source,
): Promise<Filed> {
  const { upstreamId, day } = about;
  const fileId = randomUUID();
  const unchanged = async (tx: Tx, current: CurrentFile): Promise<Filed> => ({
    fileId: current.fileId,
    outcome: 'unchanged',
    rows: current.rows,
    kinds: await selectKinds(tx, upstreamId, current.fileId),
    openingMinor: current.openingMinor,
    closingMinor: current.closingMinor,
    replaced: null,
  });
  return db
    .transaction(async (tx): Promise<Filed> => {
      await lockDay(tx, upstreamId, day);
      const current = await selectCurrentFile(tx, upstreamId, day);
      const isReadAlike = current?.mappingVersion === about.mappingVersion;
      const isSame = (hash: Buffer): boolean => current !== undefined && equalBytes(current.contentHash, hash);
      if (current && knownHash && isSame(knownHash) && isReadAlike) return unchanged(tx, current);
      if (current) await updateReplaced(tx, upstreamId, current.fileId, fileId);
      const file = { ...about, fileId };
      await insertFile(tx, file);
      const { rows, kinds, openingMinor, closingMinor, contentHash } = await read((lines) =>
        insertLines(tx, file, lines),
      );
      const changes = current && (await selectChanges(tx, upstreamId, current.fileId, fileId));
      // Another mapping can read the same file in another way.
      if (current && isSame(contentHash) && (isReadAlike || isWithoutChange(changes)))
        throw new SameAgain(await unchanged(tx, current));
      await updateRead(tx, upstreamId, fileId, { rows, openingMinor, closingMinor, contentHash });
      const replaced = current && changes ? { fileId: current.fileId, ...changes } : null;
      const result: Filed = { fileId, outcome: 'filed', rows, kinds, openingMinor, closingMinor, replaced };
      await withinTransaction?.(tx, result);
      return result;
    })
    .catch((error: unknown) => {
      if (error instanceof SameAgain) return error.filed;
      throw error;
    });
}

function isWithoutChange(changes: FileChanges | undefined): boolean {
  return changes !== undefined && changes.added + changes.gone + changes.changed === 0;
}

/** Thrown to undo what was stored before the lines turned out to be known. */
class SameAgain extends Error {
  override name = 'SameAgain';
  readonly filed: Filed;

  constructor(filed: Filed) {
    super('these lines are filed');
    this.filed = filed;
  }
}

class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly faults: readonly LineFault[];

  constructor(faults: readonly LineFault[]) {
    super('the file can’t be read');
    this.faults = faults;
  }
}

/** A statement of another day would make a difference of each line: it must touch the day or its neighbours. */
function dayFaults({ from, to }: Pick<LineSums, 'from' | 'to'>, day: string, timeZone: string): LineFault[] {
  if (from === null || to === null) return [];
  const [first, last] = [dayOf(from, timeZone), dayOf(to, timeZone)];
  if (last >= addDays(day, -1) && first <= addDays(day, 1)) return [];
  return [{ line: null, column: null, word: 'day_other', values: { from: first, to: last, day } }];
}
