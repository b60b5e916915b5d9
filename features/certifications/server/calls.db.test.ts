import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFile, uploaded } from '#features/files/server/files-for-tests.ts';
import { certificationApp, ID_NUMBER } from './certifications-for-tests.ts';

const GONE = 'This photo is no longer available; choose it again';

let at: Awaited<ReturnType<typeof certificationApp>>;
beforeAll(async () => {
  at = await certificationApp();
});
afterAll(() => at.app.close());

describe('/user/auth and /user/getAuthInfo', () => {
  it('report that nothing was submitted', async () => {
    const { person } = await at.member();
    expect(await at.info(person)).toEqual({
      status: 'none',
      name: '',
      idNumber: '',
      industry: '',
      website: '',
      photoFront: null,
      photoBack: null,
      remark: '',
      reviewRemark: '',
      submittedAt: null,
      reviewedAt: null,
      revokedAt: null,
    });
  });

  it('store the submission, show the ID number masked, and log it', async () => {
    const { person, memberNo, userId } = await at.member('agent');
    const input = await at.filled(person);
    expect(await person.post('/user/auth', input)).toMatchObject({ code: 1, data: { status: 'pending' } });
    const { idNumber: _, ...plain } = input;
    expect(await at.info(person)).toEqual({
      ...plain,
      idNumber: '110************02X',
      status: 'pending',
      reviewRemark: '',
      submittedAt: at.app.clock.now().toISOString(),
      reviewedAt: null,
      revokedAt: null,
    });
    expect(await at.statusOf(person)).toBe('pending');
    expect(await at.audited('certification_submitted', memberNo)).toEqual([
      { chain: userId, object: '110************02X', result: 'done' },
    ]);
  });

  it('accept a submission without website and remark', async () => {
    const { person } = await at.member();
    const { website: _website, remark: _remark, ...required } = await at.filled(person);
    expect(await person.post('/user/auth', required)).toMatchObject({ code: 1 });
    expect(await at.info(person)).toMatchObject({ website: '', remark: '' });
  });

  it('refuse a second submission while the first is pending, and any after an approval', async () => {
    const { person, memberNo } = await at.member();
    await person.post('/user/auth', await at.filled(person));
    expect(await person.post('/user/auth', await at.filled(person))).toMatchObject({
      code: 0,
      error: 'certification_pending',
    });
    await at.decide(await at.waitingOf(memberNo), 'approved');
    const late = await at.filled(person);
    expect(await person.post('/user/auth', late)).toMatchObject({ code: 0, error: 'certification_approved' });
    expect(await at.info(person)).toMatchObject({ status: 'approved' });
  });

  it('refuse a submission from a member whom the platform itself has certified', async () => {
    const { person, memberNo, userId } = await at.member();
    const sent = await at.filled(person);
    await at.app.db.transaction((tx) => at.certifications.certify(tx, { memberNo, userId }, sent, at.app.clock.now()));
    expect(await person.post('/user/auth', await at.filled(person))).toMatchObject({
      code: 0,
      error: 'certification_approved',
    });
    // The record is returned like any other.
    expect(await at.info(person)).toEqual({
      ...sent,
      idNumber: '110************02X',
      status: 'approved',
      reviewRemark: '',
      submittedAt: at.app.clock.now().toISOString(),
      reviewedAt: at.app.clock.now().toISOString(),
      revokedAt: null,
    });
    expect(await at.statusOf(person)).toBe('approved');
  });

  it('let the platform certify only valid data, and store nothing of invalid data', async () => {
    const { person, memberNo, userId } = await at.member();
    const other = await at.member();
    const sent = await at.filled(person);
    const certify = (changes: Partial<typeof sent>) =>
      at.app.db.transaction((tx) =>
        at.certifications.certify(tx, { memberNo, userId }, { ...sent, ...changes }, at.app.clock.now()),
      );
    await expect(certify({ idNumber: '110105194912310021' })).rejects.toThrow('invalid ID number');
    await expect(certify({ photoBack: (await at.filled(other.person)).photoBack })).rejects.toThrow('not available');
    expect(await at.info(person)).toMatchObject({ status: 'none', name: '', photoFront: null, submittedAt: null });
    await certify({});
    await expect(certify({})).rejects.toThrow('already has a certification');
  });

  it('accept exactly one of many simultaneous submissions, in whatever order the photos are named', async () => {
    const { person, memberNo } = await at.member();
    const input = await at.filled(person);
    const swapped = { ...input, photoFront: input.photoBack, photoBack: input.photoFront };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => person.post('/user/auth', turn % 2 ? input : swapped)),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'certification_pending')).toHaveLength(11);
    expect(await at.list({ memberNo: memberNo.toString(), status: 'all' })).toMatchObject({ data: { total: 1 } });
    expect(await at.audited('certification_submitted', memberNo)).toHaveLength(1);
  });

  it('accept a new submission after a rejection, with the same or other photos, and keep both', async () => {
    const { person, memberNo } = await at.member();
    const input = await at.filled(person);
    await person.post('/user/auth', input);
    await at.decide(await at.waitingOf(memberNo), 'rejected', 'The back is blurred');
    expect(await at.info(person)).toMatchObject({
      status: 'rejected',
      reviewRemark: 'The back is blurred',
      photoFront: input.photoFront,
    });
    at.app.clock.advance(1000);
    const photoBack = await uploaded(at.app.server, person);
    expect(await person.post('/user/auth', { ...input, photoBack })).toMatchObject({
      code: 1,
      data: { status: 'pending' },
    });
    expect(await at.info(person)).toMatchObject({
      status: 'pending',
      reviewRemark: '',
      photoFront: input.photoFront,
      photoBack,
    });
    expect(await at.list({ memberNo: memberNo.toString(), status: 'all' })).toMatchObject({
      data: { total: 2, list: [{ status: 'pending' }, { status: 'rejected' }] },
    });
  });

  it.each([
    [
      'a name with an ampersand',
      { name: 'Smith & Sons' },
      { name: "Use Chinese characters, English letters and digits only, separated by a single space or - ' . ·" },
    ],
    [
      'a name in Thai under the rule CN',
      { name: 'สมชาย ใจดี' },
      { name: "Use Chinese characters, English letters and digits only, separated by a single space or - ' . ·" },
    ],
    ['no name', { name: ' ' }, { name: 'Required' }],
    ['a name of invisible marks only', { name: '\u200b\u2060' }, { name: 'Required' }],
    [
      'an industry that ends with a hyphen',
      { industry: 'e-commerce-' },
      { industry: "Use Chinese characters, English letters and digits only, separated by a single space or - ' . ·" },
    ],
    [
      'an industry in Cyrillic under the rule CN',
      { industry: 'Торговля' },
      { industry: "Use Chinese characters, English letters and digits only, separated by a single space or - ' . ·" },
    ],
    [
      'an ID number with a wrong check digit',
      { idNumber: '110105194912310021' },
      { idNumber: 'This ID number has a wrong check digit; compare it with your ID' },
    ],
    [
      'an ID number in the wrong format',
      { idNumber: '1101051949123100' },
      { idNumber: 'Enter the 18-character ID number' },
    ],
    [
      'an invalid website',
      { website: 'javascript:alert(1)' },
      { website: 'Enter a web address such as https://example.com' },
    ],
    ['a remark with a direction mark', { remark: 'fine\u202ereject' }, { remark: 'Invalid value' }],
    ['no front', { photoFront: '' }, { photoFront: 'Upload this photo' }],
    ['no back', { photoBack: undefined }, { photoBack: 'Upload this photo' }],
    ['an unknown photo', { photoFront: '00000000-0000-4000-8000-000000000000' }, { photoFront: GONE }],
    ['an invalid photo id', { photoBack: 'nonsense' }, { photoBack: GONE }],
    ['a status of its own', { status: 'approved' }, { status: 'Unknown field' }],
    ['another member', { memberNo: '10000001' }, { memberNo: 'Unknown field' }],
  ])('reject %s with an error at the field', async (_, change, fields) => {
    const { person } = await at.member();
    expect(await person.post('/user/auth', { ...(await at.filled(person)), ...change })).toMatchObject({
      code: -1,
      fields,
    });
    expect(await at.info(person)).toMatchObject({ status: 'none' });
  });

  it('accept names as English writes them, and numbers as they are pasted', async () => {
    const { person } = await at.member();
    const typed = {
      name: '\u200eAnne‑Marie  O’Neil',
      industry: 'e-commerce',
      idNumber: '\u202d110105 19491231 002x\u202c',
      website: '\u200bhttps://example.com\u200b',
      remark: '\u200b \u2060',
    };
    expect(await person.post('/user/auth', { ...(await at.filled(person)), ...typed })).toMatchObject({ code: 1 });
    expect(await at.info(person)).toMatchObject({
      name: "Anne-Marie O'Neil",
      industry: 'e-commerce',
      idNumber: '110************02X',
      website: 'https://example.com',
      remark: '',
    });
  });

  it('reject one photo for both sides', async () => {
    const { person } = await at.member();
    const input = await at.filled(person);
    expect(await person.post('/user/auth', { ...input, photoBack: input.photoFront })).toMatchObject({
      fields: { photoBack: 'The front and back are the same photo' },
    });
  });

  it('reject another member’s photo without claiming any photo', async () => {
    const mine = await at.member();
    const theirs = await at.member();
    const input = await at.filled(mine.person);
    const photoBack = await uploaded(at.app.server, theirs.person);
    expect(await mine.person.post('/user/auth', { ...input, photoBack })).toMatchObject({
      code: -1,
      fields: { photoBack: GONE },
    });
    const { rows } = await sql`select purpose from files where file_id in (${input.photoFront}, ${photoBack})`.execute(
      at.app.db,
    );
    expect(rows).toEqual([{ purpose: null }, { purpose: null }]);
    expect(await theirs.person.post('/user/auth', { ...(await at.filled(theirs.person)), photoBack })).toMatchObject({
      code: 1,
    });
  });

  it('validate names and ID numbers by the platform’s country', async () => {
    const { person } = await at.member();
    const input = await at.filled(person);
    await at.app.setSettings({ mobileRule: 'TH' });
    expect(await person.post('/user/auth', { ...input, idNumber: '12-34' })).toMatchObject({
      fields: { idNumber: 'Enter an ID number of 5 to 30 letters or digits' },
    });
    expect(await person.post('/user/auth', { ...input, name: 'Smith & Sons' })).toMatchObject({
      fields: { name: "Use letters and digits only, separated by a single space or - ' . ·" },
    });
    expect(
      await person.post('/user/auth', { ...input, name: 'สมชาย ใจดี', industry: 'Торговля', idNumber: 'aa1234567' }),
    ).toMatchObject({ code: 1 });
    await at.app.setSettings({ mobileRule: 'CN' });
    expect(await at.info(person)).toMatchObject({ name: 'สมชาย ใจดี', industry: 'Торговля', idNumber: 'A*******7' });
  });

  it('store the ID number and the photos only sealed: neither is found anywhere in the database', async () => {
    const { person } = await at.member();
    const input = await at.filled(person);
    await person.post('/user/auth', input);
    const { bytes } = await readFile(at.app.server, person, input.photoFront);
    const dump = await everyCell();
    const hidden = [
      ID_NUMBER,
      ID_NUMBER.slice(0, 14),
      hexOf(ID_NUMBER),
      hexOf(ID_NUMBER.slice(0, 14)),
      bytes.subarray(0, 24).toString('hex'),
      bytes.toString('base64').slice(0, 32),
    ];
    for (const planted of hidden) expect(dump.toLowerCase().includes(planted.toLowerCase()), planted).toBe(false);
    // Control: the scan does find plain text and bytes.
    expect(dump).toContain('Please hurry');
    expect(dump).toContain(input.photoFront);
    const { rows } = await sql<{
      sealed: Buffer;
    }>`select id_number_sealed as sealed from certifications where photo_front = ${input.photoFront}`.execute(
      at.app.db,
    );
    expect(dump).toContain(rows[0]?.sealed.toString('hex'));
  });

  it('are for members only, and no member sees another’s data', async () => {
    for (const path of ['/user/auth', '/user/getAuthInfo']) {
      expect(await at.boss.post(path)).toMatchObject({ code: 0, error: 'not_found' });
      expect(await at.app.person().post(path)).toMatchObject({ code: 50008 });
    }
    const mine = await at.member();
    const other = await at.member();
    const input = await at.filled(mine.person);
    await mine.person.post('/user/auth', input);
    expect(await at.info(other.person)).toMatchObject({ status: 'none', photoFront: null });
    expect((await readFile(at.app.server, other.person, input.photoFront)).envelope).toMatchObject({
      error: 'not_found',
    });
    expect((await readFile(at.app.server, at.boss, input.photoFront)).status).toBe(200);
  });
});

/** The whole database as text, with bytes in hexadecimal. */
async function everyCell(): Promise<string> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`.execute(at.app.db);
  const texts = await Promise.all(
    tables.map(({ name }) => at.app.db.pool.query<{ row: string }>(`select t::text as row from public.${name} t`)),
  );
  return texts.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}
