/**
 * An input for each call, made from its schema: what it requires, and every id of an owned object that it can contain.
 * A text field that is neither known as plain nor listed as an id is an error here, so that no call is forgotten. Only
 * tests import this.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Call } from '#foundation/core/calls.ts';
import type { Kind } from './access-objects-for-tests.ts';
import { CHANNEL, PIN } from './access-stage-for-tests.ts';

const vectors = JSON.parse(readFileSync(new URL('../../sdk/src/vectors.json', import.meta.url), 'utf8')) as {
  merchant: { publicKey: string };
};

/** Text fields that name no owned object in any call, with a valid value. */
const plain: Readonly<Record<string, unknown>> = {
  account: '13812345678',
  addFixed: '0.00',
  addPercent: '0',
  amount: '100.00',
  amountFrom: '1.00',
  amountTo: '1000000.00',
  atRiskFrom: '1.00',
  bank: 'ICBC',
  bankReference: 'BANK 7',
  bio: 'x',
  branch: '',
  channel: CHANNEL,
  cidr: '203.0.113.7',
  code: '123456',
  confirmPassword: 'Demo1235',
  /** A username. Every caller can learn whether one is taken. */
  field: 'nobody_here',
  /** Of an upstream's statement, which belongs to no user. */
  fileId: '00000000-0000-4000-8000-000000000000',
  fileName: null,
  fixed: '0.00',
  from: '09:00',
  geetest_challenge: '',
  geetest_seccode: '',
  geetest_validate: '',
  googlecode: '',
  holder: 'Somebody Else',
  idNumber: '11010519491231002X',
  industry: 'Retail',
  /** An agent's member number, which agents hand out. */
  inviteCode: '',
  ip: '127.0.0.1',
  loginPassword: 'Demo1234',
  maxAmount: '1000.00',
  maxFee: null,
  merchantPublicKey: vectors.merchant.publicKey,
  minAmount: '1.00',
  minFee: null,
  mobile: '13912345678',
  month: '2026-11',
  name: 'Somebody',
  nickname: 'Somebody',
  /** With `sign` and `timestamp`: a member's own signature. */
  nonce: '',
  note: '',
  notifyHosts: 'shop.example',
  notifyUrl: 'https://shop.example/report',
  oldPassword: 'Demo1234',
  password: 'Demo1235',
  path: '/balance',
  payPassword: PIN,
  percent: '0.5',
  rates: [{ channel: CHANNEL, percent: '1' }],
  reason: 'odd',
  remark: '',
  reviewFrom: null,
  reviewRemark: '',
  rows: [{ amount: '20.00', type: 'alipay', holder: 'Somebody Else', account: '13812345678' }],
  sameDayRatio: '0',
  secret: 'JBSWY3DPEHPK3PXP',
  sign: '',
  signature: 'AAAA',
  smsCode: '123456',
  text: 'a text that was signed',
  timestamp: '',
  to: '22:00',
  type: 'alipay',
  username: 'somebody',
  value: 'x',
  verifyCode: '',
  website: '',
  window: null,
  year: '2026',
};

const channelNames = {
  nameEn: 'Scan',
  nameZh: '扫码',
  nameEs: 'Escanear',
  nameTh: 'สแกน',
  totalLimit: null,
  openFrom: null,
  openTo: null,
};

const sandboxSettings = { connector: 'sandbox', settings: [{ name: 'key', value: 'a key of sixteen' }] };

const someRate = { percent: '0.6', fixed: '0', minFee: null, maxFee: null };

