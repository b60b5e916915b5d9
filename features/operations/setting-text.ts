/** A setting's value as text for people. */
import {
  isSettingName,
  partsOf,
  settingFields,
  type SettingName,
  type SettingPart,
  type SettingValue,
  snakeOf,
} from '#features/platform/setting-fields.ts';
import type { Format } from '#foundation/core/format.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { ApprovalRow } from './approval-contract.ts';
import type { settingWords } from './setting-words.ts';

/** Returns a phrase in the reader’s language. */
export type SettingTranslate = (name: keyof typeof settingWords, values?: PhraseValues) => string;

/** The parts that have a value, each with its name where there are several. */
export function settingText(t: SettingTranslate, format: Format, name: SettingName, value: SettingValue): string {
  const parts = partsOf(name);
  const only = parts.length === 1;
  return parts
    .filter((part) => only || (value[part] ?? '') !== '')
    .map((part) => {
      const text = partText(t, format, name, part, value[part] ?? '');
      return only || settingFields[name].kind === 'window' ? text : `${t(`part_${snakeOf(part)}`)} ${text}`;
    })
    .join(settingFields[name].kind === 'window' ? '–' : ' · ');
}

function partText(t: SettingTranslate, format: Format, name: SettingName, part: SettingPart, text: string): string {
  const field = settingFields[name];
  if (field.kind === 'picture') return t(text === '' ? 'built_in_logo' : 'chosen_logo');
  if (field.kind === 'flag') return t(text === '' ? 'automatic' : text === 'true' ? 'yes' : 'no');
  if (text === '' && field.kind === 'count') return t('automatic');
  if (text === '') return t('none');
  if (field.kind === 'choice') return text === 'D' ? t('option_d') : text === 'T' ? t('option_t') : text;
  if (field.kind === 'count') return t(`unit_${field.unit}`, { count: Number(text) });
  if (field.kind === 'percent' || part === 'percent') return format.percent(text);
  return field.kind === 'amount' || field.kind === 'terms' ? format.amount(text) : text;
}

/** A setting, or the holidays of a year. */
export function settingTitle(t: SettingTranslate, name: string): string {
  if (isSettingName(name)) return t(`name_${snakeOf(name)}`);
  return t('calendar_of', { year: name.replace('calendar_', '') });
}

/** What a proposal would change a setting from, and to. */
export function changedSetting(
  t: SettingTranslate,
  format: Format,
  { subject, changes }: Pick<ApprovalRow, 'subject' | 'changes'>,
): string {
  if (subject === null || !isSettingName(subject)) return '';
  const valueOf = (which: 'before' | 'after'): SettingValue =>
    Object.fromEntries(changes.map((change) => [change.what, change[which][0] ?? '']));
  return `${settingText(t, format, subject, valueOf('before'))} → ${settingText(t, format, subject, valueOf('after'))}`;
}
