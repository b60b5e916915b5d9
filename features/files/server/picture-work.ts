/**
 * What makes a small file a large work, taken out or refused before any decoder sees it: a JPEG goes over all of its
 * pixels anew with every scan, which can be fifty bytes; a PNG's compressed texts unpack to a thousand times their
 * size.
 */
import type { PictureType } from '../rules.ts';

/** Cameras and editors make at most some dozen. */
const MOST_SCANS = 100;

/** A PNG's chunks that say how its pixels look. */
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
 * The same picture, whose decoding is bounded by its pixels; undefined for one that can't be bounded or is no whole
 * picture.
 */
export function boundedPicture(type: PictureType, bytes: Uint8Array): Uint8Array | undefined {
  if (type === 'jpeg') return scansOf(bytes) > MOST_SCANS ? undefined : bytes;
  return type === 'png' ? pixelsAlone(bytes) : bytes;
}

/** At least as many as the decoder finds: within a scan the marker's two bytes never stand for anything else. */
function scansOf(bytes: Uint8Array): number {
  const buffer = bufferOf(bytes);
  let scans = 0;
  for (let at = buffer.indexOf(START_OF_SCAN); at >= 0; at = buffer.indexOf(START_OF_SCAN, at + 2)) scans += 1;
  return scans;
}
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

function pixelsAlone(bytes: Uint8Array): Uint8Array | undefined {
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
/** Length, name and checksum around a chunk's data. */
const FRAME_BYTES = 12;

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
