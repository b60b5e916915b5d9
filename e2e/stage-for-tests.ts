/**
 * What a file of journeys plays on: a browser, and a server with a copy of the demo's data. Registered at the top of
 * the file; when the file ends, the server must have had nothing to complain about.
 */
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { DEMO_PASSWORD, DEMO_SHOP_KEY } from '#database/demo/people.ts';
import { type Environment, startServer, type TestServer } from './server-for-tests.ts';
import { openShop, type Shop } from './shop-for-tests.ts';
import { type Account, logIn, visit, type Visitor, type VisitorOptions } from './visitor-for-tests.ts';

export const demoShop: Account = { account: 'demo_shop', password: DEMO_PASSWORD };
/** The merchant number of the demo's shop. */
export const demoShopNo = '20000001';

export type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export interface Stage {
  readonly browser: Browser;
  readonly server: TestServer;
  readonly baseUrl: string;
  /** Somebody with a browser of their own, at no page yet. */
  visit(options?: Omit<VisitorOptions, 'baseUrl'>): Promise<Visitor>;
  /**
   * What a browser keeps in which this account (default: the demo's shop) is logged in: by hand, once a file. In no
   * language.
   */
  loggedIn(account?: Account): Promise<BrowserState>;
}

/** `env`: what the server's environment has besides, asked for before it starts. */
export function stageOfDemo(env: () => Promise<Environment> = async () => ({})): Stage {
  let browser: Browser | undefined;
  let server: TestServer | undefined;
  const states = new Map<string, Promise<BrowserState>>();

  beforeAll(async () => {
    browser = await chromium.launch(inject('browser'));
    server = await startServer({ from: inject('demoFolder'), env: { DEMO: 'on', ...(await env()) } });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
    expect(server?.errors()).toEqual([]);
  });

  const stage: Stage = {
    get browser() {
      return standing(browser);
    },
    get server() {
      return standing(server);
    },
    get baseUrl() {
      return standing(server).baseUrl;
    },
    visit: (options = {}) => visit(stage.browser, { baseUrl: stage.baseUrl, ...options }),
    loggedIn: (account = demoShop) => {
      const state = states.get(account.account) ?? stateAfterLogin(stage, account);
      states.set(account.account, state);
      return state;
    },
  };
  return stage;
}

export interface StageWithShop extends Stage {
  readonly shop: Shop;
}

/** With the program of the demo's shop, which the server may call. */
export function stageWithShop(more: Environment = {}): StageWithShop {
  let shop: Shop | undefined;
  // Registered first, so that it is done last: the server is gone by then.
  afterAll(() => shop?.stop());
  const stage = stageOfDemo(async () => {
    shop = await openShop({ merchantNo: demoShopNo, key: DEMO_SHOP_KEY });
    return { OUTBOUND_ALLOW: shop.host, ...more };
  });
  beforeAll(() => shop?.connect(stage.baseUrl));
  return Object.defineProperty(stage as StageWithShop, 'shop', { get: () => standing(shop) });
}

async function stateAfterLogin(stage: Stage, account: Account): Promise<BrowserState> {
  const visitor = await stage.visit();
  await logIn(visitor, stage.baseUrl, account);
  const { cookies, origins } = await visitor.context.storageState();
  await visitor.close();
  return { cookies: cookies.filter(({ name }) => name !== 'language'), origins };
}

function standing<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the stage stands only while its tests run');
  return part;
}
