import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '#features/accounts/server/people-for-tests.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import type { CertificationDetail, Claim } from '../contract.ts';
import { CLAIM_MS } from '../rules.ts';
import { picture, upload } from '#features/files/server/files-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { certificationApp, ID_NUMBER } from './certifications-for-tests.ts';
import { certificationJobs } from './jobs.ts';

let at: Awaited<ReturnType<typeof certificationApp>>;
let other: Person;
let otherId: bigint;
beforeAll(async () => {
  at = await certificationApp();
  otherId = await at.app.addOperator('other');
  other = at.app.person();
  await other.logIn('other');
});
afterAll(() => at.app.close());

let pictures = 0;
/** A photo that no other member has. */
async function photo(person: Person): Promise<string> {
  const { data } = await upload(at.app.server, person, await picture('png', { width: 100 + (pictures += 1) }));
  return data?.id ?? '';
}

async function sent({ idNumber = ID_NUMBER, samePhotos = false } = {}) {
  const member = await at.member();
  const { person } = member;
  const photos = samePhotos ? {} : { photoFront: await photo(person), photoBack: await photo(person) };
  const filled = { ...(await at.filled(person)), idNumber, ...photos };
  expect(await member.person.post('/user/auth', filled)).toMatchObject({ code: 1 });
  return { ...member, filled, id: await at.waitingOf(member.memberNo) };
}
const detail = (id: string, by: Person = at.boss) =>
  by.post<CertificationDetail>('/operator/certification/detail', { id });
const claim = (by: Person, id: string, takeOver?: boolean) =>
  by.post<{ claim: Claim; takenFrom: string | null }>('/operator/certification/claim', {
    id,
    ...(takeOver === undefined ? {} : { takeOver }),
  });
const revoke = (id: string, more: object = { reviewRemark: 'Sold the\nshop' }) =>
  at.boss.post('/operator/certification/revoke', { id, ...more });
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('/operator/certification/detail', () => {
  it('has the whole ID number and what it says, and is logged', async () => {
    const { id, memberNo } = await sent();
    expect(await detail(id)).toMatchObject({
      code: 1,
      data: {
        id,
        memberNo: memberNo.toString(),
        idNumber: '110************02X',
        wholeIdNumber: '11010519491231002X',
        says: { born: '1949-12-31', age: 76, region: 'Beijing', checkFits: true },
        claim: null,
      },
    });
    expect(await at.audited('id_number_read', memberNo)).toEqual([
      { chain: at.bossId, object: `${memberNo} 110************02X`, result: 'done' },
    ]);
    for (const unknown of [NOBODY, 'nonsense']) expect(await detail(unknown)).toMatchObject({ error: 'not_found' });
  });

  it('finds the same ID number or photo at other members, and not at the member itself', async () => {
    const idNumber = '510107199302084045';
    const first = await sent({ idNumber, samePhotos: true });
    await at.decide(first.id, 'rejected', 'blurred');
    await first.person.post('/user/auth', first.filled);
    const again = await at.waitingOf(first.memberNo);
    expect((await detail(again)).data?.same).toEqual([]);
    const second = await sent({ idNumber });
    const third = await sent({ samePhotos: true });
    const found = async (id: string) =>
      (await detail(id)).data?.same.map(({ memberNo, ...one }) => [memberNo, one.idNumber, one.photo, one.status]);
    const firstNo = first.memberNo.toString();
    expect((await found(second.id))?.sort()).toEqual([
      [firstNo, true, false, 'pending'],
      [firstNo, true, false, 'rejected'],
    ]);
    expect(await found(again)).toEqual(
      expect.arrayContaining([
        [second.memberNo.toString(), true, false, 'pending'],
        [third.memberNo.toString(), false, true, 'pending'],
      ]),
    );
  });

  it('finds what was submitted before the hashes were stored, once the job has run', async () => {
    const { id } = await sent();
    const { rows: known } =
      await sql`select certification_id from certifications where id_number_hash is not null`.execute(at.app.db);
    await sql`update certifications set id_number_hash = null, photo_hashes = null`.execute(at.app.db);
    expect((await detail(id)).data?.same).toEqual([]);
    for (const job of certificationJobs({ ...at.app, files: fileVerbs(at.app) })) await job.run();
    const { rows } = await sql`select certification_id from certifications where id_number_hash is not null`.execute(
      at.app.db,
    );
    expect(rows).toHaveLength(known.length);
    expect((await detail(id)).data?.same.some((one) => one.idNumber)).toBe(true);
  });
});

