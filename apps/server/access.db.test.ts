import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call, Who } from '#foundation/core/calls.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import { freePhotos, addObjects, type Kind, type TestObjects } from './access-objects-for-tests.ts';
import { type Answer, type Person, stage, type Stage, type Write } from './access-stage-for-tests.ts';
import { type Form, formsOf, inputSchema, type Schema } from './call-inputs-for-tests.ts';

interface Served {
  path: string;
  call: Call;
}

let at: Stage;
/** The calls that the running app serves. */
let served: readonly Served[];
/**
 * The owner of the objects, and the other callers: a merchant who has objects too, one who has none, the owner's agent,
 * and another agent, who is the stranger to whom agents' calls show nothing.
 */
let owner: Person;
let otherAgent: Person;
let strangers: readonly Person[];
let people: Readonly<Record<Person['role'], Person>>;
let testObjects: ReadonlyMap<Person, TestObjects>;

const nobody: Person = { role: 'nobody', username: '', token: undefined, userId: 0n, memberNo: null };

beforeAll(async () => {
  at = await stage();
  served = at.app.handlers.flatMap(({ contract }) =>
    Object.entries(contract.calls).map(([path, call]) => ({ path, call })),
  );
  const [operator, proposer] = [await at.add('operator', 'boss'), await at.add('operator', 'clerk')];
  const agent = await at.add('agent', 'kingsley');
  owner = await at.add('merchant', 'zorina', agent.memberNo);
  otherAgent = await at.add('agent', 'rowena');
  const ofOtherAgent = await at.add('merchant', 'hedwig', otherAgent.memberNo);
  const [neighbour, fresh] = [await at.add('merchant', 'bertha'), await at.add('merchant', 'quentin')];
  testObjects = new Map([
    [owner, await addObjects(at, owner, proposer, 1)],
    [neighbour, await addObjects(at, neighbour, proposer, 2)],
    [fresh, { ids: await freePhotos(at, fresh), traces: [] }],
    [otherAgent, { ids: { member: String(ofOtherAgent.memberNo) }, traces: [] }],
  ]);
  strangers = [neighbour, fresh, agent, otherAgent];
  people = { nobody, merchant: owner, agent, operator };
  await at.app.jobs.find(({ name }) => name === 'show agents their orders')?.run();
  await at.writes();
});
afterAll(() => at.close());

/** Written out here, not read from the tested code. */
const admitted: Readonly<Record<Who, readonly Person['role'][]>> = {
  anyone: ['nobody', 'merchant', 'agent', 'operator'],
  session: ['merchant', 'agent', 'operator'],
  members: ['merchant', 'agent'],
  agents: ['agent'],
  operators: ['operator'],
};

const request = (who: Person, { path, call }: Served, input: object): Promise<Answer> =>
  at.request(who, path, call, input);
const forms = ({ path, call }: Served): Form[] => formsOf(path, call);

/**
 * The object that a person has under that name. A person without such an object names one that does not exist. A
 * request of another user counts as new.
 */
function ownOf(who: Person, kind: Kind): string {
  if (who !== owner && kind.endsWith('Request')) return randomUUID();
  const isNumbered = ['order', 'withdrawal', 'payout', 'batch', 'notice', 'user', 'member'].includes(kind);
  return testObjects.get(who)?.ids[kind] ?? (isNumbered ? '2611200400000000001' : randomUUID());
}

/** An input that names the caller's own objects, or the owner's where `foreign` is the field. */
function inputOf(form: Form, who: Person, foreign?: string): Record<string, unknown> {
  return form.make((field, kind) => ownOf(field === foreign ? owner : who, kind));
}

/** A person who can call: the owner where possible. */
function callerOf({ call }: Served): Person {
  return people[admitted[call.who][0] ?? 'nobody'];
}