/** Fields of single calls, which name no owned object there. Left out where the value is undefined. */
const plainIn: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/operator/certification/revoke': { reviewRemark: 'odd' },
  // Public.
  '/announcement/read': { id: '1' },
  '/bank/list': { q: 'ICBC' },
  // A holder's name or an account, of any member's cards.
  '/operator/bankcard/list': { q: undefined },
  // Works for anyone who has the link, by design.
  '/user/resetPassword': { token: 'no-such-link' },
  // About an operator's login, not a member's.
  '/operator/user/decideProposal': { id: '00000000-0000-4000-8000-000000000000' },
  // Directly under the platform.
  '/operator/member/add': { uplineNo: undefined },
  // About operators and their roles.
  '/operator/staff/list': { q: 'operator', role: 'risk' },
  '/operator/staff/setRoles': { id: '1', roles: ['risk'] },
  '/operator/staff/endSessions': { id: '1' },
  '/operator/staff/invite': { roles: ['risk'] },
  '/operator/staff/saveRole': { id: undefined, name: 'Card desk', rights: ['cards.view'] },
  '/operator/staff/removeRole': { id: '00000000-0000-4000-8000-000000000000' },
  '/operator/staff/cancelInvite': { id: '00000000-0000-4000-8000-000000000000' },
  '/operator/staff/decideProposal': { id: '00000000-0000-4000-8000-000000000000' },
  // Channels belong to no user.
  '/operator/channel/list': { q: 'qr' },
  '/operator/channel/add': channelNames,
  '/operator/channel/edit': { ...channelNames, version: 'as it was read' },
  // So do upstreams.
  '/operator/upstream/list': { q: 'sandbox' },
  '/operator/upstream/add': sandboxSettings,
  '/operator/upstream/edit': sandboxSettings,
  // And routes; the member of a trial is the caller's own, and an operator can name any.
  '/operator/routing/draftChannel': {
    code: CHANNEL,
    routes: [{ upstreamId: 1, position: 1, weight: 1, open: true, costPercent: '0', costFixed: '0', dailyLimit: null }],
    members: [],
  },
  '/operator/routing/draftPayouts': { payouts: [{ upstreamId: 1, position: 1, open: true, dailyLimit: null }] },
  '/operator/routing/publish': { digest: 'as it was read' },
  '/operator/routing/rollBack': { version: 1 },
  '/operator/routing/try': { code: CHANNEL },
  '/operator/rate/changes': { code: CHANNEL },
  '/operator/rate/set': { code: CHANNEL },
  '/operator/rate/preview': { code: CHANNEL, 'changes.percent': undefined, 'changes.addPercent': '0.1' },
  '/operator/rate/check': {
    rows: [{ memberNo: '99999999', code: CHANNEL, percent: '0.6', fixed: '0', minFee: '', maxFee: '' }],
  },
  '/operator/member/setFlags': { cardsAutomatic: true },
  '/operator/rate/setMany': { rows: [{ memberNo: '99999999', code: CHANNEL, ...someRate, before: someRate }] },
  '/staff/join': { token: 'no-such-link' },
  // What these calls need, or what an earlier call requested.
  '/user/setPayPassword': { password: '135790', confirmPassword: '135790' },
  '/bankcard/edit': { bank: 'ICBC' },
  '/withdrawal/apply': { amount: '500.00' },
  // The beginning of a number, of the caller's own batches.
  '/batch/list': { q: '2611' },
  // A filter of a list, as text.
  '/view/save': { list: 'orders', name: 'Mine', query: 'status=success' },
  // Any address that its caller names.
  '/apisettings/simulate': { url: 'https://simulated.example/notify' },
  '/schedule/save': { at: '09:00' },
  // Differences belong to no user: operators find them all, and an owner is an operator's login.
  '/operator/reconciliation/differences': { owner: '', q: '1' },
  '/operator/reconciliation/assign': { ids: ['1'], owner: '', plan: undefined, filter: undefined },
  '/operator/reconciliation/resolve': {
    act: 'reopen',
    ids: ['1'],
    plan: undefined,
    filter: undefined,
    pairId: undefined,
    journal: undefined,
  },
  // Announcements are the platform's.
  '/operator/announcement/list': { q: 'Maintenance' },
  '/operator/announcement/detail': { id: '1' },
  '/operator/announcement/save': {
    id: undefined,
    texts: {
      en: { title: 'x', body: 'x' },
      zh: { title: '', body: '' },
      es: { title: '', body: '' },
      th: { title: '', body: '' },
    },
    audience: 'all',
    memberNos: [],
    from: null,
    until: null,
    pinned: false,
  },
  '/operator/announcement/publish': { id: '1' },
  '/operator/announcement/withdraw': { id: '1' },
  // Operators read what all users did.
  '/operator/audit/list': { user: 'operator', object: '' },
  '/operator/audit/verify': { user: 'operator' },
  // Settings belong to the platform.
  '/operator/setting/save': { value: 'Somebody', was: { value: 'Countinghouse' } },
  '/operator/calendar/days': { year: 2026 },
  '/operator/calendar/effect': { year: 2026, days: [] },
  '/operator/calendar/save': { year: 2026, days: [], was: [] },
  // A mapping belongs to an upstream.
  '/operator/reconciliation/saveMapping': {
    mapping: { format: 'mt940', account: 'NL91ABNA0417164300', credits: 'payin', debits: 'payout' },
  },
  '/operator/reconciliation/settle': { requestId: 'one-form' },
  '/operator/disbursement/payByHand': {
    fileId: '00000000-0000-4000-8000-000000000002',
    rows: [{ memberNo: '99999999', orderNo: '9999999999999999999' }],
    payerName: 'The platform',
    payerAccount: '110022003300',
  },
  '/operator/disbursement/bankFile': { fileId: '00000000-0000-4000-8000-000000000002' },
  '/operator/disbursement/fileDetail': { fileId: '00000000-0000-4000-8000-000000000002' },
  '/operator/disbursement/handResults': {
    fileId: '00000000-0000-4000-8000-000000000002',
    rows: [{ orderNo: '9999999999999999999', result: 'paid', bankReference: 'B-1' }],
  },
  // What operators write about a member's money.
  '/operator/member/adjust': { reference: 'CASE-1' },
  '/operator/order/confirm': { amount: '128.00', proof: 'UP-9' },
  // Operators' own requests, which belong to no member.
  '/operator/disbursement/bulk': {
    bulkId: '00000000-0000-4000-8000-000000000001',
    rows: [{ memberNo: '99999999', orderNo: '9999999999999999999' }],
  },
  '/operator/disbursement/bulkDetail': { bulkId: '00000000-0000-4000-8000-000000000001' },
  // An agent's own; another agent's request with the same id is another request.
  '/agent/adduser': { requestId: 'one-form' },
};

