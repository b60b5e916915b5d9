/**
 * Plays everyone who uses the platform in the soak: shops at the gateway, payers at the cashier, users of the console,
 * an operator. As real clients do, each retries when there is no response. What was acknowledged is recorded for the
 * judge.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, GatewayError, GatewayTransportError } from '@countinghouse/sdk';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, DEMO_SHOP_KEY } from '#database/demo/people.ts';
import type { Environment } from '#e2e/faults/environment.ts';
import type { CallbackServer } from '#e2e/faults/shops.ts';
import { GATEWAY_BASE } from '#features/gateway/contract.ts';
import { type Person, person } from './soak-console.ts';

export const SOAK_SHOP = 20_000_001n;

export interface Promised {
  /** Keyed by the merchant's order number. */
  orders: Map<string, { systemNo: bigint; paid: boolean }>;
  /** System numbers of acknowledged payouts and withdrawals, with the way they were made. */
  payouts: Map<bigint, 'gateway' | 'console'>;
  batches: Set<bigint>;
  calls: Map<string, number>;
  refused: Map<string, number>;
  unanswered: { count: number };
  contradictions: string[];
}

export interface SoakLoad {
  readonly promised: Promised;
  stop(): Promise<void>;
}

const SHOPS_AT_ONCE = 4;
const payee = { type: 'bank', holder: '王小二', bank: 'ICBC', account: '6222020200112233446' } as const;

export function startSoakLoad(env: Environment, callbacks: CallbackServer): SoakLoad {
  const promised: Promised = {
    orders: new Map(),
    payouts: new Map(),
    batches: new Set(),
    calls: new Map(),
    refused: new Map(),
    unanswered: { count: 0 },
    contradictions: [],
  };
  const client = createClient({
    baseUrl: env.baseUrl + GATEWAY_BASE,
    merchantNo: String(SOAK_SHOP),
    signType: 'HMAC-SHA256',
    key: DEMO_SHOP_KEY,
    retries: 0,
  });
  const notifyUrl = `${callbacks.url}/${SOAK_SHOP}`;
  callbacks.expect({ memberNo: SOAK_SHOP, key: DEMO_SHOP_KEY, client, notifyUrl });
  let working = true;
  const isWorking = (): boolean => working;
  const scene: Scene = { promised, client, notifyUrl, isWorking };
  const at = env.servers.map(({ baseUrl }) => baseUrl);
  const work = [
    ...Array.from({ length: SHOPS_AT_ONCE }, (_, index) =>
      loop(isWorking, 200, (turn) => orderAndPay(scene, `K${index}-${turn}`)),
    ),
    loop(isWorking, 400, (turn) => payOut(scene, `P${turn}`)),
    loop(isWorking, 1_000, (turn) => workAsMerchant(scene, person(at, 'demo_shop', DEMO_PASSWORD), turn)),
    // Rarely, because three hundred wrong passwords in half an hour lock out every user at this address.
    loop(isWorking, 30_000, () => logInWithWrongPassword(scene, at)),
    loop(isWorking, 700, (turn) => workAsOperator(scene, person(at, 'operator', DEMO_PASSWORD), turn)),
  ];
  return {
    promised,
    async stop() {
      working = false;
      await Promise.all(work);
    },
  };
}

interface Scene {
  promised: Promised;
  client: ReturnType<typeof createClient>;
  notifyUrl: string;
  isWorking(): boolean;
}

async function loop(isWorking: () => boolean, restMs: number, once: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; isWorking(); turn += 1) {
    await once(turn);
    await pause(restMs);
  }
}

/**
 * Retries until there is a response. The merchant's number makes retries idempotent. Returns undefined if the platform
 * refuses.
 */
async function retryUntilAnswered<T>(
  { promised, isWorking }: Scene,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    try {
      const answer = await work();
      add(promised.calls, name);
      return answer;
    } catch (error) {
      if (
        error instanceof GatewayError &&
        !['nonce_reused', 'upstream_unavailable', 'rate_limited'].includes(error.error)
      ) {
        add(promised.refused, error.error);
        return undefined;
      }
      if (
        !(
          error instanceof GatewayError ||
          error instanceof GatewayTransportError ||
          error instanceof TypeError ||
          error instanceof NoAnswer
        )
      )
        throw error;
      promised.unanswered.count += 1;
      if (!isWorking()) return undefined;
      await pause(50);
    }
  }
}

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

async function orderAndPay(scene: Scene, orderNo: string): Promise<void> {
  const { client, notifyUrl, promised } = scene;
  const amount = `${10 + ((orderNo.length * 7 + orderNo.charCodeAt(orderNo.length - 1)) % 90)}.${10 + (orderNo.charCodeAt(1) % 80)}`;
  const create = () => client.payCreate({ orderNo, amount, channel: 'sandbox_qr', notifyUrl });
  const order = await retryUntilAnswered(scene, 'pay/create', create);
  if (!order) return;
  promised.orders.set(orderNo, { systemNo: BigInt(order.systemNo), paid: false });
  const end = orderNo.charCodeAt(orderNo.length - 1) % 10;
  if (end === 0) return;
  const button = end === 1 ? 'fail' : 'pay';
  const status = await retryUntilAnswered(scene, `cashier/${button}`, async () => {
    const reply = await fetch(`${order.payUrl}/${button}`, { method: 'POST', headers: { accept: 'application/json' } });
    const { data } = (await reply.json().catch(() => ({}))) as { data?: { status?: string } };
    if (reply.status !== 200 || data?.status === undefined) throw new NoAnswer(`HTTP ${reply.status}`);
    return data.status;
  });
  if (status === 'paid') promised.orders.set(orderNo, { systemNo: BigInt(order.systemNo), paid: true });
}

