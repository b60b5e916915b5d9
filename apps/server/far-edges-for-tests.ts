/** Values at the far ends of what calls take, and where calls take them. Only tests import this. */
import type { Schema } from './call-inputs-for-tests.ts';

/** Missing, and from the beginning of years to their end: around the first and the last number, and where two digits of a year are another century's. */
export const FAR_MOMENTS = [
  undefined,
  '0001-01-01T00:00:00Z',
  '1926-11-20T00:00:00Z',
  '1999-12-31T23:59:59.999Z',
  '2026-11-20T04:00:00.001Z',
  '2030-01-01T00:00:00Z',
  '2092-12-31T23:59:59.999Z',
  '2093-01-01T00:00:00Z',
  '2126-11-20T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
] as const;

/** In bounds and just outside of them: of what a currency has, of what a number holds, of what a column holds. */
export const FAR_AMOUNTS = [
  '0',
  '0.00',
  '0.01',
  '0.0001',
  '9999999999999',
  '9999999999999.99',
  '9999999999999.9999',
  '10000000000000',
  '92233720368547758.07',
  '99999999999999999999999999',
  '-1',
  '1e13',
  '',
] as const;
export const FAR_PERCENTS = ['0', '0.0001', '100', '100.0000', '100.0001', '999', '999.9999', '-1', ''] as const;
export const FAR_NUMBERS = ['0', '00000000', '99999999', '0000000000000000000', '9223372036854775807', '9223372036854775808', '9999999999999999999'] as const;

export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

/** Fields, by their dotted path, that `isMeant`. */
export function fieldsOf(schema: Schema, isMeant: (schema: Schema) => boolean, at = ''): string[] {
  if (isMeant(schema)) return [at];
  const below = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => fieldsOf(one, isMeant, at));
  const items = schema.items ? fieldsOf(schema.items, isMeant, `${at}[]`) : [];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, isMeant, at === '' ? name : `${at}.${name}`));
  return [...new Set([...below, ...items, ...inside])];
}

export function isRange({ properties = {} }: Schema): boolean {
  const ends = Object.entries(properties);
  return ends.length === 2 && ends.every(([name, { format }]) => (name === 'from' || name === 'to') && format === 'date-time');
}

export function isMoment({ format }: Schema): boolean {
  return format === 'date-time' || format === 'date' || format === 'time';
}

/** The input with a value at a dotted path. */
export function withField(input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  const inner = input[name];
  const below = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  return { ...input, [name]: rest.length === 0 ? value : withField(below, rest.join('.'), value) };
}
