/**
 * Sends made-up callbacks to an address of the developer's choice: signed with the member's key and sent through the
 * same guard as real ones. Their order numbers begin with SIM. No order exists, no money moves, nothing is stored.
 */
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import type { SignedCallback } from '@countinghouse/sdk/callbacks';
import { attemptDelivery, type AttemptDeps, type CallbackContent } from '#features/callbacks/server/attempt.ts';
import type { CallbackSubject } from '#features/callbacks/rules.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { simulatedEvents, simulatedVariants } from '../../callbacks-contract.ts';

export interface SimulateDeps {
  clock: Clock;
  outgoing: Outgoing;
  keys: MerchantKeyVerbs;
  systemNumbers: SystemNumbers;
  delivery: AttemptDeps;
}

interface Simulation {
  memberNo: bigint;
  event: (typeof simulatedEvents)[number];
  url: string;
  variant: (typeof simulatedVariants)[number];
  currency: Currency;
}

export type SimulatedAttempt = Awaited<ReturnType<typeof attemptDelivery>>;

const SLOW_BODY_MS = 8_000;
const AMOUNT_MINOR = 10_000n;
const FEE_MINOR = 60n;
const LATE_MS = 3_600_000;

/** Returns every call that was made, in order. */
export async function simulate(deps: SimulateDeps, simulation: Simulation): Promise<SimulatedAttempt[]> {
  const { memberNo, event, url, variant } = simulation;
  const signType = (await deps.keys.find(memberNo))?.signTypes.find((one) => one !== 'RSA-SHA256') ?? 'RSA-SHA256';
  const systemNo = deps.systemNumbers.next();
  const subject: CallbackSubject = event.startsWith('payin') ? 'payin' : 'payout';
  const made: SimulatedAttempt[] = [];
  for (const fields of statesOf(simulation, systemNo, deps.clock.now())) {
    const content: CallbackContent = { url, signType, fields };
    made.push(await attemptDelivery({ memberNo, systemNo, subject }, content, sendingOf(deps, variant)));
  }
  return made;
}

/** The fields of each call: the final state, and before or after it what the variant asks for. */
function statesOf(
  { event, variant, memberNo, currency }: Simulation,
  systemNo: bigint,
  now: Date,
): CallbackContent['fields'][] {
  const at = now.toISOString();
  const shared = {
    merchantNo: memberNo.toString(),
    orderNo: `SIM${systemNo}`,
    systemNo: systemNo.toString(),
    amount: formatAmount(AMOUNT_MINOR, currency),
    fee: formatAmount(FEE_MINOR, currency),
    attach: 'simulated',
  };
  if (event === 'payin.success' || event === 'payin.late') {
    // A late payment comes for an order that has expired; its time of payment is past.
    const paidAt = event === 'payin.late' ? new Date(now.getTime() - LATE_MS).toISOString() : at;
    const obtained = formatAmount(AMOUNT_MINOR - FEE_MINOR, currency);
    const paid = { ...shared, obtained, status: 'success', paidAt };
    return ordered(variant, paid, { ...paid, status: 'reversed' }, paid);
  }
  const ended =
    event === 'payout.paid'
      ? { ...shared, status: 'paid', bankReference: `SIM${systemNo}`, failReason: '', finishedAt: at }
      : { ...shared, status: 'cancelled', bankReference: '', failReason: 'account closed', finishedAt: at };
  const before = { ...shared, status: 'applying', bankReference: '', failReason: '', finishedAt: '' };
  return ordered(variant, ended, ended, before);
}

function ordered<Fields>(variant: Simulation['variant'], only: Fields, later: Fields, earlier: Fields): Fields[] {
  if (variant === 'twice') return [only, only];
  return variant === 'out_of_order' ? [later, earlier] : [only];
}

/** The means of delivery, changed as the variant asks for. */
function sendingOf({ delivery, outgoing }: SimulateDeps, variant: Simulation['variant']): AttemptDeps {
  if (variant === 'slow')
    return {
      ...delivery,
      timeoutMs: delivery.timeoutMs + SLOW_BODY_MS,
      outgoing: { request: (request) => outgoing.request({ ...request, sendForMs: SLOW_BODY_MS }) },
    };
  if (variant !== 'wrong_signature') return delivery;
  const signCallback: AttemptDeps['signer']['signCallback'] = async (memberNo, callback) =>
    withWrongSignature(await delivery.signer.signCallback(memberNo, callback));
  return { ...delivery, signer: { signCallback } };
}

/** Changes one character of each signature, in the headers or in the form. */
function withWrongSignature({ headers, body, ...signed }: SignedCallback): SignedCallback {
  return {
    ...signed,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        /^x-sign(?:-previous)?$/i.test(name) ? spoilt(value) : value,
      ]),
    ),
    body: body.replaceAll(/(?<=(?:^|&)sign(?:Previous)?=)[^&]+/g, (signature) => spoilt(signature)),
  };
}

function spoilt(signature: string): string {
  return (signature.startsWith('0') ? '1' : '0') + signature.slice(1);
}
