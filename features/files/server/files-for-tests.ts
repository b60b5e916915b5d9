/** Generated pictures for database tests, and the two file calls as a user makes them. Only tests import this. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Person } from '#features/accounts/server/people-for-tests.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import type { FastifyInstance } from 'fastify';

/** Half red, half blue, so that a test can recognise it. */
export async function picture(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 120, height = 80 }: { width?: number; height?: number } = {},
): Promise<Buffer> {
  const half = await sharp({ create: { width: Math.ceil(width / 2), height, channels: 3, background: '#2030c0' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#c02020' } })
    .composite([{ input: half, gravity: 'east' }])
    .toFormat(format)
    .toBuffer();
}

/** A PNG that declares any size and has almost no content. */
export function hollowPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(kind: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export interface UploadAnswer extends Envelope<{ id: string }> {
  status: number;
}

export async function upload(
  server: FastifyInstance,
  person: Person,
  bytes: Uint8Array,
  { name = 'photo.jpg', language = 'en' } = {},
): Promise<UploadAnswer> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), name);
  const reply = await server.inject({
    method: 'POST',
    url: `${CONSOLE_BASE}/user/upload`,
    remoteAddress: '198.51.100.1',
    headers: { 'accept-language': language, ...tokenOf(person) },
    payload: form,
  });
  return { status: reply.statusCode, ...reply.json<Envelope<{ id: string }>>() };
}

/** Uploads a picture that must be accepted; returns its id. */
export async function uploaded(server: FastifyInstance, person: Person, bytes?: Uint8Array): Promise<string> {
  const { data, msg } = await upload(server, person, bytes ?? (await picture()));
  if (!data) throw new Error(`the picture was rejected: ${msg}`);
  return data.id;
}

export interface ReadAnswer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  bytes: Buffer;
  /** Only if the request was refused. */
  envelope: Envelope | undefined;
}

export async function readFile(server: FastifyInstance, person: Person, id: string): Promise<ReadAnswer> {
  const reply = await server.inject({
    method: 'GET',
    url: `${CONSOLE_BASE}${'/user/file/:id'.replace(':id', encodeURIComponent(id))}`,
    remoteAddress: '198.51.100.1',
    headers: { 'user-agent': 'tester/1.0', ...tokenOf(person) },
  });
  const isEnvelope = String(reply.headers['content-type']).startsWith('application/json');
  return {
    status: reply.statusCode,
    headers: reply.headers,
    bytes: reply.rawPayload,
    envelope: isEnvelope ? reply.json<Envelope>() : undefined,
  };
}

function tokenOf({ token }: Person): Record<string, string> {
  return token === undefined ? {} : { 'x-token': token };
}