/** The kind of owned object that a text names. */
const ids: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  '/notice/read': { id: 'notice' },
  '/user/moneylog': { orderNo: 'orderNo' },
  '/user/info': { token: 'token' },
  '/user/sessions/end': { id: 'session' },
  '/user/file/:id': { id: 'file' },
  '/user/profile': { avatar: 'file' },
  '/user/auth': { photoFront: 'file', photoBack: 'otherFile' },
  '/bankcard/edit': { id: 'card' },
  '/bankcard/remove': { id: 'cardToRemove' },
  '/withdrawal/apply': { cardId: 'cardToPayTo', requestId: 'withdrawalRequest' },
  '/user/recharge': { requestId: 'rechargeRequest' },
  '/withdrawal/list': { q: 'withdrawal' },
  '/withdrawal/detail': { orderNo: 'withdrawal' },
  '/withdrawal/cancel': { orderNo: 'withdrawal' },
  '/withdrawal/retry': { orderNo: 'withdrawal' },
  '/payout/list': { q: 'payout' },
  '/payout/detail': { orderNo: 'payout' },
  '/payout/cancel': { orderNo: 'payout' },
  '/payout/retry': { orderNo: 'payout' },
  '/batch/submit': { requestId: 'batchRequest' },
  '/batch/detail': { batchNo: 'batch' },
  '/batch/retryFailed': { batchNo: 'batch' },
  '/batch/cancelFailed': { batchNo: 'batch' },
  '/order/list': { q: 'order' },
  '/apisettings/gatewayLog': { orderNo: 'orderNo', q: 'gatewayRequest' },
  '/apisettings/gatewayRequest': { requestId: 'gatewayRequest' },
  '/order/detail': { systemNo: 'order' },
  '/order/notify': { systemNo: 'order', 'filter.q': 'order' },
  '/apisettings/callbackLog': { q: 'order', host: 'receiver' },
  '/apisettings/callbackDetail': { notifyId: 'callback' },
  '/apisettings/resumeReceiver': { host: 'receiver' },
  '/apisettings/resend': { notifyId: 'callback' },
  '/apisettings/resendPlan': { 'filter.q': 'order', 'filter.host': 'receiver' },
  '/apisettings/resendRun': { planId: 'plan' },
  '/apisettings/resendState': { runId: 'run' },
  '/apisettings/resendCancel': { runId: 'run' },
  '/agent/userrate': { memberNo: 'member' },
  '/agent/setuserrate': { memberNo: 'member' },
  '/agent/copyrates': { 'from.memberNo': 'member', to: 'member' },
  '/agent/changebio': { memberNo: 'member' },
  '/agent/orderlist': { memberNo: 'member', q: 'order' },
  '/agent/orderdetail': { memberNo: 'member', systemNo: 'order' },
  '/agent/commission': { memberNo: 'member' },
  '/agent/userlist': { memberNo: 'member', q: 'member' },
  '/agent/commission/entries': { memberNo: 'member' },
  '/operator/user/list': { q: 'member' },
  '/operator/user/disable': { id: 'user' },
  '/operator/user/enable': { id: 'user' },
  '/operator/user/resetFactor': { id: 'user' },
  '/operator/user/startReset': { id: 'user' },
  '/operator/member/list': { q: 'member', uplineNo: 'member' },
  '/operator/member/figures': { q: 'member', uplineNo: 'member' },
  '/operator/certification/list': { memberNo: 'member' },
  '/operator/certification/decide': { id: 'certification' },
  '/operator/certification/detail': { id: 'certification' },
  '/operator/certification/claim': { id: 'certification' },
  '/operator/certification/revoke': { id: 'certification' },
  '/operator/bankcard/list': { memberNo: 'member' },
  '/operator/bankcard/decide': { id: 'cardToPayTo' },
  '/operator/bankcard/detail': { id: 'cardToPayTo' },
  '/operator/disbursement/list': { memberNo: 'member', q: 'payout' },
  '/operator/disbursement/detail': { memberNo: 'member', orderNo: 'payout' },
  '/operator/disbursement/account': { memberNo: 'member', orderNo: 'payout' },
  '/operator/disbursement/freeze': { memberNo: 'member', orderNo: 'payout' },
  '/operator/disbursement/unfreeze': { memberNo: 'member', orderNo: 'payout' },
  '/operator/disbursement/markPaid': { memberNo: 'member', orderNo: 'payout' },
  '/operator/disbursement/cancel': { memberNo: 'member', orderNo: 'payout' },
  '/operator/disbursement/submit': { memberNo: 'member', orderNo: 'payout' },
  '/operator/disbursement/query': { memberNo: 'member', orderNo: 'payout' },
  '/operator/approval/list': { memberNo: 'member' },
  '/operator/approval/decide': { id: 'approval' },
  '/operator/gateway/list': { memberNo: 'member', orderNo: 'orderNo' },
  '/operator/gateway/detail': { memberNo: 'member', requestId: 'gatewayRequest' },
  '/operator/callback/receivers': { memberNo: 'member', host: 'receiver' },
  '/operator/callback/list': { memberNo: 'member', q: 'order', host: 'receiver' },
  '/operator/callback/detail': { memberNo: 'member', notifyId: 'callback' },
  '/operator/callback/plan': { memberNo: 'member', 'filter.q': 'order', 'filter.host': 'receiver' },
  '/operator/callback/run': { memberNo: 'member', planId: 'plan' },
  '/operator/callback/pause': { memberNo: 'member', host: 'receiver' },
  '/operator/callback/resume': { memberNo: 'member', host: 'receiver' },
  '/operator/order/list': { memberNo: 'member', q: 'order' },
  '/operator/order/detail': { memberNo: 'member', orderNo: 'order' },
  '/operator/order/query': { memberNo: 'member', orderNo: 'order' },
  '/operator/order/resend': { memberNo: 'member', orderNo: 'order' },
  '/operator/order/confirm': { memberNo: 'member', orderNo: 'orderToConfirm' },
  '/operator/order/reverse': { memberNo: 'member', orderNo: 'orderToReverse' },
  '/operator/order/reversals': { memberNo: 'member' },
  '/operator/order/decideReversal': { id: 'reversal' },
  '/operator/member/terms': { memberNo: 'member' },
  '/operator/routing/try': { memberNo: 'member' },
  '/operator/rate/list': { q: 'member', uplineNo: 'member' },
  '/operator/rate/changes': { memberNo: 'member' },
  '/operator/rate/set': { memberNo: 'member' },
  '/operator/rate/preview': { 'filter.q': 'member', 'filter.uplineNo': 'member' },
  '/operator/member/setTerms': { memberNo: 'member' },
  '/operator/member/setSettlement': { memberNo: 'member' },
  '/operator/member/setFlags': { memberNo: 'member' },
  '/operator/member/hold': { memberNo: 'member', requestId: 'holdRequest' },
  '/operator/member/release': { memberNo: 'member', requestId: 'holdRequest' },
  '/operator/member/adjust': { memberNo: 'member', requestId: 'adjustRequest' },
  '/operator/member/liftLoginIps': { memberNo: 'member' },
  '/operator/member/detail': { memberNo: 'member' },
  '/operator/member/view': { memberNo: 'member' },
  '/operator/member/people': { memberNo: 'member' },
  '/operator/member/api': { memberNo: 'member' },
  '/operator/member/notes': { memberNo: 'member' },
  '/operator/member/addNote': { memberNo: 'member' },
  '/operator/member/history': { memberNo: 'member' },
  '/operator/member/rename': { memberNo: 'member' },
  '/operator/member/setLevel': { memberNo: 'member' },
  '/operator/move/preview': { memberNo: 'member', uplineNo: 'member' },
  '/operator/member/move': { memberNo: 'member', uplineNo: 'member' },
  '/operator/member/disable': { memberNo: 'member' },
  '/operator/member/enable': { memberNo: 'member' },
  '/operator/member/moneyLog': { memberNo: 'member', orderNo: 'order' },
  '/operator/member/statement': { memberNo: 'member' },
  '/operator/member/statementDay': { memberNo: 'member' },
  '/operator/member/statementEntries': { memberNo: 'member' },
  '/operator/member/overview': { memberNo: 'member' },
  '/user/downloads/cancel': { id: 'downloadToCancel' },
  '/view/remove': { id: 'view' },
  '/user/download/:id': { id: 'download' },
  '/schedule/save': { id: 'schedule' },
  '/schedule/remove': { id: 'scheduleToRemove' },
  '/reconciliation/checkResult': { id: 'recordCheck' },
};

