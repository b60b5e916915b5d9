/**
 * An agent that asks about a number outside of its tree gets the same answer, after the same statements, whether or not
 * there is such a member: neither the answer nor the time tells.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Call } from '#foundation/core/calls.ts';
import { exportLimit } from '#features/exports/rules.ts';
import { created, newOrder } from '#features/orders/server/orders-for-tests.ts';
import { CHANNEL, type Person, stage, type Stage } from './access-stage-for-tests.ts';

let at: Stage;
let agent: Person;
/** Members below the agent. */
let direct: Person;
let below: Person;
let deeper: Person;
/** Numbers that no call of the agent reaches. An operator has no member number. */
const outside: Record<string, bigint> = {};
const UNKNOWN = 99_999_999n;
/** An order of each merchant. */
const orders = new Map<string, string>();
const NO_ORDER = '2611201202030000001';

beforeAll(async () => {
  at = await stage();
  const top = await at.add('agent', 'upline');
  const topNo = numberOf(top);
  agent = await at.add('agent', 'caller', topNo);
  const agentNo = numberOf(agent);
  direct = await at.add('merchant', 'direct', agentNo);
  below = await at.add('agent', 'below', agentNo);
  deeper = await at.add('merchant', 'deeper', numberOf(below));
  const sibling = await at.add('agent', 'sibling', topNo);
  const stranger = await at.add('agent', 'stranger');
  Object.assign(outside, {
    'an upline': topNo,
    'a sibling': numberOf(sibling),
    'a sibling’s member': numberOf(await at.add('merchant', 'nephew', numberOf(sibling))),
    'a member beside the agent': numberOf(await at.add('merchant', 'beside', topNo)),
    'a stranger': numberOf(stranger),
    'a stranger’s member': numberOf(await at.add('merchant', 'unrelated', numberOf(stranger))),
    'a merchant without an agent': numberOf(await at.add('merchant', 'alone')),
  });
  for (const memberNo of [numberOf(direct), ...Object.values(outside)]) {
    const order = await created(at.app.orders, newOrder(memberNo, { channelCode: CHANNEL, notifyUrl: null }));
    orders.set(memberNo.toString(), order.systemNo.toString());
  }
  await at.app.jobs.find(({ name }) => name === 'show agents their orders')?.run();
});
afterAll(() => at.close());

function numberOf({ memberNo, username }: Person): bigint {
  if (memberNo === null) throw new Error(`${username} is no member`);
  return memberNo;
}

const rates = [{ channel: CHANNEL, percent: '0.7' }];
/** Inputs about a member anywhere in the tree. */
const aboutAny: Readonly<Record<string, (memberNo: string) => object>> = {
  '/agent/userlist': (memberNo) => ({ memberNo }),
  '/agent/orderlist': (memberNo) => ({ memberNo }),
  '/agent/orderdetail': (memberNo) => ({ memberNo, systemNo: orders.get(memberNo) ?? NO_ORDER }),
  '/agent/commission': (memberNo) => ({ memberNo, group: 'member' }),
  '/agent/commission/entries': (memberNo) => ({ memberNo }),
  '/user/export of agentUser': (memberNo) => ({ kind: 'agentUser', format: 'csv', filter: { memberNo } }),
  '/user/export of agentOrder': (memberNo) => ({ kind: 'agentOrder', format: 'csv', filter: { memberNo } }),
  '/user/export of commissionEntry': (memberNo) => ({ kind: 'commissionEntry', format: 'csv', filter: { memberNo } }),
  '/user/export of commission': (memberNo) => ({ kind: 'commission', format: 'csv', filter: { memberNo } }),
};
/** Inputs about a direct member. */
const aboutDirect: Readonly<Record<string, (memberNo: string) => object>> = {
  '/agent/userrate': (memberNo) => ({ memberNo }),
  '/agent/setuserrate': (memberNo) => ({ memberNo, rates }),
  '/agent/copyrates from': (memberNo) => ({ from: { memberNo }, to: [numberOf(direct).toString()] }),
  '/agent/copyrates to': (memberNo) => ({ from: { own: true, addPercent: '0.1', addFixed: '0' }, to: [memberNo] }),
  '/agent/changebio': (memberNo) => ({ memberNo, remark: 'met in May' }),
};

const pathOf = (name: string): `/${string}` => `/${name.slice(1).split(' ', 1)[0] ?? ''}`;
function callOf(path: `/${string}`): Call {
  const call = at.app.handlers.map(({ contract }) => contract.calls[path]).find(Boolean);
  if (!call) throw new Error(`there is no call ${path}`);
  return call;
}

/** Where statements leave. */
const client = pg.Client.prototype as unknown as {
  query(...args: [string | { text?: string }, ...unknown[]]): unknown;
};

/** What a process counts of the orders before, it writes down a moment later. */
const COUNTING = /\b(?:route_usage|upstream_hours)\b/;

/** The answer without the number that it is about, and the texts of all statements that were sent for it. */
async function ask(name: string, inputOf: (memberNo: string) => object, memberNo: bigint) {
  const sent: string[] = [];
  const { query } = client;
  const spy = vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...args) {
    const [first] = args;
    sent.push(typeof first === 'string' ? first : String(first.text));
    return query.apply(this, args);
  });
  try {
    const path = pathOf(name);
    const { status, text } = await at.request(agent, path, callOf(path), inputOf(memberNo.toString()));
    return {
      status,
      text: text.replaceAll(memberNo.toString(), 'N'),
      sent: sent.filter((statement) => !COUNTING.test(statement)),
    };
  } finally {
    spy.mockRestore();
  }
}

describe.each([
  ...Object.entries(aboutAny).map(([name, inputOf]) => ({ name, inputOf, reachesDeeper: true })),
  ...Object.entries(aboutDirect).map(([name, inputOf]) => ({ name, inputOf, reachesDeeper: false })),
])('$name', ({ name, inputOf, reachesDeeper }) => {
  test('answers about every number that it does not reach as about an unknown one, after the same statements', async () => {
    // Later than the limit on exports. The first call then reads what is remembered for the others.
    at.clock.advance(exportLimit.windowMs);
    await ask(name, inputOf, UNKNOWN);
    const unknown = await ask(name, inputOf, UNKNOWN);
    expect(unknown.sent.length).toBeGreaterThan(1);
    // A file about an unknown number has a title row and nothing else.
    expect(unknown.text).toMatch(/"not_found"|^[^\n]+\n$/);
    const numbers = reachesDeeper
      ? outside
      : { ...outside, 'a member further below': numberOf(deeper), 'the agent itself': numberOf(agent) };
    for (const [who, memberNo] of Object.entries(numbers))
      expect({ who, ...(await ask(name, inputOf, memberNo)) }).toEqual({ who, ...unknown });
  });

  test('answers differently about a number that it reaches', async () => {
    const unknown = await ask(name, inputOf, UNKNOWN);
    const isAboutAgents = name.startsWith('/agent/userlist') || name.endsWith('agentUser');
    const reached = await ask(name, inputOf, numberOf(isAboutAgents ? below : direct));
    expect(reached.sent).not.toEqual(unknown.sent);
  });
});

test('every call of agents that takes a member number is asked', () => {
  const asked = new Set<string>([...Object.keys(aboutAny), ...Object.keys(aboutDirect)].map(pathOf));
  const paths = at.app.handlers
    .flatMap(({ contract }) => Object.entries(contract.calls))
    .flatMap(([path, { who }]) => (who === 'agents' ? [path] : []));
  expect(paths.filter((path) => !asked.has(path)).sort()).toEqual(['/agent/adduser', '/agent/detail']);
});
