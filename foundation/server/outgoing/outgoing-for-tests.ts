/** Outgoing calls and the receivers that they reach, closed after each test. Only tests import this. */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach } from 'vitest';
import {
  createOutgoing,
  OutgoingError,
  type Outgoing,
  type OutgoingRequest,
  type OutgoingSettings,
} from './outgoing.ts';
import { httpReceiver, type Receiver, tcpReceiver, tlsReceiver } from './receiver-for-tests.ts';

/** Run after the test, the last one first. */
export const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export function outgoing(allow: readonly string[], settings: Omit<OutgoingSettings, 'allow'> = {}): Outgoing {
  const calls = createOutgoing({ allow, ...settings });
  cleanups.push(() => calls.close());
  return calls;
}

export function get(calls: Outgoing, port: number, request: Partial<OutgoingRequest> = {}) {
  return calls.request({ method: 'GET', url: `http://127.0.0.1:${port}/`, ...request });
}

export async function failureOf(call: Promise<unknown>): Promise<OutgoingError> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof OutgoingError)) throw new Error(`Expected an OutgoingError, got ${String(failure)}`);
  return failure;
}

export const kindOf = async (call: Promise<unknown>): Promise<string> => (await failureOf(call)).kind;

export const http = (listener: RequestListener) => stoppedLater(httpReceiver(listener));
export const tcp = (listener: (socket: Socket) => void) => stoppedLater(tcpReceiver(listener));
export const tls = (listener: RequestListener) => stoppedLater(tlsReceiver(listener));

async function stoppedLater(starting: Promise<Receiver>): Promise<Receiver> {
  const receiver = await starting;
  cleanups.push(receiver.stop);
  return receiver;
}
