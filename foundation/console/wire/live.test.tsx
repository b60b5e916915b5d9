/** The event stream is parsed however it is split, reopened when lost, and never has the token in its address. */
import { act, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { loggedOut } from './api.ts';
import { eventParser, stayConnected, useLive } from './live.ts';
import { dropToken, storeToken } from './token.ts';

function parsed(...pieces: string[]): unknown[] {
  const events: unknown[] = [];
  const parser = eventParser((event) => events.push(event));
  for (const piece of pieces) parser.feed(piece);
  return events;
}

describe('the stream’s text', () => {
  const text = ': hello\n\nevent: order.paid\ndata: {"systemNo":"1"}\n\nevent: balance.changed\r\ndata: {}\r\n\r\n';
  const expected = [
    { name: 'order.paid', data: { systemNo: '1' } },
    { name: 'balance.changed', data: {} },
  ];

  test('gives the same events in one piece and character by character', () => {
    expect(parsed(text)).toEqual(expected);
    expect(parsed(...text)).toEqual(expected);
  });

  test('joins data lines, and ignores events without data or name, unfinished ones and those whose data is not JSON', () => {
    expect(parsed('event: a\ndata: {"x":\ndata: 1}\n\n')).toEqual([{ name: 'a', data: { x: 1 } }]);
    expect(parsed('event: a\n\n')).toEqual([]);
    expect(parsed('event: a\ndata: nope\n\nevent: b\ndata: {}\n\n')).toEqual([{ name: 'b', data: {} }]);
    expect(parsed('data: {}\n\nevent: c\ndata: {}\n')).toEqual([]);
  });
});

function EventList() {
  return <output>{JSON.stringify(useEvents())}</output>;
}
const events: string[] = [];
function useEvents() {
  useLive('order.paid', ({ systemNo }) => void events.push(systemNo));
  useLive('resumed', () => void events.push('resumed'));
  return events;
}

test('listeners get events; a lost stream is reopened and emits "resumed"; a refused one is not', async () => {
  events.length = 0;
  storeToken('tok', new Date(Date.now() + 60_000));
  const sentCalls: { address: string; token: string | null }[] = [];
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  globalThis.fetch = async (target, init) => {
    sentCalls.push({
      address: target instanceof Request ? target.url : target.toString(),
      token: new Headers(init?.headers).get('x-token'),
    });
    if (sentCalls.length === 3) return Response.json({ code: 50008, msg: '' });
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  render(<EventList />);
  const logouts: string[] = [];
  const stopListening = loggedOut.listen(() => logouts.push('logged out'));
  const stop = stayConnected();
  await waitFor(() => expect(streams).toHaveLength(1));
  await act(async () =>
    streams[0]?.enqueue(new TextEncoder().encode('event: order.paid\ndata: {"systemNo":"42"}\n\n')),
  );
  await waitFor(() => expect(events).toEqual(['42']));
  streams[0]?.close();
  await retriedTo(() => expect(streams).toHaveLength(2));
  await waitFor(() => expect(events).toEqual(['42', 'resumed']));
  streams[1]?.close();
  expect(logouts).toEqual([]);
  await retriedTo(() => expect(sentCalls).toHaveLength(3));
  await waitFor(() => expect(logouts).toEqual(['logged out']));
  // After the refusal, going back online reopens nothing.
  window.dispatchEvent(new Event('online'));
  await Promise.resolve();
  expect(sentCalls).toHaveLength(3);
  expect(sentCalls.every(({ address, token }) => address === '/api/events' && token === 'tok')).toBe(true);
  stop();
  stopListening();
  expect(screen.getByRole('status')).toBeTruthy();
});

test.each([
  ['is this page’s emits loggedOut', true],
  ['is no longer this page’s is ignored', false],
])('a session that ends elsewhere and %s; the stream is not reopened', async (_, isOurs) => {
  storeToken('tok', new Date(Date.now() + 60_000));
  let opened = 0;
  let pipe: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (pipe = controller) });
  globalThis.fetch = async () => {
    opened += 1;
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const logouts: string[] = [];
  const stopListening = loggedOut.listen(() => logouts.push('logged out'));
  const stop = stayConnected();
  await waitFor(() => expect(opened).toBe(1));
  if (!isOurs) dropToken();
  await act(async () => pipe?.enqueue(new TextEncoder().encode('event: session.ended\ndata: {}\n\n')));
  await act(async () => pipe?.close());
  window.dispatchEvent(new Event('online'));
  await act(async () => undefined);
  expect(logouts).toEqual(isOurs ? ['logged out'] : []);
  expect(opened).toBe(1);
  stop();
  stopListening();
});

test('a stream that another tab replaced is reopened after a pause or when the page is shown', async () => {
  storeToken('tok', new Date(Date.now() + 60_000));
  const pipes: ReadableStreamDefaultController<Uint8Array>[] = [];
  globalThis.fetch = async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void pipes.push(controller) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const logouts: string[] = [];
  const stopListening = loggedOut.listen(() => logouts.push('logged out'));
  const stop = stayConnected();
  await waitFor(() => expect(pipes).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    pipes[0]?.enqueue(new TextEncoder().encode('event: stream.replaced\ndata: {}\n\n'));
    pipes[0]?.close();
    await act(async () => vi.advanceTimersByTimeAsync(22_000));
    expect(pipes).toHaveLength(1);
    await act(async () => vi.advanceTimersByTimeAsync(16_000));
    expect(pipes).toHaveLength(2);
    pipes[1]?.enqueue(new TextEncoder().encode('event: stream.replaced\ndata: {}\n\n'));
    pipes[1]?.close();
    await act(async () => vi.advanceTimersByTimeAsync(1_000));
    document.dispatchEvent(new Event('visibilitychange'));
    await act(async () => vi.advanceTimersByTimeAsync(0));
    expect(pipes).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
  expect(logouts).toEqual([]);
  stop();
  stopListening();
});

/** Ends the retry pause at once, as going back online does. */
async function retriedTo(check: () => void): Promise<void> {
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    check();
  });
}
