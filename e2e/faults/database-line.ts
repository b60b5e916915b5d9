/**
 * The line between server and database: a port on loopback that leads to the database's socket, and can be cut or held
 * up.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseLine {
  readonly port: number;
  /** Every connection is reset at the server's end and closed at the database's. */
  cut(): void;
  /** Nothing passes any more, and nobody is told, until `resume`. New connections are taken, and wait too. */
  stall(): void;
  resume(): void;
  close(): Promise<void>;
}

/** `socketPath`: where the database listens. */
export async function openLine(socketPath: string): Promise<DatabaseLine> {
  const ends = new Set<Socket>();
  const nears = new Set<Socket>();
  let stalled = false;

  const server = createServer((near) => {
    const far = connect(socketPath);
    nears.add(near);
    near.on('close', () => nears.delete(near));
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.setNoDelay(true);
      end.on('data', (chunk: Buffer) => other.write(chunk));
      end.on('error', () => other.destroy());
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
      if (stalled) end.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = (): void => {
    for (const near of nears) near.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    stall() {
      stalled = true;
      for (const end of ends) end.pause();
    },
    resume() {
      stalled = false;
      for (const end of ends) end.resume();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
