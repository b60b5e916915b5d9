/** Rules for uploaded pictures: formats, size limits, the upload limit, and how long an unused picture is kept. */

/** The specification's "1M", inclusive. */
export const MAX_FILE_BYTES = 1_048_576;

/** A small file can declare a huge picture. Nothing larger than this is decoded. */
export const MAX_PIXELS = 40_000_000;

/** Max width and height of a stored photo. */
export const PHOTO_SIDE = 2560;
/** Width and height of an avatar. */
export const AVATAR_SIDE = 256;

export type PictureType = 'jpeg' | 'png' | 'webp';

/** Detects the type from the first bytes; a name or a declared type can be wrong. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const has = (at: number, wanted: readonly number[]): boolean =>
    wanted.every((byte, index) => bytes[at + index] === byte);
  if (has(0, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (has(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (has(0, RIFF) && has(8, WEBP)) return 'webp';
  return undefined;
}
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** The `accept` value of a file input. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

/** Uploads per user. */
export const uploadLimit = { scope: 'upload', tries: 30, windowMs: 3_600_000 } as const;

/** A file that nothing uses is deleted after this time. */
export const UNCLAIMED_KEPT_MS = 24 * 3_600_000;

const FILE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isFileId(text: string): boolean {
  return FILE_ID.test(text);
}
