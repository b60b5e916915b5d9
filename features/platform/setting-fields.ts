/**
 * How each setting is typed, shown and checked. On the wire a value is named texts, its parts: most settings have one,
 * `value`; terms and a time window have several. An empty part stands for "none".
 */
import { formatAmount, formatPercent, parseAmountOrZero, parsePercent } from '#foundation/core/money.ts';
import { isTimeZone } from '#foundation/core/wall-time.ts';
import { PlatformSettings } from './settings.ts';

export type SettingName = keyof PlatformSettings;

export const settingGroups = ['identity', 'members', 'money', 'agents', 'security', 'gateway', 'files'] as const;
export type SettingGroup = (typeof settingGroups)[number];

const settingUnits = ['minutes', 'hours', 'days', 'levels', 'per_second', 'rows', 'files', 'acts', 'failures'] as const;

type Kind =
  | { readonly kind: 'line' | 'link' | 'picture' | 'currency' | 'zone' | 'country' | 'percent' | 'window' | 'terms' }
  /** `automatic`: empty stands for the platform's own choice. */
  | { readonly kind: 'flag'; readonly automatic?: true }
  | { readonly kind: 'count'; readonly unit: (typeof settingUnits)[number]; readonly optional?: true }
  | { readonly kind: 'amount'; readonly optional?: true }
  | { readonly kind: 'choice'; readonly options: readonly string[] };

export type SettingField = Kind & {
  readonly group: SettingGroup;
  /** Takes two operators, once two can configure settings. */
  readonly money?: true;
  /** Fixed from the first member on: amounts and days are counted in it. */
  readonly fixed?: true;
};

export const settingFields: Readonly<Record<SettingName, SettingField>> = {
  name: { kind: 'line', group: 'identity' },
  logo: { kind: 'picture', group: 'identity' },
  supportUrl: { kind: 'link', group: 'identity' },
  currency: { kind: 'currency', group: 'identity', money: true, fixed: true },
  timeZone: { kind: 'zone', group: 'identity', fixed: true },
  registrationOpen: { kind: 'flag', group: 'members' },
  agentRegistrationOpen: { kind: 'flag', group: 'members' },
  mobileRule: { kind: 'country', group: 'members' },
  cardsApprovedAutomatically: { kind: 'flag', group: 'members' },
  settlementMode: { kind: 'choice', options: ['D', 'T'], group: 'members', money: true },
  settlementDays: { kind: 'count', unit: 'days', group: 'members', money: true },
  sameDayRatio: { kind: 'percent', group: 'members', money: true },
  minRechargeMinor: { kind: 'amount', group: 'money', money: true },
  withdrawalWindow: { kind: 'window', group: 'money' },
  withdrawalMinutes: { kind: 'count', unit: 'minutes', group: 'money' },
  withdrawalTerms: { kind: 'terms', group: 'money', money: true },
  payoutTerms: { kind: 'terms', group: 'money', money: true },
  dualApprovalFromMinor: { kind: 'amount', optional: true, group: 'money', money: true },
  adjustmentsTwoFromMinor: { kind: 'amount', optional: true, group: 'money', money: true },
  ratesTwoFrom: { kind: 'count', unit: 'acts', optional: true, group: 'money', money: true },
  settingsTwoFrom: { kind: 'count', unit: 'acts', optional: true, group: 'money', money: true },
  movesTwoFrom: { kind: 'count', unit: 'acts', optional: true, group: 'money', money: true },
  noticeWithdrawalFromMinor: { kind: 'amount', optional: true, group: 'money' },
  agentsMayAdd: { kind: 'flag', group: 'agents' },
  agentDepth: { kind: 'count', unit: 'levels', group: 'agents' },
  commissionDepth: { kind: 'count', unit: 'levels', group: 'agents', money: true },
  maxRatePercentE4: { kind: 'percent', group: 'agents', money: true },
  sessionIdleMinutes: { kind: 'count', unit: 'minutes', group: 'security' },
  sessionHours: { kind: 'count', unit: 'hours', group: 'security' },
  factorHoldHours: { kind: 'count', unit: 'hours', group: 'security' },
  operatorsNeedAuthenticator: { kind: 'flag', automatic: true, group: 'security' },
  upstreamPauseAfter: { kind: 'count', unit: 'failures', group: 'gateway' },
  gatewayRatePerSecond: { kind: 'count', unit: 'per_second', group: 'gateway' },
  gatewayLogServedPerSecond: { kind: 'count', unit: 'per_second', group: 'gateway' },
  epayAtRoot: { kind: 'flag', group: 'gateway' },
  exportJobFrom: { kind: 'count', unit: 'rows', group: 'files' },
  downloadsKept: { kind: 'count', unit: 'files', group: 'files' },
};

