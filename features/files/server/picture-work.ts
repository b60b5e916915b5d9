/**
 * Bounds the work that a small file can cause, before any decoder sees it. A JPEG decoder visits every pixel again for
 * each scan, and a scan can be fifty bytes; a PNG's compressed texts can unpack to a thousand times their size.
 */
import type { PictureType } from '../rules.ts';

/** Cameras and editors write a few dozen scans at most. */
const MAX_SCANS = 100;

/** The PNG chunks that affect how the pixels look. */
const NEEDED_CHUNKS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sRGB',
  'cICP',
  'eXIf',
  'IDAT',
  'IEND',
]);

/**
 * Returns the same picture with decoding work bounded by its pixels. Undefined if the work can't be bounded or the
 * picture is incomplete.
 */
export function boundedPicture(type: PictureType, bytes: Uint8Array): Uint8Array | undefined {
  if (type === 'jpeg') return scansOf(bytes) > MAX_SCANS ? undefined : bytes;
  return type === 'png' ? withoutMetadata(bytes) : bytes;
}

/** Never fewer than the decoder finds: inside a scan these two bytes can only be the marker. */
function scansOf(bytes: Uint8Array): number {
  const buffer = bufferOf(bytes);
  let scans = 0;
  for (let at = buffer.indexOf(START_OF_SCAN); at >= 0; at = buffer.indexOf(START_OF_SCAN, at + 2)) scans += 1;
  return scans;
}
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

function withoutMetadata(bytes: Uint8Array): Uint8Array | undefined {
  const buffer = bufferOf(bytes);
  const kept = [buffer.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= buffer.length;) {
    const end = at + FRAME_BYTES + buffer.readUInt32BE(at);
    const name = buffer.toString('latin1', at + 4, at + 8);
    if (end > buffer.length) return undefined;
    if (NEEDED_CHUNKS.has(name)) kept.push(buffer.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
}
const SIGNATURE_BYTES = 8;
/** Length, name and checksum of a chunk, without its data. */
const FRAME_BYTES = 12;

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
