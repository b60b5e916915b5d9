/**
 * Servers on loopback that act as outside servers: the receiver of a callback, an upstream, a provider. Only tests
 * import this.
 */
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface Receiver {
  readonly port: number;
  /** How many connections were ever opened. */
  readonly connections: () => number;
  /** Resolves when the other side has closed every connection. */
  readonly closed: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

export function httpReceiver(listener: RequestListener): Promise<Receiver> {
  return listening(createHttpServer(listener));
}

/** Reads and discards incoming data, unless the listener handles it. */
export function tcpReceiver(listener: (socket: Socket) => void): Promise<Receiver> {
  return listening(createTcpServer((socket) => listener(socket.on('error', () => undefined).resume())));
}

/** Has a certificate for `receiver.test` that is trusted only where a test says so. */
export function tlsReceiver(listener: RequestListener): Promise<Receiver> {
  const key = createPrivateKey({ key: Buffer.from(testKey, 'base64'), format: 'der', type: 'pkcs8' }).export({
    format: 'pem',
    type: 'pkcs8',
  });
  return listening(createTlsServer({ key, cert: testCertificatePem }, listener));
}

/** Valid from 2020 to 2120. */
export const testCertificatePem = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAECxyk
K7KKeLdwlZnDK/KjUdDZ4yD7v07FtsmpQiCR3I7DcjKTeOf50P7APIEfRIbxZW4y
1Lhegdc+QXN4ilMhaqNMMEowGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBSic5JvyR+mCB5a8m82d5d6p41tGDAKBggq
hkjOPQQDAgNIADBFAiEA1ihUM4aaUDhgK1iZUiU1rJAxi5J6NPr9IruxAZk7GeIC
IGfRvhFbi8pLF4H1ipA9H5VSitm+/04Yj8BIXIatIHVn
-----END CERTIFICATE-----
`;

/** Made for these tests; protects nothing. */
const testKey =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrIdpSSDth5mNZJrWDUTNNLv9RNqo1psf+cW66qGo+s2hRANCAAQLHKQrsop4t3CVmcMr8qNR0NnjIPu/TsW2yalCIJHcjsNyMpN45/nQ/sA8gR9EhvFlbjLUuF6B1z5Bc3iKUyFq';

async function listening(server: Server): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    closed: () => Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
    stop: async () => {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
