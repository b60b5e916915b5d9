/**
 * A browser, and a server with a copy of the demo's data, for one file of journeys. Call it at the top of the file; it
 * fails if the server has logged an error by the end of the file.
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
  /** Opens a new browser context without a page address. */
  visit(options?: Omit<VisitorOptions, 'baseUrl'>): Promise<Visitor>;
  /**
   * The browser state of a session of this account (default: the demo's shop), without a language. The login happens
   * once per file.
   */
  loggedIn(account?: Account): Promise<BrowserState>;
}

/** `env` returns additional environment settings; it is called before the server starts. */
export function demoStage(env: () => Promise<Environment> = async () => ({})): Stage {
  return stageWith(async () => startServer({ from: inject('demoFolder'), env: { DEMO: 'on', ...(await env()) } }));
}

/** The same without the demo: `start` starts its server. */
export function stageWith(start: () => Promise<TestServer>): Stage {
  let browser: Browser | undefined;
  let server: TestServer | undefined;
  const states = new Map<string, Promise<BrowserState>>();

  beforeAll(async () => {
    browser = await chromium.launch(inject('browser'));
    server = await start();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
    expect(server?.errors()).toEqual([]);
  });

  const stage: Stage = {
    get browser() {
      return started(browser);
    },
    get server() {
      return started(server);
    },
    get baseUrl() {
      return started(server).baseUrl;
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

export interface ShopStage extends Stage {
  readonly shop: Shop;
}

/** A stage with the program of the demo's shop, which the server is allowed to call. */
export function shopStage(more: Environment = {}): ShopStage {
  let shop: Shop | undefined;
  // Registered first, so that it runs last, after the server has stopped.
  afterAll(() => shop?.stop());
  const stage = demoStage(async () => {
    shop = await openShop({ merchantNo: demoShopNo, key: DEMO_SHOP_KEY });
    return { OUTBOUND_ALLOW: shop.host, ...more };
  });
  beforeAll(() => shop?.connect(stage.baseUrl));
  return Object.defineProperty(stage as ShopStage, 'shop', { get: () => started(shop) });
}

async function stateAfterLogin(stage: Stage, account: Account): Promise<BrowserState> {
  const visitor = await stage.visit();
  await logIn(visitor, stage.baseUrl, account);
  const { cookies, origins } = await visitor.context.storageState();
  await visitor.close();
  return { cookies: cookies.filter(({ name }) => name !== 'language'), origins };
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the stage exists only while its tests run');
  return part;
}
