/**
 * Payouts through another installation's gateway, with our reference as the order number. We request no callbacks: we
 * query a payout's status, and only signed replies about this reference count.
 */
import { type GatewayClient, GatewayError, type PayoutOrder } from '@countinghouse/sdk';
import { signableText } from '#features/callbacks/rules.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import { formatAmount, parseAmount } from '#foundation/core/money.ts';
import { type Connector, type PayoutRequest, UpstreamError, type UpstreamPayout } from './connector.ts';
import { mappingErrors, undefinedIfNotFound } from './countinghouse-errors.ts';

interface PayoutSettings {
  readonly signType: SignTypeName;
  /** Their platform's currency; their replies do not name it. */
  readonly currency: string;
}

/**
 * `clientOf` must return a client that never retries, because the refusal of a retry says nothing about the first
 * request.
 */
export function countinghousePayouts<Settings extends PayoutSettings>(
  clientOf: (settings: Settings) => GatewayClient,
): NonNullable<Connector<Settings>['payouts']> {
  return {
    async create(request, { settings }) {
      if (request.currency !== settings.currency) throw new UpstreamError('refused', 'currency_not_served');
      const created = await requestPayout(() => clientOf(settings).payoutCreate(orderOf(request, settings)));
      // A repeated request gets the first reply again, so the status here may be old. A query reports the current one.
      return {
        ...payoutOf(request.reference, created, settings.currency),
        status: 'accepted',
        bankReference: null,
        failReason: null,
      };
    },

    async query({ reference }, { settings: { currency }, settings }) {
      const state = await mappingErrors(() => clientOf(settings).payoutQuery({ orderNo: reference })).catch(
        undefinedIfNotFound,
      );
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
        status === 'failed' ? [...(state.failReason ?? 'cancelled')].slice(0, MAX_REASON_LENGTH).join('') : null;
      return {
        ...payoutOf(reference, state, currency),
        status,
        bankReference: status === 'paid' ? state.bankReference : null,
        failReason,
      };
    },
  };
}

const MAX_REASON_LENGTH = 200;
const MAX_TEXT_LENGTH = 255;

/** A payout that is frozen there is under review by their operators and can still be paid. */
const statuses: Readonly<Record<PayoutOrder['status'], 'accepted' | 'paid' | 'failed'>> = {
  applying: 'accepted',
  frozen: 'accepted',
  paid: 'paid',
  cancelled: 'failed',
};

/** The request must be the same each time a reference is sent. */
function orderOf(
  { reference, amountMinor, currency, beneficiary, remark }: PayoutRequest,
  { signType }: PayoutSettings,
) {
  const { type, holder, bank, branch, account } = beneficiary;
  // Branch and remark are optional: replace characters that cannot be signed instead of refusing the payout.
  const textFor = (text: string | null): string | undefined => {
    if (text === null) return undefined;
    const signable = signableText(text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '), signType);
    return [...signable].slice(0, MAX_TEXT_LENGTH).join('');
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

/** The client has already compared the reference. The caller must compare the amount. */
function payoutOf(
  reference: string,
  { systemNo, amount }: Pick<PayoutOrder, 'systemNo' | 'amount'>,
  currency: string,
): Pick<UpstreamPayout, 'reference' | 'upstreamNo' | 'amountMinor' | 'currency'> {
  const amountMinor = parseAmount(amount, currency);
  if (amountMinor === undefined) throw new UpstreamError('unknown', 'malformed');
  return { reference, upstreamNo: systemNo, amountMinor, currency };
}

/** Errors that can mean they already took this order number. They do not refuse the payout; they call for a query. */
const duplicateErrors: readonly string[] = ['order_conflict', 'nonce_reused'];

/**
 * A refusal counts only if they signed it. `upstream_unavailable` means that nothing happened and the request can be
 * sent again.
 */
async function requestPayout<T>(call: () => Promise<T>): Promise<T> {
  return mappingErrors(call).catch((error: unknown) => {
    if (!(error instanceof UpstreamError) || !(error.cause instanceof GatewayError)) throw error;
    const { signed, error: name } = error.cause;
    if (!signed || duplicateErrors.includes(name)) throw new UpstreamError('unknown', name, { cause: error.cause });
    throw name === 'upstream_unavailable' ? new UpstreamError('unreachable', name, { cause: error.cause }) : error;
  });
}
