/**
 * The console's endpoint: serves contracts over HTTP. Verifies the token, checks the input against the contract, calls the
 * handler and wraps the answer. Holds no rule of any feature and no SQL. A call without a handler, or two handlers for
 * one path, stop the start.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { type Call, type Contract, type DownloadedFile, isReading, type StreamedFile } from '#foundation/core/calls.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { Code, type Envelope, successEnvelope, unixSeconds } from '#foundation/core/envelope.ts';
import { fieldMessage, fieldMessages } from '#foundation/core/field-errors.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type SharedRefusal, sharedRefusals } from '#foundation/core/refusal-words.ts';
import { isWho, isRoleAllowed, type MemberSession, type Session, type Viewer } from '#foundation/core/session.ts';
import type { Language, Words } from '#foundation/core/words.ts';
import { pickLanguage } from './negotiation.ts';
import { clientOf, cookiesOf } from './client.ts';
import { etagOf, namesTag } from './etag.ts';
import {
  type ServedContract,
  type CallContext,
  type Client,
  type DeclaredCheck,
  type FieldFaults,
  type Handler,
  Refused,
  refusalMethods,
} from './handlers.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { formTypes, serveUploads, uploadedFile, type UploadPlace, UploadPlaces, uploadsBusy } from './uploads.ts';

export interface ConsoleApiOptions {
  contracts: readonly ServedContract[];
  clock: Clock;
  log: Logger;
  /** Behind TLS, so cookies are `Secure`. */
  secure: boolean;
  /**
   * Returns the session of a token and, for a browser's login, its second half; undefined when there is none or it has
   * ended. Counts as a use of the session and extends its idle limit, unless `touch` is false.
   */
  authenticate(token: string, half: string | undefined, use?: SessionUse): Promise<Session | undefined>;
  /** Whether a session can't be used from this address. The caller is then answered as if logged out, with the reason. */
  isBarred?(session: Session, address: string): Promise<boolean>;
  /** Called before each call of an operator who reads as a member. The call is answered only when it resolves. */
  onView?(view: ViewedCall): Promise<void>;
}

export interface ViewedCall {
  session: MemberSession & { viewedBy: Viewer };
  path: string;
  client: Client;
  now: Date;
}

export interface SessionUse {
  touch: boolean;
}

export const CONSOLE_BASE = '/api';
export const HALF_COOKIE = 'Admin-Half';

export function serveContracts(server: FastifyInstance, options: ConsoleApiOptions): void {
  const served = new Set<string>();
  const places = new UploadPlaces();
  const routes: RouteOptions[] = [];
  const uploads: RouteOptions[] = [];
  const eitherWay: RouteOptions[] = [];
  for (const { contract, table } of options.contracts) {
    for (const [path, call] of Object.entries(contract.calls)) {
      const handler = table[path];
      if (!handler) throw new Error(`no handler for ${path}`);
      if (served.has(path)) throw new Error(`two handlers for ${path}`);
      if (!isWho(call.who)) throw new Error(`${path} does not say who can call it`);
      served.add(path);
      const route: RouteOptions = {
        method: call.method ?? 'POST',
        url: CONSOLE_BASE + path,
        ...(call.maximumBytes === undefined
          ? {}
          : { bodyLimit: call.maximumBytes, onRequest: refuseEarly(call, options) }),
        handler: (request, reply) =>
          answer({ path, call, contract, handler, options, uploads: places }, request, reply),
      };
      (!call.upload ? routes : call.input ? eitherWay : uploads).push(route);
    }
  }
  serveJson(server, routes);
  if (uploads.length > 0) serveUploads(server, uploads);
  if (eitherWay.length > 0) serveUploads(server, eitherWay, { json: true });
}

/** Receives a long body only from a client that can make the call. */
function refuseEarly(call: Call, options: ConsoleApiOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const refused = refusalOf(call, await sessionOf(request, options));
    return refused && reply.header('cache-control', 'no-store').send(envelopeOf(refused, request, options.clock));
  };
}

/** The one rule of who can make a call: the reason why this session can't, or undefined. */
function refusalOf(call: Call, session: Session | Refused | undefined): Refused | undefined {
  const { who, right, beforePassword } = call;
  if (who === 'anyone') return undefined;
  if (session instanceof Refused) return session;
  if (!session) return new Refused(Code.loggedOut, 'logged_out');
  if (isView(session) && !isReading(call)) return new Refused(Code.refused, 'view_only' satisfies SharedRefusal);
  if (session.mustChangePassword && !beforePassword) return new Refused(Code.refused, 'password_change_needed');
  if (!isRoleAllowed(who, session.role)) return new Refused(Code.refused, 'not_found');
  if (right === undefined) return undefined;
  if (session.role === 'operator' && session.authenticatorNeeded)
    return new Refused(Code.refused, 'authenticator_needed' satisfies SharedRefusal);
  return session.role === 'operator' && session.rights.has(right)
    ? undefined
    : new Refused(Code.refused, 'right_missing' satisfies SharedRefusal);
}

