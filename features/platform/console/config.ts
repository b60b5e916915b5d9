/**
 * The platform's configuration in the browser: it comes with the first page or is read before it, is kept, and refreshed
 * behind the scenes when it has grown old. A page that has one never loses it again.
 */
import { sendCall } from '#foundation/console/api.ts';
import { language } from '#foundation/console/language.ts';
import { cell, useCell } from '#foundation/console/signal.ts';
import { showToast } from '#foundation/console/toasts.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Config } from '../contract.ts';
import { platformScreenWords } from '../screen-words.ts';
import { configInPage } from './config-in-page.ts';

const FRESH_MS = 60_000;
/** The product's own name, until the platform says its. */
const PRODUCT = 'Countinghouse';

const config = cell<Config | undefined>(undefined);
let readAtMs = 0;
keepConfig(configInPage);
let reading: Promise<Config> | undefined;

/** `undefined` only while the server has not answered once. */
export function useConfig(): Config | undefined {
  return useCell(config);
}

export function usePlatformName(): string {
  return useConfig()?.name ?? PRODUCT;
}

/** Fails with a message for people. Several askers share one request. */
export async function loadConfig(): Promise<Config> {
  const known = config.get();
  if (known && Date.now() - readAtMs < FRESH_MS) return known;
  if (!reading) {
    reading = readConfig().finally(() => (reading = undefined));
    reading.catch((error: Error) => known && showToast(error.message, 'bad'));
  }
  if (!known) return reading;
  // The old one serves meanwhile, and longer if this fails, which is said.
  return known;
}

async function readConfig(): Promise<Config> {
  const data = await sendCall<Config | undefined>('GET', '/config', undefined, { quiet: true }).catch(() => {
    throw new Error(say('config_failed'));
  });
  if (typeof data !== 'object' || data === null) throw new Error(say('config_missing'));
  if (Object.keys(data).length === 0) throw new Error(say('config_empty'));
  keepConfig(data);
  return data;
}

export function keepConfig(read: Config | undefined): void {
  if (read === undefined) return;
  readAtMs = Date.now();
  config.set(read);
}

function say(name: keyof typeof platformScreenWords): string {
  return formatPhrase(platformScreenWords[name], language.get());
}
