/** Names of files that say what they hold: the list, its filter in short, and its days. Pure. */
import type { ExportKindName } from '#features/export-kinds.ts';
import { addDays, dayOf, isDay } from '#foundation/core/time-zone.ts';

/** The lists' names in files. They are the same in every language, so that programs find them. */
const nouns: Readonly<Record<ExportKindName, string>> = {
  statement: 'statement',
  statementEntries: 'statement-entries',
  moneylog: 'money-log',
  order: 'orders',
  withdrawal: 'withdrawals',
  payout: 'payouts',
  batch: 'batch',
  commission: 'commission',
  commissionEntry: 'commission-entries',
  agentOrder: 'member-orders',
  agentUser: 'members',
  differences: 'differences',
  reconciliationDay: 'reconciliation',
  clearing: 'owed-by-upstreams',
  statementFile: 'upstream-statements',
  mapping: 'statement-mappings',
  logs: 'operation-log',
  auditLog: 'audit-log',
  member: 'all-members',
  allOrder: 'all-orders',
  allDisbursement: 'all-payouts',
  memberRate: 'rates',
  approval: 'approvals',
  receiver: 'callback-receivers',
  channel: 'channels',
  upstream: 'upstreams',
  announcement: 'announcements',
  setting: 'settings',
  settingChange: 'setting-changes',
  holiday: 'holidays',
  routingVersion: 'routing-versions',
  booksRun: 'books-checks',
  bankFile: 'bank-files',
  handPayment: 'bank-file',
  memberMoney: 'member-money-log',
  memberNote: 'member-notes',
  memberHistory: 'member-history',
  card: 'cards',
  certification: 'certifications',
  gatewayRequest: 'gateway-requests',
  operator: 'operators',
  staffRole: 'roles',
  invitation: 'invitations',
  staffProposal: 'staff-proposals',
};

export interface NamedFile {
  kind: ExportKindName;
  filter: Readonly<Record<string, unknown>>;
  format: string;
  now: Date;
  /** The platform's: a file's days are calendar days of it. */
  timeZone: string;
}

/**
 * `orders_paid_2026-10.csv` holds the paid orders of October; `orders_until-2026-11-26.csv` has no range, so it holds all
 * that there were on that day.
 */
export function fileNameOf({ kind, filter, format, now, timeZone }: NamedFile): string {
  const parts = [nouns[kind], inShort(filter), daysIn(filter, { now, timeZone })].filter((part) => part !== '');
  return `${parts.join('_')}.${extensions[format] ?? format}`;
}

const extensions: Readonly<Record<string, string>> = { camt053: 'xml', mt940: 'sta' };

/** Fields of filters, in the order in which a name has them, with what stands before their value. */
const fields: readonly (readonly [field: string, before: string])[] = [
  ['status', ''],
  ['state', ''],
  ['type', ''],
  ['kind', ''],
  ['action', ''],
  ['certification', ''],
  ['attention', ''],
  ['notifyStatus', 'callback-'],
  ['channel', ''],
  ['memberNo', 'member-'],
  ['batchNo', ''],
  ['orderNo', ''],
  ['fileId', ''],
  ['name', ''],
  ['q', ''],
  ['amountFrom', 'from-'],
  ['amountTo', 'to-'],
  ['group', 'by-'],
];
const MAX_FILTER_LENGTH = 40;

function inShort(filter: Readonly<Record<string, unknown>>): string {
  const found = fields.flatMap(([field, before]) => {
    const values = [filter[field]]
      .flat()
      .filter((value) => typeof value === 'string' && value !== '' && value !== 'all');
    return values.length === 0 ? [] : [before + values.map((value) => wordOf(field, String(value))).join('-')];
  });
  // Only paid orders have a time of payment.
  if (filter['paidRange'] !== undefined && filter['status'] === undefined) found.unshift('paid');
  const text = found
    .join('-')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
  return (text === '' && found.length > 0) || text.length > MAX_FILTER_LENGTH ? 'filtered' : text;
}

function wordOf(field: string, value: string): string {
  return field === 'status' && value === 'success' ? 'paid' : value;
}

const ranges = ['range', 'createdRange', 'paidRange', 'registeredRange'] as const;
const periods = ['date', 'day', 'month', 'year'] as const;

function daysIn(
  filter: Readonly<Record<string, unknown>>,
  { now, timeZone }: Pick<NamedFile, 'now' | 'timeZone'>,
): string {
  const period = periods.map((field) => filter[field]).find((value) => value !== undefined);
  if (typeof period === 'string' || typeof period === 'number') return String(period);
  const range = ranges.map((field) => filter[field]).find((value) => typeof value === 'object' && value !== null);
  // A filter of the differences has days themselves, both inclusive.
  const { from, to } = (range ?? filter) as { from?: string; to?: string };
  const today = dayOf(now, timeZone);
  // The end is exclusive.
  const last = to === undefined ? today : isDay(to) ? to : dayOf(new Date(Date.parse(to) - 1), timeZone);
  if (from === undefined) return `until-${last}`;
  return spanOf(isDay(from) ? from : dayOf(new Date(from), timeZone), last);
}

/** A whole year, a whole month, a day, or the first and the last day. */
function spanOf(first: string, last: string): string {
  if (first === last) return first;
  const isToEnd = addDays(last, 1).endsWith('-01');
  if (isToEnd && first === `${last.slice(0, 4)}-01-01` && last.endsWith('-12-31')) return last.slice(0, 4);
  if (isToEnd && first === `${last.slice(0, 7)}-01`) return last.slice(0, 7);
  return `${first}_${last}`;
}
