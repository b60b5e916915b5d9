/**
 * Turns an uploaded picture into the stored one: decodes it under limits and re-encodes it, so that only pixels remain.
 * No metadata, no second frame, no bytes after the picture. Never trusts a name or a declared type.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AVATAR_SIDE, MAX_PIXELS, PHOTO_SIDE, pictureTypeOf } from '../rules.ts';
import { boundedPicture } from './picture-work.ts';

export type PictureFault = 'picture_type' | 'picture_pixels' | 'picture_broken';

/** Re-encodes as WebP, upright, at most `PHOTO_SIDE` wide and high. */
export async function photoOf(sent: Uint8Array): Promise<Buffer | PictureFault> {
  const type = pictureTypeOf(sent);
  if (!type) return 'picture_type';
  const bytes = boundedPicture(type, sent);
  if (!bytes) return 'picture_broken';
  const head = await unlessBroken(() => sharp(bytes, { limitInputPixels: false }).metadata());
  // The decoder must find the same type as the first bytes.
  if (!head || (head.format as string) !== type) return 'picture_broken';
  if (pixelsOf(head) > MAX_PIXELS) return 'picture_pixels';
  return (
    (await unlessBroken(() =>
      plain(bytes)
        .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 86 })
        .toBuffer(),
    )) ?? 'picture_broken'
  );
}

/** Crops the middle of a stored photo to a square. */
export function avatarOf(photo: Uint8Array): Promise<Buffer> {
  return plain(photo).resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
}

/** The whole of a stored photo, small. */
export function logoOf(photo: Uint8Array): Promise<Buffer> {
  return plain(photo)
    .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer();
}

/** The first frame, rotated as the camera recorded, in sRGB. sharp drops metadata unless told to keep it. */
function plain(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true }).toColourspace(
    'srgb',
  );
}

function pixelsOf({ width, height }: Metadata): number {
  return width * height;
}

/** Any error is about the picture, because the library gets nothing else. */
async function unlessBroken<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
