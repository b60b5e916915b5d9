/** The demo's withdrawals to the shops' own cards and payouts to their suppliers, in every state. */
import { createHash } from 'node:crypto';
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import type { Beneficiary } from '#features/cards/beneficiary.ts';
import type { Disbursement, NewDisbursement } from '#features/disbursements/disbursement.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { SettableClock } from '#foundation/core/clock.ts';
import { type Currency, formatAmount, formatPercent } from '#foundation/core/money.ts';
import { UNANSWERED_MINOR } from '#features/upstreams/server/sandbox-payouts.ts';
import { demoCards, demoMembers, demoOperator } from './people.ts';
import type { Visitors } from './visitors.ts';

export interface PayingApp {
  ledger: LedgerVerbs;
  disbursements: DisbursementVerbs;
  audit: AuditVerbs;
}

export interface PayingScene {
  app: PayingApp;
  visitors: Visitors;
  clock: SettableClock;
  currency: Currency;
}

/**
 * Days between a shop's withdrawals. Each shop has its own days, never the day of the start, which can have just begun.
 */
const EVERY_DAYS = 4;

export const payingShops = demoMembers.filter(
  ({ kind, certification, username }) =>
    kind === 'merchant' && certification === 'approved' && demoCards[username]?.length,
);

/**
 * Returns the index of a shop's payday, counted back from the last, which is 0. Returns undefined if it is not a
 * payday.
 */
export function paydayOf(ago: number, shop: number): number | undefined {
  const since = ago - 1 - shop;
  return since >= 0 && since % EVERY_DAYS === 0 ? since / EVERY_DAYS : undefined;
}

/** From this amount on, an operator reviews the first shop's withdrawals. */
const REVIEW_FROM_MINOR = 50_000_00n;
const REVIEWED_SHOP = 'demo_shop';
const UNANSWERED_SHOP = 'demo_shop2';
const ROUNDING_MINOR = 100_00n;
const MIN_MINOR = 200_00n;
/** The sandbox rejects amounts that end in this. */
const FAILING_MINOR = 44n;
const MINUTE_MS = 60_000;

/**
 * Outcomes of the first shop's latest withdrawals, latest first, with limits of their amounts. All other withdrawals
 * are paid.
 */
const outcomes: readonly {
  result: 'paid' | 'frozen' | 'reviewed' | 'cancelled';
  minMinor?: bigint;
  maxMinor?: bigint;
}[] = [
  { result: 'paid', maxMinor: REVIEW_FROM_MINOR - 20n * ROUNDING_MINOR },
  { result: 'frozen', minMinor: REVIEW_FROM_MINOR },
  { result: 'reviewed', minMinor: REVIEW_FROM_MINOR },
  { result: 'cancelled' },
];

const suppliers: readonly Beneficiary[] = [
  { type: 'bank', holder: '赵敏', bank: 'ABC', branch: '杭州西湖支行', account: '6228480012345678903' },
  { type: 'bank', holder: 'Somchai Jaidee', bank: 'BOC', branch: null, account: '6216610200011223348' },
  { type: 'alipay', holder: '周杰', bank: null, branch: null, account: '13812345678' },
];

type Shop = (typeof payingShops)[number];