export const settingNames = Object.keys(settingFields) as readonly SettingName[] as readonly [
  SettingName,
  ...SettingName[],
];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingFields, name);
}

export const settingParts = [
  'value',
  'from',
  'to',
  'percent',
  'fixed',
  'minFee',
  'maxFee',
  'minAmount',
  'maxAmount',
  'reviewFrom',
] as const;
export type SettingPart = (typeof settingParts)[number];
export type SettingValue = Readonly<Partial<Record<SettingPart, string | undefined>>>;

const windowParts = ['from', 'to'] as const;
const termsParts = ['percent', 'fixed', 'minFee', 'maxFee', 'minAmount', 'maxAmount', 'reviewFrom'] as const;
/** Parts of terms that can be empty. */
const optionalTerms: readonly string[] = ['minFee', 'maxFee', 'reviewFrom'];

type Snake<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Rest>}`
    : `_${Lowercase<Head>}${Snake<Rest>}`
  : Name;

/** The name of a setting or a part as phrases have it: `minFee` → `min_fee`. */
export function snakeOf<Name extends SettingName | SettingPart>(name: Name): Snake<Name> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Name>;
}

export function partsOf(name: SettingName): readonly SettingPart[] {
  const { kind } = settingFields[name];
  return kind === 'terms' ? termsParts : kind === 'window' ? windowParts : ['value'];
}

export function isSameSetting(name: SettingName, one: SettingValue, other: SettingValue): boolean {
  return partsOf(name).every((part) => (one[part] ?? '') === (other[part] ?? ''));
}

/** What is shown for a stored value. */
export function shownSetting<Name extends SettingName>(
  name: Name,
  stored: PlatformSettings[Name],
  currency: string,
): SettingValue {
  const { kind } = settingFields[name];
  if (kind === 'terms') {
    const terms = stored as PlatformSettings['payoutTerms'];
    const amount = (minor: bigint | null): string => (minor === null ? '' : formatAmount(minor, currency));
    return {
      percent: formatPercent(terms.percentE4),
      fixed: amount(terms.fixedMinor),
      minFee: amount(terms.minFeeMinor),
      maxFee: amount(terms.maxFeeMinor),
      minAmount: amount(terms.minAmountMinor),
      maxAmount: amount(terms.maxAmountMinor),
      reviewFrom: amount(terms.reviewFromMinor),
    };
  }
  if (kind === 'window') return { ...(stored as PlatformSettings['withdrawalWindow']) };
  if (stored === null) return { value: '' };
  if (kind === 'amount') return { value: formatAmount(stored as bigint, currency) };
  if (kind === 'percent') return { value: formatPercent(stored as number) };
  return { value: typeof stored === 'object' ? '' : String(stored) };
}

/** What is wrong with a part. */
export interface SettingFault {
  part: SettingPart;
  fault: 'form' | 'between' | 'amount' | 'order' | 'percent' | 'number';
  values?: { lowest: number; highest: number };
}

export type ReadSetting = { stored: PlatformSettings[SettingName] } | SettingFault;

/** Reads what was typed. Nothing but the schema of the settings decides what a setting can hold. */
export function readSetting(name: SettingName, value: SettingValue, currency: string): ReadSetting {
  const field = settingFields[name];
  const read =
    field.kind === 'terms'
      ? readTerms(value, currency)
      : field.kind === 'window'
        ? { raw: { from: value.from ?? '', to: value.to ?? '' } }
        : readOne(field, value.value ?? '', currency);
  if ('fault' in read) return read;
  const parsed = PlatformSettings.shape[name].safeParse(read.raw);
  if (parsed.success && read.raw !== undefined) return { stored: parsed.data };
  const [part] = partsOf(name);
  const wrong = parsed.success ? part : (partsOf(name).find((one) => one === parsed.error.issues[0]?.path[0]) ?? part);
  const bounds = boundsOf(name);
  return {
    part: wrong ?? 'value',
    ...(bounds ? { fault: 'between', values: bounds } : { fault: 'form' }),
  };
}

function readOne(field: Kind, text: string, currency: string): { raw: unknown } | SettingFault {
  const wrong = (fault: SettingFault['fault']): SettingFault => ({ part: 'value', fault });
  switch (field.kind) {
    case 'flag':
      if (text === '' && field.automatic) return { raw: null };
      return text === 'true' || text === 'false' ? { raw: text === 'true' } : wrong('form');
    case 'count':
      if (text === '' && field.optional) return { raw: null };
      return /^\d{1,9}$/.test(text) ? { raw: Number(text) } : wrong('number');
    case 'amount': {
      if (text === '' && field.optional) return { raw: null };
      const minor = parseAmountOrZero(text, currency);
      return minor === undefined ? wrong('amount') : { raw: minor };
    }
    case 'percent': {
      const percentE4 = parsePercent(text);
      return percentE4 === undefined ? wrong('percent') : { raw: percentE4 };
    }
    case 'link':
    case 'picture':
      return { raw: text === '' ? null : text };
    case 'zone':
      return isTimeZone(text) ? { raw: text } : wrong('form');
    default:
      return { raw: text };
  }
}

function readTerms(value: SettingValue, currency: string): { raw: unknown } | SettingFault {
  const minor: Record<string, bigint | null> = {};
  for (const part of termsParts) {
    const text = value[part] ?? '';
    if (part === 'percent') continue;
    if (text === '' && optionalTerms.includes(part)) minor[`${part}Minor`] = null;
    else {
      const amount = parseAmountOrZero(text, currency);
      if (amount === undefined) return { part, fault: 'amount' };
      minor[`${part}Minor`] = amount;
    }
  }
  const percentE4 = parsePercent(value.percent ?? '');
  if (percentE4 === undefined || percentE4 > 1_000_000) return { part: 'percent', fault: 'percent' };
  const { minFeeMinor = null, maxFeeMinor = null, minAmountMinor = null, maxAmountMinor = null } = minor;
  if (minFeeMinor !== null && maxFeeMinor !== null && minFeeMinor > maxFeeMinor)
    return { part: 'maxFee', fault: 'order' };
  if (minAmountMinor !== null && maxAmountMinor !== null && minAmountMinor > maxAmountMinor)
    return { part: 'maxAmount', fault: 'order' };
  return { raw: { ...minor, percentE4 } };
}

/** The bounds of a number, as they are typed. Undefined where there are none. */
export function boundsOf(name: SettingName): { lowest: number; highest: number } | undefined {
  const inner = PlatformSettings.shape[name].unwrap();
  const schema = 'unwrap' in inner ? inner.unwrap() : inner;
  if (!('minValue' in schema) || typeof schema.minValue !== 'number' || typeof schema.maxValue !== 'number')
    return undefined;
  const scale = settingFields[name].kind === 'percent' ? 10_000 : 1;
  return { lowest: schema.minValue / scale, highest: schema.maxValue / scale };
}
