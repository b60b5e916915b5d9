/**
 * Payouts by signed request: the withdrawal engine decides, this endpoint translates. The content that a repeated number
 * must match contains the whole account number, so it is kept as a keyed fingerprint, never as a plain hash.
 */
import {
  type ApplyOutcome,
  type ApplyRefusal,
  type Disbursement,
  type NewDisbursement,
  signableReason,
} from '#features/disbursements/disbursement.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { GatewayRefusal } from '../contract.ts';
import { requestedNumber, payoutCreateOf, payoutCreateText } from '../rules.ts';
import type { GatewayHandler } from './context.ts';

export interface PayoutDeps {
  disbursements: Pick<DisbursementVerbs, 'apply' | 'find'>;
  sealer: Pick<Sealer, 'fingerprints'>;
}

export function payoutHandlers({
  disbursements,
  sealer,
}: PayoutDeps): Readonly<Record<'/payout/create' | '/payout/query', GatewayHandler>> {
  return {
    async '/payout/create'({ memberNo, signType, fields, settings: { currency } }) {
      const payout = payoutCreateOf(fields, currency);
      const { notifyUrl } = payout;
      const hashes = sealer.fingerprints(payoutCreateText(payout, currency), HASH_PURPOSE);
      const wanted = {
        ...payout,
        memberNo,
        kind: 'payout',
        source: 'gateway',
        signType: notifyUrl === null ? 'none' : signType,
      } as const;
      const outcome = await applyOnce(disbursements, wanted, hashes);
      if (outcome.outcome === 'refused') return { ok: false, error: refusals[outcome.error] };
      // A repeated request gets the first answer again; use a query for the payout's current state.
      return { ok: true, data: { ...amountsOf(outcome.disbursement), status: 'applying' } };
    },

    async '/payout/query'({ memberNo, signType, fields }) {
      const { orderNo } = fields;
      const payout = await disbursements.find(memberNo, requestedNumber(fields), 'payout');
      if (!payout || (orderNo && payout.orderNo !== orderNo)) return { ok: false, error: 'not_found' };
      const { status, bankReference, failReason, finishedAt } = payout;
      return {
        ok: true,
        data: {
          ...amountsOf(payout),
          status,
          bankReference: signableReason(bankReference, signType),
          failReason: signableReason(failReason, signType),
          finishedAt: finishedAt?.toISOString() ?? null,
        },
      };
    },
  };
}

const HASH_PURPOSE = 'payout request';

/** Our refusals → the protocol's names. */
const refusals: Readonly<Record<ApplyRefusal['error'], GatewayRefusal>> = {
  order_conflict: 'order_conflict',
  amount_out_of_range: 'amount_out_of_range',
  balance_insufficient: 'balance_insufficient',
  payout_not_enabled: 'payout_not_enabled',
  not_certified: 'not_certified',
  payouts_rest: 'payout_not_enabled',
  withdrawal_closed: 'payout_not_enabled',
  // Nothing was booked, so the same request can be sent again.
  payouts_stopped: 'upstream_unavailable',
};

/**
 * A number that is taken may have been stored under a former key. Only then are former fingerprints compared, and that
 * creates nothing.
 */
async function applyOnce(
  disbursements: PayoutDeps['disbursements'],
  wanted: Omit<NewDisbursement, 'requestHash'>,
  [hash, ...former]: readonly Buffer[],
): Promise<ApplyOutcome> {
  if (!hash) throw new Error('no key to keep a request under');
  const outcome = await disbursements.apply({ ...wanted, requestHash: hash });
  const isTaken = outcome.outcome === 'refused' && outcome.error === 'order_conflict';
  return isTaken && former.length > 0 ? applyOnce(disbursements, wanted, former) : outcome;
}

function amountsOf({
  orderNo,
  systemNo,
  amountMinor,
  feeMinor,
  currency,
}: Disbursement): Record<'orderNo' | 'systemNo' | 'amount' | 'fee', string> {
  return {
    orderNo,
    systemNo: systemNo.toString(),
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
  };
}