/** Makes a shop's payments of one payday. `nth` is the payday's index; the last is 0. */
export async function payDay(
  scene: PayingScene,
  shop: Shop,
  { ago, nth }: { ago: number; nth: number },
): Promise<void> {
  const { app, visitors, clock, currency } = scene;
  const { availableMinor } = await app.ledger.balances(shop.memberNo, currency, clock.now());
  // Two fifths of the available balance, in whole hundreds.
  const usualMinor = ((availableMinor * 2n) / 5n / ROUNDING_MINOR) * ROUNDING_MINOR;
  if (usualMinor < MIN_MINOR) return;
  const {
    result,
    minMinor = 0n,
    maxMinor = usualMinor,
  } = (shop.username === REVIEWED_SHOP ? outcomes[nth] : undefined) ?? { result: 'paid' };
  const wantedMinor = usualMinor > maxMinor ? maxMinor : usualMinor < minMinor ? minMinor : usualMinor;
  const withdrawn = await withdraw(scene, shop, {
    number: `demo-${ago}`,
    amountMinor: result === 'cancelled' ? wantedMinor + FAILING_MINOR : wantedMinor,
  });
  if (result === 'frozen') await freeze(scene, withdrawn);
  if (result === 'reviewed') await pass(scene, withdrawn);
  clock.advance(3 * MINUTE_MS);
  const [first] = await supply(scene, shop, { ago, failing: nth === 0 });
  if (nth === 2 && first) await visitors.sendCall(shop.username, '/payout/cancel', numberOf(first));
  await submitAndQuery(scene);
  if (result === 'cancelled') await retryAndCancel(scene, shop, withdrawn);
}

/** The operator turns on the review of the first shop's larger withdrawals. */
export async function reviewFrom({ app, visitors, currency }: PayingScene): Promise<void> {
  const memberNo = payingShops.find(({ username }) => username === REVIEWED_SHOP)?.memberNo;
  if (memberNo === undefined) throw new Error(`the demo has no ${REVIEWED_SHOP}`);
  const { percentE4, fixedMinor, minFeeMinor, maxFeeMinor, minAmountMinor, maxAmountMinor, window, enabled } =
    await app.disbursements.terms(memberNo, 'withdrawal');
  const text = (minor: bigint): string => formatAmount(minor, currency);
  await visitors.sendCall(demoOperator, '/operator/member/setTerms', {
    memberNo: memberNo.toString(),
    kind: 'withdrawal',
    percent: formatPercent(percentE4),
    fixed: text(fixedMinor),
    minFee: minFeeMinor === null ? null : text(minFeeMinor),
    maxFee: maxFeeMinor === null ? null : text(maxFeeMinor),
    minAmount: text(minAmountMinor),
    maxAmount: text(maxAmountMinor),
    reviewFrom: text(REVIEW_FROM_MINOR),
    window,
    enabled,
  });
}

/** Adds a withdrawal that waits for review, for people who try the demo as its operator. */
export async function withdrawForReview(scene: PayingScene): Promise<void> {
  const shop = payingShops.find(({ username }) => username === REVIEWED_SHOP);
  const waiting =
    shop &&
    (await withdraw(scene, shop, { number: 'demo-waiting', amountMinor: REVIEW_FROM_MINOR + 100n * ROUNDING_MINOR }));
  if (waiting?.review !== 'waiting') throw new Error('no withdrawal of the demo waits for its review');
}

/** Adds a payout whose result the sandbox never reports, for operators to settle. */
export async function payWithoutAnswer(scene: PayingScene): Promise<void> {
  const shop = payingShops.find(({ username }) => username === UNANSWERED_SHOP);
  const [beneficiary] = suppliers;
  if (!shop || !beneficiary) throw new Error(`the demo has no ${UNANSWERED_SHOP}`);
  const outcome = await scene.app.disbursements.apply({
    memberNo: shop.memberNo,
    kind: 'payout',
    source: 'gateway',
    amountMinor: UNANSWERED_MINOR,
    beneficiary,
    ...requestOf('SUPPLIER-UNANSWERED', UNANSWERED_MINOR),
  });
  if (outcome.outcome === 'refused') throw new Error(`${UNANSWERED_SHOP} could not pay: ${outcome.error}`);
  await submitAndQuery(scene);
}

