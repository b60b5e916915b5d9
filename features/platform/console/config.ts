/**
 * The platform's configuration in the browser. It comes with the page, and is asked for again at every navigation: with
 * the tag of what is known, so that an unchanged one costs an empty answer. Who has one never waits for the next, and
 * keeps it when that does not come.
 */
import { apiHeaders, readAnswer, waitedFor } from '#foundation/console/api.ts';
import { CALL_TIMEOUT_MS, sendRequest, takeEarly } from '#foundation/console/early-calls.ts';
import { language } from '#foundation/console/language.ts';
import { cell, useCell } from '#foundation/console/signal.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Config } from '../contract.ts';
import { platformScreenWords } from '../screen-words.ts';
import { configInPage, etagInPage } from './config-in-page.ts';

/** The product's own name, until the platform says its. */
const PRODUCT = 'Countinghouse';

const config = cell<Config | undefined>(configInPage);
/** Of the configuration that is known. */
let etag = etagInPage;
/** The server wrote it into the page a moment ago: the first navigation need not ask. */
let cameWithPage = configInPage !== undefined;
let reading: Promise<Config> | undefined;

/** `undefined` only while the server has not answered once. */
export function useConfig(): Config | undefined {
  return useCell(config);
}

export function usePlatformName(): string {
  return useConfig()?.name ?? PRODUCT;
}

/** The one that is known, else the server's. Fails with a message for people. */
export async function loadConfig(): Promise<Config> {
  return config.get() ?? waitedFor(readOnce());
}

/** Before each navigation: as `loadConfig`, and has a known one renewed meanwhile. */
export async function renewConfig(): Promise<Config> {
  const known = config.get();
  if (!known) return loadConfig();
  if (cameWithPage) cameWithPage = false;
  // The known one serves on if this fails.
  else readOnce().catch(() => undefined);
  return known;
}

export function keepConfig(read: Config): void {
  config.set(read);
}

/** Several askers share one request. */
function readOnce(): Promise<Config> {
  reading ??= readConfig().finally(() => (reading = undefined));
  return reading;
}

async function readConfig(): Promise<Config> {
  const known = config.get();
  const answer = await ask(known && etag).catch(() => {
    throw new Error(say('config_failed'));
  });
  if (known && answer.status === 304) return known;
  const { data } = answer;
  if (typeof data !== 'object' || data === null) throw new Error(say('config_missing'));
  if (Object.keys(data).length === 0) throw new Error(say('config_empty'));
  etag = answer.etag;
  keepConfig(data);
  return data;
}

async function ask(
  tag: string | undefined,
): Promise<{ status: number; data: Config | undefined; etag: string | undefined }> {
  const headers = { ...apiHeaders(), ...(tag === undefined ? {} : { 'If-None-Match': tag }) };
  const request = { method: 'GET', path: '/config', headers } as const;
  const response = await (takeEarly(request) ?? sendRequest(request, AbortSignal.timeout(CALL_TIMEOUT_MS)));
  const data = response.status === 304 ? undefined : (readAnswer(response) as Config | undefined);
  return { status: response.status, data, etag: response.etag };
}

function say(name: keyof typeof platformScreenWords): string {
  return formatPhrase(platformScreenWords[name], language.get());
}
