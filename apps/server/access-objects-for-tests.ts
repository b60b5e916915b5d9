/** One of everything that a merchant can own, created with the app's own verbs and calls. Only tests import this. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { newRequestId } from '#features/gateway/server/log/request-id.ts';
import { cardNumber } from '#features/cards/server/cards-for-tests.ts';
import { picture } from '#features/files/server/files-for-tests.ts';
import { CHANNEL, type Person, PIN, type Stage, tokenOf } from './access-stage-for-tests.ts';

/** The objects that calls take by name or number. */
export interface Owned {
  member: string;
  user: string;
  token: string;
  /** Not the session that calls. */
  session: string;
  /** By the merchant's number, and by the system's. */
  orderNo: string;
  order: string;
  withdrawal: string;
  withdrawalRequest: string;
  payout: string;
  batch: string;
  batchRequest: string;
  holdRequest: string;
  adjustRequest: string;
  rechargeRequest: string;
  gatewayRequest: string;
  card: string;
  cardToRemove: string;
  cardToPayTo: string;
  /** Pictures that are not used yet. */
  file: string;
  otherFile: string;
  certification: string;
  notice: string;
  approval: string;
  orderToConfirm: string;
  orderToReverse: string;
  reversal: string;
  /** The callback of `order`, its receiver, a plan to send it again, and a run that sends it. */
  callback: string;
  receiver: string;
  plan: string;
  run: string;
  /** A file under Downloads, one that is still to be written, schedules, and a comparison with the member's records. */
  download: string;
  downloadToCancel: string;
  schedule: string;
  scheduleToRemove: string;
  /** A saved view of a list. */
  view: string;
  recordCheck: string;
}
export type Kind = keyof Owned;

/** A person's objects, and their traces: texts that no answer to any other user may contain. */
export interface TestObjects {
  ids: Partial<Owned>;
  traces: readonly string[];
}

/** `nth` is different for each merchant. The operator makes a proposal for another operator to decide. */
export async function addObjects(at: Stage, who: Person, operator: Person, nth: number): Promise<TestObjects> {
  const { username, memberNo, userId, token = '' } = who;
  if (memberNo === null) throw new Error('only members own something');
  const photos = await freePhotos(at, who);
  const used = await freePhotos(at, who);
  const [photoFront, photoBack] = [used.file, used.otherFile];
  await done(at, who, '/user/auth', {
    name: `${username}Auth`,
    idNumber: '11010519491231002X',
    industry: 'Retail',
    photoFront,
    photoBack,
  });
  const { list } = await done<{ list: { id: string }[] }>(at, operator, '/operator/certification/list', {
    memberNo: memberNo.toString(),
  });
  const certification = list[0]?.id ?? '';
  await done(at, operator, '/operator/certification/decide', { id: certification, status: 'approved' });

  const accounts = [1, 2, 3].map((one) => cardNumber(nth * 1_111 + one));
  const cards: string[] = [];
  for (const account of accounts) {
    const { id } = await done<{ id: string }>(at, who, '/bankcard/add', {
      type: 'bank',
      holder: `${username} holder`,
      bank: 'ICBC',
      account,
      payPassword: PIN,
    });
    cards.push(id);
  }
  const [card = '', cardToRemove = '', cardToPayTo = ''] = cards;
  const money = await moved(at, who, cardToPayTo);
  const order = await paidOrder(at, memberNo, `${username}-1`);
  const approval = await proposedApproval(at, operator, memberNo, money.otherWithdrawal);
  const toConfirm = await unpaidOrder(at, memberNo, `${username}-4`);
  const orderToReverse = await paidOrder(at, memberNo, `${username}-2`);
  const reversed = await paidOrder(at, memberNo, `${username}-3`);
  const reversal = await done<{ id: string }>(at, operator, '/operator/order/reverse', {
    memberNo: memberNo.toString(),
    orderNo: reversed,
    reason: 'odd',
  });
  // A second login, which leaves the calling one unchanged.
  await tokenOf(at.server, username);
  const session = await textOf(
    at,
    'select session_id::text as text from sessions where user_id = $1 and token_hash <> $2',
    [userId, sha256(token)],
  );
  const notice = await textOf(at, 'select notice_id::text as text from notices where user_id = $1 order by 1 limit 1', [
    userId,
  ]);
  const { otherWithdrawal, recharge, ...rest } = money;
  const owned: Owned = {
    ...rest,
    member: memberNo.toString(),
    user: userId.toString(),
    token,
    session,
    orderNo: `${username}-1`,
    order,
    holdRequest: `${username}-h`,
    adjustRequest: `${username}-a`,
    card,
    cardToRemove,
    cardToPayTo,
    ...photos,
    certification,
    notice,
    gatewayRequest: await loggedRequest(at, memberNo, `${username}-1`),
    approval,
    orderToConfirm: toConfirm.systemNo.toString(),
    orderToReverse,
    reversal: reversal.id,
    ...(await resent(at, memberNo, order)),
    ...(await filed(at, who)),
  };
  const hints = accounts.map((account) => `${account.slice(0, 6)}****${account.slice(-4)}`);
  return {
    ids: owned,
    traces: [
      ...new Set([
        username,
        otherWithdrawal,
        recharge,
        ...Object.values(owned).filter((value) => value !== notice),
        photoFront,
        photoBack,
        ...accounts,
        ...hints,
      ]),
    ],
  };
}

