import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TurnSocket } from './turn-socket.ts';

let server: Server;
const received: Promise<string>[] = [];

beforeAll(async () => {
  server = createServer((peer: Socket) => void received.push(text(peer)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

async function connected(): Promise<TurnSocket> {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const socket = new TurnSocket();
  socket.connect(address.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** As the driver sends a statement. */
function say(socket: Socket, what: string): void {
  socket.cork();
  socket.write(`${what}:bind `);
  socket.write(`${what}:sync `);
  socket.uncork();
}

test('what several statements of one turn write leaves in one piece, in its order, and the next turn’s by itself', async () => {
  const socket = await connected();
  const sent = vi.spyOn(socket, '_writev' as never);
  say(socket, 'a');
  await Promise.resolve().then(() => say(socket, 'b'));
  say(socket, 'c');
  await new Promise(setImmediate);
  expect(sent).toHaveBeenCalledTimes(1);
  say(socket, 'd');
  await new Promise(setImmediate);
  expect(sent).toHaveBeenCalledTimes(2);
  socket.end();
  expect(await received.at(-1)).toBe('a:bind a:sync b:bind b:sync c:bind c:sync d:bind d:sync ');
});

test('what was written when the connection is ended still leaves', async () => {
  const socket = await connected();
  say(socket, 'last');
  socket.end('bye');
  await once(socket, 'finish');
  expect(await received.at(-1)).toBe('last:bind last:sync bye');
});
