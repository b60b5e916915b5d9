/** The operators' lists as files: the rows are the list's, and each needs the list's right, when it is asked for and when it is taken. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#foundation/core/calls.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import type { Right } from '#features/rights.ts';
import { cardNumber } from '#features/cards/server/cards-for-tests.ts';
import { cells, csv, plainMapping } from '#features/reconciliation/server/reading/corpus-for-tests.ts';
import { addObjects } from './access-objects-for-tests.ts';
import { type Person, stage, type Stage, UPSTREAM_KEY } from './access-stage-for-tests.ts';

const call: Call = { who: 'session', summary: '' };

let at: Stage;
let owner: Person;
let shop: Person;
let links: string[];
beforeAll(async () => {
  at = await stage();
  owner = await at.operator('olga', ['owner']);
  shop = await at.add('merchant', 'zorina');
  const { ids } = await addObjects(at, shop, owner, 1);
  await done('/operator/announcement/save', {
    texts: { en: { title: 'Maintenance', body: 'Tonight' }, zh: NO_TEXT, es: NO_TEXT, th: NO_TEXT },
    audience: 'all',
    memberNos: [],
    from: null,
    until: null,
    pinned: false,
  });
  await changeSetup();
  await payAtBank(ids.withdrawal ?? '');
  await reconcile();
  await done('/operator/books/run', {});
  await done('/operator/member/addNote', { ...aboutShop(), text: 'Called about a card' });
  links = await inviteTwo();
  // What upstreams were asked is counted a moment later.
  await at.app.upstreams.idle();
});
afterAll(() => at.close());

async function done<Data = object>(path: string, input: object, asked: Call = call): Promise<Data> {
  const answer = await at.request(owner, path, asked, input);
  if (answer.code !== 1) throw new Error(`${path}: ${answer.text}`);
  return answer.data as Data;
}

const aboutShop = () => ({ memberNo: String(shop.memberNo) });

/** A setting, a holiday and the routes. */
async function changeSetup(): Promise<void> {
  const reason = 'as planned';
  await done('/operator/setting/save', {
    name: 'withdrawalWindow',
    from: '08:00',
    to: '20:00',
    was: (await settingOf('withdrawalWindow')).value,
    reason,
  });
  await done('/operator/calendar/save', {
    year: 2027,
    days: [{ day: '2027-01-01', working: false, name: 'New Year' }],
    was: [],
    reason,
  });
  await done('/operator/routing/draftPayouts', {
    payouts: [{ upstreamId: 1, position: 1, open: true, dailyLimit: '9000.00' }],
  });
  const { draft } = await done<{ draft: { digest: string } }>('/operator/routing/get', {});
  await done('/operator/routing/publish', { digest: draft.digest, reason });
}

async function settingOf(name: string): Promise<{ value: object }> {
  const { list } = await done<{ list: { name: string; value: object }[] }>('/operator/setting/list', {});
  const found = list.find((setting) => setting.name === name);
  if (!found) throw new Error(`no setting ${name}`);
  return found;
}

const BANK_FILE = '00000000-0000-4000-8000-000000000002';
const PAYER_ACCOUNT = '110022003300';

async function payAtBank(orderNo: string): Promise<void> {
  await done('/operator/disbursement/payByHand', {
    fileId: BANK_FILE,
    rows: [{ ...aboutShop(), orderNo }],
    upstreamId: 1,
    payerName: 'The platform',
    payerAccount: PAYER_ACCOUNT,
    day: '2026-11-20',
    format: 'csv',
    reason: 'the upstream is down',
  });
}

const theDay = { upstreamId: 1, day: '2026-11-19' };

async function reconcile(): Promise<void> {
  await done('/operator/reconciliation/saveMapping', { upstreamId: 1, mapping: plainMapping, replaces: 0 });
  await done(
    '/operator/reconciliation/upload',
    { ...theDay, file: csv([cells(), cells({ no: 'T2', amount: '7.50' })]) },
    { ...call, upload: { maximumBytes: 1_000 } },
  );
}

