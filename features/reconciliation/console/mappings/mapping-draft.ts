/** A mapping as the values of a form, each named by its path in the call, and back. */
import type { FormValues } from '#foundation/console/form/form.tsx';
import { columnNames, type ColumnName, type Mapping } from '../../mapping.ts';

/** What a text of a file means. */
export interface Meaning {
  text: string;
  meaning: string;
}

export type DraftValues = FormValues & Readonly<Record<(typeof plainFields)[number] | ColumnField, string>>;

type ColumnField = `mapping.columns.${ColumnName}`;

const plainFields = [
  'mapping.format',
  'mapping.kinds',
  'mapping.kind',
  'mapping.statuses',
  'mapping.amounts',
  'mapping.decimal',
  'mapping.thousands',
  'mapping.dateForm',
  'mapping.timeZone',
  'mapping.headerRow',
  'mapping.footerRows',
  'mapping.sheet',
  'mapping.encoding',
  'mapping.separator',
  'mapping.feeTolerance',
  'mapping.account',
  'mapping.credits',
  'mapping.debits',
] as const;

export function columnField(name: ColumnName): ColumnField {
  return `mapping.columns.${name}`;
}

/** Where nothing is saved: a table of payments in the platform's time zone. */
export function draftOf(mapping: Mapping | null, timeZone: string): DraftValues {
  const table = mapping?.format === 'table' ? mapping : undefined;
  const bank = mapping !== null && mapping.format !== 'table' ? mapping : undefined;
  const columns = Object.fromEntries(
    columnNames.map((name) => [columnField(name), table?.columns[name] ?? '']),
  ) as Record<ColumnField, string>;
  const kinds = (table?.kinds ?? []).map(({ text, kind }) => ({ text, meaning: kind }));
  const statuses = (table?.statuses ?? []).map(({ text, status }) => ({ text, meaning: status }));
  return {
    ...columns,
    'mapping.format': mapping?.format ?? 'table',
    'mapping.kinds': JSON.stringify(kinds),
    'mapping.kind': table?.kind ?? 'payin',
    'mapping.statuses': JSON.stringify(statuses),
    'mapping.amounts': table?.amounts ?? 'byKind',
    'mapping.decimal': table?.decimal ?? '.',
    'mapping.thousands': table?.thousands ?? '',
    'mapping.dateForm': table?.dateForm ?? 'ymd',
    'mapping.timeZone': table?.timeZone ?? timeZone,
    'mapping.headerRow': String(table?.headerRow ?? 1),
    'mapping.footerRows': String(table?.footerRows ?? 0),
    'mapping.sheet': table?.sheet ?? '',
    'mapping.encoding': table?.encoding ?? 'utf-8',
    'mapping.separator': table?.separator ?? ',',
    'mapping.feeTolerance': mapping?.feeTolerance ?? '',
    'mapping.account': bank?.account ?? '',
    'mapping.credits': bank?.credits ?? 'settlement',
    'mapping.debits': bank?.debits ?? 'settlement',
  };
}

export function meaningsIn(text: string): Meaning[] {
  return JSON.parse(text) as Meaning[];
}

/** What the form says, still to be checked. */
export function mappingIn(values: FormValues): unknown {
  const value = (name: (typeof plainFields)[number]) => values[name] ?? '';
  const tolerance = value('mapping.feeTolerance').trim();
  const common = { format: value('mapping.format'), ...(tolerance === '' ? {} : { feeTolerance: tolerance }) };
  if (common.format !== 'table')
    return {
      ...common,
      account: value('mapping.account'),
      credits: value('mapping.credits'),
      debits: value('mapping.debits'),
    };
  const columns = Object.fromEntries(
    columnNames.map((name) => {
      const heading = (values[columnField(name)] ?? '').trim();
      return [name, heading === '' && name !== 'amount' ? null : heading];
    }),
  );
  const hasKinds = columns['kind'] !== null;
  const hasStatuses = columns['status'] !== null;
  const sheet = value('mapping.sheet').trim();
  return {
    ...common,
    columns,
    kinds: hasKinds ? meaningsIn(value('mapping.kinds')).map(({ text, meaning }) => ({ text, kind: meaning })) : [],
    kind: hasKinds ? null : value('mapping.kind'),
    statuses: hasStatuses
      ? meaningsIn(value('mapping.statuses')).map(({ text, meaning }) => ({ text, status: meaning }))
      : [],
    amounts: value('mapping.amounts'),
    decimal: value('mapping.decimal'),
    thousands: value('mapping.thousands'),
    dateForm: value('mapping.dateForm'),
    timeZone: value('mapping.timeZone'),
    headerRow: Number(value('mapping.headerRow') || 'none'),
    footerRows: Number(value('mapping.footerRows') || 'none'),
    sheet: sheet === '' ? null : sheet,
    encoding: value('mapping.encoding'),
    separator: value('mapping.separator'),
  };
}