/** Returns the answer's data; throws if the call was refused. */
async function done<Data>(at: Stage, who: Person, path: string, input: object): Promise<Data> {
  const answer = await at.request(who, path, { who: 'session', summary: '' }, input);
  if (answer.code !== 1) throw new Error(`${path}: ${answer.text}`);
  return answer.data as Data;
}

async function textOf({ db }: Stage, sql: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await db.pool.query<{ text: string }>(sql, [...values]);
  if (!rows[0]) throw new Error(`nothing found by ${sql}`);
  return rows[0].text;
}

/** A refused request in the member's gateway log. */
function loggedRequest(at: Stage, memberNo: bigint, orderNo: string): Promise<string> {
  return textOf(
    at,
    `insert into gateway_requests (member_no, request_id, at, path, result, http_status, duration_ms, ip, order_no, signed, request)
     values ($1, $3, $4, '/balance', 'not_found', 200, 1, '127.0.0.1', $2, true, '{"fields":{},"wrong":{}}')
     returning request_id::text as text`,
    [memberNo, orderNo, newRequestId(at.clock.now()), at.clock.now()],
  );
}

export async function freePhotos({ app }: Stage, owner: Person): Promise<Pick<Owned, 'file' | 'otherFile'>> {
  const keep = async (): Promise<string> => {
    const kept = await app.files.keep(owner, await picture());
    if (typeof kept === 'string') throw new Error(`the picture was refused: ${kept}`);
    return kept.id;
  };
  return { file: await keep(), otherFile: await keep() };
}

/** Two withdrawals, a payout, a batch and a recharge, all still in progress. */
async function moved(at: Stage, who: Person, cardId: string) {
  const { username, memberNo } = who;
  const withdraw = async (requestId: string): Promise<string> =>
    (
      await done<{ orderNo: string }>(at, who, '/withdrawal/apply', {
        amount: '500.00',
        cardId,
        payPassword: PIN,
        requestId,
      })
    ).orderNo;
  const withdrawalRequest = `${username}-w`;
  const withdrawal = await withdraw(withdrawalRequest);
  const otherWithdrawal = await withdraw(`${username}-v`);
  const batchRequest = `${username}-b`;
  const rows = [{ amount: '180.00', type: 'alipay', holder: `${username} worker`, account: `${username}@pay.example` }];
  const submitted = { rows, fileName: `${username}.csv`, requestId: batchRequest, payPassword: PIN };
  const { batchNo: batch } = await done<{ batchNo: string }>(at, who, '/batch/submit', submitted);
  const paidOut = await at.app.disbursements.apply({
    memberNo: memberNo ?? 0n,
    kind: 'payout',
    source: 'gateway',
    orderNo: `${username}-2`,
    amountMinor: 10_000n,
    beneficiary: {
      type: 'alipay',
      holder: `${username} supplier`,
      bank: null,
      branch: null,
      account: `${username}@supply.example`,
    },
    requestHash: Buffer.from('payout'),
    signType: 'none',
    notifyUrl: null,
    attach: null,
    remark: null,
  });
  if (paidOut.outcome === 'refused') throw new Error(`the payout was refused: ${paidOut.error}`);
  const rechargeRequest = `${username}-r`;
  const { systemNo: recharge } = await done<{ systemNo: string }>(at, who, '/user/recharge', {
    amount: '100.00',
    channel: CHANNEL,
    requestId: rechargeRequest,
  });
  return {
    withdrawal,
    otherWithdrawal,
    withdrawalRequest,
    batch,
    batchRequest,
    recharge,
    rechargeRequest,
    payout: paidOut.disbursement.systemNo.toString(),
  };
}

/** With a callback that is still to be delivered. */
export async function paidOrder(at: Stage, memberNo: bigint, orderNo: string): Promise<string> {
  const { systemNo, amountMinor, currency } = await unpaidOrder(at, memberNo, orderNo);
  const paid = {
    memberNo,
    systemNo,
    amountMinor,
    currency,
    upstreamNo: `u${systemNo}`,
    status: 'paid',
    paidAt: null,
  } as const;
  if ((await at.app.orders.confirmPayment(1, paid)) !== 'paid') throw new Error('the order was not paid');
  return systemNo.toString();
}