describe('the routes of the running server', () => {
  /** Routes that are not calls, and what protects them. */
  const endpoints: readonly RegExp[] = [
    /^GET \/(healthz|readyz)$/,
    /^GET \/(|index\.html|favicon\.png)$/,
    // Built files without any data.
    /^GET \/assets\/[\w.-]+$/,
    /^GET \/api\/(openapi\.json|openapi-gateway\.json|docs|docs\/start\.js|docs\/files\/\*|docs\/gateway|docs\/gateway\/reference\.(css|js))$/,
    // Needs a session; tested below.
    /^GET \/api\/events$/,
    // Signed by a merchant or by an upstream; or sealed by us.
    /^POST \/gateway\/v1\/(pay\/create|pay\/query|payout\/create|payout\/query|balance)$/,
    /^(GET|POST) \/upstream\/:id\/notify$/,
    // Signed by a merchant's plugin, or with its key; the last are public pages and files.
    /^(GET|POST) \/epay(\/\*|(submit|mapi|api)\.php)$/,
    /^(GET|POST) \/{1,2}(submit|mapi|api)\.php(\/\*)?$/,
    /^GET \/epay\/(pay|check\/:token)$/,
    /^GET \/epay\/assets\/[\w.-]+$/,
    /^GET \/return\/:order$/,
    // The platform's logo, by the digest of its bytes.
    /^GET \/api\/logo\/:digest$/,
    // A file that was too large for its report, by the signed address in it.
    /^GET \/report\/:file$/,
    /^(GET|POST) \/cashier\/:token(\/\w+)?$/,
    /^GET \/cashier\/assets\/[\w.-]+$/,
  ];

  test('are the calls of the contracts, each with its policy, and a few known doors', () => {
    const calls = new Set(served.map(({ path, call }) => `${call.method ?? 'POST'} ${CONSOLE_BASE}${path}`));
    const routes = new Set(at.routes.map(({ method, url }) => `${method === 'HEAD' ? 'GET' : method} ${url}`));
    expect([...calls].filter((call) => !routes.has(call))).toEqual([]);
    expect(
      [...routes].filter((route) => !calls.has(route) && !endpoints.some((endpoint) => endpoint.test(route))),
    ).toEqual([]);
    expect(served.filter(({ call }) => !(call.who in admitted))).toEqual([]);
    expect(served.length).toBeGreaterThan(60);
  });

  test('send no events without a session', async () => {
    expect(
      await request(nobody, { path: '/events', call: { who: 'session', summary: '', method: 'GET' } }, {}),
    ).toMatchObject({ code: 50008 });
  });
});

test('every call × every role that it does not admit: anonymous callers must log in, others find nothing, and nothing is written', async () => {
  const leaks: string[] = [];
  let trials = 0;
  for (const one of served) {
    const { path, call } = one;
    for (const who of Object.values(people).filter(({ role }) => !admitted[call.who].includes(role))) {
      for (const input of [...forms(one).map((form) => inputOf(form, owner)), {}]) {
        trials += 1;
        const { code, error, data, text } = await request(who, one, call.upload && !call.input ? { file: 'x' } : input);
        const right =
          who.role === 'nobody' ? code === 50008 && error === 'logged_out' : code === 0 && error === 'not_found';
        if (!right || data !== undefined) leaks.push(`${path} to ${who.role}: ${text.slice(0, 200)}`);
      }
    }
  }
  const written = await at.writes();
  process.stdout.write(
    `calls × roles not admitted: ${trials} trials, ${leaks.length} leaks, ${written.length} writes\n`,
  );
  expect(leaks).toEqual([]);
  expect(written).toEqual([]);
  expect(trials).toBeGreaterThan(200);
});

