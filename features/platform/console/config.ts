/**
 * The platform's configuration in the browser. It comes with the page and is refetched at every navigation, with its
 * ETag, so that an unchanged configuration costs an empty answer. Once there is one, no navigation waits for the next,
 * and it stays if the next does not arrive.
 */
import { useSyncExternalStore } from 'react';
import { apiHeaders, readAnswer, waitedFor } from '#foundation/console/wire/api.ts';
import { CALL_TIMEOUT_MS, sendRequest, takeEarly } from '#foundation/console/wire/early-calls.ts';
import { language } from '#foundation/console/page/language.ts';
import { cell, useCell } from '#foundation/console/wire/signal.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Config } from '../contract.ts';
import { platformScreenWords } from '../screen-words.ts';
import { configInPage, etagInPage } from './config-in-page.ts';

/** The name shown until the platform's own name is known. */
const PRODUCT = 'Countinghouse';

const config = cell<Config | undefined>(configInPage);
/** The ETag of the known configuration. */
let etag = etagInPage;
/** True if the server has just written it into the page: the first navigation need not refetch it. */
let cameWithPage = configInPage !== undefined;
let reading: Promise<Config> | undefined;

/** `undefined` until the server has answered once. */
export function useConfig(): Config | undefined {
  return useCell(config);
}

export function usePlatformName(): string {
  return useConfig()?.name ?? PRODUCT;
}

/**
 * The address of the customer support; null without one. A prerendered page is drawn without it and taken over as it is;
 * the link comes right after.
 */
export function useSupportUrl(): string | null {
  return useSyncExternalStore(
    config.listen,
    () => config.get()?.supportUrl ?? null,
    () => null,
  );
}

/** Returns the known configuration, otherwise loads it. Rejects with a message for users. */
export async function loadConfig(): Promise<Config> {
  return config.get() ?? waitedFor(readOnce());
}

/** For each navigation: like `loadConfig`, but also refetches a known configuration in the background. */
export async function renewConfig(): Promise<Config> {
  const known = config.get();
  if (!known) return loadConfig();
  if (cameWithPage) cameWithPage = false;
  // If this fails, the known one stays in use.
  else readOnce().catch(() => undefined);
  return known;
}

export function storeConfig(read: Config): void {
  config.set(read);
}

/** Concurrent callers share one request. */
function readOnce(): Promise<Config> {
  reading ??= readConfig().finally(() => (reading = undefined));
  return reading;
}

async function readConfig(): Promise<Config> {
  const known = config.get();
  const answer = await fetchConfig(known && etag).catch(() => {
    throw new Error(textOf('config_failed'));
  });
  if (known && answer.status === 304) return known;
  const { data } = answer;
  if (typeof data !== 'object' || data === null) throw new Error(textOf('config_missing'));
  if (Object.keys(data).length === 0) throw new Error(textOf('config_empty'));
  etag = answer.etag;
  storeConfig(data);
  return data;
}

async function fetchConfig(
  tag: string | undefined,
): Promise<{ status: number; data: Config | undefined; etag: string | undefined }> {
  const headers = { ...apiHeaders(), ...(tag === undefined ? {} : { 'If-None-Match': tag }) };
  const request = { method: 'GET', path: '/config', headers } as const;
  const response = await (takeEarly(request) ?? sendRequest(request, AbortSignal.timeout(CALL_TIMEOUT_MS)));
  const data = response.status === 304 ? undefined : (readAnswer(response) as Config | undefined);
  return { status: response.status, data, etag: response.etag };
}

function textOf(name: keyof typeof platformScreenWords): string {
  return formatPhrase(platformScreenWords[name], language.get());
}