export async function unpaidOrder({ app }: Stage, memberNo: bigint, orderNo: string) {
  const made = await app.orders.create({
    memberNo,
    kind: 'payin',
    orderNo,
    amountMinor: 12_800n,
    channelCode: CHANNEL,
    subject: `${orderNo} subject`,
    notifyUrl: `https://${orderNo}.shop.example/`,
    returnUrl: null,
    clientIp: '203.0.113.7',
    attach: `${orderNo} attached`,
    expireMinutes: 30,
    signType: 'HMAC-SHA256',
    requestHash: Buffer.from(orderNo),
  });
  if (made.outcome === 'refused') throw new Error(`the order was refused: ${made.error}`);
  return made.order;
}

/** A receiver that fails, a plan, and a run that waits for a worker. */
async function resent({ app, db, clock }: Stage, memberNo: bigint, order: string) {
  const [receiver = ''] = (await app.callbacks.log({ memberNo, subjects: ['payin'] }, { limit: 10, offset: 0 })).rows
    .filter(({ systemNo }) => systemNo.toString() === order)
    .map((row) => row.receiver);
  await db.pool.query(
    `insert into callback_receivers (member_no, receiver, state, since, failures, failing_since, last_at) values ($1, $2, 'failing', $3, 3, $3, $3)`,
    [memberNo, receiver, clock.now()],
  );
  const planned = async (): Promise<string> => {
    const plan = await app.callbacks.plan({ memberNo, subjects: ['payin'], receiver }, 'owner');
    if (!plan) throw new Error('no callback was planned to be sent again');
    return plan.planId;
  };
  const [plan, run] = [await planned(), await planned()];
  await app.callbacks.start({ memberNo, runId: run }, 1);
  return { callback: `payin-${order}`, receiver, plan, run };
}

/** A finished file, one that waits for a worker, two schedules, and a comparison that has found nothing. */
async function filed(at: Stage, who: Person) {
  const { userId, memberNo } = who;
  const download = randomUUID();
  await at.app.downloads.store(
    {
      downloadId: download,
      userId,
      memberNo,
      kind: 'moneylog',
      name: 'moneylog.csv',
      format: 'csv',
      contentType: 'text/csv',
      language: 'en',
      rows: 1,
    },
    Readable.from([Buffer.from('1')]),
  );
  const { downloadId: downloadToCancel } = await started(at, who);
  const schedule = async (): Promise<string> =>
    (
      await done<{ id: string }>(at, who, '/schedule/save', {
        kind: 'moneylog',
        format: 'csv',
        every: 'day',
        at: '09:00',
      })
    ).id;
  const recordCheck = await textOf(
    at,
    `insert into record_checks (member_no, check_id, user_id, language, from_at, to_at, first_day, last_day, currency, row_count, state, created_at, finished_at)
     values ($1, gen_random_uuid(), $2, 'en', $3::timestamptz - interval '1 day', $3, '2026-11-19', '2026-11-19', 'CNY', 1, 'failed', $3, $3)
     returning check_id::text as text`,
    [memberNo, userId, at.clock.now()],
  );
  const { id: view } = await done<{ id: string }>(at, who, '/view/save', {
    list: 'orders',
    name: 'Unpaid',
    query: 'status=unpaid',
  });
  return {
    download,
    downloadToCancel,
    schedule: await schedule(),
    scheduleToRemove: await schedule(),
    view,
    recordCheck,
  };
}

/** A file that a worker will write. */
async function started({ app, clock }: Stage, { userId, memberNo }: Person): Promise<{ downloadId: string }> {
  if (memberNo === null) throw new Error('only members export their money log');
  const session = { sessionId: '', userId, username: '', role: 'member', memberNo } as const;
  const asked = { session, kind: 'moneylog', format: 'csv', filter: {}, rows: 1, language: 'en' } as const;
  const file = await app.downloads.start({ ...asked, timeZone: 'Asia/Shanghai', now: clock.now() });
  if (!('downloadId' in file)) throw new Error('too many files wait');
  return file;
}

/** Something that one operator cannot do alone. */
async function proposedApproval(at: Stage, operator: Person, memberNo: bigint, orderNo: string): Promise<string> {
  const bound = async (dualApprovalFromMinor: bigint | null): Promise<void> => {
    await at.db.transaction((tx) => at.app.platform.setSettings(tx, { dualApprovalFromMinor }));
    at.clock.advance(2_000);
  };
  await bound(1n);
  await done(at, operator, '/operator/disbursement/cancel', { memberNo: memberNo.toString(), orderNo, reason: 'odd' });
  await bound(null);
  return textOf(at, 'select approval_id::text as text from disbursement_approvals where member_no = $1', [memberNo]);
}
