/**
 * A schema as rows of a table for people: each field with its full name (`list[].amount`) and its shape in a few words.
 * Read from the schema's JSON form, so that what checks the calls also documents them.
 */
import { z } from 'zod';
import { Amount, AmountOutput, MemberNoText, Percent, SignedAmount, SystemNoText } from '#foundation/core/wire.ts';

export interface SchemaRow {
  name: string;
  shape: string;
}

/** The part of JSON Schema that our contracts use. */
interface Shape {
  type?: string | readonly string[];
  const?: string | number | boolean | null;
  enum?: readonly (string | number | boolean | null)[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  items?: Shape;
  properties?: Readonly<Record<string, Shape>>;
  additionalProperties?: boolean | Shape;
  required?: readonly string[];
  anyOf?: readonly Shape[];
}

/**
 * One list of rows per form: a call whose input is a union takes one of its forms. A value without fields is one row.
 */
export function schemaForms(schema: z.ZodType, io: 'input' | 'output'): SchemaRow[][] {
  const shape = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;
  const forms = shape.anyOf?.every(({ properties }) => properties !== undefined) ? shape.anyOf : [shape];
  return forms.map((form) =>
    form.properties === undefined ? [{ name: '', shape: shapeText(form) }] : fieldRows(form, '', io),
  );
}

function fieldRows({ properties = {}, required = [] }: Shape, prefix: string, io: 'input' | 'output'): SchemaRow[] {
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = prefix + key;
    const optional = io === 'input' && !required.includes(key) && standIn(field) === '' ? ', optional' : '';
    const inner = innerObject(field);
    if (inner === undefined) return [{ name, shape: shapeText(field) + optional }];
    const several = field.type === 'array' ? '[]' : '';
    return [
      ...(isNullable(field) || optional
        ? [{ name, shape: `${isNullable(field) ? 'object or null' : 'object'}${optional}` }]
        : []),
      ...fieldRows(inner, `${name}${several}.`, io),
    ];
  });
}

/** The object with fields inside a field: an optional one or a list. */
function innerObject(field: Shape): Shape | undefined {
  if (field.properties !== undefined) return field;
  if (field.items !== undefined) return innerObject(field.items);
  const others = field.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return others.length === 1 && others[0] !== undefined ? innerObject(others[0]) : undefined;
}

function isNullable(field: Shape): boolean {
  return field.anyOf?.some(({ type }) => type === 'null') ?? false;
}

/** The default; `undefined` and an empty text are not worth showing. */
function standIn({ default: value }: Shape): string {
  return value === undefined || value === ''
    ? ''
    : `, ${typeof value === 'string' ? `\`${value}\`` : JSON.stringify(value)} when missing`;
}

function shapeText(shape: Shape): string {
  return plainText(shape) + standIn(shape);
}

function plainText(shape: Shape): string {
  const { type } = shape;
  if (Array.isArray(type)) return type.map((one: string) => plainText({ ...shape, type: one })).join(' or ');
  if (shape.anyOf !== undefined) return shape.anyOf.map(plainText).join(' or ');
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (shape.const !== undefined) return `\`${String(shape.const)}\``;
  if (type === 'array') return `list of ${shape.items === undefined ? 'anything' : plainText(shape.items)}`;
  if (type === 'string') return textShape(shape);
  if (type === 'integer' || type === 'number') return numberShape(shape);
  if (type === 'object') return 'object';
  if (type === 'boolean') return 'true or false';
  return typeof type === 'string' ? type : 'anything';
}

function textShape({ format, pattern, minLength, maxLength }: Shape): string {
  if (format === 'date-time') return 'time';
  if (format === 'date') return 'day';
  const known = pattern === undefined ? undefined : namedPatterns.get(pattern);
  if (known !== undefined) return known;
  const min = minLength !== undefined && minLength > 0 ? `at least ${minLength}` : undefined;
  const max = maxLength === undefined ? undefined : `at most ${maxLength}`;
  const length = [min, max].filter((part) => part !== undefined).join(', ');
  return [
    'text',
    length === '' ? '' : ` of ${length} characters`,
    pattern === undefined ? '' : ` like \`${pattern.replaceAll('|', '\\|')}\``,
  ].join('');
}

function numberShape({ type, minimum, maximum }: Shape): string {
  const name = type === 'integer' ? 'whole number' : 'number';
  // A schema for integers has the limits of a number as its bounds.
  const from = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : `from ${minimum}`;
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : `to ${maximum}`;
  return [name, from, to].filter((part) => part !== undefined).join(' ');
}

const namedPatterns = new Map([
  [patternOf(Amount), 'amount'],
  [patternOf(AmountOutput), 'amount'],
  [patternOf(SignedAmount), 'signed amount'],
  [patternOf(Percent), 'percentage'],
  [patternOf(SystemNoText), 'system number'],
  [patternOf(MemberNoText), 'member number'],
]);

function patternOf(schema: z.ZodType): string {
  return (z.toJSONSchema(schema) as Shape).pattern ?? '';
}
