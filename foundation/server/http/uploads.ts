/**
 * Incoming files: one multipart field `file` per request, held in memory up to the call's limit, nothing on disk. What
 * the client says about the file (its name, its type) is not trusted and not passed on.
 */
import fastifyMultipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { MAX_UNREAD_BYTES } from './bodies.ts';
import type { UploadedFile } from '#foundation/core/calls.ts';
import type { PhraseValues } from '#foundation/core/words.ts';

const FIELD = 'file';

/** What is wrong with a request, as a word for one of its fields. */
export interface WrongUpload {
  readonly field: string;
  readonly word: 'required' | 'unknown_field' | 'file_too_large';
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

/** The part's headers and the boundaries around the file. */
const MAX_FRAME_BYTES = 64 * 1024;

/**
 * A body that is cut off or not multipart is a request that can't be read. A file that is somewhat too large is a wrong
 * field. A body that declares to be far larger is not read at all, and no body is read beyond the file's limit.
 */
export async function uploadedFile(
  request: FastifyRequest,
  { maximumBytes }: { maximumBytes: number },
): Promise<{ file: UploadedFile } | WrongUpload> {
  if (!request.isMultipart()) return { field: FIELD, word: 'required', values: {} };
  if (Number(request.headers['content-length'] ?? 0) > maximumBytes + MAX_UNREAD_BYTES) throw tooLarge();
  const tooMuch = Promise.withResolvers<never>();
  let left = maximumBytes + MAX_FRAME_BYTES;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) tooMuch.reject(tooLarge());
  };
  try {
    const parts = request.parts({
      limits: { files: 1, fields: 4, fieldNameSize: 100, fieldSize: 1000, headerPairs: 20, fileSize: maximumBytes },
    });
    request.raw.on('data', count);
    return await Promise.race([readParts(parts, maximumBytes), tooMuch.promise]);
  } catch (error) {
    if (hasStatus(error)) throw error;
    throw Object.assign(new Error('the upload cannot be read', { cause: error }), { statusCode: 400 });
  } finally {
    request.raw.off('data', count);
    // Bypasses the parser, which stops reading once its file is abandoned. The server's own bound limits how much of
    // the rest is received.
    request.raw.unpipe();
    request.raw.resume();
  }
}

function tooLarge(): Error {
  return Object.assign(new Error('the upload is too large'), { statusCode: 413 });
}

async function readParts(
  parts: AsyncIterableIterator<Multipart>,
  maximumBytes: number,
): Promise<{ file: UploadedFile } | WrongUpload> {
  let file: UploadedFile | undefined;
  for await (const part of parts) {
    if (part.fieldname !== FIELD || part.type !== 'file')
      return { field: part.fieldname, word: 'unknown_field', values: {} };
    const chunks: Buffer[] = [];
    // Past the limit the file yields no more data, and does not end before the whole body has arrived.
    part.file.once('limit', () => part.file.destroy());
    try {
      for await (const chunk of part.file) chunks.push(chunk as Buffer);
    } catch (error) {
      if (!part.file.truncated) throw error;
    }
    if (part.file.truncated)
      return { field: FIELD, word: 'file_too_large', values: { megabytes: maximumBytes / 1_048_576 } };
    file = { bytes: Buffer.concat(chunks) };
  }
  return file ? { file } : { field: FIELD, word: 'required', values: {} };
}

function hasStatus(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'statusCode' in error;
}
