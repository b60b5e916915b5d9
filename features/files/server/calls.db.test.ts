import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people, type People } from '#features/accounts/server/people-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { UNCLAIMED_KEPT_MS } from '../rules.ts';
import { fileHandlers } from './calls.ts';
import { hollowPng, picture, readFile, upload, uploaded } from './files-for-tests.ts';
import { fileJobs } from './jobs.ts';
import { type FileVerbs, fileVerbs } from './verbs.ts';

/** The same picture with extra bytes after it, which every reader skips. */
async function padded(length: number): Promise<Buffer> {
  const start = await picture('jpeg');
  return Buffer.concat([start, Buffer.alloc(length - start.length)]);
}

let app: People;
let files: FileVerbs;
beforeAll(async () => {
  app = await people({
    more: ({ db, clock, sealer, audit }) => {
      files = fileVerbs({ db, clock, sealer });
      return [fileHandlers({ db, audit, files })];
    },
  });
});
afterAll(() => app.close());

let names = 0;
async function member() {
  const username = `shop_${(names += 1)}`;
  const added = await app.addMember({ username });
  const person = app.person();
  await person.logIn(username);
  return { ...added, person };
}

describe('/user/upload', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'stores a %s as WebP that looks the same, whatever its name says',
    async (format) => {
      const { person } = await member();
      const answer = await upload(app.server, person, await picture(format), { name: 'invoice.pdf' });
      expect(answer).toMatchObject({ status: 200, code: 1, data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
      const { bytes } = await readFile(app.server, person, answer.data?.id ?? '');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 120, height: 80 });
      const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(data[0]).toBeGreaterThan(150);
      expect(data[119 * 3 + 2]).toBeGreaterThan(150);
    },
  );

  it('accepts exactly 1 MB and rejects one byte more', async () => {
    const { person } = await member();
    expect(await upload(app.server, person, await padded(1_048_576))).toMatchObject({ code: 1 });
    expect(await upload(app.server, person, await padded(1_048_577), { language: 'zh' })).toMatchObject({
      code: -1,
      fields: { file: '文件大小不能超过 1 MB' },
    });
  });

  const html = Buffer.from('<html><script>steal()</script></html>');
  it.each([
    ['HTML called a picture', async () => html, 'Choose a JPEG, PNG or WebP picture'],
    [
      'a GIF',
      async () =>
        sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
      'Choose a JPEG, PNG or WebP picture',
    ],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'Choose a JPEG, PNG or WebP picture',
    ],
    ['nothing', async () => Buffer.alloc(0), 'Choose a JPEG, PNG or WebP picture'],
    [
      'a picture behind HTML',
      async () => Buffer.concat([html, await picture('png')]),
      'Choose a JPEG, PNG or WebP picture',
    ],
    [
      'the first bytes of a JPEG alone',
      async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      'This picture is damaged; choose another or take a new one',
    ],
    [
      'a PNG head before a JPEG',
      async () => Buffer.concat([hollowPng(1, 1).subarray(0, 8), await picture('jpeg')]),
      'This picture is damaged; choose another or take a new one',
    ],
    [
      'half a JPEG',
      async () => (await picture('jpeg', { width: 900, height: 900 })).subarray(0, 2500),
      'This picture is damaged; choose another or take a new one',
    ],
    [
      'half a PNG',
      async () => (await picture('png', { width: 900, height: 900 })).subarray(0, 1500),
      'This picture is damaged; choose another or take a new one',
    ],
    [
      'half a WebP',
      async () => (await picture('webp', { width: 900, height: 900 })).subarray(0, 300),
      'This picture is damaged; choose another or take a new one',
    ],
    [
      'a tiny file that declares a huge picture',
      async () => hollowPng(60_000, 60_000),
      'The picture has more than 40 megapixels; choose a smaller one',
    ],
    [
      'a picture that is far too wide',
      async () => hollowPng(40_000_001, 1),
      'The picture has more than 40 megapixels; choose a smaller one',
    ],
  ])('rejects %s with a field error and stores nothing', async (_, make, message) => {
    const { person, userId } = await member();
    expect(await upload(app.server, person, await make())).toMatchObject({
      status: 200,
      code: -1,
      fields: { file: message },
    });
    expect((await sql`select 1 from files where user_id = ${userId}`.execute(app.db)).rows).toEqual([]);
  });

  it('stores only the pixels: no location, no device, no HTML after the picture', async () => {
    const { person } = await member();
    const tagged = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Make: 'PlantedCamera' }, IFD3: { GPSLatitude: '13/1 45/1 0/1', GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><planted/></x:xmpmeta>')
      .toBuffer();
    expect(tagged.includes('PlantedCamera')).toBe(true);
    const polyglot = Buffer.concat([tagged, html]);
    const { bytes } = await readFile(app.server, person, await uploaded(app.server, person, polyglot));
    for (const planted of ['PlantedCamera', 'planted', 'steal()', '<html']) expect(bytes.includes(planted)).toBe(false);
    const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({
      exif: undefined,
      xmp: undefined,
      icc: undefined,
      iptc: undefined,
      orientation: undefined,
    });
  });

  it('rotates a photo as its camera was held', async () => {
    const { person } = await member();
    const lying = await sharp(await picture('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { bytes } = await readFile(app.server, person, await uploaded(app.server, person, lying));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 80, height: 120 });
  });

  it('stores one frame of an animation, at most 2,560 pixels wide and high', async () => {
    const { person } = await member();
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100, 100] })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(3);
    const still = await readFile(app.server, person, await uploaded(app.server, person, moving));
    expect(await sharp(still.bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
    expect((await sharp(still.bytes).metadata()).pages ?? 1).toBe(1);
    const wide = await sharp({ create: { width: 6000, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const small = await readFile(app.server, person, await uploaded(app.server, person, wide));
    expect((await sharp(small.bytes).metadata()).width).toBe(2560);
  });

  it('is limited to thirty uploads an hour per user, including rejected pictures', async () => {
    const { person } = await member();
    for (let round = 0; round < 30; round += 1) await upload(app.server, person, html);
    expect(await upload(app.server, person, await picture())).toMatchObject({
      code: 0,
      error: 'upload_limit',
      msg: expect.stringContaining('60 min'),
    });
    const other = await member();
    expect(await upload(app.server, other.person, await picture())).toMatchObject({ code: 1 });
    app.clock.advance(3_600_000);
    await person.logIn(`shop_${names - 1}`);
    expect(await upload(app.server, person, await picture())).toMatchObject({ code: 1 });
  });

  it('needs a session', async () => {
    expect(await upload(app.server, app.person(), await picture())).toMatchObject({ code: 50008 });
  });
});

describe('/user/file/:id', () => {
  it('returns a file to its owner, but not to another member or without a session', async () => {
    const owner = await member();
    const other = await member();
    const id = await uploaded(app.server, owner.person);
    const own = await readFile(app.server, owner.person, id);
    expect(own).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
    const foreign = await readFile(app.server, other.person, id);
    const missing = await readFile(app.server, other.person, '00000000-0000-4000-8000-000000000000');
    expect(foreign.envelope).toMatchObject({ code: 0, error: 'not_found' });
    expect(foreign.envelope).toEqual(missing.envelope);
    expect((await readFile(app.server, app.person(), id)).envelope).toMatchObject({ code: 50008 });
  });

  it.each(['x', id(0).toUpperCase(), `${id(0)}'--`, '%00'])('treats %j like a missing file', async (wrong) => {
    const { person } = await member();
    expect((await readFile(app.server, person, wrong)).envelope).toMatchObject({ code: 0, error: 'not_found' });
  });

  it('is open to operators who can view certifications, and each access is audited', async () => {
    const owner = await member();
    const bossId = await app.addOperator(`boss_${names}`);
    const boss = app.person();
    await boss.logIn(`boss_${names}`);
    const fileId = await uploaded(app.server, owner.person);
    expect(
      (await readFile(app.server, boss, fileId)).bytes.equals((await readFile(app.server, owner.person, fileId)).bytes),
    ).toBe(true);
    await readFile(app.server, boss, fileId);
    const { rows } =
      await sql`select chain, member_no as "memberNo", object, ip, device from audit_log where action = 'file_read' and object = ${fileId}`.execute(
        app.db,
      );
    const access = {
      chain: bossId,
      memberNo: owner.member.memberNo,
      object: fileId,
      ip: '198.51.100.1',
      device: 'tester',
    };
    expect(rows).toEqual([access, access]);
    await sql`update users set staff_roles = '{}' where user_id = ${bossId}`.execute(app.db);
    expect((await readFile(app.server, boss, fileId)).envelope).toMatchObject({ code: 0, error: 'not_found' });
  });

  it('stores files sealed: the database contains none of their bytes, and a moved sealed value does not open', async () => {
    const owner = await member();
    const other = await member();
    const fileId = await uploaded(app.server, owner.person);
    const { bytes } = await readFile(app.server, owner.person, fileId);
    const { rows } = await sql<{
      sealed: Buffer;
    }>`select bytes_sealed as sealed from files where file_id = ${fileId}`.execute(app.db);
    expect(rows[0]?.sealed.includes(bytes.subarray(0, 16))).toBe(false);
    expect(rows[0]?.sealed.includes('WEBP')).toBe(false);
    await sql`update files set user_id = ${other.userId} where file_id = ${fileId}`.execute(app.db);
    expect(await readFile(app.server, other.person, fileId)).toMatchObject({ status: 500 });
  });
});

describe('a file that nothing uses', () => {
  it('is deleted after a day; a claimed file stays, and only its owner can claim it', async () => {
    const owner = await member();
    const other = await member();
    const [free, claimed, foreign] = [
      await uploaded(app.server, owner.person),
      await uploaded(app.server, owner.person),
      await uploaded(app.server, other.person),
    ];
    const claim = (...ids: string[]) => app.db.transaction((tx) => files.claimPhotos(tx, owner.userId, ids));
    expect(await claim(claimed, foreign, 'nonsense')).toEqual(new Set([claimed]));
    expect(await claim(claimed)).toEqual(new Set([claimed]));
    const [sweep] = fileJobs(app);
    app.clock.advance(UNCLAIMED_KEPT_MS);
    await sweep?.run();
    expect(await left(free, claimed)).toEqual([free, claimed].sort());
    app.clock.advance(1);
    await sweep?.run();
    expect(await left(free, claimed)).toEqual([claimed]);
  });
});

async function left(...ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`select file_id as "fileId" from files order by file_id`.execute(
    app.db,
  );
  return rows.map(({ fileId }) => fileId).filter((found) => ids.includes(found));
}

function id(digit: number): string {
  return `abcdef0${digit}-0000-4000-8000-000000000000`;
}
