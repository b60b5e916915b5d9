/**
 * A TCP proxy between server and database: a loopback port that forwards to the database, and can be cut or
 * stalled.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface DatabaseLine {
  readonly port: number;
  /** Resets every connection on the server's side and closes it on the database's side. */
  cut(): void;
  /** Forwards nothing, without closing any connection, until `resume`. New connections are accepted and wait too. */
  stall(): void;
  resume(): void;
  close(): Promise<void>;
}

/** `address`: where the database listens. */
export async function openLine(address: NetConnectOpts): Promise<DatabaseLine> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let stalled = false;

  const server = createServer((client) => {
    const database = connect(address);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('data', (chunk: Buffer) => other.write(chunk));
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (stalled) socket.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = (): void => {
    for (const client of clients) client.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
