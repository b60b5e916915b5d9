/**
 * The only way the server calls an outside address: callbacks, SMS, captcha, upstreams. It connects to an address that
 * it has checked itself, so that a name cannot mean one thing when checked and another when connected. Never follows a
 * redirect, never waits or reads without a bound, and never puts a path, a query, a header or a body into a message or
 * the log.
 */
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { machineLookup, nameServerLookup, type AddressLookup } from './address-lookup.ts';
import { skippingInterimReplies } from './interim-replies.ts';
import {
  allowList,
  bareHost,
  checkUrlText,
  isPublicAddress,
  portOf,
  type AllowList,
  type UrlCheck,
  type UrlRefusal,
} from './outgoing-address.ts';

export interface Outgoing {
  /** For when a URL is saved: checks syntax and literal addresses, without network. */
  checkUrl(url: string): UrlCheck;
  /** Also checks every address that the name resolves to now. `request` checks again when it connects. */
  resolveAndCheck(url: string): Promise<UrlCheck>;
  /**
   * Makes one exchange. Any status is an answer, including a 3xx. Throws `OutgoingError`, or the signal's reason when
   * the caller aborts. Sends nothing twice.
   */
  request(request: OutgoingRequest): Promise<OutgoingReply>;
  /** Waits for running exchanges, then closes every connection. */
  close(): Promise<void>;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the body piece by piece over this time, like a slow network. Default: at once. */
  readonly sendForMs?: number;
  /** From the call to the last byte read, including the wait for a free connection. Default 10,000. */
  readonly timeoutMs?: number;
  /** How much of the reply's body is kept. Default 65,536. */
  readonly maxReplyBytes?: number;
  /** Gets the body's bytes, instead of `body`, as they come. */
  readonly take?: (bytes: Uint8Array) => void;
  readonly signal?: AbortSignal;
}

export interface OutgoingReply {
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8 text, without a byte order mark; cut at `maxReplyBytes`. Empty with `take`. */
  readonly body: string;
  readonly truncated: boolean;
  readonly durationMs: number;
}

export type OutgoingErrorKind =
  | 'address_refused'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'too_large'
  | 'protocol';

/** Safe to log and to show to the owner of the URL: contains the origin at most. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly kind: OutgoingErrorKind;
  /** Set when the URL itself was refused. */
  readonly reason: UrlRefusal | undefined;

  constructor(kind: OutgoingErrorKind, message: string, reason?: UrlRefusal) {
    super(message);
    this.kind = kind;
    this.reason = reason;
  }

  /** Whether no byte of the request can have arrived. Money depends on it: a payment that may have arrived is unknown. */
  get neverArrived(): boolean {
    return neverArrives.has(this.kind);
  }
}

const neverArrives: ReadonlySet<OutgoingErrorKind> = new Set(['address_refused', 'dns', 'connect', 'tls']);

export interface OutgoingSettings {
  /** Exact `host:port` entries that can be reached although they are not public (development, tests). */
  readonly allow: readonly string[];
  /** Replaces name resolution for allowed and other hosts alike. */
  readonly lookup?: AddressLookup;
  readonly log?: { warn(fields: object, message: string): void };
  /** Max connections to one origin; further requests wait within their own time. Default 32. */
  readonly connectionsPerOrigin?: number;
}

