import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileHandlers } from '#features/files/server/calls.ts';
import { picture, readFile, uploaded } from '#features/files/server/files-for-tests.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { people, type People, type Person } from '#features/users/server/test-people.ts';
import { profileHandlers } from './calls.ts';

let house: People;
beforeAll(async () => {
  house = await people({
    more: ({ db, clock, sealer, audit, users }) => {
      const files = fileVerbs({ db, clock, sealer });
      return [fileHandlers({ db, audit, files }), profileHandlers({ db, users, files, audit })];
    },
  });
});
afterAll(() => house.close());

let names = 0;
async function member() {
  const username = `shop_${(names += 1)}`;
  const added = await house.addMember({ username });
  const person = house.person();
  await person.logIn(username);
  return { ...added, person };
}

async function shown(person: Person) {
  const { data } = await person.post<{ userinfo: { nickname: string; bio: string; avatar: string | null } }>(
    '/user/info',
  );
  const { nickname, bio, avatar } = data?.userinfo ?? {};
  return { nickname, bio, avatar };
}

describe('/user/profile', () => {
  it('changes nickname, bio and avatar, as /user/info then tells, and writes it down', async () => {
    const { person, userId, member: shop } = await member();
    const avatar = await uploaded(house.server, person);
    expect(await person.post('/user/profile', { nickname: ' 张三 Shop ', bio: 'Tea\nand cake', avatar })).toMatchObject(
      { code: 1, msg: '' },
    );
    expect(await shown(person)).toEqual({ nickname: '张三 Shop', bio: 'Tea\nand cake', avatar });
    expect(await house.person().logIn(`shop_${names}`)).toMatchObject({
      data: { userinfo: { nickname: '张三 Shop', avatar } },
    });
    const { rows } =
      await sql`select member_no as "memberNo", result, ip, device from audit_log where chain = ${userId} and action = 'profile_changed'`.execute(
        house.db.kysely,
      );
    expect(rows).toEqual([{ memberNo: shop.memberNo, result: 'done', ip: '198.51.100.1', device: 'tester' }]);
  });

  it('makes the avatar a small square, which nobody else sees', async () => {
    const { person } = await member();
    const other = await member();
    const avatar = await uploaded(house.server, person, await picture('png', { width: 900, height: 300 }));
    await person.post('/user/profile', { nickname: 'a', bio: '', avatar });
    const { bytes } = await readFile(house.server, person, avatar);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect((await readFile(house.server, other.person, avatar)).envelope).toMatchObject({ error: 'not_found' });
  });

  it('keeps the avatar when it is left out or named again, and deletes it when it is replaced or taken away', async () => {
    const { person } = await member();
    const [first, second] = [await uploaded(house.server, person), await uploaded(house.server, person)];
    const save = (change: object) => person.post('/user/profile', { nickname: 'a', bio: '', ...change });
    await save({ avatar: first });
    await save({});
    await save({ avatar: first });
    expect(await shown(person)).toMatchObject({ avatar: first });
    await save({ avatar: second });
    expect((await readFile(house.server, person, first)).envelope).toMatchObject({ error: 'not_found' });
    expect((await readFile(house.server, person, second)).status).toBe(200);
    await save({ avatar: null });
    expect(await shown(person)).toMatchObject({ avatar: null });
    expect((await readFile(house.server, person, second)).envelope).toMatchObject({ error: 'not_found' });
  });

  it('takes no file that is another user’s, gone or in use, and then changes nothing', async () => {
    const { person, userId } = await member();
    const other = await member();
    const foreign = await uploaded(house.server, other.person);
    const used = await uploaded(house.server, person);
    await sql`update files set purpose = 'certification' where file_id = ${used}`.execute(house.db.kysely);
    for (const avatar of [foreign, used, '00000000-0000-4000-8000-000000000000', 'nonsense', ''])
      expect(await person.post('/user/profile', { nickname: 'changed', bio: '', avatar })).toMatchObject({
        code: -1,
        fields: { avatar: 'This picture is no longer there; choose it again' },
      });
    expect(await shown(person)).toMatchObject({ nickname: `shop_${names - 1}`, avatar: null });
    expect(
      (
        await sql`select 1 from audit_log where chain = ${userId} and action = 'profile_changed'`.execute(
          house.db.kysely,
        )
      ).rows,
    ).toEqual([]);
  });

  it('takes an avatar once when two tabs save at the same time, and loses no file', async () => {
    const { person, userId } = await member();
    const avatars = [await uploaded(house.server, person), await uploaded(house.server, person)];
    const answers = await Promise.all(
      avatars.map((avatar) => person.post('/user/profile', { nickname: 'a', bio: '', avatar })),
    );
    expect(answers.map(({ code }) => code)).toEqual([1, 1]);
    const { avatar } = await shown(person);
    const { rows } = await sql`select file_id as "fileId" from files where user_id = ${userId}`.execute(
      house.db.kysely,
    );
    expect(rows).toEqual([{ fileId: avatar }]);
  });

  it.each([
    ['no nickname', { nickname: '' }, { nickname: 'Enter a name of 1 to 30 visible characters' }],
    ['a blank one', { nickname: '   ' }, { nickname: 'Enter a name of 1 to 30 visible characters' }],
    [
      'one that nobody sees',
      { nickname: '\u200b\u2060\u3164' },
      { nickname: 'Enter a name of 1 to 30 visible characters' },
    ],
    ['31 characters', { nickname: 'x'.repeat(31) }, { nickname: 'Enter a name of 1 to 30 visible characters' }],
    [
      'a name that turns the line around',
      { nickname: 'Ana\u202ecod.exe' },
      { nickname: 'Enter a name of 1 to 30 visible characters' },
    ],
    ['a name of two lines', { nickname: 'a\nb' }, { nickname: 'Enter a name of 1 to 30 visible characters' }],
    [
      'a name of two lines by another separator',
      { nickname: 'a\u2028b' },
      { nickname: 'Enter a name of 1 to 30 visible characters' },
    ],
    [
      'a bio of 201 characters',
      { nickname: 'a', bio: 'x'.repeat(201) },
      { bio: 'Use plain text of at most 200 characters' },
    ],
    ['a bio with an escape', { nickname: 'a', bio: '\u001b[2J' }, { bio: 'Use plain text of at most 200 characters' }],
    ['somebody else’s id', { nickname: 'a', userId: '1' }, { userId: 'This field is not known' }],
  ])('refuses %s beside the field', async (_, input, fields) => {
    const { person } = await member();
    expect(await person.post('/user/profile', input)).toMatchObject({ code: -1, fields });
  });

  it('takes the longest nickname and bio', async () => {
    const { person } = await member();
    for (const [x, y] of ['xy', '𠀀🦊', 'กย'].map((pair) => [...pair]))
      expect(await person.post('/user/profile', { nickname: x?.repeat(30), bio: y?.repeat(200) })).toMatchObject({
        code: 1,
      });
  });

  it('serves operators too, and needs a session', async () => {
    await house.addOperator('boss');
    const boss = house.person();
    await boss.logIn('boss');
    const avatar = await uploaded(house.server, boss);
    expect(await boss.post('/user/profile', { nickname: 'The boss', bio: '', avatar })).toMatchObject({ code: 1 });
    expect(await shown(boss)).toEqual({ nickname: 'The boss', bio: '', avatar });
    expect(await house.person().post('/user/profile', { nickname: 'a', bio: '' })).toMatchObject({ code: 50008 });
  });
});