/** Creates a payout. Every tenth fails at the sandbox, and every tenth stays unknown until its state is queried. */
async function payOut(scene: Scene, orderNo: string): Promise<void> {
  const cents =
    ['.00', '.50', '.44', '.10', '.99', '.20', '.30', '.60', '.70', '.80'][Number(orderNo.slice(1)) % 10] ?? '.00';
  const made = await retryUntilAnswered(scene, 'payout/create', () =>
    scene.client.payoutCreate({ orderNo, amount: `12${cents}`, ...payee }),
  );
  if (made) scene.promised.payouts.set(BigInt(made.systemNo), 'gateway');
}

/** The fields that the soak reads from answers. Each call returns only some of them. */
interface AnswerData {
  orderNo?: string;
  batchNo?: string;
  list?: { id: string; memberNo: string; orderNo: string; submission: string }[];
}

async function request(
  { promised }: Scene,
  who: Person,
  path: string,
  input: object = {},
): Promise<AnswerData | undefined> {
  const { status, outcome, data } = await who.request<AnswerData>(path, input);
  if (status === 0 || status >= 500) promised.unanswered.count += 1;
  else add(promised.calls, path);
  // 503 is correct while something is down. 500 is a bug.
  if (status === 500) promised.contradictions.push(`${path} answered 500`);
  if (status > 0 && outcome !== 'ok') add(promised.refused, `${path} ${outcome}`);
  return outcome === 'ok' ? (data ?? {}) : undefined;
}

/** Does what a merchant does in a working day, in a few seconds. */
async function workAsMerchant(scene: Scene, who: Person, turn: number): Promise<void> {
  const { promised } = scene;
  for (const path of [
    '/user/info',
    '/dashboard/summary',
    '/order/list',
    '/user/moneylog',
    '/payout/list',
    '/withdrawal/list',
    '/user/logs',
  ])
    await request(scene, who, path);
  const cards = (await request(scene, who, '/bankcard/normal'))?.list;
  const proof = { payPassword: DEMO_PAY_PASSWORD };
  const requestId = randomUUID();
  const cardId = cards?.[0]?.id;
  if (cardId !== undefined) {
    const withdraw = () =>
      request(scene, who, '/withdrawal/apply', { amount: `${100 + (turn % 50)}.00`, cardId, requestId, ...proof });
    const [first, second] = await Promise.all([withdraw(), withdraw()]);
    const numbers = new Set([first, second].flatMap((one) => (one?.orderNo === undefined ? [] : [one.orderNo])));
    if (numbers.size > 1)
      promised.contradictions.push(`one withdrawal was acknowledged as ${[...numbers].join(' and ')}`);
    for (const orderNo of numbers) promised.payouts.set(BigInt(orderNo), 'console');
    const [orderNo] = numbers;
    if (orderNo !== undefined && turn % 3 === 0) await request(scene, who, '/withdrawal/cancel', { orderNo });
  }
  if (turn % 5 === 0) {
    const rows = Array.from({ length: 10 }, (_, index) => ({ ...payee, amount: `${20 + index}.00`, branch: '' }));
    const batch = await request(scene, who, '/batch/submit', { rows, requestId: randomUUID(), ...proof });
    if (batch?.batchNo !== undefined) promised.batches.add(BigInt(batch.batchNo));
  }
  if (turn % 7 === 0) await request(scene, who, '/user/recharge', { amount: '200.00', channel: 'sandbox_qr' });
  if (turn % 40 === 0) await request(scene, who, '/user/export', { kind: 'order', format: 'csv', filter: {} });
  if (turn % 4 === 0)
    await request(scene, who, '/user/profile', { nickname: `Lantern ${turn}`, bio: '', avatar: null });
  await who.logOut();
}

/** Logs in with a wrong password, which is refused and audited. */
async function logInWithWrongPassword(scene: Scene, at: readonly string[]): Promise<void> {
  await request(scene, person(at, 'demo_shop2', 'Wrong1234'), '/user/info');
}

/** Freezes a payout that no upstream is paying, and unfreezes it. */
async function workAsOperator(scene: Scene, who: Person, turn: number): Promise<void> {
  const list = (await request(scene, who, '/operator/disbursement/list', { status: 'applying', limit: 5 }))?.list;
  const open = list?.find(({ submission }) => submission === 'none' || submission === 'failed');
  if (open) {
    const one = { memberNo: open.memberNo, orderNo: open.orderNo };
    if (await request(scene, who, '/operator/disbursement/freeze', { ...one, reason: `soak ${turn}` }))
      await request(scene, who, '/operator/disbursement/unfreeze', { ...one, reason: `soak ${turn}` });
  }
  await who.logOut();
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
