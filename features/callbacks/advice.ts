/** Finds the sentence that says what was wrong with an attempt and how to mend it. Pure. */
import type { PhraseValues } from '#foundation/core/words.ts';
import type { adviceWords } from './advice-words.ts';
import { type CallbackFault, isCallbackFault } from './fault-words.ts';

export interface AttemptFacts {
  url: string;
  error: string | null;
  replyStatus: number | null;
  /** One `name: value` a line. */
  replyHeaders: string | null;
  reply: string | null;
}

interface Advice {
  word: keyof typeof adviceWords;
  values: PhraseValues;
}

/** Undefined for a delivery. */
export function adviceOf(attempt: AttemptFacts): Advice | undefined {
  const { url, error, replyStatus, reply } = attempt;
  if (error === null || !isCallbackFault(error)) return undefined;
  const host = URL.canParse(url) ? new URL(url).host : url;
  if (error === 'http_status') return ofStatus(attempt, replyStatus ?? 0);
  if (error === 'not_acknowledged') return ofBody(reply ?? '');
  return { word: withoutReply[error], values: { host } };
}

/** The sentences for attempts that got no reply to judge. */
const withoutReply = {
  dns: 'dns',
  address_refused: 'address_refused',
  tls: 'tls',
  connect: 'connect',
  reset: 'reset',
  timeout: 'timeout',
  too_large: 'too_large',
  protocol: 'protocol',
  no_content: 'no_content',
  unsignable: 'unsignable',
} as const satisfies Partial<Record<CallbackFault, Advice['word']>>;

function ofStatus({ url, replyHeaders }: AttemptFacts, status: number): Advice {
  const values = { status };
  if (status < 400) return ofRedirect(url, status, headerIn(replyHeaders ?? '', 'location'));
  if ([401, 403, 407, 419].includes(status)) return { word: 'forbidden', values };
  if (status === 404 || status === 410) return { word: 'missing', values };
  if (status === 405) return { word: 'method', values };
  if (status === 429) return { word: 'too_many', values };
  return { word: status >= 500 ? 'crashed' : 'status', values };
}

function ofRedirect(url: string, status: number, location: string | undefined): Advice {
  if (location === undefined || !URL.canParse(location, url)) return { word: 'redirected_nowhere', values: { status } };
  const [from, to] = [new URL(url), new URL(location, url)];
  const values = { status, location: to.href.slice(0, MAX_QUOTED) };
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname;
  return { word: isUpgrade ? 'to_https' : 'redirected', values };
}

function ofBody(reply: string): Advice {
  const text = reply.trim();
  if (text === '') return { word: 'empty', values: {} };
  if (/^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text)) return { word: 'page', values: {} };
  if (/^[{["]/.test(text)) return { word: 'json', values: {} };
  if (/\bsuccess\b/i.test(text)) return { word: 'more_than_success', values: {} };
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ');
  return { word: 'rejected', values: { reply: line.length > MAX_REPLY ? `${line.slice(0, MAX_REPLY)}…` : line } };
}

const MAX_QUOTED = 300;
const MAX_REPLY = 80;

function headerIn(headers: string, wanted: string): string | undefined {
  for (const line of headers.split('\n')) {
    const [name, ...value] = line.split(':');
    if (name?.toLowerCase() === wanted) return value.join(':').trim();
  }
  return undefined;
}
