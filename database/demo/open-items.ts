/**
 * What waits for the operators when the demo begins, besides payouts, certifications and cards: proposals that one of
 * them can decide or sees as their own, and an announcement that is not published.
 */
import { formatAmount } from '#foundation/core/money.ts';
import { type AgentScene, largeOrder, memberNoOf } from './agents.ts';
import { demoOperator, demoReviewer } from './people.ts';

const CAFE = 'demo_shop2';
const AGENT = 'demo_agent';
const RATE_CHANNEL = 'sandbox_h5';
/** Below what the upstream costs. */
const RATE_PERCENT = '0.15';
/** Days before the start whose orders the proposals are about. */
const OPEN_DAYS = [5, 6, 7, 8, 9, 10];
const ADJUSTMENTS_TWO_FROM = '1000.00';
const ADJUSTMENT = '1250.00';
const PAYOUTS_TWO_FROM = '100000.00';

/** Proposes that larger adjustments take two operators. */
export const proposeAdjustmentBound = (scene: AgentScene): Promise<void> =>
  setBound(scene, demoOperator, {
    name: 'adjustmentsTwoFromMinor',
    value: ADJUSTMENTS_TWO_FROM,
    reason: 'A second person looks at each large adjustment',
  });

export const leaveSetting = (scene: AgentScene): Promise<void> =>
  setBound(scene, demoReviewer, {
    name: 'dualApprovalFromMinor',
    value: PAYOUTS_TWO_FROM,
    reason: 'Agreed with the bank',
  });

async function setBound(
  { visitors }: AgentScene,
  by: string,
  bound: { name: string; value: string; reason: string },
): Promise<void> {
  await visitors.sendCall(by, '/operator/setting/save', { ...bound, was: { value: '' } });
}

export async function leaveAdjustment({ visitors }: AgentScene): Promise<void> {
  await visitors.sendCall(demoReviewer, '/operator/member/adjust', {
    memberNo: memberNoOf(CAFE).toString(),
    direction: 'credit',
    amount: ADJUSTMENT,
    reason: 'Fees of May that were charged twice',
    reference: 'CASE-118',
    requestId: 'demo-adjustment',
  });
}

export async function leaveConfirmation({ app, visitors, currency }: AgentScene): Promise<void> {
  const { memberNo, systemNo, amountMinor } = await largeOrder(app, 'expired', CAFE, OPEN_DAYS);
  await visitors.sendCall(demoOperator, '/operator/order/confirm', {
    memberNo: memberNo.toString(),
    orderNo: systemNo.toString(),
    amount: formatAmount(amountMinor, currency),
    proof: 'Line 42 of the sandbox’s statement',
    reason: 'The payer sent us the bank’s receipt',
  });
}

export async function leaveReversal({ app, visitors }: AgentScene): Promise<void> {
  const { memberNo, systemNo } = await largeOrder(app, 'success', CAFE, OPEN_DAYS);
  await visitors.sendCall(demoReviewer, '/operator/order/reverse', {
    memberNo: memberNo.toString(),
    orderNo: systemNo.toString(),
    reason: 'The payer says that it was paid twice',
  });
}

export async function leaveRate({ visitors }: AgentScene): Promise<void> {
  const memberNo = memberNoOf(AGENT).toString();
  const { list } = (await visitors.sendCall(demoReviewer, '/operator/rate/list', { q: memberNo })) as {
    list: readonly { cells: readonly RateCell[] }[];
  };
  const before = list[0]?.cells.find(({ code }) => code === RATE_CHANNEL)?.rate;
  if (!before) throw new Error(`${AGENT} has no rate of ${RATE_CHANNEL}`);
  await visitors.sendCall(demoReviewer, '/operator/rate/set', {
    ...before,
    percent: RATE_PERCENT,
    memberNo,
    code: RATE_CHANNEL,
    before,
    reason: 'For a month, until their new merchants sell',
  });
  await visitors.sendCall(demoReviewer, '/user/logout', {});
}

export async function leaveMove({ visitors }: AgentScene): Promise<void> {
  await visitors.sendCall(demoOperator, '/operator/member/move', {
    memberNo: memberNoOf(CAFE).toString(),
    uplineNo: memberNoOf(AGENT).toString(),
    reason: 'Both agents have agreed on it',
  });
}

export async function leaveDraft({ visitors }: AgentScene): Promise<void> {
  await visitors.sendCall(demoOperator, '/operator/announcement/save', {
    texts: {
      en: {
        title: 'Commission: by month from next year',
        body: 'From January on, each agent gets **one statement a month** with all commission.',
      },
      zh: { title: '佣金：明年起按月结单', body: '自一月起，每位代理**每月收到一份**佣金结单。' },
      es: { title: '', body: '' },
      th: { title: '', body: '' },
    },
    audience: 'agents',
    from: null,
    until: null,
    pinned: false,
  });
  await visitors.sendCall(demoOperator, '/user/logout', {});
}

interface RateCell {
  code: string;
  rate: { percent: string; fixed: string; minFee: string | null; maxFee: string | null };
}