/** One form of a call's input. */
export interface Form {
  /** Its fields that name an owned object, by their dotted path. */
  ids: ReadonlyMap<string, Kind>;
  make(idOf: (field: string, kind: Kind) => string): Record<string, unknown>;
}

/** The forms of a call's input: one, or one per member of a top-level union. Throws for an unlisted field. */
export function formsOf(path: string, call: Call): Form[] {
  if (call.upload && !call.input) return [{ ids: new Map(), make: () => ({ file: 'no picture' }) }];
  const schema = inputSchema(call);
  return (schema.anyOf ?? schema.oneOf ?? [schema]).map((form) => {
    const found = new Map(textsOf(form).flatMap((field) => idIn(path, field)));
    const make: Form['make'] = (idOf) => sampleOf(form, '', { path, found, idOf }) as Record<string, unknown>;
    return { ids: found, make };
  });
}

/** The parts of the schemas that this reads. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export function inputSchema({ input }: Call): Schema {
  return input
    ? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema)
    : { type: 'object', additionalProperties: false };
}

const isText = ({ type, format, enum: words, const: word }: Schema): boolean =>
  type === 'string' && words === undefined && word === undefined && !['date-time', 'date'].includes(format ?? '');

/** The fields that accept any text, by their dotted path. */
function textsOf(schema: Schema, at = ''): string[] {
  const below = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    textsOf(one, at === '' ? name : `${at}.${name}`),
  );
  return [...(isText(schema) ? [at] : []), ...below.flatMap((one) => textsOf(one, at)), ...inside];
}