/** One that works, and one that waits for a second owner. Returns their links’ tokens. */
async function inviteTwo(): Promise<string[]> {
  const invite = async () => {
    const { link } = await done<{ link: string }>('/operator/staff/invite', { roles: ['support'], reason: 'joins us' });
    return link.split('token=')[1] ?? '';
  };
  const first = await invite();
  await at.operator('oscar', ['owner']);
  return [first, await invite()];
}

const NO_TEXT = { title: '', body: '' };

interface List {
  kind: ExportKindName;
  right: Right;
  path: string;
  /** Called when all objects are there. */
  filter?: () => object;
  /** The list comes whole, under this name. */
  whole?: string | undefined;
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
    filter: () => ({ state: 'all' }),
    same: { 'Member number': 'memberNo', Amount: 'amount', Reason: 'reason', 'Proposed by': 'proposedBy' },
  },
  {
    kind: 'card',
    right: 'cards.view',
    path: '/operator/bankcard/list',
    filter: () => ({ status: 'all' }),
    same: { 'Member number': 'memberNo', 'Account holder': 'holder', Account: 'account', Bank: 'bankName' },
  },
  {
    kind: 'certification',
    right: 'certifications.view',
    path: '/operator/certification/list',
    filter: () => ({ status: 'all' }),
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
    filter: () => ({ action: 'card_added' }),
    same: { Subject: 'object', 'IP address': 'ip' },
  },
  {
    kind: 'staffRole',
    right: 'staff.view',
    path: '/operator/staff/roles',
    whole: 'list',
    same: { People: 'holders' },
  },
  {
    kind: 'invitation',
    right: 'staff.view',
    path: '/operator/staff/invitations',
    same: { Reason: 'reason', 'Invited by': 'invitedBy', Became: 'username' },
  },
  {
    kind: 'staffProposal',
    right: 'staff.view',
    path: '/operator/staff/proposals',
    filter: () => ({ state: 'all' }),
    same: { Reason: 'reason', 'Proposed by': 'proposedBy', 'Decided by': 'decidedBy', Remark: 'remark' },
  },
  {
    kind: 'setting',
    right: 'settings.view',
    path: '/operator/setting/list',
    whole: 'list',
    same: { 'Changed by': 'changedBy' },
  },
  {
    kind: 'settingChange',
    right: 'settings.view',
    path: '/operator/setting/changes',
    same: { 'Changed by': 'changedBy', Reason: 'reason' },
  },
  {
    kind: 'holiday',
    right: 'settings.view',
    path: '/operator/calendar/days',
    filter: () => ({ year: 2027 }),
    whole: 'list',
    same: { Day: 'day', Name: 'name' },
  },
  {
    kind: 'routingVersion',
    right: 'upstreams.view',
    path: '/operator/routing/versions',
    same: { Version: 'version', By: 'publishedBy' },
  },
  { kind: 'booksRun', right: 'books.view', path: '/operator/books/list', same: { By: 'by' } },
  {
    kind: 'bankFile',
    right: 'disbursements.view',
    path: '/operator/disbursement/files',
    same: { 'Bank file': 'fileId', 'Pay on': 'day', Rows: 'rows', 'Made by': 'madeBy' },
  },
  {
    kind: 'handPayment',
    right: 'disbursements.view',
    path: '/operator/disbursement/fileDetail',
    filter: () => ({ fileId: BANK_FILE }),
    whole: 'rows',
    same: { Number: 'orderNo', 'Member number': 'memberNo', Payee: 'holder', Amount: 'amount' },
  },
  {
    kind: 'memberMoney',
    right: 'members.view',
    path: '/operator/member/moneyLog',
    filter: aboutShop,
    same: { 'System number': 'systemNo', Amount: 'amount', Fee: 'fee' },
  },
  {
    kind: 'memberNote',
    right: 'members.view',
    path: '/operator/member/notes',
    filter: aboutShop,
    same: { Note: 'text', By: 'by' },
  },
  {
    kind: 'memberHistory',
    right: 'members.view',
    path: '/operator/member/history',
    filter: aboutShop,
    same: { Action: 'actionText', About: 'object' },
  },
  {
    kind: 'reconciliationDay',
    right: 'reconciliation.view',
    path: '/operator/reconciliation/day',
    filter: () => theDay,
    same: {
      'Line of the statement': 'theirs.lineNo',
      'Upstream’s number': 'theirs.upstreamNo',
      'Their amount': 'theirs.amount',
    },
  },
  {
    kind: 'clearing',
    right: 'reconciliation.view',
    path: '/operator/reconciliation/clearing',
    whole: 'list',
    same: { Upstream: 'upstream', 'Owed to us': 'owed', 'Taken in': 'takenIn' },
  },
  {
    kind: 'statementFile',
    right: 'reconciliation.view',
    path: '/operator/reconciliation/files',
    same: { Day: 'day', Upstream: 'upstream', Lines: 'rows', File: 'name' },
  },
  {
    kind: 'mapping',
    right: 'reconciliation.view',
    path: '/operator/reconciliation/mappings',
    whole: 'upstreams',
    same: { Upstream: 'name', Version: 'version', By: 'savedBy' },
  },
];