describe('/operator/certification/claim', () => {
  it('is shown to others for ten minutes, is renewed by its owner, and can be taken over', async () => {
    const { id, memberNo } = await sent();
    const until = new Date(at.app.clock.now().getTime() + CLAIM_MS).toISOString();
    expect(await claim(at.boss, id)).toMatchObject({
      code: 1,
      data: { claim: { by: 'boss', own: true, until }, takenFrom: null },
    });
    expect(await claim(other, id)).toMatchObject({
      data: { claim: { by: 'boss', own: false, until }, takenFrom: null },
    });
    const listed = await other.post<{ list: { claim: Claim | null }[] }>('/operator/certification/list', {
      memberNo: memberNo.toString(),
    });
    expect(listed.data?.list[0]?.claim).toEqual({ by: 'boss', own: false, until });
    at.app.clock.advance(60_000);
    expect((await claim(at.boss, id)).data?.claim.until).not.toBe(until);
    expect(await claim(other, id, true)).toMatchObject({
      data: { claim: { by: 'other', own: true }, takenFrom: 'boss' },
    });
    expect(await claim(at.boss, id)).toMatchObject({ data: { claim: { by: 'other', own: false } } });
    expect(await at.audited('certification_taken_over', memberNo)).toEqual([
      { chain: otherId, object: `${memberNo} boss → other`, result: 'done' },
    ]);
    at.app.clock.advance(CLAIM_MS);
    expect((await detail(id)).data?.claim).toBeNull();
    expect(await claim(at.boss, id)).toMatchObject({ data: { claim: { own: true }, takenFrom: null } });
  });

  it('of two at once, one gets it; others can decide in spite of it, and a decided one can’t be claimed', async () => {
    const { id } = await sent();
    const answers = await Promise.all([claim(at.boss, id), claim(other, id)]);
    const owners = answers.filter(({ data }) => data?.claim.own);
    expect(owners.length).toBeGreaterThan(0);
    const owner = (await detail(id)).data?.claim?.by;
    expect(answers.map(({ data }) => data?.claim.by)).toContain(owner);
    expect(await at.decide(id, 'approved')).toMatchObject({ code: 1 });
    expect(await claim(other, id)).toMatchObject({ code: 0, error: 'certification_decided' });
    for (const unknown of [NOBODY, 'nonsense'])
      expect(await claim(other, unknown)).toMatchObject({ error: 'not_found' });
  });
});

describe('a remark from the templates', () => {
  it('is read by the member in its own language, before the operator’s own words', async () => {
    const { id, person } = await sent();
    const decided = await at.boss.post('/operator/certification/decide', {
      id,
      status: 'rejected',
      reviewTemplate: 'photo_unclear',
      reviewRemark: 'Both of them',
    });
    expect(decided).toMatchObject({ code: 1 });
    const inLanguage = async (language: string) => {
      const reader = at.app.person({ language });
      reader.token = person.token;
      return (await at.info(reader))?.reviewRemark;
    };
    expect(await inLanguage('en')).toBe(
      'The photo isn’t clear enough to read; take it again in good light.\nBoth of them',
    );
    expect(await inLanguage('zh')).toBe('照片不够清晰，无法辨认，请在光线充足处重新拍摄。\nBoth of them');
  });

  it('is enough for a rejection; an unknown one is refused', async () => {
    const { id } = await sent();
    const reject = (more: object) =>
      at.boss.post('/operator/certification/decide', { id, status: 'rejected', ...more });
    expect(await reject({ reviewTemplate: 'ugly' })).toMatchObject({ code: -1 });
    expect(await reject({ reviewTemplate: 'expired' })).toMatchObject({ code: 1 });
  });
});

describe('/operator/certification/revoke', () => {
  it('makes the member uncertified, tells it why, and is logged with before and after', async () => {
    const { id, person, memberNo, userId } = await sent();
    expect(await revoke(id)).toMatchObject({ code: 0, error: 'certification_not_approved' });
    await at.decide(id, 'approved');
    expect(await revoke(id, {})).toMatchObject({ code: -1, fields: { reviewRemark: expect.any(String) } });
    expect(await at.statusOf(person)).toBe('approved');
    expect(await revoke(id)).toMatchObject({ code: 1 });
    expect(await at.statusOf(person)).toBe('rejected');
    expect(await at.info(person)).toMatchObject({
      status: 'rejected',
      reviewRemark: 'Sold the\nshop',
      revokedAt: at.app.clock.now().toISOString(),
    });
    expect(await at.audited('certification_revoked', memberNo)).toEqual([
      { chain: at.bossId, object: `${memberNo} approved → rejected Sold the shop`, result: 'done' },
    ]);
    const { rows } =
      await sql`select kind from notices where user_id = ${userId} and kind like 'certification%' order by created_at`.execute(
        at.app.db,
      );
    expect(rows.map((row) => (row as { kind: string }).kind)).toContain('certification_revoked');
    expect(await revoke(id)).toMatchObject({ error: 'certification_not_approved' });
    expect(await person.post('/user/auth', await at.filled(person))).toMatchObject({ code: 1 });
    for (const unknown of [NOBODY, 'nonsense']) expect(await revoke(unknown)).toMatchObject({ error: 'not_found' });
  });

  it('happens once for concurrent clicks', async () => {
    const { id, memberNo } = await sent();
    await at.decide(id, 'approved');
    const answers = await Promise.all([1, 2, 3, 4].map(() => revoke(id, { reviewTemplate: 'used_elsewhere' })));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await at.audited('certification_revoked', memberNo)).toHaveLength(1);
  });
});
