/** Handlers of the operators' calls about upstreams' statements: mappings, uploads, and the files so far. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { UploadedFile } from '#foundation/core/calls.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import {
  type KindSums,
  type ParsedFileFilter,
  reconciliationCalls,
  type StatementFile,
  type Trial,
  type UpstreamMapping,
} from '../../contract.ts';
import type { Mapping } from '../../mapping.ts';
import type { FaultWord, LineFault, StatementLine } from '../../statement-line.ts';
import { reconciliationFaults, reconciliationTexts } from '../../words.ts';
import { readStatement } from '../reading/reading.ts';
import { fileUpload, type FilingDeps } from './filing.ts';
import {
  countFiles,
  type FileRow,
  insertMapping,
  type KindRow,
  selectFiles,
  selectMapping,
  selectMappings,
} from './store.ts';

export interface StatementFileDeps extends FilingDeps {
  upstreams: Pick<UpstreamVerbs, 'names'>;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  audit: AuditVerbs;
}

type Calls = (typeof reconciliationCalls)['calls'];

export function statementFileHandlers(deps: StatementFileDeps): ServedContract {
  return handlers(reconciliationCalls, {
    '/operator/reconciliation/mappings': async () => ({ upstreams: await mappingRows(deps) }),
    '/operator/reconciliation/saveMapping': async (context, input) =>
      'bytes' in input
        ? { version: null, trial: await tryMapping(deps, context, input) }
        : { version: await saveMapping(deps, context, input), trial: null },
    '/operator/reconciliation/upload': (context, input) => upload(deps, context, input),
    '/operator/reconciliation/files': (_context, input) => files(deps, input),
  });
}

export type StatementListDeps = Pick<StatementFileDeps, 'db' | 'platform' | 'upstreams'>;

export async function mappingRows({ db, upstreams }: StatementListDeps): Promise<UpstreamMapping[]> {
  const [names, saved] = await Promise.all([upstreams.names(), selectMappings(db)]);
  return names.map(({ id, name }) => {
    const one = saved.find(({ upstreamId }) => upstreamId === id);
    return {
      upstreamId: id,
      name,
      version: one?.version ?? 0,
      mapping: one?.mapping ?? null,
      savedAt: one?.savedAt.toISOString() ?? null,
      savedBy: one?.savedBy ?? null,
    };
  });
}

type SaveContext = CallContext<Calls['/operator/reconciliation/saveMapping']>;

async function saveMapping(
  deps: StatementFileDeps,
  context: SaveContext,
  {
    upstreamId,
    mapping,
    replaces,
    verifyType,
    verifyCode,
  }: {
    upstreamId: number;
    mapping: Mapping;
    replaces: number;
  } & Pick<Parameters<FactorVerbs['checkSecondStep']>[1], 'verifyType' | 'verifyCode'>,
): Promise<number> {
  const { db, factors, audit } = deps;
  const { session, now } = context;
  if (!(await isUpstream(deps, upstreamId))) return context.refuse('not_found');
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const version = replaces + 1;
  await db.transaction(async (tx) => {
    const saved = { upstreamId, version, mapping, savedAt: now, userId: session.userId };
    if (!(await insertMapping(tx, saved))) return context.refuse('mapping_changed');
    await factors.spendSecondStep(tx, context, checkedStep);
    return audit.record(tx, {
      ...actorOf(context),
      memberNo: null,
      action: 'upstream_mapping_saved',
      object: `${upstreamId} version ${version}`,
    });
  });
  return version;
}

const TRIED_LINES = 20;

async function tryMapping(
  deps: StatementFileDeps,
  context: SaveContext,
  { bytes, fields: { upstreamId, mapping } }: UploadedFile & { fields: { upstreamId: number; mapping: Mapping } },
): Promise<Trial> {
  if (!(await isUpstream(deps, upstreamId))) return context.refuse('not_found');
  const { currency, timeZone } = await deps.platform.settings();
  const lines: StatementLine[] = [];
  const { format, rows, kinds, openingMinor, closingMinor, from, to, faults } = await readStatement(bytes, mapping, {
    currency,
    timeZone,
    async take(some) {
      lines.push(...some.slice(0, TRIED_LINES - lines.length));
    },
  });
  // Nothing is saved.
  context.settle('secondStep');
  return {
    format,
    rows,
    lines: lines.map((line) => wireLine(line, currency)),
    kinds: wireKinds(kinds, currency),
    ...wireBalances({ openingMinor, closingMinor }, currency),
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
    faults: faults.map((fault) => wireFault(fault, context.language)),
  };
}

async function upload(
  deps: StatementFileDeps,
  context: CallContext<Calls['/operator/reconciliation/upload']>,
  { bytes, name, fields: { upstreamId, day } }: UploadedFile & { fields: { upstreamId: number; day: string } },
) {
  const { session, now, language } = context;
  if (!(await isUpstream(deps, upstreamId))) return context.refuse('not_found');
  const { currency, timeZone } = await deps.platform.settings();
  if (day > dayOf(now, timeZone)) return context.wrongField('day', 'day_future');
  const mapping = (await selectMapping(deps.db, upstreamId)) ?? context.refuse('mapping_missing');
  const filed = await fileUpload(deps, {
    upstreamId,
    day,
    name,
    bytes,
    mapping,
    userId: session.userId,
    uploadedAt: now,
    withinTransaction: (tx, { fileId, rows }) =>
      deps.audit.record(tx, {
        ...actorOf(context),
        memberNo: null,
        action: 'upstream_file_uploaded',
        object: `${upstreamId} ${day} ${fileId}, ${rows} lines`,
      }),
  });
  if ('faults' in filed) {
    const [first] = filed.faults;
    if (!first) throw new Error('a file without faults can’t be unreadable');
    const { word, values } = placed(first, language);
    return context.wrongField('file', word, values);
  }
  const { fileId, outcome, rows, kinds, replaced } = filed;
  return { fileId, outcome, rows, kinds: wireKinds(kinds, currency), ...wireBalances(filed, currency), replaced };
}

async function files(deps: StatementFileDeps, page: ParsedFileFilter) {
  const [list, total] = await Promise.all([fileRows(deps, deps.db, page), countFiles(deps.db, page)]);
  return { total, page: page.page, limit: page.limit, list, extend: {} };
}

export async function fileRows(
  { upstreams, platform }: StatementListDeps,
  on: Queryable,
  page: ParsedFileFilter,
): Promise<StatementFile[]> {
  const [{ currency }, names, rows] = await Promise.all([
    platform.settings(),
    upstreams.names(),
    selectFiles(on, page),
  ]);
  const nameOf = (upstreamId: number): string => names.find(({ id }) => id === upstreamId)?.name ?? '';
  return rows.map((row) => wireFile(row, nameOf(row.upstreamId), currency));
}

async function isUpstream({ upstreams }: StatementFileDeps, upstreamId: number): Promise<boolean> {
  return (await upstreams.names()).some(({ id }) => id === upstreamId);
}

function wireFile(row: FileRow, upstream: string, currency: Currency): StatementFile {
  const { openingMinor, closingMinor, uploadedAt, ...same } = row;
  return {
    ...same,
    upstream,
    ...wireBalances({ openingMinor, closingMinor }, currency),
    uploadedAt: uploadedAt.toISOString(),
  };
}

function wireLine(line: StatementLine, currency: Currency): Trial['lines'][number] {
  const { lineNo, upstreamNo, ourNo, kind, amountMinor, feeMinor, at, status } = line;
  return {
    line: lineNo,
    reference: upstreamNo,
    ownNumber: ourNo,
    kind,
    amount: formatAmount(amountMinor, currency),
    fee: feeMinor === null ? null : formatAmount(feeMinor, currency),
    time: at?.toISOString() ?? null,
    status,
  };
}

function wireKinds(kinds: readonly KindRow[], currency: Currency): KindSums {
  return kinds.map(({ kind, count, amountMinor, feeMinor }) => ({
    kind,
    count,
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
  }));
}

function wireBalances(
  { openingMinor, closingMinor }: { openingMinor: bigint | null; closingMinor: bigint | null },
  currency: Currency,
): { opening: string | null; closing: string | null } {
  const text = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(minor, currency));
  return { opening: text(openingMinor), closing: text(closingMinor) };
}

function wireFault(fault: LineFault, language: Language): Trial['faults'][number] {
  const { word, values } = placed(fault, language);
  return { line: fault.line, column: fault.column, text: formatPhrase(reconciliationTexts[word], language, values) };
}

/** The phrase that says where a fault is and what, and its values. A bank file's phrases say the place themselves. */
function placed({ line, column, word, values }: LineFault, language: Language) {
  if (!isOwnFault(word)) return { word, values };
  const fault = formatPhrase(reconciliationFaults[word], language, values);
  if (line === null) return { word: 'fault_in_file', values: { fault } } as const;
  if (column === null) return { word: 'fault_in_line', values: { fault, line } } as const;
  return { word: 'fault_in_cell', values: { fault, line, column } } as const;
}

function isOwnFault(word: FaultWord): word is keyof typeof reconciliationFaults {
  return Object.hasOwn(reconciliationFaults, word);
}
