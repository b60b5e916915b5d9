/**
 * Two installations, each the whole app on its own database and at its own address: theirs is an upstream of ours, which
 * is one of its merchants. Only tests import this.
 */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { signCallback } from '@countinghouse/sdk/callbacks';
import { newNonce } from '@countinghouse/sdk/signing';
import type { OrderView } from '#features/orders/order.ts';
import { type JobQueue, openJobQueue } from '#foundation/server/jobs/queue.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { CHANNEL, type Person, stage, type Stage } from './access-stage-for-tests.ts';

export const UPSTREAM = 7;
/** The same account again, without the time zone of its days. */
export const OTHER_UPSTREAM = 8;
const KEY = 'a-key-between-two-installations-0123456789';
const CHAINED = 'chained_qr';

export type Chain = Awaited<ReturnType<typeof chain>>;

interface Parties {
  ours: Stage;
  theirs: Stage;
  /** Our account there, and a merchant of ours. */
  us: Person & { memberNo: bigint };
  shop: Person & { memberNo: bigint };
  notifyUrl(upstreamId?: number): string;
}

/** Callers must `close` it. */
export async function chain() {
  const [ourPort, theirPort] = [await freePort(), await freePort()];
  const env = (port: number) => ({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OUTBOUND_ALLOW: `127.0.0.1:${ourPort},127.0.0.1:${theirPort}`,
  });
  const [ours, theirs] = [await stage(undefined, env(ourPort)), await stage(undefined, env(theirPort))];
  await ours.server.listen({ host: '127.0.0.1', port: ourPort });
  await theirs.server.listen({ host: '127.0.0.1', port: theirPort });
  const [us, shop] = [await addMerchant(theirs, 'us_there'), await addMerchant(ours, 'shop')];
  await addKeys(theirs, us.memberNo, `127.0.0.1:${ourPort}`);
  await addUpstreams(ours, theirPort, us.memberNo);
  const pass = (ms: number): void => {
    for (const { clock } of [ours, theirs]) clock.advance(ms);
  };
  // The wallets were filled yesterday.
  pass(86_400_000);
  us.token = await theirs.tokenOf(us);
  const parties: Parties = {
    ours,
    theirs,
    us,
    shop,
    notifyUrl: (upstreamId = UPSTREAM) => `http://127.0.0.1:${ourPort}/upstream/${upstreamId}/notify`,
  };
  const files = filesOf(parties);
  return {
    ...parties,
    pass,
    /** A job of ours. */
    run: (name: string): Promise<void> => run(ours, name),
    ...paymentsOf(parties),
    ...files,
    /** Fetches and compares. */
    async reconcile(): Promise<void> {
      await run(ours, 'upstream statements fetched');
      await run(ours, 'upstream statements compared');
    },
    async close(): Promise<void> {
      await files.stop();
      await ours.close();
      await theirs.close();
    },
  };
}

function paymentsOf({ ours, theirs, us, shop }: Parties) {
  let count = 0;
  const confirm = async ({ app }: Stage, upstreamId: number, order: OrderView): Promise<void> => {
    const { memberNo, systemNo, amountMinor, currency } = order;
    const known = { memberNo, systemNo, amountMinor, currency, upstreamNo: `u${systemNo}` };
    const outcome = await app.orders.confirmPayment(upstreamId, { ...known, status: 'paid', paidAt: null });
    if (outcome !== 'paid') throw new Error(`the order was not paid: ${outcome}`);
  };
  return {
    /** An order of our shop. */
    order: (amountMinor: bigint): Promise<OrderView> =>
      newOrder(ours, { memberNo: shop.memberNo, orderNo: `A-${(count += 1)}`, amountMinor, channelCode: CHAINED }),
    /** Paid by its payer there: they tell us. */
    async pay({ memberNo, systemNo }: OrderView): Promise<void> {
      const there = await theirs.app.orders.find(us.memberNo, { orderNo: `${memberNo}-${systemNo}` }, 'payin');
      if (!there) throw new Error('the order is not there');
      await confirm(theirs, 1, there);
      await theirs.app.deliverer.idle();
    },
    /** A paid order of ours there that we do not know. */
    async payThere(amountMinor: bigint, orderNo: string): Promise<void> {
      const order = { memberNo: us.memberNo, orderNo, amountMinor, channelCode: CHANNEL };
      await confirm(theirs, 1, await newOrder(theirs, order));
    },
    /** Paid by our books alone. */
    payHere: (order: OrderView): Promise<void> => confirm(ours, UPSTREAM, order),
    async payout(amountMinor: bigint): Promise<void> {
      const made = await ours.app.disbursements.apply({
        memberNo: shop.memberNo,
        kind: 'payout',
        source: 'gateway',
        orderNo: `P-${(count += 1)}`,
        amountMinor,
        beneficiary: { type: 'alipay', holder: '张三', bank: null, branch: null, account: 'payee@example.com' },
        requestHash: Buffer.from('payout'),
        signType: 'none',
        notifyUrl: null,
        attach: null,
        remark: null,
      });
      if (made.outcome === 'refused') throw new Error(made.error);
    },
    /** Both platforms' payout workers, some minutes long. */
    async work(): Promise<void> {
      for (let minute = 0; minute < 4; minute += 1) {
        await ours.app.disbursements.submitDue();
        await theirs.app.disbursements.submitDue();
        for (const { clock } of [ours, theirs]) clock.advance(61_000);
      }
    },
    /** Their operators give back what their bank refused. */
    async giveBack(): Promise<void> {
      const { rows } = await theirs.db.pool.query<{ memberNo: bigint; systemNo: bigint }>(
        `select member_no as "memberNo", system_no as "systemNo" from disbursements where status = 'applying' and submission = 'failed'`,
      );
      for (const ref of rows) await theirs.app.disbursements.change(ref, { event: 'cancel' });
    },
  };
}

