/**
 * Interim replies (HTTP 1xx) on an outgoing connection. A receiver can send any number of them unasked, and a client
 * must skip them; undici skips 102 and 103 but ends the connection at a 100. So a 100 is renamed to 102 before undici
 * reads it. There is one request at a time on a connection, and it is written as a whole before its reply begins.
 */
import type { Socket } from 'node:net';

/**
 * `switched` makes the error that ends the connection when the receiver answers 101, which none of our requests asks
 * for.
 */
export function skippingInterimReplies(socket: Socket, switched: () => Error): Socket {
  const heads = new ReplyHeads();
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk) || heads.pass(chunk) === 'passed') return chunk;
    socket.destroy(switched());
    return null;
  };
  socket.write = ((...args: Parameters<Socket['write']>) => {
    heads.begin();
    return write(...args);
  }) as Socket['write'];
  return socket;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Where the three digits of `HTTP/1.1 200 OK` begin. */
const DIGITS_AT = 9;
const [ZERO, ONE, TWO] = [0x30, 0x31, 0x32] as const;

/** Follows the bytes of replies up to the end of the first head that is not an interim reply's. */
class ReplyHeads {
  #reading = false;
  /** Bytes of the head so far. */
  #at = 0;
  #digits: number[] = [];
  #lineIsEmpty = false;

  /** Called when a request is written: a head comes next. */
  begin(): void {
    this.#reading = true;
    this.#restart();
  }

  /** Renames a 100 within `chunk`, wherever it is split. */
  pass(chunk: Buffer): 'passed' | 'switched' {
    for (let index = 0; this.#reading && index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      // Empty lines before a head have no meaning.
      if (this.#at === 0 && (byte === LINE_FEED || byte === CARRIAGE_RETURN)) continue;
      const digit = this.#at - DIGITS_AT;
      if (digit >= 0 && digit < 3) {
        this.#digits.push(byte);
        const isTenth = digit === 2 && this.#digits[0] === ONE && this.#digits[1] === ZERO;
        if (isTenth && byte === ONE) return 'switched';
        if (isTenth && byte === ZERO) chunk[index] = TWO;
      }
      this.#at += 1;
      if (byte === LINE_FEED && this.#lineIsEmpty) this.#endHead();
      else if (byte !== CARRIAGE_RETURN) this.#lineIsEmpty = byte === LINE_FEED;
    }
    return 'passed';
  }

  #endHead(): void {
    this.#reading = this.#digits[0] === ONE;
    this.#restart();
  }

  #restart(): void {
    this.#at = 0;
    this.#digits = [];
    this.#lineIsEmpty = false;
  }
}
