/** What the form of a statement is called. */
import type { StatementFile } from './contract.ts';
import type { reconciliationWords } from './screen-words.ts';

const formatNames = { csv: 'CSV', xlsx: 'XLSX', camt053: 'camt.053', mt940: 'MT940' } as const;

export function formatText(
  t: (name: keyof typeof reconciliationWords) => string,
  format: StatementFile['format'],
): string {
  return format === 'connector' ? t('format_connector') : formatNames[format];
}