function isView(session: Session): session is ViewedCall['session'] {
  return session.role !== 'operator' && session.viewedBy !== undefined;
}

/** What the event stream is to a session: it tells that something changed, and nothing else. */
const STREAM: Call = { who: 'session', secondStep: { none: 'reads' }, summary: '' };

/**
 * For a route that is no call and needs a session (events): the session, or the envelope that refuses. Not a use of the
 * session.
 */
export async function streamSessionOf(
  request: FastifyRequest,
  options: Pick<ConsoleApiOptions, 'authenticate' | 'isBarred' | 'secure' | 'clock'>,
): Promise<Session | Envelope> {
  const session = await sessionOf(request, options, { touch: false });
  const refused = refusalOf(STREAM, session);
  return session && !(session instanceof Refused) && !refused
    ? session
    : envelopeOf(refused ?? new Refused(Code.loggedOut, 'logged_out'), request, options.clock);
}

function envelopeOf(refused: Refused, request: FastifyRequest, clock: Clock): Envelope {
  return refusalEnvelope(refused, {}, pickLanguage(request.headers['accept-language']), clock.now());
}

/** Accepts only JSON bodies. */
function serveJson(server: FastifyInstance, routes: readonly RouteOptions[]): void {
  void server.register(async (calls) => {
    calls.removeContentTypeParser(formTypes);
    for (const route of routes) calls.route(route);
  });
}

/**
 * Returns the session of a request by its `X-Token`, or the refusal of a session that can't be used from here. A page that
 * sends a request while its user is away sets `X-Unattended`, and the request does not count as a use of the session.
 */
async function sessionOf(
  request: FastifyRequest,
  options: Pick<ConsoleApiOptions, 'authenticate' | 'isBarred' | 'secure'>,
  { touch }: SessionUse = { touch: request.headers['x-unattended'] === undefined },
): Promise<Session | Refused | undefined> {
  const token = request.headers['x-token'];
  if (typeof token !== 'string' || token === '' || token.length > 200) return undefined;
  const half = cookiesOf(request, undefined, options.secure).get(HALF_COOKIE);
  const session = await options.authenticate(token, half, { touch });
  const ip = request.clientAddress;
  return session && !isView(session) && (await options.isBarred?.(session, ip))
    ? new Refused(Code.loggedOut, 'login_ip_not_allowed' satisfies SharedRefusal, { ip })
    : session;
}

function declaredChecks({ secondStep, proof }: Call): Set<DeclaredCheck> {
  const checks = new Set<DeclaredCheck>();
  if (typeof secondStep === 'string') checks.add('secondStep');
  if (proof !== undefined) checks.add('proof');
  return checks;
}

async function viewed({ onView }: Pick<ConsoleApiOptions, 'onView'>, view: ViewedCall): Promise<void> {
  if (!onView) throw new Error('an operator reads as a member, and nothing logs it');
  await onView(view);
}

interface Served {
  path: string;
  call: Call;
  contract: Contract;
  handler: Handler<Call>;
  options: ConsoleApiOptions;
  uploads: UploadPlaces;
}

async function answer(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Envelope | Buffer | Readable | undefined> {
  const { path, call, contract, handler, options, uploads } = served;
  let place: UploadPlace | undefined;
  const language = pickLanguage(request.headers['accept-language']);
  const now = options.clock.now();
  reply.header('cache-control', 'no-store');
  try {
    const found = await sessionOf(request, options);
    const refused = refusalOf(call, found);
    if (refused) throw refused;
    // A call that anyone can make knows nothing of a view, so that it can't act for the member.
    const isUnknown = found instanceof Refused || (found && isView(found) && call.who === 'anyone');
    const session = isUnknown ? undefined : found;
    if (session && isView(session))
      await viewed(options, { session, path, client: clientOf(request, options.secure), now });
    if (call.upload && request.isMultipart()) {
      const declared = Number(request.headers['content-length'] ?? 0);
      place = uploads.enter(Math.min(declared, call.upload.maximumBytes), String(session?.userId));
      if (!place) throw uploadsBusy();
    }
    const input = await inputOf(call, contract, request, language, place);
    if ('fields' in input) return wrongFields(input.fields, language, now);
    const open = declaredChecks(call);
    const context = {
      path,
      call,
      session,
      language,
      client: clientOf(request, options.secure),
      now,
      cookies: cookiesOf(request, reply, options.secure),
      settle: (...checks: DeclaredCheck[]) => checks.forEach((check) => open.delete(check)),
      ...refusalMethods,
    } as CallContext;
    const output: unknown = await handler(context, input.value as never);
    if (open.size > 0) throw new Error(`${path} declares ${[...open].join(' and ')}, and its handler did not check it`);
    if (call.download && isFile(output)) return sendFile(reply, output, options.log);
    const data = call.output ? call.output.parse(output) : undefined;
    if (call.method === 'GET') {
      const etag = etagOf(data);
      reply.headers({ etag, 'cache-control': 'no-cache' });
      if (namesTag(request.headers['if-none-match'], etag)) return await reply.code(304).send();
    }
    return successEnvelope(data, now);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === Code.refused && !declaresRefusal(call, error.word))
      throw new Error(`${request.url} refused with an undeclared ${error.word}`, { cause: error });
    if (error.word === 'rate_limited') reply.code(429).header('retry-after', Number(error.values['seconds'] ?? 1));
    if (error.code === Code.fieldsWrong)
      return wrongFields(messagesOf(error.fields, contract.texts, language), language, now);
    return refusalEnvelope(error, contract.texts, language, now);
  } finally {
    place?.leave();
  }
}

