/**
 * A connector's settings as fields of a form, read from their schema: `meta({ secret: true })` marks a text that is
 * written and never read back, `meta({ lines: true })` one of several lines. A union of objects has one field that tells
 * them apart; the fields that not all of them have say for which of its values they count.
 */
import { z } from 'zod';

export interface SettingField {
  readonly name: string;
  /** `pairs`: names with values, one pair a line: `qr=alipay`. */
  readonly kind: 'text' | 'lines' | 'choice' | 'pairs';
  readonly secret: boolean;
  /** Of a choice. */
  readonly options: readonly string[];
  /** The field counts only where another has one of these values; null: always. */
  readonly when: { readonly name: string; readonly values: readonly string[] } | null;
}

/** What was typed: names with values. */
export type SettingTexts = Readonly<Record<string, string>>;

interface JsonSchema {
  type?: string;
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  secret?: boolean;
  lines?: boolean;
}

export function settingFields(settings: z.ZodType): SettingField[] {
  const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const variants = (schema.anyOf ?? schema.oneOf ?? [schema]).map(({ properties = {} }) => properties);
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant)))];
  const choice = names.find((name) => variants.every((variant) => typeof variant[name]?.const === 'string'));
  const valueOf = (variant: Record<string, JsonSchema>): string =>
    choice === undefined ? '' : String(variant[choice]?.const);
  return names.map((name): SettingField => {
    const having = variants.filter((variant) => variant[name] !== undefined);
    const { type, secret = false, lines = false } = having[0]?.[name] ?? {};
    const isChoice = name === choice;
    return {
      name,
      kind: isChoice ? 'choice' : type === 'object' ? 'pairs' : lines ? 'lines' : 'text',
      secret,
      options: isChoice ? variants.map(valueOf) : [],
      when:
        having.length === variants.length || choice === undefined
          ? null
          : { name: choice, values: having.map(valueOf) },
    };
  });
}

/**
 * The settings that the texts make. A secret that is left empty stays as it was in `before`. Undefined: a text names no
 * field.
 */
export function settingsFrom(
  fields: readonly SettingField[],
  texts: SettingTexts,
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  if (Object.keys(texts).some((name) => !fields.some((field) => field.name === name))) return undefined;
  return Object.fromEntries(
    fields.flatMap(({ name, kind, secret, when }): [string, unknown][] => {
      if (when && !when.values.includes(texts[when.name] ?? '')) return [];
      const text = (texts[name] ?? '').trim();
      if (secret && text === '') return name in before ? [[name, before[name]]] : [];
      return [[name, kind === 'pairs' ? pairsOf(text) : text]];
    }),
  );
}

/** What a form shows of stored settings: no secret. */
export function shownSettings(
  fields: readonly SettingField[],
  settings: Readonly<Record<string, unknown>>,
): { name: string; value: string; stored: boolean }[] {
  return fields.map(({ name, secret }) => {
    const value = settings[name];
    const stored = value !== undefined;
    return { name, stored, value: secret || !stored ? '' : textOf(value) };
  });
}

function pairsOf(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(value as Record<string, unknown>)
    .map(([name, one]) => `${name}=${String(one)}`)
    .join('\n');
}
