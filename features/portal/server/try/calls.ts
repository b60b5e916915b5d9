/**
 * Handler of the trial call. It signs as the member's program does and asks the gateway by the function that the
 * gateway's own address asks, with the caller's address, so that every check applies. No answer contains the key.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import { checkPaymentProof, type PaymentProofDeps } from '#features/accounts/server/credentials/payment-proof.ts';
import { GATEWAY_BASE, type GatewayCall, gatewayCalls, type GatewayPath } from '#features/gateway/contract.ts';
import type { GatewayVerbs } from '#features/gateway/server/verbs.ts';
import type { MerchantKeys, MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { unixSeconds } from '#foundation/core/envelope.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { signedHeaders, signHeaders } from '@countinghouse/sdk/messages';
import { replyFault } from '@countinghouse/sdk/replies';
import { SigningError } from '@countinghouse/sdk';
import { canonicalText, md5Text, type Message, newNonce, signMd5, unsignableFields } from '@countinghouse/sdk/signing';
import { PROVEN_PATH, tryCalls } from '../../try-contract.ts';

export interface TryDeps extends PaymentProofDeps {
  gateway: Pick<GatewayVerbs, 'answer'>;
  keys: Pick<MerchantKeyVerbs, 'find' | 'ensure' | 'forget' | 'platformKeys'>;
}

export function tryHandlers(deps: TryDeps): ServedContract {
  return handlers(tryCalls, { '/apisettings/try': (context, input) => attempt(deps, context, input) });
}

type TryCall = (typeof tryCalls)['calls']['/apisettings/try'];
type Input = ParsedInputOf<TryCall>;
type Context = CallContext<TryCall>;

async function attempt(deps: TryDeps, context: Context, input: Input) {
  const { memberNo } = context.session;
  const found = await deps.keys.find(memberNo);
  const requestBy = (key: string) => requestOf(context, input, { merchantNo: memberNo.toString(), key });
  const drafted = requestBy(found?.key ?? newNonce());
  if (drafted.isWhole) await prove(deps, context, input);
  else context.settle('proof', 'secondStep');
  // The caller proves itself first, and gets its first key only then.
  const keys = found ?? (await firstKeys(deps, memberNo));
  const request = found ? drafted : requestBy(keys.key);
  const { target, headers, body, text } = request;
  const shown = { text, target, headers, body };
  if (!request.isWhole) return { ...shown, status: null, replyHeaders: {}, reply: null, verified: null };

  const answer = await deps.gateway.answer(input.path, {
    target,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      'accept-language': context.language,
    },
    body: Buffer.from(body),
    ip: context.client.ip,
  });
  const reply = JSON.parse(answer.body) as { code: unknown; error?: unknown; data?: Record<string, unknown> };
  const fault = replyFault({
    headers: answer.headers,
    rawBody: Buffer.from(answer.body),
    reply: { code: reply.code, error: reply.error, data: reply.data ?? {} },
    keys: [input.signType === 'RSA-SHA256' ? (await deps.keys.platformKeys()).publicKey : keys.key],
    nowS: unixSeconds(context.now),
    method: 'POST',
    path: target,
    merchantNo: memberNo.toString(),
    signType: input.signType,
  });
  return {
    ...shown,
    status: answer.status,
    replyHeaders: { ...answer.headers },
    reply: answer.body,
    verified: fault === undefined,
  };
}

/** A member can try a call before it has looked at its key. */
async function firstKeys({ db, keys }: TryDeps, memberNo: bigint): Promise<MerchantKeys> {
  await db.transaction((tx) => keys.ensure(tx, memberNo));
  keys.forget(memberNo);
  const made = await keys.find(memberNo);
  if (!made) throw new Error(`member ${memberNo} got no keys`);
  return made;
}

/**
 * Only what can move money takes the proof. MD5 does not sign the path, so a body with fields of another call would be
 * valid there if the gateway refused it here before it spent the nonce.
 */
async function prove(
  deps: TryDeps,
  context: Context,
  { path, fields, signType, payPassword, ...step }: Input,
): Promise<void> {
  const isForOthers = signType === 'MD5' && !Object.keys(fields).every((name) => isFieldOf(path, name));
  if (path !== PROVEN_PATH && !isForOthers) return context.settle('proof', 'secondStep');
  if (payPassword === undefined) return context.wrongField('payPassword', 'pay_password_form');
  const action = 'payout_tried';
  const proof = await checkPaymentProof(deps, context, { action, payPassword, ...step });
  await deps.db.transaction(async (tx) => {
    await deps.factors.spendSecondStep(tx, context, proof);
    await deps.audit.record(tx, { ...actorOf(context), action, object: (fields['orderNo'] ?? '').slice(0, 64) });
  });
}

function isFieldOf(path: GatewayPath, name: string): boolean {
  const { required, optional }: GatewayCall = gatewayCalls[path];
  return [...required, ...optional].some((known) => known === name);
}

interface TrialRequest {
  text: string;
  target: string;
  headers: Record<string, string>;
  body: string;
  /** Signed, so that it can be sent. */
  isWhole: boolean;
}

function requestOf(
  { now, wrongField }: Context,
  { path, fields, signType, signature }: Input,
  { merchantNo, key }: { merchantNo: string; key: string },
): TrialRequest {
  const target = GATEWAY_BASE + path;
  const contentType = { 'Content-Type': 'application/json' };
  const timestamp = unixSeconds(now).toString();
  if (signType === 'MD5') {
    const all = { ...fields, merchantNo, timestamp, nonce: newNonce(), signType };
    const [unsignable] = unsignableFields(all);
    if (unsignable !== undefined) return wrongField(unsignable, 'md5_cannot_sign');
    const body = JSON.stringify({ ...all, sign: signMd5(all, key) });
    return { text: md5Text(all), target, headers: contentType, body, isWhole: true };
  }
  const body = JSON.stringify(fields);
  if (signType === 'HMAC-SHA256') {
    const message = { method: 'POST', path: target, timestamp, nonce: newNonce(), body };
    const headers = { ...contentType, ...signedHeaders(message, { merchantNo, signType, key }) };
    return { text: canonicalText(message), target, headers, body, isWhole: true };
  }
  const own = signature ?? { timestamp, nonce: newNonce(), sign: '' };
  const headers: Record<string, string> = {
    ...contentType,
    [signHeaders.merchantNo]: merchantNo,
    [signHeaders.timestamp]: own.timestamp,
    [signHeaders.nonce]: own.nonce,
    [signHeaders.signType]: signType,
    ...(signature === undefined ? {} : { [signHeaders.sign]: own.sign }),
  };
  return {
    text: signedText({ method: 'POST', path: target, timestamp: own.timestamp, nonce: own.nonce, body }),
    target,
    headers,
    body,
    isWhole: signature !== undefined,
  };
}

/** Empty if a member has sent a timestamp or a nonce that can't be signed. */
function signedText(message: Message): string {
  try {
    return canonicalText(message);
  } catch (error) {
    if (error instanceof SigningError) return '';
    throw error;
  }
}
