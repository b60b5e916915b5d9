/** Money that leaves in the demo: withdrawals to the shops' own cards and payouts to their suppliers, in every state. */
import { createHash } from 'node:crypto';
import type { SettableClock } from '#foundation/core/clock.ts';
import type { Beneficiary } from '#features/cards/beneficiary.ts';
import type { Disbursement, NewDisbursement } from '#features/disbursements/disbursement.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import { demoCards, demoMembers } from './people.ts';

export interface PayingHouse {
  ledger: LedgerVerbs;
  disbursements: DisbursementVerbs;
}

/** A shop withdraws every so many days. */
const EVERY_DAYS = 4;

const suppliers: readonly Beneficiary[] = [
  { type: 'bank', holder: '赵敏', bank: 'ABC', branch: '杭州西湖支行', account: '6228480012345678903' },
  { type: 'bank', holder: 'Somchai Jaidee', bank: 'BOC', branch: null, account: '6216610200011223348' },
  { type: 'alipay', holder: '周杰', bank: null, branch: null, account: '13812345678' },
];

/** What the shops pay out at a time so many days ago. The sandbox fails .44. */
export async function addPayouts(house: PayingHouse, clock: SettableClock, { at, ago, currency }: { at: Date; ago: number; currency: string }): Promise<void> {
  const shops = demoMembers.filter(({ kind, certified, username }) => kind === 'merchant' && certified && demoCards[username]?.length);
  for (const [index, { username, memberNo }] of shops.entries()) {
    if (ago % EVERY_DAYS !== index) continue;
    clock.set(at);
    const { availableMinor } = await house.ledger.balances(memberNo, currency, at);
    // Whole hundreds, less than half of what can leave.
    const wholeMinor = (availableMinor / 25_000n) * 10_000n;
    if (wholeMinor < 20_000n) continue;
    const [card] = demoCards[username] ?? [];
    const withdrawn = card && (await apply(house, { memberNo, kind: 'withdrawal', number: `demo-${ago}`, amountMinor: wholeMinor, beneficiary: card }));
    const paidOut = await Promise.all(
      suppliers.map((beneficiary, supplier) => {
        // The last time one of them fails, and stays so.
        const fails = ago < EVERY_DAYS && supplier === 1;
        const amountMinor = BigInt(12_000 + supplier * 7_300 + ago * 100) + (fails ? 44n : 0n);
        return apply(house, { memberNo, kind: 'payout', number: `SUPPLIER-${ago}-${supplier + 1}`, amountMinor, beneficiary });
      }),
    );
    const [first] = paidOut;
    if (ago === EVERY_DAYS + index && withdrawn) await house.disbursements.change(withdrawn, { event: 'freeze' });
    if (ago === 2 * EVERY_DAYS + index && first) await house.disbursements.change(first, { event: 'cancel' });
    if (ago === 0) continue;
    await house.disbursements.submitDue();
    clock.set(new Date(at.getTime() + 5_000));
    await house.disbursements.submitDue();
  }
}

/** Undefined when the wallet does not cover it. */
async function apply(
  { disbursements }: PayingHouse,
  wanted: Pick<NewDisbursement, 'memberNo' | 'kind' | 'amountMinor' | 'beneficiary'> & { number: string },
): Promise<Disbursement | undefined> {
  const { number, ...rest } = wanted;
  const outcome = await disbursements.apply({
    ...rest,
    source: rest.kind === 'withdrawal' ? 'console' : 'gateway',
    orderNo: number,
    requestHash: createHash('sha256').update(`${number}|${rest.amountMinor}`).digest(),
    signType: 'none',
    notifyUrl: null,
    attach: null,
    remark: null,
  });
  return outcome.outcome === 'refused' ? undefined : outcome.disbursement;
}