/** Withdraws as the shop's console user, with its audit entry. */
async function withdraw(
  scene: PayingScene,
  shop: Shop,
  { number, amountMinor }: { number: string; amountMinor: bigint },
): Promise<Disbursement> {
  const { app, visitors } = scene;
  const [beneficiary] = demoCards[shop.username] ?? [];
  if (!beneficiary) throw new Error(`${shop.username} has no card`);
  const actor = await visitors.loggedIn(shop.username);
  const wanted = {
    memberNo: shop.memberNo,
    kind: 'withdrawal',
    source: 'console',
    amountMinor,
    beneficiary,
    ...requestOf(number, amountMinor),
  } as const;
  const outcome = await app.disbursements.apply(wanted, (tx, { systemNo }) =>
    app.audit.record(tx, { ...actor, action: 'withdrawal_applied', object: systemNo.toString() }),
  );
  if (outcome.outcome === 'refused') throw new Error(`${shop.username} could not withdraw: ${outcome.error}`);
  return outcome.disbursement;
}

async function freeze({ visitors, clock }: PayingScene, withdrawn: Disbursement): Promise<void> {
  clock.advance(5 * MINUTE_MS);
  await visitors.sendCall(demoOperator, '/operator/disbursement/freeze', {
    ...keyOf(withdrawn),
    reason: 'The bank asks for the invoice behind it',
  });
}

async function pass({ visitors, clock }: PayingScene, withdrawn: Disbursement): Promise<void> {
  clock.advance(5 * MINUTE_MS);
  await visitors.sendCall(demoOperator, '/operator/disbursement/submit', {
    ...keyOf(withdrawn),
    reason: 'The shop confirmed it by phone',
  });
}

/** The retry fails again, and the shop cancels the withdrawal. */
async function retryAndCancel(scene: PayingScene, { username }: Shop, withdrawn: Disbursement): Promise<void> {
  scene.clock.advance(2 * MINUTE_MS);
  await scene.visitors.sendCall(username, '/withdrawal/retry', numberOf(withdrawn));
  await submitAndQuery(scene);
  scene.clock.advance(MINUTE_MS);
  await scene.visitors.sendCall(username, '/withdrawal/cancel', numberOf(withdrawn));
}

/**
 * Pays the suppliers through the gateway, if the wallet covers it. On the last payday one of the payouts fails and
 * stays failed.
 */
async function supply(
  { app }: PayingScene,
  { memberNo }: Shop,
  { ago, failing }: { ago: number; failing: boolean },
): Promise<(Disbursement | undefined)[]> {
  return Promise.all(
    suppliers.map(async (beneficiary, supplier) => {
      const amountMinor =
        BigInt(12_000 + supplier * 7_300 + ago * 100) + (failing && supplier === 1 ? FAILING_MINOR : 0n);
      const request = requestOf(`SUPPLIER-${ago}-${supplier + 1}`, amountMinor);
      const outcome = await app.disbursements.apply({
        memberNo,
        kind: 'payout',
        source: 'gateway',
        amountMinor,
        beneficiary,
        ...request,
      });
      return outcome.outcome === 'refused' ? undefined : outcome.disbursement;
    }),
  );
}

/** Submits due payouts, and queries them after the sandbox has decided. */
async function submitAndQuery({ app, clock }: PayingScene): Promise<void> {
  clock.advance(1_000);
  await app.disbursements.submitDue();
  clock.advance(5_000);
  await app.disbursements.submitDue();
}

type Request = Pick<NewDisbursement, 'orderNo' | 'requestHash' | 'signType' | 'notifyUrl' | 'attach' | 'remark'>;

function requestOf(orderNo: string, amountMinor: bigint): Request {
  const requestHash = createHash('sha256').update(`${orderNo}|${amountMinor}`).digest();
  return { orderNo, requestHash, signType: 'none', notifyUrl: null, attach: null, remark: null };
}

function numberOf({ systemNo }: Disbursement): { orderNo: string } {
  return { orderNo: systemNo.toString() };
}

function keyOf(one: Disbursement): { memberNo: string; orderNo: string } {
  return { memberNo: one.memberNo.toString(), ...numberOf(one) };
}
