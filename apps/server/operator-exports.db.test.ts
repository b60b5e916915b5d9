/** The operators' lists as files: the rows are the list's, and each needs the list's right, when it is asked for and when it is taken. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#foundation/core/calls.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import type { Right } from '#features/rights.ts';
import { addObjects } from './access-objects-for-tests.ts';
import { type Person, stage, type Stage } from './access-stage-for-tests.ts';

const call: Call = { who: 'session', summary: '' };

let at: Stage;
let owner: Person;
let shop: Person;
beforeAll(async () => {
  at = await stage();
  owner = await at.operator('olga', ['owner']);
  shop = await at.add('merchant', 'zorina');
  await addObjects(at, shop, owner, 1);
  const announced = await at.request(owner, '/operator/announcement/save', call, {
    texts: { en: { title: 'Maintenance', body: 'Tonight' }, zh: NO_TEXT, es: NO_TEXT, th: NO_TEXT },
    audience: 'all',
    memberNos: [],
    from: null,
    until: null,
    pinned: false,
  });
  if (announced.code !== 1) throw new Error(announced.text);
  // What upstreams were asked is counted a moment later.
  await at.app.upstreams.idle();
});
afterAll(() => at.close());

const NO_TEXT = { title: '', body: '' };

interface List {
  kind: ExportKindName;
  right: Right;
  path: string;
  filter?: object;
  /** Columns of the file, with the list's fields. */
  same: Readonly<Record<string, string>>;
}

const lists: readonly List[] = [
  {
    kind: 'allOrder',
    right: 'orders.view',
    path: '/operator/order/list',
    same: { 'System number': 'systemNo', 'Member number': 'memberNo', 'Order number': 'orderNo', Amount: 'amount' },
  },
  {
    kind: 'allDisbursement',
    right: 'disbursements.view',
    path: '/operator/disbursement/list',
    same: { 'System number': 'orderNo', 'Member number': 'memberNo', Amount: 'amount', Fee: 'fee' },
  },
  {
    kind: 'approval',
    right: 'approvals.view',
    path: '/operator/approval/list',
    filter: { state: 'all' },
    same: { 'Member number': 'memberNo', Amount: 'amount', Reason: 'reason', 'Proposed by': 'proposedBy' },
  },
  {
    kind: 'card',
    right: 'cards.view',
    path: '/operator/bankcard/list',
    filter: { status: 'all' },
    same: { 'Member number': 'memberNo', 'Account holder': 'holder', Account: 'account', Bank: 'bankName' },
  },
  {
    kind: 'certification',
    right: 'certifications.view',
    path: '/operator/certification/list',
    filter: { status: 'all' },
    same: { 'Member number': 'memberNo', Name: 'name', 'ID number': 'idNumber', Industry: 'industry' },
  },
  {
    kind: 'gatewayRequest',
    right: 'gateway.view',
    path: '/operator/gateway/list',
    same: { 'Request ID': 'requestId', 'Member number': 'memberNo', Call: 'path', 'IP address': 'ip' },
  },
  {
    kind: 'receiver',
    right: 'callbacks.view',
    path: '/operator/callback/receivers',
    same: { Receiver: 'host', 'Member number': 'memberNo', Backlog: 'waiting' },
  },
  {
    kind: 'channel',
    right: 'channels.view',
    path: '/operator/channel/list',
    same: { Code: 'code', Channel: 'name', 'Lowest amount per order': 'minAmount', 'Orders, 24 h': 'orders24h' },
  },
  {
    kind: 'upstream',
    right: 'upstreams.view',
    path: '/operator/upstream/list',
    same: { Upstream: 'name', Connector: 'connector', 'Requests, 24 h': 'requests24h' },
  },
  {
    kind: 'announcement',
    right: 'announcements.view',
    path: '/operator/announcement/list',
    same: { Title: 'title', 'Read by': 'readers' },
  },
  {
    kind: 'operator',
    right: 'staff.view',
    path: '/operator/staff/list',
    same: { Username: 'username', Nickname: 'nickname', 'Open sessions': 'openSessions' },
  },
  { kind: 'member', right: 'members.view', path: '/operator/member/list', same: { 'Member number': 'memberNo' } },
  {
    kind: 'auditLog',
    right: 'audit.view',
    path: '/operator/audit/list',
    filter: { action: 'card_added' },
    same: { Subject: 'object', 'IP address': 'ip' },
  },
];

/** Rows of a CSV file, by their headings. */
function rowsOf(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

type Row = Readonly<Record<string, string | number | null>>;

const fieldsOf = (row: Row, names: readonly string[]): string[] => names.map((name) => String(row[name] ?? ''));

describe.each(lists)('$kind', ({ kind, path, filter = {}, same }) => {
  test('has the rows of the list, in its order', async () => {
    const shown = await at.request(owner, path, call, { ...filter, limit: 100 });
    const { list, total } = shown.data as { list: Row[]; total: number };
    const file = await at.request(owner, '/user/export', call, { kind, format: 'csv', filter });
    expect([file.isFile, total > 0]).toEqual([true, true]);
    const rows = rowsOf(file.text);
    expect(rows).toHaveLength(total);
    expect(rows.map((row) => fieldsOf(row, Object.keys(same)))).toEqual(
      list.map((row) => fieldsOf(row, Object.values(same))),
    );
  });

  test('is no member’s, and has no page', async () => {
    const as = async (who: Person, more: object) =>
      (await at.request(who, '/user/export', call, { kind, format: 'csv', filter: { ...filter, ...more } })).error;
    expect([await as(shop, {}), await as(owner, { page: 2 })]).toEqual(['not_found', 'fields_wrong']);
  });
});

describe('the right', () => {
  const roleId = randomUUID();
  const grant = (granted: readonly Right[]) =>
    at.db.transaction((tx) =>
      at.app.users.saveStaffRole(tx, { roleId, name: 'Desk', rights: granted }, at.clock.now()),
    );

  test('of a list gives its file, and no other', async () => {
    await grant([]);
    const clerk = await at.operator('clerk', [roleId]);
    for (const { kind, right } of lists) {
      await grant([right]);
      const answered: string[] = [];
      for (const other of lists) {
        const asked = await at.request(clerk, '/user/export/quote', call, { kind: other.kind });
        const file = await at.request(clerk, '/user/export', call, { kind: other.kind, format: 'csv' });
        expect([other.kind, file.error]).toEqual([other.kind, asked.error]);
        answered.push(asked.code === 1 ? other.kind : (asked.error ?? ''));
      }
      expect(answered).toEqual(lists.map((other) => (other.kind === kind ? kind : 'not_found')));
      at.clock.advance(600_000);
    }
  });

  test('is needed when the file is taken, too', async () => {
    await grant(['cards.view']);
    const clerk = await at.operator('taker', [roleId]);
    const file = await at.app.downloads.start({
      session: {
        sessionId: '',
        role: 'operator',
        memberNo: null,
        userId: clerk.userId,
        username: 'taker',
        rights: new Set(),
      },
      kind: 'card',
      format: 'csv',
      filter: {},
      rows: 1,
      language: 'en',
      timeZone: 'Asia/Shanghai',
      now: at.clock.now(),
    });
    const id = 'downloadId' in file ? file.downloadId : '';
    const take = async () => (await at.request(clerk, '/user/download/:id', { ...call, method: 'GET' }, { id })).error;
    expect(await take()).toBe('download_not_ready');
    await grant(['orders.view']);
    expect(await take()).toBe('not_found');
  });
});
