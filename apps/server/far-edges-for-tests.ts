/** Extreme values of what calls take, and where calls take them. Only tests import this. */
import type { Call } from '#foundation/core/calls.ts';
import { addObjects, type Kind } from './access-objects-for-tests.ts';
import { type Answer, stage, type Stage } from './access-stage-for-tests.ts';
import type { Schema } from './call-inputs-for-tests.ts';

/**
 * Missing, and from the first year to the last: around the first and the last number, and where a two-digit year means
 * another century.
 */
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

/** In bounds and just outside: of a currency, of a number, of a column. */
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
export const FAR_NUMBERS = [
  '0',
  '99999999',
  '0000000000000000000',
  '9223372036854775807',
  '9999999999999999999',
] as const;

export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns fields, by their dotted path, that `isMeant`. */
export function fieldsOf(schema: Schema, isMeant: (schema: Schema) => boolean, at = ''): string[] {
  if (isMeant(schema)) return [at];
  const below = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    fieldsOf(one, isMeant, at),
  );
  const items = schema.items ? fieldsOf(schema.items, isMeant, `${at}[]`) : [];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    fieldsOf(one, isMeant, at === '' ? name : `${at}.${name}`),
  );
  return [...new Set([...below, ...items, ...inside])];
}

export function isRange({ properties = {} }: Schema): boolean {
  const ends = Object.entries(properties);
  return (
    ends.length === 2 &&
    ends.every(([name, { format }]) => (name === 'from' || name === 'to') && format === 'date-time')
  );
}

export function isMoment({ format }: Schema): boolean {
  return format === 'date-time' || format === 'date' || format === 'time';
}

/** Returns the input with a value at a dotted path. */
export function withField(input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  const inner = input[name];
  const below = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  return { ...input, [name]: rest.length === 0 ? value : withField(below, rest.join('.'), value) };
}

export interface Served {
  path: string;
  call: Call;
}

export interface FarStage {
  at: Stage;
  served: readonly Served[];
  callOf(path: string): Served;
  /** Calls as the owner of everything, or in the role that the call requires. */
  request(one: Served, input: object): Promise<Answer>;
  idOf(field: string, kind: Kind): string;
}

export async function farStage(): Promise<FarStage> {
  const at = await stage();
  const served = at.app.handlers.flatMap(({ contract }) =>
    Object.entries(contract.calls).map(([path, call]): Served => ({ path, call })),
  );
  const operator = await at.add('operator', 'boss');
  const clerk = await at.add('operator', 'clerk');
  const agent = await at.add('agent', 'kingsley');
  // Below every channel's own rate, so that the agent earns on the owner's orders.
  await at.db.pool.query(
    'insert into member_rates (member_no, channel_id, percent) select $1::bigint, channel_id, 1000 from channels',
    [agent.memberNo],
  );
  const owner = await at.add('merchant', 'zorina', agent.memberNo);
  const testObjects = await addObjects(at, owner, clerk, 1);
  for (const job of ['settle commissions', 'show agents their orders'])
    await at.app.jobs.find(({ name }) => name === job)?.run();
  return {
    at,
    served,
    callOf(path) {
      const found = served.find((one) => one.path === path);
      if (!found) throw new Error(`no call ${path}`);
      return found;
    },
    request: ({ path, call }, input) =>
      at.request(call.who === 'operators' ? operator : call.who === 'agents' ? agent : owner, path, call, input),
    idOf: (_field, kind) => testObjects.ids[kind] ?? '',
  };
}

/** What is wrong with an answer, with the request that caused it. */
export function faultOf({ path }: Served, input: object, { status, code, text }: Answer): string[] {
  return status >= 500 || code === undefined
    ? [`${path} ${JSON.stringify(input)}: ${status} ${text.slice(0, 200)}`]
    : [];
}