function idIn(path: string, field: string): [string, Kind][] {
  const name = field.split('.').at(-1) ?? '';
  const kind = ids[path]?.[field];
  if (kind !== undefined) return [[field, kind]];
  if (!isPlainIn(path, field) && !(name in plain))
    throw new Error(
      `${path} takes ${field}: list in apps/server/call-inputs-for-tests.ts whose object it names, or that it names none`,
    );
  return [];
}

interface Sampling {
  path: string;
  found: ReadonlyMap<string, Kind>;
  idOf(field: string, kind: Kind): string;
}

/** Whether a sample is given for the field, or for an object around it. */
function isPlainIn(path: string, field: string): boolean {
  return Object.keys(plainIn[path] ?? {}).some((known) => field === known || field.startsWith(`${known}.`));
}

/** What the schema requires, and every id that it knows. */
function sampleOf(schema: Schema, at: string, sampling: Sampling): unknown {
  const { path, found, idOf } = sampling;
  const kind = found.get(at);
  if (kind !== undefined) return schema.type === 'array' ? [idOf(at, kind)] : idOf(at, kind);
  const own = plainIn[path]?.[at];
  if (own !== undefined) return own;
  const name = at.split('.').at(-1) ?? '';
  if (schema.type === 'object') return sampleObject(schema, at, sampling);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first?.type === 'object') return sampleOf(first, at, sampling);
  if (name in plain) return plain[name];
  if (schema.type === 'boolean') return false;
  if (schema.format === 'date') return '2026-11-20';
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (first) return sampleOf(first, at, sampling);
  throw new Error(`no sample for ${at} of ${path}`);
}

function sampleObject(
  { properties = {}, required = [] }: Schema,
  at: string,
  sampling: Sampling,
): Record<string, unknown> {
  const wanted = Object.entries(properties).flatMap(([name, one]): [string, Schema, string][] => {
    const field = at === '' ? name : `${at}.${name}`;
    const isRequired =
      required.includes(name) ||
      plainIn[sampling.path]?.[field] !== undefined ||
      [...sampling.found.keys()].some((id) => id === field || id.startsWith(`${field}.`));
    return isRequired ? [[name, one, field]] : [];
  });
  return Object.fromEntries(wanted.map(([name, one, field]) => [name, sampleOf(one, field, sampling)]));
}
