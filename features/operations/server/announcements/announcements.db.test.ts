import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { people, type People, type Person } from '#features/accounts/server/people-for-tests.ts';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { platformHandlers } from '#features/platform/server/calls.ts';
import type { AnnouncementRow } from '#features/platform/contract.ts';
import type { OperatorAnnouncement, OperatorAnnouncementRow } from '../../announcement-contract.ts';
import { operatorAnnouncementHandlers } from './calls.ts';

let app: People;
let boss: Person;
let bossId: bigint;
let merchant: Person;
let other: Person;
let agent: Person;
let merchantNo: bigint;
beforeAll(async () => {
  app = await people({
    more: (built) => [
      operatorAnnouncementHandlers({ ...built, publicUrl: 'https://pay.example' }),
      platformHandlers({
        ...built,
        publicUrl: 'https://pay.example',
        captchaProvider: 'none',
        platformPublicKey: () => Promise.resolve(''),
      }),
    ],
  });
  bossId = await app.addOperator('boss');
  const loggedIn = async (username: string): Promise<Person> => {
    const person = app.person();
    await person.logIn(username);
    return person;
  };
  boss = await loggedIn('boss');
  merchantNo = (await app.addMember({ username: 'shop' })).member.memberNo;
  await app.addMember({ username: 'other_shop' });
  await app.addMember({ username: 'agency', kind: 'agent' });
  [merchant, other, agent] = [await loggedIn('shop'), await loggedIn('other_shop'), await loggedIn('agency')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.pool.query('truncate announcement_read_counts, announcement_reads, announcements');
});

const none = { title: '', body: '' };
const draft = {
  texts: {
    en: { title: 'Maintenance', body: 'On **Sunday**.' },
    zh: { title: '维护', body: '周日。' },
    es: none,
    th: none,
  },
  audience: 'all',
  from: null,
  until: null,
  pinned: false,
};
const save = (change: object = {}) => boss.post<{ id: string }>('/operator/announcement/save', { ...draft, ...change });
const saved = async (change: object = {}): Promise<string> => {
  const answer = await save(change);
  if (!answer.data) throw new Error(JSON.stringify(answer));
  return answer.data.id;
};
const act = (name: 'publish' | 'withdraw', id: string) =>
  boss.post(`/operator/announcement/${name}`, { id, reason: 'agreed' });
const published = async (change: object = {}): Promise<string> => {
  const id = await saved(change);
  expect(await act('publish', id)).toMatchObject({ code: 1 });
  return id;
};
const seenBy = async (person: Person, language: 'en' | 'zh' = 'en') => {
  const reader = app.person({ language });
  reader.token = person.token;
  const answer = await reader.post<{ total: number; list: AnnouncementRow[]; extend: { unread: number } }>(
    '/announcement/list',
  );
  return answer.data;
};
const titles = async (person: Person) => (await seenBy(person))?.list.map(({ title }) => title);
const listed = async (filter: object = {}) =>
  (await boss.post<{ total: number; list: OperatorAnnouncementRow[] }>('/operator/announcement/list', filter)).data;
const named = (title: string) => ({ texts: { ...draft.texts, en: { title, body: 'x' } } });

describe('members see', () => {
  it('what is for all, for their kind, or for them by name, and nothing else', async () => {
    await published(named('for all'));
    await published({ ...named('for merchants'), audience: 'merchants' });
    await published({ ...named('for agents'), audience: 'agents' });
    await published({ ...named('for one'), audience: 'named', memberNos: [merchantNo.toString()] });
    expect((await titles(merchant))?.sort()).toEqual(['for all', 'for merchants', 'for one']);
    expect((await titles(other))?.sort()).toEqual(['for all', 'for merchants']);
    expect((await titles(agent))?.sort()).toEqual(['for agents', 'for all']);
    expect(await titles(boss)).toEqual(['for all']);
    expect((await seenBy(agent))?.extend.unread).toBe(2);
  });

  it('no draft, none before its time or after it, and none that was withdrawn', async () => {
    const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString();
    await saved(named('draft'));
    const withdrawn = await published(named('withdrawn'));
    await act('withdraw', withdrawn);
    await published({ ...named('for a while'), until: at(20) });
    await published({ ...named('tomorrow'), from: at(10), until: at(30) });
    expect(await titles(merchant)).toEqual(['for a while']);
    app.clock.advance(10 * 60_000);
    expect(await titles(merchant)).toEqual(['tomorrow', 'for a while']);
    app.clock.advance(10 * 60_000);
    expect(await titles(merchant)).toEqual(['tomorrow']);
    expect((await listed())?.list.map(({ title, phase }) => `${title}: ${phase}`).sort()).toEqual([
      'draft: draft',
      'for a while: over',
      'tomorrow: shown',
      'withdrawn: withdrawn',
    ]);
  });

  it('pinned ones first, in their own language or the first there is', async () => {
    await published({ ...named('pinned'), pinned: true });
    app.clock.advance(1_000);
    await published({ texts: { en: none, zh: { title: '中文', body: '中' }, es: none, th: none } });
    expect(await titles(merchant)).toEqual(['pinned', '中文']);
    expect((await seenBy(merchant, 'zh'))?.list.map(({ title, pinned }) => [title, pinned])).toEqual([
      ['维护', true],
      ['中文', false],
    ]);
  });

  it('are counted once each, and can not read what is not for them', async () => {
    const id = await published({ audience: 'merchants' });
    const read = (person: Person) => person.post('/announcement/read', { id });
    for (const person of [merchant, merchant, other]) expect(await read(person)).toMatchObject({ code: 1 });
    expect(await read(agent)).toMatchObject({ error: 'not_found' });
    expect((await listed())?.list).toMatchObject([{ id, readers: 2 }]);
    await act('withdraw', id);
    expect(await read(merchant)).toMatchObject({ error: 'not_found' });
  });
});

describe('operators', () => {
  it('write, publish and withdraw, each in the audit log', async () => {
    const id = await saved({ audience: 'named', memberNos: [merchantNo.toString(), merchantNo.toString()] });
    expect((await boss.post<OperatorAnnouncement>('/operator/announcement/detail', { id })).data).toMatchObject({
      texts: draft.texts,
      memberNos: [merchantNo.toString()],
      state: 'draft',
      changedBy: 'boss',
    });
    expect(await save({ id, ...named('Outage') })).toMatchObject({ code: 1 });
    expect(await act('publish', id)).toMatchObject({ code: 1 });
    expect(await act('withdraw', id)).toMatchObject({ code: 1 });
    expect((await credentialsOf(app).auditOf(bossId)).slice(-4)).toEqual([
      `announcement_saved ${id} Maintenance`,
      `announcement_saved ${id} Maintenance → Outage`,
      `announcement_published ${id} Outage draft → published agreed`,
      `announcement_withdrawn ${id} Outage published → withdrawn agreed`,
    ]);
  });

  it('find them by a part of a title in any language, state and audience', async () => {
    await published({ audience: 'agents' });
    await saved(named('Outage'));
    const found = async (filter: object) => (await listed(filter))?.list.map(({ title }) => title);
    expect(await found({ q: '维' })).toEqual(['Outage', 'Maintenance']);
    expect(await found({ q: 'OUT' })).toEqual(['Outage']);
    expect(await found({ state: 'published' })).toEqual(['Maintenance']);
    expect(await found({ audience: 'all' })).toEqual(['Outage']);
  });

  it('change nothing that members read: it is withdrawn first', async () => {
    const id = await published();
    expect(await save({ id })).toMatchObject({ error: 'announcement_published' });
    expect(await act('publish', id)).toMatchObject({ error: 'announcement_published' });
    await act('withdraw', id);
    expect(await act('withdraw', id)).toMatchObject({ error: 'announcement_unpublished' });
    expect(await save({ id })).toMatchObject({ code: 1 });
    expect((await listed())?.list).toMatchObject([{ state: 'draft' }]);
  });

  it('publish nothing that is over, empty or not there', async () => {
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const id = await saved({ until });
    app.clock.advance(60_000);
    expect(await act('publish', id)).toMatchObject({ error: 'announcement_over' });
    const empty = await saved({ texts: { ...draft.texts, en: { title: 'x', body: '' } } });
    expect(await act('publish', empty)).toMatchObject({ error: 'announcement_empty' });
    for (const name of ['publish', 'withdraw'] as const)
      expect(await act(name, '7')).toMatchObject({ error: 'not_found' });
    expect(await save({ id: '7' })).toMatchObject({ error: 'not_found' });
    expect(await boss.post('/operator/announcement/detail', { id: '7' })).toMatchObject({ error: 'not_found' });
  });

  test.each([
    ['no title', { texts: { en: none, zh: none, es: none, th: none } }, 'texts.en.title'],
    ['a text without a title', { texts: { ...draft.texts, es: { title: '', body: 'x' } } }, 'texts.es.title'],
    [
      'a title of 121 characters',
      { texts: { ...draft.texts, en: { title: 'x'.repeat(121), body: '' } } },
      'texts.en.title',
    ],
    ['no named members', { audience: 'named' }, 'memberNos'],
    ['an unknown member', { audience: 'named', memberNos: ['99999999'] }, 'memberNos'],
    ['an end before the start', { from: '2027-01-02T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' }, 'until'],
  ])('can not save %s', async (_, change, field) => {
    expect(await save(change)).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect((await listed())?.total).toBe(0);
  });

  it('takes the first and the last time that there is', async () => {
    const times = { from: '0001-01-01T00:00:00.000Z', until: '9999-12-31T23:59:59.999Z' };
    const id = await saved(times);
    expect((await listed())?.list).toMatchObject([{ id, ...times }]);
  });
});