describe('extra fields', () => {
  test('are refused by every call, by name, and nothing is written', async () => {
    const taken: string[] = [];
    const readsNothing = served.filter(({ call }) => call.method === 'GET' && !call.download);
    for (const one of served.filter((each) => !readsNothing.includes(each))) {
      for (const form of forms(one)) {
        const { code, fields, text } = await request(callerOf(one), one, {
          ...inputOf(form, owner),
          unknownField: 'x',
        });
        const marked = fields?.['unknownField'] ?? (forms(one).length > 1 ? fields?.['body'] : undefined);
        if (code !== -1 || marked === undefined) taken.push(`${one.path}: ${text.slice(0, 200)}`);
      }
    }
    expect(taken).toEqual([]);
    expect(readsNothing.map(({ path }) => path)).toEqual(['/config']);
    expect(await at.writes()).toEqual([]);
  });

  test('are never declared: every object of an input and of an answer names its fields', () => {
    const open = served.flatMap(({ path, call }) => [
      ...openIn(inputSchema(call)).map((field) => `${path} takes ${field}`),
      ...(call.output
        ? openIn(z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' }) as Schema)
        : []
      ).map((field) => `${path} gives ${field}`),
    ]);
    // A list's own filter, which the list's own schema refuses; the captcha's own puzzle; messages for the columns of a
    // row; channels by the names that shops give to ways to pay; a trial call's fields and headers, whose names the
    // gateway checks.
    expect(open.sort()).toEqual([
      '/apisettings/epay gives typeMap',
      '/apisettings/epay takes typeMap',
      '/apisettings/try gives headers',
      '/apisettings/try gives replyHeaders',
      '/apisettings/try takes fields',
      '/batch/validate gives rows[].errors',
      '/captcha/init gives altcha',
      '/operator/reconciliation/day gives extend.pairs',
      '/schedule/list gives list[].filter',
      '/schedule/save takes filter',
      '/user/export takes filter',
      '/user/export/quote takes filter',
    ]);
  });

  test.each(['moneylog', 'order', 'withdrawal', 'payout', 'batch', 'logs'])(
    'are refused in the filter of the list %s that is taken away',
    async (kind) => {
      const one = served.find(({ path }) => path === '/user/export');
      if (!one) throw new Error('no such call');
      const filter = kind === 'batch' ? { batchNo: ownOf(owner, 'batch') } : {};
      expect(
        await request(owner, one, { kind, format: 'csv', filter: { ...filter, unknownField: 'x' } }),
      ).toMatchObject({
        code: -1,
      });
      expect((await request(owner, one, { kind, format: 'csv', filter })).isFile).toBe(true);
    },
  );
});

describe("another user's objects", () => {
  /** How far a call got: to the object, which is then not found, or only to a step before it. */
  function outcomeOf({ code, error, fields }: Answer, field: string): 'not found' | 'answered' | 'before' {
    if (code === 1) return 'answered';
    return (code === 0 && isNothing(error)) || fields?.[field] !== undefined ? 'not found' : 'before';
  }

  test('every call × every id that it can name × every other user: nothing of the owner is revealed or changed', async () => {
    const faults: string[] = [];
    const unreached: string[] = [];
    let trials = 0;
    for (const one of served.filter(({ call }) => call.who !== 'operators')) {
      for (const form of forms(one)) {
        for (const [field, kind] of form.ids) {
          const outcomes: string[] = [];
          for (const who of strangersAt(one, kind)) {
            trials += 1;
            const input = inputOf(form, who, field);
            const answer = await request(who, one, input);
            const outcome = outcomeOf(answer, field);
            outcomes.push(outcome);
            // What the caller sent itself is not news.
            const news = testObjects.get(owner)?.traces.filter((trace) => !JSON.stringify(input).includes(trace)) ?? [];
            const leaks = news.filter((trace) => answer.text.includes(trace));
            const written = await at.writes();
            const touched = written.filter(
              (row) =>
                outcome !== 'answered' || isOf(owner, row) || news.some((trace) => JSON.stringify(row).includes(trace)),
            );
            if (answer.status !== 200 || leaks.length > 0 || touched.length > 0)
              faults.push(
                `${one.path} by ${who.username} with ${field}: told ${leaks.join()}, touched ${JSON.stringify(touched)}, ${answer.text.slice(0, 200)}`,
              );
          }
          if (outcomes.every((outcome) => outcome === 'before')) unreached.push(`${one.path} ${field}`);
        }
      }
    }
    process.stdout.write(`calls × ids × strangers: ${trials} trials, ${faults.length} leaks or writes\n`);
    expect(faults).toEqual([]);
    expect(unreached).toEqual([]);
    expect(trials).toBeGreaterThan(60);
  });

  /**
   * Leaves out operators, except where users ask for their own objects, and the owner's agent where agents ask for
   * their members. Pictures are shown to operators.
   */
  function strangersAt({ call }: Served, kind: Kind): Person[] {
    if (call.who === 'agents') return [otherAgent];
    const all = call.who === 'session' && kind !== 'file' ? [...strangers, people.operator] : strangers;
    return all.filter(({ role }) => admitted[call.who].includes(role));
  }

  test('are in no export, whatever the filter names', async () => {
    const one = served.find(({ path }) => path === '/user/export');
    if (!one) throw new Error('no such call');
    const mine = (kind: Kind): string => ownOf(owner, kind);
    const filters: [kind: string, filter: object][] = [
      ['moneylog', { orderNo: mine('orderNo') }],
      ['order', { q: mine('order') }],
      ['withdrawal', { q: mine('withdrawal') }],
      ['payout', { q: mine('payout') }],
      ['batch', { batchNo: mine('batch') }],
      ['logs', {}],
    ];
    for (const [kind, filter] of filters) {
      const input = { kind, format: 'csv', filter };
      const news = testObjects.get(owner)?.traces.filter((trace) => !JSON.stringify(input).includes(trace)) ?? [];
      for (const who of [...strangers, nobody]) {
        const { text } = await request(who, one, input);
        expect([kind, who.username, news.filter((trace) => text.includes(trace))]).toEqual([kind, who.username, []]);
      }
      // Negative control: the owner gets them.
      const own = await request(owner, one, input);
      expect([kind, own.isFile, kind === 'logs' || news.some((trace) => own.text.includes(trace))]).toEqual([
        kind,
        true,
        true,
      ]);
    }
  });

  test('are found by users who can see them, and each answer has exactly the fields that its call declares', async () => {
    const missing: string[] = [];
    const odd: string[] = [];
    const followed: [path: string, name: string, isDeclared: boolean][] = [];
    let [answered, leaking] = [0, 0];
    // Some of these end a session or a user, so operators come last, and no user logs out.
    const byOwner = served.filter(({ path, call }) => call.who !== 'operators' && path !== '/user/logout');
    const withIds = byOwner.filter((one) => forms(one).some(({ ids }) => ids.size > 0));
    for (const one of new Set([...withIds, ...byOwner, ...served.filter(({ call }) => call.who === 'operators')])) {
      for (const form of forms(one)) {
        await Promise.all([at.writes(), at.heard()]);
        const { code, error, data, text } = await request(callerOf(one), one, inputOf(form, owner));
        followed.push(...(await followedOf(one)));
        if (form.ids.size > 0 && (code === -1 || isNothing(error))) missing.push(`${one.path}: ${text.slice(0, 200)}`);
        if (testObjects.get(owner)?.traces.some((trace) => text.includes(trace))) leaking += 1;
        if (code !== 1 || !one.call.output) continue;
        answered += 1;
        odd.push(
          ...fieldsOff(
            z.toJSONSchema(one.call.output, { io: 'output', unrepresentable: 'any' }) as Schema,
            data,
            one.path,
          ),
        );
      }
    }
    process.stdout.write(
      `answers against their contracts: ${answered} answers, ${odd.length} fields more or less; ${leaking} told of the owner's things\n`,
    );
    expect({ missing, odd }).toEqual({ missing: [], odd: [] });
    expect(followed.filter(([, , isDeclared]) => !isDeclared)).toEqual([]);
    expect(new Set(followed.map(([path]) => path)).size).toBeGreaterThan(5);
    expect(answered).toBeGreaterThan(30);
    expect(leaking).toBeGreaterThan(15);
  });
});

/** The notices and live events that just followed a call, and whether its contract declares them. */
async function followedOf({ path, call }: Served): Promise<[path: string, name: string, isDeclared: boolean][]> {
  const sent = (await at.writes()).filter(({ table, before }) => table === 'notices' && before === null);
  const kinds = sent.map(({ after }) => (JSON.parse(after ?? '{}') as { kind: string }).kind);
  const events = (await at.heard()).filter((event) => event !== 'notice.new' || kinds.length === 0);
  const live: readonly string[] = call.live ?? [];
  return [
    ...kinds.map((kind): [string, string, boolean] => [path, kind, call.notices?.includes(kind) ?? false]),
    ...events.map((event): [string, string, boolean] => [path, event, live.includes(event)]),
  ];
}

/** The messages for an object that does not exist, and for a filter that finds none. */
function isNothing(error: string | undefined): boolean {
  return error === 'not_found' || error === 'nothing_to_notify' || error === 'nothing_to_resend';
}

function isOf({ memberNo, userId }: Person, { before, after }: Write): boolean {
  const own = new RegExp(`"(member_no|user_id)": (${memberNo}|${userId})\\b`);
  return own.test(`${before} ${after}`);
}

/** Fields that an answer has and its schema does not name, or that it lacks and the schema requires. */
function fieldsOff(schema: Schema, value: unknown, where: string): string[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const found = choices.map((one) => fieldsOff(one, value, where));
    return found.find((faults) => faults.length === 0) ?? found[0] ?? [];
  }
  if (schema.type === 'null') return value === null ? [] : [`${where} is not null`];
  if (schema.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((one) => fieldsOff(schema.items ?? {}, one, `${where}[]`))
      : [`${where} is no list`];
  const { properties, required = [] } = schema;
  // The schema itself checks texts and numbers.
  if (!properties) return [];
  if (typeof value !== 'object' || value === null) return [`${where} is no object`];
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${where}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const declared = properties[name];
      return declared ? fieldsOff(declared, inner, `${where}.${name}`) : [`${where}.${name} is not declared`];
    }),
  ];
}

/** Objects that accept or return unnamed fields, by their dotted path. */
function openIn(schema: Schema, path = ''): string[] {
  const below = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    openIn(one, path),
  );
  const items = schema.items ? openIn(schema.items, `${path}[]`) : [];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    openIn(one, path === '' ? name : `${path}.${name}`),
  );
  return [
    ...(schema.type === 'object' && schema.additionalProperties !== false ? [path] : []),
    ...below,
    ...items,
    ...inside,
  ];
}
