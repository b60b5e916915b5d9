/**
 * A throttled browser, and functions that measure what it shows and when. Times come from the page's own clock, checked
 * in every frame, so that the automation's round trips don't count. "slow" means a four times slower processor and a
 * network of 562 ms / 1.44 Mbit/s; "cpu" means the slower processor alone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, LaunchOptions, Page, Request } from 'playwright-core';

const CPU_SLOWDOWN = 4;
const QUIET_MS = 400;
const NETWORK = { offline: false, latency: 562, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 };

/**
 * Adds the flag that makes V8 record source positions when it compiles. A tool that watches a page receives the place
 * in the code of each request. Without recorded positions the engine parses whole files again for this in the middle of
 * the page's work, which takes 0.2 s in a throttled page and 0.7 ms in an unwatched browser.
 */
export function withoutLazyPositions<Options extends LaunchOptions>(options: Options): Options {
  return { ...options, args: [...(options.args ?? []), '--js-flags=--no-enable-lazy-source-positions'] };
}

export type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/** The DevTools session of each page. */
const sessions = new WeakMap<Page, CDPSession>();
/** The pending requests of each page. */
const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Opens a page in a fresh, throttled browser context. Long tasks and layout shifts are recorded in the page itself. */
export async function open(on: Browser, { slow = false, state }: { slow?: boolean; state?: State }): Promise<Page> {
  const context = await on.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state ? { storageState: state } : {}),
  });
  await context.addInitScript(watchTasksAndShifts);
  const page = await context.newPage();
  const requests = new Set<Request>();
  page.on('request', (request) => void (request.url().endsWith('/api/events') || requests.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void requests.delete(request));
  pendingRequests.set(page, requests);
  const session = await sessionOf(page);
  if (slow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

/** Waits until no request has been pending for a while. The stream of live events never ends and is not counted. */
export async function quiet(page: Page): Promise<void> {
  const requests = pendingRequests.get(page);
  for (let since = performance.now(); performance.now() - since < QUIET_MS; await pause(20))
    if (requests?.size) since = performance.now();
}

interface Watched {
  shift: number;
  longest: number;
}

/**
 * Runs in the page before everything else. The casts are needed because the entry types are the browser's and the
 * TypeScript types are Node's.
 */
function watchTasksAndShifts(): void {
  const watched: Watched = { shift: 0, longest: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) watched.shift += value;
    }
  }).observe({ type: 'layout-shift' as 'resource', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' as 'resource', buffered: true });
}

/** Returns when `selector` first matches, by the page's own clock (ms since navigation started). */
export async function until(page: Page, selector: string): Promise<number> {
  return (await moments(page, undefined, selector)).there;
}

/**
 * Performs the action in the page and checks in every frame whether `selector` matches. Returns both times by the
 * page's clock. The automation's round trips don't count: `waitForFunction` costs the throttled page 60 ms, and what
 * Playwright injects before the first `evaluate` another 25 ms.
 */
export async function moments(
  page: Page,
  act: Interaction | undefined,
  selector: string,
): Promise<{ acted: number; there: number }> {
  const session = await sessionOf(page);
  const expression = `(${interactAndMeasure.toString()})(${JSON.stringify(act ?? null)}, ${JSON.stringify(selector)})`;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails)
    throw new Error(`${selector}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  return result.value as { acted: number; there: number };
}

/** Runs in the page. */
function interactAndMeasure(act: Interaction | null, selector: string): Promise<{ acted: number; there: number }> {
  const { document, location, performance, requestAnimationFrame } = globalThis as unknown as PageGlobals;
  const acted = performance.now();
  if (act && 'goTo' in act) location.hash = act.goTo;
  else if (act) document.querySelector(act.click)?.click();
  return new Promise((found) => {
    const look = (): void => {
      if (document.querySelector(selector)) found({ acted, there: performance.now() });
      else requestAnimationFrame(look);
    };
    look();
  });
}

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

export async function from(page: Page, act: Interaction, selector: string): Promise<number> {
  const { acted, there } = await moments(page, act, selector);
  return there - acted;
}

type Interaction = { click: string } | { goTo: string };
interface PageGlobals {
  document: { querySelector(text: string): { click(): void } | null };
  location: { hash: string };
  performance: { now(): number };
  requestAnimationFrame(act: () => void): void;
}

export function watched(page: Page, { reset = false } = {}): Promise<Watched> {
  return page.evaluate((again) => {
    const { watched: current } = globalThis as unknown as { watched: Watched };
    const copy = { ...current };
    if (again) Object.assign(current, { shift: 0, longest: 0 });
    return copy;
  }, reset);
}
