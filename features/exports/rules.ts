/** Export formats and limits. */

/** What every list can be. */
const tableFormats = ['xlsx', 'csv'] as const;
/** Statements of a bank, for lists that are one. */
export const bankFormats = ['camt053', 'mt940'] as const;
export type BankFormat = (typeof bankFormats)[number];
export const exportFormats = [...tableFormats, ...bankFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function isBankFormat(format: ExportFormat | undefined): format is BankFormat {
  return bankFormats.some((one) => one === format);
}

/** What a list can be: only a statement of all entries is one of a bank. */
export function formatsOf(kind: string, { type, channel }: Readonly<Record<string, unknown>>): readonly ExportFormat[] {
  return kind === 'statementEntries' && type === undefined && channel === undefined ? exportFormats : tableFormats;
}

/** Lists that can come by a schedule: members' lists of a period, and each user's own log. */
const scheduledKinds: readonly string[] = [
  'statement',
  'statementEntries',
  'moneylog',
  'order',
  'withdrawal',
  'payout',
  'commission',
  'commissionEntry',
  'agentOrder',
  'logs',
];
/** Fields of filters that a schedule's own period takes the place of. */
const periodFields = ['range', 'createdRange', 'paidRange', 'registeredRange', 'date', 'month', 'year'] as const;

/** What a schedule of a list keeps of the list's filter; undefined where the list can't be scheduled. */
export function scheduledFilter(
  kind: string,
  filter: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  if (!scheduledKinds.includes(kind)) return undefined;
  return Object.fromEntries(
    Object.entries(filter).filter(
      ([field, value]) => value !== undefined && !periodFields.some((name) => name === field),
    ),
  );
}

/** Below the row limit of an Excel sheet. */
export const MAX_EXPORTED_ROWS = 1_000_000;

/** Per process: each export holds a database connection for as long as its client downloads. */
export const MAX_EXPORTS_AT_ONCE = 4;

/** Per user. */
export const exportLimit = { scope: 'export', tries: 30, windowMs: 10 * 60_000 } as const;
