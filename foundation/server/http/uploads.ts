/**
 * Incoming files: one multipart field `file` per request, held in memory up to the call's limit, nothing on disk. The
 * type that the client says is not passed on, and its name only as a line for people.
 */
import fastifyMultipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { MAX_UNREAD_BYTES } from './bodies.ts';
import { Refused } from './handlers.ts';
import type { UploadedFile } from '#foundation/core/calls.ts';
import { Code } from '#foundation/core/envelope.ts';
import type { SharedRefusal } from '#foundation/core/refusal-words.ts';
import { typedText } from '#foundation/core/typed-text.ts';
import { PLAIN } from '#foundation/core/wire.ts';
import type { PhraseValues } from '#foundation/core/words.ts';

const FIELD = 'file';

/** What is wrong with a request, as a word for one of its fields. */
export interface WrongUpload {
  readonly field: string;
  readonly word: 'required' | 'wrong' | 'unknown_field' | 'file_too_large';
  readonly values: PhraseValues;
}

/** Content types besides multipart that any web page can make a browser post. */
export const formTypes = ['application/x-www-form-urlencoded', 'text/plain'];

/** Lets these routes take multipart bodies only, or JSON as well. No other route takes multipart. */
export function serveUploads(server: FastifyInstance, routes: readonly RouteOptions[], { json = false } = {}): void {
  void server.register(async (uploads) => {
    if (json) uploads.removeContentTypeParser(formTypes);
    else uploads.removeAllContentTypeParsers();
    await uploads.register(fastifyMultipart, { throwFileSizeLimit: false });
    for (const route of routes) uploads.route(route);
  });
}

/** Of one process: files that are held, from their first byte until the call has answered. */
const MAX_HELD_BYTES = 256 * 1_048_576;
/** Of one user. */
const MAX_AT_ONCE = 16;

export interface UploadPlace {
  /** Counts received bytes. Returns false if the request did not declare them and there is no room for them. */
  receive(bytes: number): boolean;
  /** Call once, when the file is no longer held. */
  leave(): void;
}

/** Counts the files that a process holds. One that is alone is held however large it is. */
export class UploadPlaces {
  #bytes = 0;
  readonly #users = new Map<string, number>();