export function createOutgoing({ allow, lookup, log, connectionsPerOrigin = 32 }: OutgoingSettings): Outgoing {
  const isAllowed = allowList(allow);
  const publicLookup = lookup ?? nameServerLookup();
  const agent = new Agent({
    connect: guardedConnector(isAllowed, publicLookup, lookup ?? machineLookup),
    connections: connectionsPerOrigin,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 15_000,
    // A kept connection caches an address: after a minute the name is resolved again.
    clientTtl: 60_000,
    maxHeaderSize: 16_384,
  });
  const checkUrl = (url: string): UrlCheck => checkUrlText(url, isAllowed);
  const running = new Set<Promise<OutgoingReply>>();
  const tracked = (reply: Promise<OutgoingReply>): Promise<OutgoingReply> => {
    running.add(reply);
    return reply.finally(() => running.delete(reply));
  };

  return {
    checkUrl,
    async resolveAndCheck(text) {
      const check = checkUrl(text);
      if (!check.ok) return check;
      const host = bareHost(check.url.hostname);
      if (isIP(host) !== 0 || isAllowed(host, portOf(check.url))) return check;
      try {
        await publicAddresses(host, publicLookup);
        return check;
      } catch (error) {
        return {
          ok: false,
          reason:
            error instanceof OutgoingError && error.kind === 'address_refused' ? 'address_refused' : 'unresolvable',
        };
      }
    },
    async request(request) {
      const check = checkUrl(request.url);
      try {
        if (!check.ok)
          throw new OutgoingError('address_refused', `Outgoing URL refused: ${check.reason}`, check.reason);
        return await tracked(exchange(agent, check.url, request));
      } catch (error) {
        if (error instanceof OutgoingError) {
          log?.warn(
            { kind: error.kind, reason: error.reason, origin: check.ok ? check.url.origin : undefined },
            'outgoing request failed',
          );
        }
        throw error;
      }
    },
    async close() {
      await Promise.allSettled(running);
      // A graceful close would also wait for connection attempts whose callers have already given up.
      await agent.destroy();
    },
  };
}

const connectTimeoutMs = 10_000;
/**
 * How long one of several addresses can take before the next is tried. Node's 250 ms is too short between continents.
 */
const nextAddressAfterMs = 1_000;

async function exchange(agent: Agent, url: URL, request: OutgoingRequest): Promise<OutgoingReply> {
  const { method, headers, body, sendForMs = 0, signal, timeoutMs = 10_000, maxReplyBytes = 65_536 } = request;
  const startedAt = performance.now();
  signal?.throwIfAborted();
  const bytes = sendForMs > 0 ? Buffer.from(body ?? '') : undefined;
  const sent = {
    'user-agent': 'Countinghouse',
    accept: '*/*',
    'accept-encoding': 'identity',
    ...ownHeaders(headers),
    ...(bytes ? { 'content-length': String(bytes.length) } : {}),
  };
  const deadline = AbortSignal.timeout(timeoutMs);
  const stop = signal ? AbortSignal.any([deadline, signal]) : deadline;
  const limits = { signal: stop, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const answer = async (): Promise<OutgoingReply> => {
    const reply = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: sent,
      body: bytes ? Readable.from(slowly(bytes, sendForMs)) : (body ?? null),
      ...limits,
    });
    const { text, truncated } = await readText(reply.body, maxReplyBytes, request.take);
    return {
      status: reply.statusCode,
      headers: joined(reply.headers),
      body: text,
      truncated,
      durationMs: Math.round(performance.now() - startedAt),
    };
  };
  try {
    // undici heeds the signal only once it has a connection. The wait for a name, a handshake or a free connection must
    // end too.
    return await Promise.race([answer(), failureWhen(stop)]);
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    if (deadline.aborted)
      throw new OutgoingError('timeout', `No complete answer from ${url.origin} in ${timeoutMs} ms`);
    signal?.throwIfAborted();
    const { kind, code } = explained(error);
    throw new OutgoingError(kind, `Request to ${url.origin} failed: ${kind} (${code})`);
  }
}

const SLOW_PIECES = 16;

async function* slowly(bytes: Buffer, totalMs: number): AsyncGenerator<Buffer, void> {
  const size = Math.max(1, Math.ceil(bytes.length / SLOW_PIECES));
  const pieces = Math.ceil(bytes.length / size);
  for (let piece = 0; piece < pieces; piece += 1) {
    if (piece > 0) await setTimeout(totalMs / Math.max(1, pieces - 1));
    yield bytes.subarray(piece * size, (piece + 1) * size);
  }
}

function failureWhen(stop: AbortSignal): Promise<never> {
  return new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true }));
}

