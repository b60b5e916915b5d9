/**
 * A browser that is held back, and how it is asked what it shows and when: by the page's own clock, looked at in every
 * frame, so that no tool's way counts. "slow" = four times slower processor and 562 ms / 1.44 Mbit/s of network, "cpu"
 * = the processor alone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, LaunchOptions, Page, Request } from 'playwright-core';

const SLOWER = 4;
const QUIET_MS = 400;
const NETWORK = { offline: false, latency: 562, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 };

/**
 * Who watches a page with a tool is told where in its code each request was made. The engine works that out by parsing
 * whole files once more in the middle of the page's work (0.2 s of a held back page; 0.7 ms in a browser that nobody
 * watches), unless it noted it down when it compiled them.
 */
export function heldBack<Options extends LaunchOptions>(options: Options): Options {
  return { ...options, args: [...(options.args ?? []), '--js-flags=--no-enable-lazy-source-positions'] };
}

export type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/** The browser's own way to a page. */
const sessions = new WeakMap<Page, CDPSession>();
/** What a page has asked for and not yet got. */
const underWay = new WeakMap<Page, Set<Request>>();

/** A browser that has never been here; measures what it shows with what is counted in the page itself. */
export async function open(on: Browser, { slow = false, state }: { slow?: boolean; state?: State }): Promise<Page> {
  const context = await on.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state ? { storageState: state } : {}),
  });
  await context.addInitScript(watchTasksAndShifts);
  const page = await context.newPage();
  const asked = new Set<Request>();
  page.on('request', (request) => void (request.url().endsWith('/api/events') || asked.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void asked.delete(request));
  underWay.set(page, asked);
  const session = await sessionOf(page);
  if (slow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** Until nothing has been asked of the server for a while; the stream of live events never ends. */
export async function quiet(page: Page): Promise<void> {
  const asked = underWay.get(page);
  for (let since = performance.now(); performance.now() - since < QUIET_MS; await pause(20))
    if (asked?.size) since = performance.now();
}

interface Watched {
  shift: number;
  longest: number;
}

/** Runs in the page, before everything else. The kinds of entries are the browser's; the types are Node's. */
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

/** The page's own clock (ms since it was asked for) when `selector` is first there. */
export async function until(page: Page, selector: string): Promise<number> {
  return (await moments(page, undefined, selector)).there;
}

/**
 * Acts by the page itself, and looks in every frame from the same breath on: the act, and the frame in which `selector`
 * is there, by the page's clock. No tool's way counts: `waitForFunction` costs the held back page 60 ms, and what
 * Playwright puts into a page before the first `evaluate` another 25.
 */
export async function moments(
  page: Page,
  act: Act | undefined,
  selector: string,
): Promise<{ acted: number; there: number }> {
  const session = await sessionOf(page);
  const expression = `(${actAndLook.toString()})(${JSON.stringify(act ?? null)}, ${JSON.stringify(selector)})`;
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
function actAndLook(act: Act | null, selector: string): Promise<{ acted: number; there: number }> {
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

export async function from(page: Page, act: Act, selector: string): Promise<number> {
  const { acted, there } = await moments(page, act, selector);
  return there - acted;
}

type Act = { click: string } | { goTo: string };
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
