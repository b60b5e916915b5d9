/**
 * From what came in to what is kept: decoded under limits and encoded anew, so that nothing but pixels remains. No
 * metadata, no second frame, no bytes behind the picture. Never trusts a name or a declared type.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AVATAR_SIDE, MOST_PIXELS, PHOTO_SIDE, pictureTypeOf } from '../rules.ts';
import { boundedPicture } from './picture-work.ts';

export type PictureFault = 'picture_type' | 'picture_pixels' | 'picture_broken';

/** WebP, upright, at most `PHOTO_SIDE` on a side. */
export async function photoOf(sent: Uint8Array): Promise<Buffer | PictureFault> {
  const type = pictureTypeOf(sent);
  if (!type) return 'picture_type';
  const bytes = boundedPicture(type, sent);
  if (!bytes) return 'picture_broken';
  const head = await unlessBroken(() => sharp(bytes, { limitInputPixels: false }).metadata());
  // A head that reads as another kind than its first bytes say is no picture of ours.
  if (!head || (head.format as string) !== type) return 'picture_broken';
  if (pixelsOf(head) > MOST_PIXELS) return 'picture_pixels';
  return (
    (await unlessBroken(() =>
      plain(bytes)
        .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 86 })
        .toBuffer(),
    )) ?? 'picture_broken'
  );
}

/** Square, from the middle of a photo of ours. */
export function avatarOf(photo: Uint8Array): Promise<Buffer> {
  return plain(photo).resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
}

/**
 * The first frame, turned as its camera said, in the colours of screens. Metadata is left out unless it is asked for.
 */
function plain(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, autoOrient: true }).toColourspace(
    'srgb',
  );
}

function pixelsOf({ width, height }: Metadata): number {
  return width * height;
}

/** What the library throws is about the picture: it was handed nothing else. */
async function unlessBroken<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