/**
 * Lower-cases names, so that a caller's header replaces ours. Headers that set the framing or the target are refused.
 */
function ownHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect']) {
    if (name in own) throw new TypeError(`The outgoing header ${name} is not the caller's to set`);
  }
  return own;
}

async function readText(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  take: OutgoingRequest['take'],
): Promise<{ text: string; truncated: boolean }> {
  // Leaving the loop early destroys the stream, which then reports an error that no code awaits.
  body.on('error', () => undefined);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const room = maxBytes - bytes;
    bytes += chunk.byteLength;
    if (take) {
      take(chunk.subarray(0, room));
      if (chunk.byteLength > room) return { text: '', truncated: true };
      continue;
    }
    // Not flushed when cut, so half a character at the end is dropped instead of replaced.
    if (chunk.byteLength > room)
      return { text: text + decoder.decode(chunk.subarray(0, room), { stream: true }), truncated: true };
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode(), truncated: false };
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const one = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) one[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return one;
}

/** Connects only to addresses that it checked in this attempt. */
function guardedConnector(
  isAllowed: AllowList,
  publicLookup: AddressLookup,
  allowedLookup: AddressLookup,
): buildConnector.connector {
  const connectorWith = (addressesOf: AddressLookup): buildConnector.connector =>
    buildConnector({
      timeout: connectTimeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
      lookup: socketLookup(addressesOf),
    });
  const toPublic = connectorWith((hostname) => publicAddresses(hostname, publicLookup));
  const toAllowed = connectorWith((hostname) => knownAddresses(hostname, allowedLookup));

  return (options, callback) => {
    const { hostname, protocol } = options;
    const named: buildConnector.Callback = (error, socket) => {
      if (error === null) callback(null, skippingInterimReplies(socket, switchedProtocol));
      else callback(connectionError(error, protocol, hostname), null);
    };
    if (isAllowed(hostname, portOf(options))) return toAllowed(options, named);
    // A literal never reaches the lookup, so it is checked here.
    if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) return callback(refusedAddress(hostname), null);
    toPublic(options, named);
  };
}

function socketLookup(addressesOf: AddressLookup): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all === true || !first) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

/** Refuses the name if one of its addresses is not public, since the resolver chooses which one is used. */
async function publicAddresses(hostname: string, lookup: AddressLookup): Promise<readonly string[]> {
  const addresses = await knownAddresses(hostname, lookup);
  if (!addresses.every(isPublicAddress)) throw refusedAddress(hostname);
  return addresses;
}

async function knownAddresses(hostname: string, lookup: AddressLookup): Promise<readonly string[]> {
  const addresses = await lookup(hostname).catch(() => []);
  if (addresses.length === 0 || addresses.some((address) => isIP(address) === 0))
    throw new OutgoingError('dns', `No address found for ${hostname}`);
  return addresses;
}

function refusedAddress(hostname: string): OutgoingError {
  return new OutgoingError('address_refused', `${hostname} is not a public address`, 'address_refused');
}

function switchedProtocol(): OutgoingError {
  return new OutgoingError('protocol', 'The receiver switched to a protocol that was not requested');
}

function connectionError(error: Error, protocol: string, hostname: string): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { kind, code } = explained(error);
  // An error during a TLS handshake that the network did not cause comes from the handshake.
  const named = kind === 'protocol' ? (protocol === 'https:' ? 'tls' : 'connect') : kind;
  return new OutgoingError(named, `Connection to ${hostname} failed: ${named} (${code})`);
}

const kindsByCode: ReadonlyArray<readonly [RegExp, OutgoingErrorKind]> = [
  [/^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [
    /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM|EMFILE|ENFILE)$/,
    'connect',
  ],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_(?:SOCKET|CLOSED|DESTROYED|ABORTED))$/, 'reset'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'too_large'],
];

/** The code is a fixed word of Node or undici, never text from outside. */
function explained(error: unknown): { kind: OutgoingErrorKind; code: string } {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return { kind: kindsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'protocol', code };
}