interface ReportOptions {
  upstreamId?: number;
  /** Whose address is signed. */
  signedFor?: number;
  key?: string;
  offS?: number;
}

function filesOf({ ours, theirs, us, notifyUrl }: Parties) {
  let queue: JobQueue | undefined;
  return {
    /** Saves a schedule of theirs that posts to our upstream's address. */
    async schedule(more: object = {}): Promise<void> {
      const daily = { kind: 'moneylog', format: 'csv', every: 'day', at: '00:30', notifyUrl: notifyUrl() };
      const saved = await theirs.request(us, '/schedule/save', { who: 'session', summary: '' }, { ...daily, ...more });
      if (saved.code !== 1) throw new Error(saved.text);
    },
    /** Starts the files that are due there, which are then written and posted. */
    async startFiles(): Promise<void> {
      if (!queue) {
        queue = openJobQueue({ pool: theirs.db.pool, log: silentLog });
        for (const work of theirs.app.queues) await work.start(queue);
      }
      await run(theirs, 'due schedules');
    },
    /** How often each report was posted before it was acknowledged; null: it was not yet. */
    async posted(): Promise<(number | null)[]> {
      const { rows } = await theirs.db.pool.query<{ tries: number | null }>(
        `select case when state = 'completed' then retry_count + 1 end as tries from pgboss.job where name = 'download-reports' order by created_on`,
      );
      return rows.map(({ tries }) => tries);
    },
    /** Posts a report with these fields. `again` posts the same bytes once more. */
    async report(
      fields: Readonly<Record<string, string | null>>,
      { upstreamId = UPSTREAM, signedFor, key = KEY, offS = 0 }: ReportOptions = {},
    ): Promise<{ answer: string; again(): Promise<string> }> {
      const { headers, body } = signCallback({
        notifyUrl: notifyUrl(signedFor ?? upstreamId),
        signType: 'HMAC-SHA256',
        key,
        timestamp: String(Math.floor(ours.clock.now().getTime() / 1_000) + offS),
        nonce: newNonce(),
        fields: { ...fields, kind: 'report', merchantNo: us.memberNo.toString() },
      });
      const post = async (): Promise<string> => {
        const reply = await fetch(notifyUrl(upstreamId), { method: 'POST', headers: { ...headers }, body });
        return `${reply.status} ${await reply.text()}`;
      };
      return { answer: await post(), again: post };
    },
    stop: async (): Promise<void> => queue?.stop(),
  };
}

async function run({ app }: Stage, name: string): Promise<void> {
  const job = app.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`no job ${name}`);
  await job.run();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Certified. */
async function addMerchant({ app, db, add }: Stage, username: string): Promise<Person & { memberNo: bigint }> {
  const person = await add('merchant', username);
  const { memberNo } = person;
  if (memberNo === null) throw new Error('not a member');
  await db.transaction((tx) => app.members.change(tx, memberNo, { certification: 'approved' }));
  return { ...person, memberNo };
}

async function addKeys({ app, db }: Stage, memberNo: bigint, host: string): Promise<void> {
  await db.transaction((tx) =>
    app.keys.create(tx, memberNo, { key: KEY, requestIps: ['127.0.0.1'], notifyHosts: [host] }),
  );
  app.keys.forget(memberNo);
}

/** Pays in at the price of theirs, and pays out through them alone. */
async function addUpstreams({ app, db }: Stage, theirPort: number, merchantNo: bigint): Promise<void> {
  const settings = {
    baseUrl: `http://127.0.0.1:${theirPort}/gateway/v1`,
    merchantNo: merchantNo.toString(),
    currency: 'CNY',
    channels: { qr: CHANNEL },
    signType: 'HMAC-SHA256',
    key: KEY,
  };
  await db.transaction(async (tx) => {
    const add = (upstreamId: number, more: object): Promise<void> =>
      app.upstreams.addUpstream(tx, {
        upstreamId,
        connector: 'countinghouse',
        name: 'Next door',
        settings: { ...settings, ...more },
      });
    await add(UPSTREAM, { timeZone: 'Asia/Shanghai' });
    await add(OTHER_UPSTREAM, {});
    await app.disbursements.setPayoutRoute(tx, { upstreamId: UPSTREAM, position: 0, dailyLimitMinor: null });
    await app.channels.addChannel(tx, {
      channelId: UPSTREAM,
      code: CHAINED,
      mode: 'qr',
      name: { en: 'QR', zh: 'QR', es: 'QR', th: 'QR' },
      minAmountMinor: 100n,
      maxAmountMinor: 5_000_000n,
      rate: { percentE4: 10_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
      routes: [{ upstreamId: UPSTREAM, position: 1, weight: 1, costPercentE4: 6_000 }],
    });
  });
}

async function newOrder(
  { app }: Stage,
  order: { memberNo: bigint; orderNo: string; amountMinor: bigint; channelCode: string },
): Promise<OrderView> {
  const made = await app.orders.create({
    ...order,
    kind: 'payin',
    subject: null,
    notifyUrl: null,
    returnUrl: null,
    clientIp: null,
    attach: null,
    expireMinutes: 30,
    signType: 'HMAC-SHA256',
    requestHash: Buffer.from(order.orderNo),
  });
  if (made.outcome === 'refused') throw new Error(`the order was refused: ${made.error}`);
  return made.order;
}
