/**
 * Handles the rest of a body whose request is already answered: receives a bounded part of it, so that a client that
 * sends everything before it reads still gets the answer; then closes the connection.
 */
import type { IncomingMessage, Server } from 'node:http';

/** As much as browsers send of a picture that is too large before they look for an answer. */
export const MAX_UNREAD_BYTES = 8 * 1_048_576;
const MAX_UNREAD_MS = 30_000;

export function boundUnreadBodies(server: Server): void {
  server.prependListener('request', (request, response) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length === '0' && coding === undefined) return;
    // Runs before Node's own listener, which would receive the rest without a limit.
    response.prependListener('finish', () => request.complete || receiveSome(request));
  });
}

function receiveSome(request: IncomingMessage): void {
  const { socket } = request;
  let left = MAX_UNREAD_BYTES;
  const end = (): void => void socket.destroy();
  const timer = setTimeout(end, MAX_UNREAD_MS);
  timer.unref();
  let isLast = false;
  // Node would destroy the connection at once when it ends with this answer, and the client might not get to read it.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
  };
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('end', () => {
    clearTimeout(timer);
    if (isLast) end();
    else delete (socket as { destroySoon?: () => void }).destroySoon;
  });
  request.once('close', () => clearTimeout(timer));
  // Marks the body as being read, whatever was read of it before.
  request.read(0);
  request.resume();
}
