import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileHandlers } from '#features/files/server/calls.ts';
import { picture, readFile, uploaded } from '#features/files/server/files-for-tests.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { people, type People, type Person } from '#features/accounts/server/people-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { profileHandlers } from './calls.ts';

let app: People;
beforeAll(async () => {
  app = await people({
    more: ({ db, clock, sealer, audit, users }) => {
      const files = fileVerbs({ db, clock, sealer });
      return [fileHandlers({ db, audit, files }), profileHandlers({ db, users, files, audit })];
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

async function profileOf(person: Person) {
  const { data } = await person.post<{ userinfo: { nickname: string; bio: string; avatar: string | null } }>(
    '/user/info',
  );
  const { nickname, bio, avatar } = data?.userinfo ?? {};
  return { nickname, bio, avatar };
}

describe('/user/profile', () => {
  it('changes nickname, bio and avatar, shows them in /user/info, and audits the change', async () => {
    const { person, userId, member: shop } = await member();
    const avatar = await uploaded(app.server, person);
    expect(await person.post('/user/profile', { nickname: ' 张三 Shop ', bio: 'Tea\nand cake', avatar })).toMatchObject(
      { code: 1, msg: '' },
    );
    expect(await profileOf(person)).toEqual({ nickname: '张三 Shop', bio: 'Tea\nand cake', avatar });
    expect(await app.person().logIn(`shop_${names}`)).toMatchObject({
      data: { userinfo: { nickname: '张三 Shop', avatar } },
    });
    const { rows } =
      await sql`select member_no as "memberNo", result, ip, device from audit_log where chain = ${userId} and action = 'profile_changed'`.execute(
        app.db,
      );
    expect(rows).toEqual([{ memberNo: shop.memberNo, result: 'done', ip: '198.51.100.1', device: 'tester' }]);
  });

  it('makes the avatar a small square that no other member can see', async () => {
    const { person } = await member();
    const other = await member();
    const avatar = await uploaded(app.server, person, await picture('png', { width: 900, height: 300 }));
    await person.post('/user/profile', { nickname: 'a', bio: '', avatar });
    const { bytes } = await readFile(app.server, person, avatar);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect((await readFile(app.server, other.person, avatar)).envelope).toMatchObject({ error: 'not_found' });
  });

  it('keeps the avatar if it is omitted or sent again, and deletes it if it is replaced or removed', async () => {
    const { person } = await member();
    const [first, second] = [await uploaded(app.server, person), await uploaded(app.server, person)];
    const save = (change: object) => person.post('/user/profile', { nickname: 'a', bio: '', ...change });
    await save({ avatar: first });
    await save({});
    await save({ avatar: first });
    expect(await profileOf(person)).toMatchObject({ avatar: first });
    await save({ avatar: second });
    expect((await readFile(app.server, person, first)).envelope).toMatchObject({ error: 'not_found' });
    expect((await readFile(app.server, person, second)).status).toBe(200);
    await save({ avatar: null });
    expect(await profileOf(person)).toMatchObject({ avatar: null });
    expect((await readFile(app.server, person, second)).envelope).toMatchObject({ error: 'not_found' });
  });

  it('rejects a file that is another user’s, missing or in use, and then changes nothing', async () => {
    const { person, userId } = await member();
    const other = await member();
    const foreign = await uploaded(app.server, other.person);
    const used = await uploaded(app.server, person);
    await sql`update files set purpose = 'certification' where file_id = ${used}`.execute(app.db);
    for (const avatar of [foreign, used, '00000000-0000-4000-8000-000000000000', 'nonsense', ''])
      expect(await person.post('/user/profile', { nickname: 'changed', bio: '', avatar })).toMatchObject({
        code: -1,
        fields: { avatar: 'This picture is no longer available; choose it again' },
      });
    expect(await profileOf(person)).toMatchObject({ nickname: `shop_${names - 1}`, avatar: null });
    expect(
      (await sql`select 1 from audit_log where chain = ${userId} and action = 'profile_changed'`.execute(app.db)).rows,
    ).toEqual([]);
  });

  it('keeps exactly one avatar if two tabs save at the same time, and leaves no unused file', async () => {
    const { person, userId } = await member();
    const avatars = [await uploaded(app.server, person), await uploaded(app.server, person)];
    const answers = await Promise.all(
      avatars.map((avatar) => person.post('/user/profile', { nickname: 'a', bio: '', avatar })),
    );
    expect(answers.map(({ code }) => code)).toEqual([1, 1]);
    const { avatar } = await profileOf(person);
    const { rows } = await sql`select file_id as "fileId" from files where user_id = ${userId}`.execute(app.db);
    expect(rows).toEqual([{ fileId: avatar }]);
  });

  it.each([
    ['no nickname', { nickname: '' }, { nickname: 'Use 1 to 30 visible characters' }],
    ['a blank one', { nickname: '   ' }, { nickname: 'Use 1 to 30 visible characters' }],
    ['an invisible one', { nickname: '\u200b\u2060\u3164' }, { nickname: 'Use 1 to 30 visible characters' }],
    ['31 characters', { nickname: 'x'.repeat(31) }, { nickname: 'Use 1 to 30 visible characters' }],
    [
      'a name with a direction override',
      { nickname: 'Ana\u202ecod.exe' },
      { nickname: 'Use 1 to 30 visible characters' },
    ],
    ['a name of two lines', { nickname: 'a\nb' }, { nickname: 'Use 1 to 30 visible characters' }],
    [
      'a name of two lines by another separator',
      { nickname: 'a\u2028b' },
      { nickname: 'Use 1 to 30 visible characters' },
    ],
    [
      'a bio of 201 characters',
      { nickname: 'a', bio: 'x'.repeat(201) },
      { bio: 'Use plain text of up to 200 characters' },
    ],
    ['a bio with an escape', { nickname: 'a', bio: '\u001b[2J' }, { bio: 'Use plain text of up to 200 characters' }],
    ['another user’s id', { nickname: 'a', userId: '1' }, { userId: 'Unknown field' }],
  ])('rejects %s with a field error', async (_, input, fields) => {
    const { person } = await member();
    expect(await person.post('/user/profile', input)).toMatchObject({ code: -1, fields });
  });

  it('accepts the longest nickname and bio', async () => {
    const { person } = await member();
    for (const [x, y] of ['xy', '𠀀🦊', 'กย'].map((pair) => [...pair]))
      expect(await person.post('/user/profile', { nickname: x?.repeat(30), bio: y?.repeat(200) })).toMatchObject({
        code: 1,
      });
  });

  it('works for operators too, and needs a session', async () => {
    await app.addOperator('boss');
    const boss = app.person();
    await boss.logIn('boss');
    const avatar = await uploaded(app.server, boss);
    expect(await boss.post('/user/profile', { nickname: 'The boss', bio: '', avatar })).toMatchObject({ code: 1 });
    expect(await profileOf(boss)).toEqual({ nickname: 'The boss', bio: '', avatar });
    expect(await app.person().post('/user/profile', { nickname: 'a', bio: '' })).toMatchObject({ code: 50008 });
  });
});
