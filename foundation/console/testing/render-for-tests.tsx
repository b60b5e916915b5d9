/**
 * Renders a screen or a part of one in tests, with what the shell provides: language, formats, queries and an address.
 * Also fakes the server below the client.
 */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, type RenderResult, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { guardComposing } from '#foundation/console/form/composing.ts';
import { readParams, writeParams } from '#foundation/console/page/address.ts';
import { LocalityProvider } from '#foundation/console/display/format.tsx';
import type { LiveEvents } from '#foundation/core/live-events.ts';
import { stayConnected } from '#foundation/console/wire/live.ts';
import { storeToken } from '#foundation/console/wire/token.ts';
import { createQueryClient } from '#foundation/console/wire/use-call.ts';
import { LanguageProvider } from '#foundation/console/page/words.tsx';

guardComposing();

export interface RenderOptions {
  /** `/order/list?q=1`. */
  address?: string;
  currency?: string;
  timeZone?: string;
}

export interface Rendered extends RenderResult {
  /** The current address. */
  address(): string;
  /** Navigates to an address, as a link does. */
  goTo(address: string): Promise<void>;
  back(): void;
}

export async function renderScreen(
  children: ReactNode,
  { address = '/', currency = 'CNY', timeZone = 'Asia/Shanghai' }: RenderOptions = {},
): Promise<Rendered> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const Around = () => (
    <LocalityProvider currency={currency} timeZone={timeZone}>
      {children}
    </LocalityProvider>
  );
  const root = createRootRoute({ component: Around });
  const routeTree = root.addChildren(['/', '$'].map((path) => createRoute({ getParentRoute: () => root, path })));
  const router = createRouter({ routeTree, history, parseSearch: readParams, stringifySearch: writeParams });
  await router.load();
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const rendered = render(
    <MantineProvider env="test">
      <LanguageProvider>
        <QueryClientProvider client={client}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  );
  return {
    ...rendered,
    address: () => router.state.location.href,
    goTo: async (target) => {
      history.push(target);
      await router.load();
    },
    back: () => history.back(),
  };
}

/** A request that the fake server received. */
export interface SentCall {
  path: string;
  method: string;
  body: unknown;
  headers: Headers;
}

/** Path → response: an envelope, a `Response`, an `Error`, or a function of the request's body that returns one. */
export type FakeAnswers = Readonly<Record<string, unknown>>;

/**
 * Replaces `fetch`, so that the client's own code runs. An `Error` as the response simulates a lost connection. Returns
 * the requests, a list that grows.
 */
export function answerCalls(answers: FakeAnswers): SentCall[] {
  const sentCalls: SentCall[] = [];
  globalThis.fetch = async (target, init) => {
    const path = addressOf(target).replace(/^\/api/, '');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    sentCalls.push({ path, method: init?.method ?? 'GET', body, headers: new Headers(init?.headers) });
    const found = answers[path];
    const answer: unknown = typeof found === 'function' ? await found(body) : found;
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    return Response.json(answer ?? { code: 0, msg: `no fake answer for ${path}`, error: 'not_found' });
  };
  return sentCalls;
}

/**
 * A fake of the server's event stream: `const stream = fakeStream(); answerCalls({ …, '/events': stream.answer });
 * await stream.open(); await stream.say('order.paid', { systemNo })`.
 */
export function fakeStream() {
  let pipe: ReadableStreamDefaultController<Uint8Array> | undefined;
  let stop: () => void = () => undefined;
  return {
    answer: () =>
      new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (pipe = controller) }), {
        headers: { 'content-type': 'text/event-stream' },
      }),
    async open(): Promise<void> {
      storeToken('token', new Date(Date.now() + 60_000));
      stop = stayConnected();
      await waitFor(() => {
        if (!pipe) throw new Error('the stream was not requested');
      });
    },
    async emit<Name extends keyof LiveEvents>(name: Name, payload: LiveEvents[Name]): Promise<void> {
      await act(async () =>
        pipe?.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`)),
      );
    },
    close: () => stop(),
  };
}

function addressOf(target: string | URL | Request): string {
  return typeof target === 'string' ? target : target instanceof URL ? target.href : target.url;
}
