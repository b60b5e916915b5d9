import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hollowPng, picture, pngChunk } from './files-for-tests.ts';
import { boundedPicture } from './picture-work.ts';
import { photoOf } from './pictures.ts';

/** A progressive JPEG, grey and black, whose scans add almost nothing per pixel. */
function jpegOfScans(side: number, scans: number): Buffer {
  const segment = (marker: number, data: readonly number[]) => [
    0xff,
    marker,
    (data.length + 2) >> 8,
    (data.length + 2) & 0xff,
    ...data,
  ];
  const codes = (table: number, symbol: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), symbol]);
  const scan = (from: number, to: number) => segment(0xda, [1, 1, 0, from, to, 0]);
  const blocks = (side / 8) ** 2;
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    ...segment(0xc2, [8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0]),
    ...codes(0x00, 0),
    ...codes(0x10, 0xe0),
    ...scan(0, 0),
    ...Array<number>(Math.ceil(blocks / 8)).fill(0),
    // One run of empty blocks, longer than the picture.
    ...Array.from({ length: scans - 1 }, () => [...scan(1, 63), 0, 0]).flat(),
    0xff,
    0xd9,
  ]);
}

describe('a JPEG', () => {
  it('can have at most a hundred scans, because each visits all pixels', async () => {
    const [maxScans, tooMany] = [jpegOfScans(64, 100), jpegOfScans(64, 101)];
    expect(await photoOf(maxScans)).toBeInstanceOf(Buffer);
    expect(await photoOf(tooMany)).toBe('picture_broken');
    // Only the number of scans is the reason: sharp can read the picture.
    expect(await sharp(tooMany).metadata()).toMatchObject({ format: 'jpeg', width: 64 });
  });

  it('from a camera or editor passes unchanged', async () => {
    const progressive = await sharp(await picture())
      .jpeg({ mozjpeg: true })
      .toBuffer();
    for (const bytes of [await picture(), progressive]) expect(boundedPicture('jpeg', bytes)).toBe(bytes);
  });
});

describe('a PNG', () => {
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('k\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000))]));

  it('loses its text chunks before they are unpacked, and looks the same', async () => {
    const plain = await picture('png');
    const afterHead = 8 + 12 + 13;
    const wordy = Buffer.concat([plain.subarray(0, afterHead), text, text, plain.subarray(afterHead)]);
    expect((await sharp(wordy).metadata()).comments).toHaveLength(2);
    const bounded = boundedPicture('png', wordy) ?? Buffer.alloc(0);
    expect((await sharp(bounded).metadata()).comments).toBeUndefined();
    expect(await photoOf(wordy)).toEqual(await photoOf(plain));
  });

  it('keeps its colour profile, transparency and orientation', async () => {
    const translucent = await sharp({
      create: { width: 8, height: 4, channels: 4, background: { r: 9, g: 90, b: 200, alpha: 0.5 } },
    })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .png({ palette: true })
      .toBuffer();
    const { hasAlpha, hasProfile, orientation } = await sharp(boundedPicture('png', translucent)).metadata();
    expect({ hasAlpha, hasProfile, orientation }).toEqual({ hasAlpha: true, hasProfile: true, orientation: 6 });
  });

  it.each([
    ['without an end', (whole: Buffer) => whole.subarray(0, -12)],
    ['broken off within a chunk', (whole: Buffer) => whole.subarray(0, -14)],
    ['of a signature alone', (whole: Buffer) => whole.subarray(0, 8)],
    ['whose chunk is longer than the file', (whole: Buffer) => whole.fill(0xff, 8, 12)],
  ])('%s is rejected', (_, damaged) => {
    expect(boundedPicture('png', damaged(hollowPng(4, 4)))).toBeUndefined();
  });
});
