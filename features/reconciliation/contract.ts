/**
 * The platform's statements from its upstreams: how each is read, the files, and what they hold. Matching them with our
 * books is in `matching-contract.ts`.
 */
import { z } from 'zod';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { AmountOutput, Day, pageFields, pageOf, SignedAmount, Time, wholeNumber } from '#foundation/core/wire.ts';
import { lineKinds, lineStatuses, Mapping } from './mapping.ts';
import { reconciliationTexts } from './words.ts';

/** A million lines with room. */
const MAX_STATEMENT_BYTES = 128 * 1_048_576;

const UpstreamId = wholeNumber(1, 2_147_483_647);
/** In a form, where every field is a text. */
const UpstreamIdText = z
  .string({ error: 'required' })
  .regex(/^\d{1,9}$/, { error: 'number_form' })
  .transform(Number);

const MappingText = z.string({ error: 'required' }).transform((text, { issues }): Mapping => {
  const read = Mapping.safeParse(parsedOrNull(text));
  if (read.success) return read.data;
  for (const { message, path } of read.error.issues) issues.push({ code: 'custom', message, path, input: text });
  return z.NEVER;
});

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const fileFormats = ['csv', 'xlsx', 'camt053', 'mt940', 'connector'] as const;
/** read: not yet compared with our books. */
const fileStates = ['read', 'matched', 'replaced'] as const;

const Fault = z.strictObject({
  /** Null: the file as a whole. */
  line: z.int().nullable(),
  column: z.string().nullable(),
  /** In the reader's language, with line and column. */
  text: z.string(),
});

const KindSums = z.array(
  z.strictObject({ kind: z.enum(lineKinds), count: z.int(), amount: SignedAmount, fee: AmountOutput }),
);
export type KindSums = z.infer<typeof KindSums>;

const Balances = {
  /** Of a bank's statement. */
  opening: SignedAmount.nullable(),
  closing: SignedAmount.nullable(),
};

const Line = z.strictObject({
  line: z.int(),
  reference: z.string().nullable(),
  ownNumber: z.string().nullable(),
  kind: z.enum(lineKinds),
  /** Positive where the upstream owes us more. */
  amount: SignedAmount,
  fee: AmountOutput.nullable(),
  time: Time.nullable(),
  status: z.enum(lineStatuses).nullable(),
});

/** What a file says, read by a mapping. */
const Trial = z.strictObject({
  format: z.enum(fileFormats),
  rows: z.int(),
  /** The first lines as they are read. */
  lines: z.array(Line),
  kinds: KindSums,
  ...Balances,
  /** The first and last time of a line. */
  from: Time.nullable(),
  to: Time.nullable(),
  /** At most a hundred, in the order of the file. Without any, the file can be filed. */
  faults: z.array(Fault),
});
export type Trial = z.infer<typeof Trial>;

const UpstreamMapping = z.strictObject({
  upstreamId: z.int(),
  name: z.string(),
  /** 0: none is saved. */
  version: z.int(),
  mapping: Mapping.nullable(),
  savedAt: Time.nullable(),
  savedBy: z.string().nullable(),
});
export type UpstreamMapping = z.infer<typeof UpstreamMapping>;

const File = z.strictObject({
  fileId: z.string(),
  upstreamId: z.int(),
  upstream: z.string(),
  day: Day,
  name: z.string(),
  format: z.enum(fileFormats),
  state: z.enum(fileStates),
  rows: z.int(),
  ...Balances,
  uploadedAt: Time,
  /** Null: its connector fetched it. */
  by: z.string().nullable(),
  replacedBy: z.string().nullable(),
});
export type StatementFile = z.infer<typeof File>;

export const FileFilter = z.strictObject({
  ...pageFields(['uploadedAt']),
  upstreamId: UpstreamId.optional(),
  from: Day.optional(),
  to: Day.optional(),
  state: z.enum(fileStates).optional(),
});
export type ParsedFileFilter = z.output<typeof FileFilter>;

export const reconciliationCalls = calls(reconciliationTexts, {
  '/operator/reconciliation/mappings': {
    who: 'operators',
    right: 'reconciliation.view',
    secondStep: { none: 'reads' },
    summary: 'All upstreams, each with the mapping by which its statements are read',
    output: z.strictObject({ upstreams: z.array(UpstreamMapping) }),
  },
  '/operator/reconciliation/saveMapping': {
    who: 'operators',
    right: 'reconciliation.configure',
    secondStep: 'strongest',
    audit: ['upstream_mapping_saved'],
    summary: 'Saves a mapping as JSON; or tries one on a file, as a form, and saves nothing',
    guide: 'As a form, `mapping` is the JSON text of the mapping.',
    input: z.strictObject({
      upstreamId: UpstreamId,
      mapping: Mapping,
      /** The version that it replaces; 0: there is none. */
      replaces: wholeNumber(0, 2_147_483_647),
      ...secondStepFields,
    }),
    upload: {
      maximumBytes: MAX_STATEMENT_BYTES,
      fields: z.strictObject({ upstreamId: UpstreamIdText, mapping: MappingText }),
    },
    output: z.strictObject({
      /** The saved version; null if it was only tried. */
      version: z.int().nullable(),
      trial: Trial.nullable(),
    }),
    refusals: ['mapping_changed', ...secondStepRefusals],
  },
  '/operator/reconciliation/upload': {
    who: 'operators',
    right: 'reconciliation.act',
    secondStep: { none: 'files a statement and moves no money' },
    audit: ['upstream_file_uploaded'],
    summary: 'Files an upstream’s statement of one day; the same file again changes nothing, another one replaces it',
    upload: {
      maximumBytes: MAX_STATEMENT_BYTES,
      fields: z.strictObject({ upstreamId: UpstreamIdText, day: Day }),
    },
    output: z.strictObject({
      fileId: z.string(),
      /** unchanged: the day's file has this content already. */
      outcome: z.enum(['filed', 'unchanged']),
      rows: z.int(),
      kinds: KindSums,
      ...Balances,
      /** The day's file before, and how many of its lines are new, gone or different. */
      replaced: z.strictObject({ fileId: z.string(), added: z.int(), gone: z.int(), changed: z.int() }).nullable(),
    }),
    refusals: ['mapping_missing'],
  },
  '/operator/reconciliation/files': {
    who: 'operators',
    right: 'reconciliation.view',
    secondStep: { none: 'reads' },
    summary: 'The statements of upstreams that were uploaded or fetched, newest first',
    input: FileFilter,
    output: pageOf(File, z.strictObject({})),
  },
});
