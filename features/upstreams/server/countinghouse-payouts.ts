/**
 * Payouts by another installation's gateway, under our reference as the order number. Its callbacks are not asked for:
 * how a payout stands is found by asking, and only what it has signed about this reference counts.
 */
import { type GatewayClient, GatewayError, type PayoutOrder } from '@countinghouse/sdk';
import { signableText } from '#features/callbacks/rules.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import { formatAmount, parseAmount } from '#foundation/core/money.ts';
import { type Connector, type PayoutRequest, UpstreamError, type UpstreamPayout } from '../connector.ts';
import { asked, notFoundIsNothing } from './countinghouse-asking.ts';

interface PayoutSettings {
  readonly signType: SignTypeName;
  /** Of their platform: their answers do not name it. */
  readonly currency: string;
}

/**
 * `clientOf`: a client that never repeats a call by itself, as a refusal of a repetition tells nothing of the first.
 */
export function countinghousePayouts<Settings extends PayoutSettings>(
  clientOf: (settings: Settings) => GatewayClient,
): NonNullable<Connector<Settings>['payouts']> {
  return {
    async create(request, { settings }) {
      if (request.currency !== settings.currency) throw new UpstreamError('refused', 'currency_not_served');
      const made = await askedToPay(() => clientOf(settings).payoutCreate(orderOf(request, settings)));
      // A repeated request gets the first answer again: what has become of it, the query tells.
      return {
        ...payoutOf(request.reference, made, settings.currency),
        status: 'accepted',
        bankReference: null,
        failReason: null,
      };
    },

    async query({ reference }, { settings: { currency }, settings }) {
      const state = await asked(() => clientOf(settings).payoutQuery({ orderNo: reference })).catch(notFoundIsNothing);
      if (!state)
        return {
          reference,
          status: 'not_found',
          upstreamNo: null,
          amountMinor: 0n,
          currency,
          bankReference: null,
          failReason: null,
        };
      const status = statuses[state.status];
      const failReason =
        status === 'failed' ? [...(state.failReason ?? 'cancelled')].slice(0, LONGEST_REASON).join('') : null;
      return {
        ...payoutOf(reference, state, currency),
        status,
        bankReference: status === 'paid' ? state.bankReference : null,
        failReason,
      };
    },
  };
}

const LONGEST_REASON = 200;
const LONGEST_TEXT = 255;

/** Frozen there: their operators look at it, and it may still be paid. */
const statuses: Readonly<Record<PayoutOrder['status'], 'accepted' | 'paid' | 'failed'>> = {
  applying: 'accepted',
  frozen: 'accepted',
  paid: 'paid',
  cancelled: 'failed',
};

/** The same for every sending of a reference. */
function orderOf(
  { reference, amountMinor, currency, beneficiary, remark }: PayoutRequest,
  { signType }: PayoutSettings,
) {
  const { type, holder, bank, branch, account } = beneficiary;
  // Neither of the two is worth refusing a payout for what can't be signed.
  const textFor = (text: string | null): string | undefined => {
    if (text === null) return undefined;
    const signable = signableText(text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '), signType);
    return [...signable].slice(0, LONGEST_TEXT).join('');
  };
  const amount = formatAmount(amountMinor, currency);
  return {
    orderNo: reference,
    amount,
    type,
    holder,
    account,
    bank: bank ?? undefined,
    branch: textFor(branch),
    remark: textFor(remark),
  };
}

/** The client has compared the reference; the amount is for the caller to compare. */
function payoutOf(
  reference: string,
  { systemNo, amount }: Pick<PayoutOrder, 'systemNo' | 'amount'>,
  currency: string,
): Pick<UpstreamPayout, 'reference' | 'upstreamNo' | 'amountMinor' | 'currency'> {
  const amountMinor = parseAmount(amount, currency);
  if (amountMinor === undefined) throw new UpstreamError('unknown', 'malformed');
  return { reference, upstreamNo: systemNo, amountMinor, currency };
}

/** What they may say of a number because they took it before: no refusal of a payout, but a reason to ask. */
const echoes: readonly string[] = ['order_conflict', 'nonce_reused'];

/** A refusal counts only when they have signed it; one that says to come again has taken nothing. */
async function askedToPay<T>(call: () => Promise<T>): Promise<T> {
  return asked(call).catch((error: unknown) => {
    if (!(error instanceof UpstreamError) || !(error.cause instanceof GatewayError)) throw error;
    const { signed, error: name } = error.cause;
    if (!signed || echoes.includes(name)) throw new UpstreamError('unknown', name, { cause: error.cause });
    throw name === 'upstream_unavailable' ? new UpstreamError('unreachable', name, { cause: error.cause }) : error;
  });
}