  /** Returns undefined if there is no room. */
  enter(declaredBytes: number, user: string): UploadPlace | undefined {
    const ofUser = this.#users.get(user) ?? 0;
    if (ofUser >= MAX_AT_ONCE || !this.#hold(declaredBytes, 0)) return undefined;
    this.#users.set(user, ofUser + 1);
    let [held, received] = [declaredBytes, 0];
    return {
      receive: (bytes) => {
        received += bytes;
        if (received <= held) return true;
        if (!this.#hold(received - held, held)) return false;
        held = received;
        return true;
      },
      leave: () => {
        this.#bytes -= held;
        const left = (this.#users.get(user) ?? 1) - 1;
        if (left > 0) this.#users.set(user, left);
        else this.#users.delete(user);
      },
    };
  }

  #hold(bytes: number, own: number): boolean {
    const ofOthers = this.#bytes - own;
    if (ofOthers > 0 && this.#bytes + bytes > MAX_HELD_BYTES) return false;
    this.#bytes += bytes;
    return true;
  }
}

/** The parts' headers and the boundaries around them, and the fields beside the file. */
const MAX_FRAME_BYTES = 64 * 1024;
const MAX_FIELD_BYTES = 32 * 1024;

export interface ReadForm {
  file: UploadedFile;
  /** The texts beside the file. */
  fields: Readonly<Record<string, string>>;
}

/**
 * A body that is cut off or not multipart is a request that can't be read. A file that is somewhat too large is a wrong
 * field. A body that declares to be far larger is not read at all, and no body is read beyond the file's limit.
 */
export async function uploadedFile(
  request: FastifyRequest,
  { maximumBytes, fields }: { maximumBytes: number; fields?: unknown },
  place?: UploadPlace,
): Promise<ReadForm | WrongUpload> {
  if (!request.isMultipart()) return { field: FIELD, word: 'required', values: {} };
  if (Number(request.headers['content-length'] ?? 0) > maximumBytes + MAX_UNREAD_BYTES) throw tooLarge();
  const tooMuch = Promise.withResolvers<never>();
  let left = maximumBytes + MAX_FRAME_BYTES;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) tooMuch.reject(tooLarge());
    else if (place?.receive(chunk.length) === false) tooMuch.reject(uploadsBusy());
  };
  try {
    const parts = request.parts({
      limits: {
        files: 1,
        fields: 8,
        fieldNameSize: 100,
        fieldSize: fields === undefined ? 1000 : MAX_FIELD_BYTES,
        headerPairs: 20,
        fileSize: maximumBytes,
      },
    });
    const expected = Math.min(Number(request.headers['content-length'] ?? 0), maximumBytes);
    request.raw.on('data', count);
    return await Promise.race([
      readParts(parts, { maximumBytes, expected, takesFields: fields !== undefined }),
      tooMuch.promise,
    ]);
  } catch (error) {
    if (hasStatus(error) || error instanceof Refused) throw error;
    throw Object.assign(new Error('the upload cannot be read', { cause: error }), { statusCode: 400 });
  } finally {
    request.raw.off('data', count);
    // Bypasses the parser, which stops reading once its file is abandoned. The server's own bound limits how much of
    // the rest is received.
    request.raw.unpipe();
    request.raw.resume();
  }
}

export function uploadsBusy(): Refused {
  return new Refused(Code.refused, 'uploads_busy' satisfies SharedRefusal);
}

function tooLarge(): Error {
  return Object.assign(new Error('the upload is too large'), { statusCode: 413 });
}

interface FormTerms {
  maximumBytes: number;
  /** The whole body's length as the client declares it, or 0. */
  expected: number;
  takesFields: boolean;
}

async function readParts(
  parts: AsyncIterableIterator<Multipart>,
  { maximumBytes, expected, takesFields }: FormTerms,
): Promise<ReadForm | WrongUpload> {
  let file: UploadedFile | undefined;
  const fields = new Map<string, string>();
  for await (const part of parts) {
    if (part.type === 'field' && takesFields && part.fieldname !== FIELD) {
      if (typeof part.value !== 'string' || part.valueTruncated || fields.has(part.fieldname))
        return { field: part.fieldname, word: 'wrong', values: {} };
      fields.set(part.fieldname, part.value);
      continue;
    }
    if (part.fieldname !== FIELD || part.type !== 'file')
      return { field: part.fieldname, word: 'unknown_field', values: {} };
    const content = new GrowingBytes(expected);
    // Past the limit the file yields no more data, and does not end before the whole body has arrived.
    part.file.once('limit', () => part.file.destroy());
    try {
      for await (const chunk of part.file) content.add(chunk as Buffer);
    } catch (error) {
      if (!part.file.truncated) throw error;
    }
    if (part.file.truncated)
      return { field: FIELD, word: 'file_too_large', values: { megabytes: maximumBytes / 1_048_576 } };
    file = { bytes: content.bytes(), name: plainName(part.filename) };
  }
  return file ? { file, fields: Object.fromEntries(fields) } : { field: FIELD, word: 'required', values: {} };
}

/** Collects bytes in one place of the expected size, so that a large file is never held twice. */
class GrowingBytes {
  #held: Buffer;
  #length = 0;

  constructor(expected: number) {
    this.#held = Buffer.allocUnsafe(expected);
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#held.length) {
      const larger = Buffer.allocUnsafe(length * 2);
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    chunk.copy(this.#held, this.#length);
    this.#length = length;
  }

  bytes(): Buffer {
    return this.#held.subarray(0, this.#length);
  }
}

const MAX_NAME_CHARACTERS = 200;

/** The last part of a path, on one line; empty if it is not a line of text. */
function plainName(name: string): string {
  const line = typedText(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1));
  return PLAIN.test(line) && line.isWellFormed() ? [...line].slice(0, MAX_NAME_CHARACTERS).join('') : '';
}

function hasStatus(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'statusCode' in error;
}
