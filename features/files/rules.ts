/** Rules about uploaded pictures: what counts as one, how large, how many, how long one waits to be used. */

/** The specification's "1M", itself allowed. */
export const MOST_FILE_BYTES = 1_048_576;

/** Small files can name huge areas; nothing larger is decoded. */
export const MOST_PIXELS = 40_000_000;

/** What is kept is no larger, either way. */
export const PHOTO_SIDE = 2560;
/** An avatar's side: square. */
export const AVATAR_SIDE = 256;

export type PictureType = 'jpeg' | 'png' | 'webp';

/** By the first bytes alone; names and declared types are claims. */
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

/** For a browser's file chooser. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';

/** Uploads of one user. */
export const uploadLimit = { scope: 'upload', tries: 30, windowMs: 3_600_000 } as const;

/** A file that nothing uses is deleted after so long. */
export const UNCLAIMED_KEPT_MS = 24 * 3_600_000;

const FILE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isFileId(text: string): boolean {
  return FILE_ID.test(text);
}