/** Reads a file only for users who are allowed to call. */
async function inputOf(
  call: Call,
  contract: Contract,
  request: FastifyRequest,
  language: Language,
  place: UploadPlace | undefined,
): Promise<Parsed> {
  if (!call.upload || (call.input && !request.isMultipart()))
    return parseInput(
      call,
      contract,
      call.download && call.method === 'GET'
        ? { ...(request.query as object), ...(request.params as object) }
        : request.body,
      language,
    );
  const found = await uploadedFile(request, call.upload, place);
  if (!('file' in found))
    return { fields: { [found.field]: fieldMessage(found.word, found.values, contract.texts, language) } };
  if (!call.upload.fields) return { value: found.file };
  const read = parseFields(call.upload.fields, contract, found.fields, language);
  return 'fields' in read ? read : { value: { ...found.file, fields: read.value } };
}

function isFile(output: unknown): output is DownloadedFile | StreamedFile {
  return typeof output === 'object' && output !== null && 'contentType' in output;
}

/** Sends a file that no cache keeps and that has no rights when opened by itself. */
function sendFile(reply: FastifyReply, file: DownloadedFile | StreamedFile, log: Logger): Buffer | Readable {
  reply.type(file.contentType).header('content-security-policy', "default-src 'none'; sandbox");
  if ('bytes' in file) {
    reply.header('content-disposition', 'inline');
    return Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  }
  reply.header('content-disposition', `attachment; filename="${file.fileName}"`);
  // An error here can't be reported in an envelope. The connection breaks off, so that the client does not take a part
  // for the whole.
  return Readable.from(file.pieces, { objectMode: false }).on('error', (error) =>
    log.error({ err: error }, 'a download broke off'),
  );
}

type Parsed = { value: unknown } | { fields: Record<string, string> };

function parseInput(call: Call, contract: Contract, body: unknown, language: Language): Parsed {
  const parsed = parseFields(call.input ?? NOTHING, contract, body, language);
  return 'fields' in parsed || call.input ? parsed : { value: undefined };
}

function parseFields(schema: z.ZodType, contract: Contract, body: unknown, language: Language): Parsed {
  const unstorable = unstorableFields(body);
  if (unstorable.length > 0)
    return {
      fields: Object.fromEntries(
        unstorable.map((field) => [field || 'body', fieldMessage('wrong', {}, contract.texts, language)]),
      ),
    };
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  return parsed.success ? { value: parsed.data } : { fields: fieldMessages(parsed.error, contract.texts, language) };
}

const NOTHING = z.strictObject({});
/** No call has deeper input. */
const MAX_LEVELS = 20;

/** Returns the fields whose text PostgreSQL can't store: a NUL, or half of a surrogate pair. */
function unstorableFields(value: unknown, level = 0): string[] {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? [''] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (level === MAX_LEVELS) throw Object.assign(new Error('the body is too deep'), { statusCode: 400 });
  return Object.entries(value).flatMap(([name, inner]) =>
    unstorableFields(inner, level + 1).map((rest) => (rest === '' ? name : `${name}.${rest}`)),
  );
}

function declaresRefusal(call: Call, word: string): boolean {
  return word in sharedRefusals || (call.refusals ?? []).includes(word);
}

function wrongFields(fields: Record<string, string>, language: Language, now: Date): Envelope {
  return {
    code: Code.fieldsWrong,
    msg: formatPhrase(sharedRefusals.fields_wrong, language),
    time: unixSeconds(now),
    error: 'fields_wrong',
    fields,
  };
}

function messagesOf(faults: FieldFaults, texts: Words, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([field, { word, values }]) => [
      field,
      fieldMessage(word, values ?? {}, texts, language),
    ]),
  );
}

function refusalEnvelope(refused: Refused, texts: Words, language: Language, now: Date): Envelope {
  const phrase = texts[refused.word] ?? (sharedRefusals as Words)[refused.word];
  if (!phrase) throw new Error(`no text for the refusal ${refused.word}`);
  const fields = messagesOf(refused.fields, texts, language);
  return {
    code: refused.code,
    msg: formatPhrase(phrase, language, refused.values),
    time: unixSeconds(now),
    error: refused.word,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(refused.data === undefined ? {} : { data: refused.data }),
  };
}
