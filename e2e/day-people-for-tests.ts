/**
 * A platform on its first day, which is empty, and what is outside of it: people with a browser each, a shop's program,
 * phones, and a bank with a gateway of its own.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { FakeGateway } from '#features/upstreams/server/gateway-for-tests.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { type Bank, bankOf } from './day-bank-for-tests.ts';
import { type Stage, stageWith } from './demo-stage-for-tests.ts';
import { startServer } from './server-for-tests.ts';
import { openShop, type Shop, type ShopKeys } from './shop-for-tests.ts';
import { logIn, type Visitor } from './visitor-for-tests.ts';

export interface Day extends Stage {
  readonly shop: Shop;
  /** Set them once the merchant has them. */
  readonly shopKeys: ShopKeys;
  readonly bank: Bank;
  /** The visitor of this person, who has arrived before. */
  of(name: string): Visitor;
  /** A person with a browser of its own, at no page yet. */
  arrive(name: string): Promise<Visitor>;
}

/** Everyone’s password. */
export const PASSWORD = DEMO_PASSWORD;
export const CURRENCY = 'USD';

function dollars(amount: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: CURRENCY }).format(Number(amount));
}

export function firstDay(): Day {
  const shopKeys: ShopKeys = { merchantNo: '', key: '' };
  const people = new Map<string, Visitor>();
  let shop: Shop | undefined;
  let gateway: FakeGateway | undefined;
  // Registered first, so that it runs last, after the server has stopped.
  afterAll(async () => {
    await shop?.stop();
    await gateway?.stop();
  });
  const stage = stageWith(async () => {
    shop = await openShop(shopKeys);
    gateway = await FakeGateway.start(systemClock);
    const port = await freePort();
    // The sandbox reports payments to the platform's own address.
    const allowed = [shop.host, gateway.host, `127.0.0.1:${port}`];
    const server = await startServer({ port, env: { OUTBOUND_ALLOW: allowed.join(',') } });
    await shop.connect(server.baseUrl);
    return server;
  });
  inOrder();
  afterEach(() => {
    for (const [name, visitor] of people) expect([name, visitor.faults()]).toEqual([name, []]);
  });
  const parts = {
    shopKeys,
    bank: bankOf(() => started(gateway)),
    of: (name: string) => started(people.get(name)),
    arrive: async (name: string) => {
      const visitor = { ...(await stage.visit()), money: dollars };
      people.set(name, visitor);
      return visitor;
    },
  };
  return Object.defineProperty(Object.assign(stage, parts) as unknown as Day, 'shop', { get: () => started(shop) });
}

/** The tests of the file are steps of one story: after one that failed, the others have nothing to stand on. */
function inOrder(): void {
  let isOver = false;
  beforeEach(({ skip, onTestFailed }) => {
    if (isOver) skip('an earlier step failed');
    onTestFailed(() => {
      isOver = true;
    });
  });
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('not there yet');
  return part;
}

export async function expectHeading({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}

export async function expectField({ page }: Visitor, label: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).waitFor();
}

/** A member's first page. */
export async function expectWelcome({ page, translate }: Visitor, name: string): Promise<void> {
  await page.getByRole('heading', { name: translate(dashboardWords, 'welcome', { name }) }).waitFor();
}

export async function enter(day: Day, name: string): Promise<Visitor> {
  const visitor = await day.arrive(name);
  await logIn(visitor, day.baseUrl, { account: name, password: PASSWORD });
  return visitor;
}

/** Asks for a code by text message and types it in, once the number can get one. */
export async function takeCode(day: Day, { page, translate }: Visitor, mobile: string): Promise<void> {
  const before = await codesTo(day, mobile);
  // A number gets one a minute.
  await expect.poll(() => Date.now() - (before.at(-1)?.at ?? 0), { timeout: 90_000 }).toBeGreaterThan(MINUTE_MS);
  await page.getByRole('button', { name: translate(userScreenWords, 'send_code') }).click();
  await expect.poll(async () => (await codesTo(day, mobile)).length).toBe(before.length + 1);
  const newest = (await codesTo(day, mobile)).at(-1);
  await page.getByLabel(translate(userScreenWords, 'sms_code'), { exact: true }).fill(newest?.code ?? '');
}

const MINUTE_MS = 60_500;

/** What this phone has received, oldest first. */
async function codesTo(day: Day, mobile: string): Promise<{ code: string; at: number }[]> {
  const text = await readFile(join(day.server.dataDir, 'outbox.jsonl'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { to: string; code: string; at: string })
    .filter(({ to }) => to === mobile)
    .map(({ code, at }) => ({ code, at: Date.parse(at) }));
}