/** Rows of a CSV file, by their headings. */
function rowsOf(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

type Row = Readonly<Record<string, unknown>>;

/** A field, or one of an object in a field. */
function fieldOf(row: Row, name: string): string {
  const value = name.split('.').reduce<unknown>((found, one) => (found as Row | null)?.[one], row);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const fieldsOf = (row: Row, names: readonly string[]): string[] => names.map((name) => fieldOf(row, name));

/** So much later than the one before that no user exports too often. */
function exported(who: Person, kind: ExportKindName, filter: object) {
  at.clock.advance(30_000);
  return at.request(who, '/user/export', call, { kind, format: 'csv', filter });
}

/** The whole list. */
async function shownRows({ path, whole }: Pick<List, 'path' | 'whole'>, filter: object): Promise<Row[]> {
  const data = await done<Record<string, unknown>>(path, { ...filter, ...(whole === undefined && { limit: 100 }) });
  const rows = data[whole ?? 'list'] as Row[];
  if (whole === undefined && data['total'] !== rows.length) throw new Error(`${path} has another page`);
  return rows;
}

describe.each(lists)('$kind', ({ kind, path, filter: filterOf, whole, same }) => {
  test('has the rows of the list, in its order', async () => {
    const filter = filterOf?.() ?? {};
    const list = await shownRows({ path, whole }, filter);
    const file = await exported(owner, kind, filter);
    expect([file.isFile, list.length > 0]).toEqual([true, true]);
    const rows = rowsOf(file.text);
    expect(rows).toHaveLength(list.length);
    expect(rows.map((row) => fieldsOf(row, Object.keys(same)))).toEqual(
      list.map((row) => fieldsOf(row, Object.values(same))),
    );
  });

  test('is no member’s, and has no page', async () => {
    const as = async (who: Person, more: object) => (await exported(who, kind, { ...filterOf?.(), ...more })).error;
    expect([await as(shop, {}), await as(owner, { page: 2 })]).toEqual(['not_found', 'fields_wrong']);
  });
});

/** Filters of lists, with how many rows each finds. */
const filtered: readonly [kind: ExportKindName, filter: () => object, rows: number][] = [
  ['invitation', () => ({ state: 'open' }), 1],
  ['invitation', () => ({ state: 'waiting' }), 1],
  ['invitation', () => ({ state: 'used' }), 0],
  ['invitation', () => ({ order: 'asc' }), 2],
  ['staffProposal', () => ({ state: 'rejected' }), 0],
  ['settingChange', () => ({ name: 'withdrawalWindow' }), 1],
  ['settingChange', () => ({ name: 'payoutTerms' }), 0],
  ['routingVersion', () => ({ order: 'asc' }), 2],
  ['booksRun', () => ({ kind: 'asked' }), 1],
  ['booksRun', () => ({ kind: 'full' }), 0],
  ['memberHistory', () => ({ ...aboutShop(), range: { to: '2026-11-19T00:00:00.000Z' } }), 0],
  ['reconciliationDay', () => ({ ...theDay, show: 'unpaired' }), 2],
  ['reconciliationDay', () => ({ ...theDay, show: 'paired' }), 0],
  ['statementFile', () => ({ upstreamId: 1, from: theDay.day, to: theDay.day }), 1],
  ['statementFile', () => ({ state: 'replaced' }), 0],
];

test.each(filtered)('%s has the rows of the list’s filter, %#', async (kind, filterOf, found) => {
  const list = lists.find((one) => one.kind === kind);
  if (!list) throw new Error(`${kind} is not listed`);
  const filter = filterOf();
  const file = await exported(owner, kind, filter);
  const rows = rowsOf(file.text);
  expect(rows).toHaveLength(found);
  expect(rows.map((row) => fieldsOf(row, Object.keys(list.same)))).toEqual(
    (await shownRows(list, filter)).map((row) => fieldsOf(row, Object.values(list.same))),
  );
});

test.each<[ExportKindName, object, Readonly<Record<string, string>>]>([
  ['settingChange', {}, { Setting: 'Withdrawals are open', Before: '09:00–22:00', After: '08:00–20:00' }],
  ['settingChange', {}, { Setting: 'Holidays of 2027', Before: 'None', After: '2027-01-01 off New Year' }],
  ['setting', {}, { Setting: 'Withdrawals are open', Value: '08:00–20:00', 'Changed by': 'olga' }],
  ['holiday', { year: 2027 }, { Day: '2027-01-01', Kind: 'Day off', Name: 'New Year' }],
  ['routingVersion', {}, { Version: '2', By: 'olga', Reason: 'as planned' }],
  ['booksRun', {}, { 'What was checked': 'Everything, as asked', Result: 'Running', 'What it found': '' }],
  ['staffRole', {}, { Name: 'Owner', Kind: 'Built in', People: '2' }],
  ['invitation', {}, { Roles: 'Support', Status: 'Waits for a second owner', Became: '' }],
  ['staffProposal', {}, { What: 'Invite an operator', Gets: 'Support', Loses: '', Status: 'Open' }],
  ['statementFile', {}, { Status: 'Being compared', Format: 'CSV', By: 'olga' }],
  ['reconciliationDay', theDay, { 'Their type': 'Payment', 'Our number': '', Result: 'Unpaired' }],
])('%s says in words what the list shows', async (kind, filter, cells) => {
  const file = await exported(owner, kind, filter);
  expect(rowsOf(file.text)).toContainEqual(expect.objectContaining(cells));
});

test('no file has a link, a key or a whole account number', async () => {
  const { rows } = await at.db.pool.query<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from staff_invitations`,
  );
  const secrets = [...links, ...rows.map(({ hash }) => hash), PAYER_ACCOUNT, UPSTREAM_KEY, cardNumber(1_112)];
  expect(secrets.filter((secret) => secret.length > 10)).toHaveLength(7);
  for (const { kind, filter } of lists) {
    const file = await exported(owner, kind, filter?.() ?? {});
    expect([kind, file.isFile, secrets.filter((secret) => file.text.includes(secret))]).toEqual([kind, true, []]);
  }
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
    for (const right of new Set(lists.map((list) => list.right))) {
      await grant([right]);
      const answered: string[] = [];
      for (const other of lists) {
        const wanted = { kind: other.kind, filter: other.filter?.() ?? {} };
        const asked = await at.request(clerk, '/user/export/quote', call, wanted);
        const file = await at.request(clerk, '/user/export', call, { ...wanted, format: 'csv' });
        expect([other.kind, file.error]).toEqual([other.kind, asked.error]);
        answered.push(asked.code === 1 ? other.kind : (asked.error ?? ''));
      }
      expect(answered).toEqual(lists.map((other) => (other.right === right ? other.kind : 'not_found')));
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
