/**
 * Live updates: reads the server's event stream over `fetch`, because only `fetch` can send the token in a header. A
 * lost stream is reopened after a growing pause, and listeners get an event then, since they may have missed others. A
 * session that ended elsewhere is reported as by any call.
 */
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { useEffect, useEffectEvent } from 'react';
import { Code } from '#foundation/core/envelope.ts';
import type { LiveEvents } from '#foundation/core/live-events.ts';
import { LoggedOut, OtherSession } from './api-errors.ts';
import { apiHeaders, loggedOut } from './api.ts';
import { API_BASE } from './early-calls.ts';
import { afterPaint } from '#foundation/console/display/after-paint.ts';
import { signal } from './signal.ts';
import { checkTab, sessionAdopted } from './tab-session.ts';
import { readToken } from './token.ts';

interface LiveMessage {
  name: string;
  data: unknown;
}

const messages = signal<LiveMessage>();

/** `useLive('order.paid', ({ systemNo }) => …)`; the handler can be a new function in every render. */
export function useLive<Name extends keyof LiveEvents>(name: Name, handler: (payload: LiveEvents[Name]) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(
    () =>
      messages.listen((message) => {
        if (message.name === name) handle(message.data as LiveEvents[Name]);
      }),
    [name],
  );
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/** Keeps the stream open until the returned function is called. The shell does this once; screens only listen. */
export function stayConnected(): () => void {
  const stop = new AbortController();
  void afterPaint().then(() => follow(stop.signal));
  return () => stop.abort();
}

async function follow(stopped: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  let opened = false;
  while (!stopped.aborted && readToken() !== undefined) {
    const token = readToken();
    const ended = await readStream(stopped, () => {
      if (opened) messages.emit({ name: 'resumed', data: undefined });
      opened = true;
      pauseMs = FIRST_PAUSE_MS;
    });
    if (stopped.aborted) return;
    if (ended === 'refused') {
      if (readToken() === token) await anotherSession(stopped);
      continue;
    }
    // Reconnecting at once would only end another tab's stream. Showing this tab ends the pause.
    if (ended === 'replaced') pauseMs = MAX_PAUSE_MS;
    await pause(pauseMs * (0.75 + Math.random() / 2), stopped);
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

/**
 * `refused`: the token is no longer valid, so a retry would not help. `replaced`: the same login has opened too many
 * streams since.
 */
async function readStream(stopped: AbortSignal, onOpen: () => void): Promise<'lost' | 'refused' | 'replaced'> {
  const token = readToken();
  const reportEnd = () => {
    // Only if it is still this page's login: a user who logged out here knows it.
    if (checkTab() !== 'other' && readToken() === token) loggedOut.emit();
  };
  try {
    const response = await fetch(`${API_BASE}/events`, {
      headers: { ...apiHeaders(), Accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: stopped,
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      if (response.status >= 500 || response.status === 429) return 'lost';
      const answer: unknown = await response.json().catch(() => undefined);
      if (typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === Code.loggedOut)
        reportEnd();
      return 'refused';
    }
    onOpen();
    let ended = false;
    let replaced = false;
    const parser = eventParser((message) => {
      if (message.name === 'session.ended') ended = true;
      else if (message.name === 'stream.replaced') replaced = true;
      else messages.emit(message);
    });
    const decoder = new TextDecoder();
    const user = response.body.getReader();
    for (;;) {
      const { done, value } = await user.read();
      if (done) return replaced ? 'replaced' : 'lost';
      parser.feed(decoder.decode(value, { stream: true }));
      if (!ended) continue;
      reportEnd();
      return 'refused';
    }
  } catch (error) {
    return error instanceof OtherSession || error instanceof LoggedOut ? 'refused' : 'lost';
  }
}

/** Resolves when this tab continues with another session of its user, or the stream is no longer wanted. */
function anotherSession(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      stopped.removeEventListener('abort', done);
      resolve();
    };
    const stop = sessionAdopted.listen(done);
    stopped.addEventListener('abort', done);
  });
}

/** Emits the events of a `text/event-stream`. Data is JSON; an event with other data, or without a name, is skipped. */
export function eventParser(onEvent: (message: LiveMessage) => void): EventSourceParser {
  return createParser({
    onEvent({ event: name, data }) {
      if (name === undefined) return;
      try {
        onEvent({ name, data: JSON.parse(data) });
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    },
  });
}

/** Ends early when the network or the user comes back. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', onVisible);
      stopped.removeEventListener('abort', done);
      resolve();
    };
    const onVisible = () => document.visibilityState === 'visible' && done();
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', onVisible);
    stopped.addEventListener('abort', done);
  });
}
