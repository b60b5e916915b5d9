/**
 * Writes replies: the envelope, signed by the platform like the request, or unsigned while the caller is not verified.
 */
import { fieldMessage } from '#foundation/core/field-errors.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { pickLanguage } from '#foundation/server/http/negotiation.ts';
import { type ReplyData, signReply } from '@countinghouse/sdk/replies';
import { newNonce, type SigningKey, type SignType, unsignableFields } from '@countinghouse/sdk/signing';
import type { GatewayRefusal } from '../contract.ts';
import type { FieldFault } from '../rules.ts';
import { gatewayFieldTexts, gatewayTexts } from '../words.ts';

export interface GatewayReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a signed reply answers, and the key that signs it. */
export interface ReplySigning {
  readonly target: string;
  readonly memberNo: bigint;
  readonly signType: SignType;
  readonly key: SigningKey;
  readonly timestampS: number;
}

/** Returns undefined when MD5 can't sign the data, because a value contains `&` or `=`. */
export function successReply(data: ReplyData, by: ReplySigning): GatewayReply | undefined {
  const signable = by.signType === 'MD5' ? md5Signable(data) : data;
  return signable && { status: 200, ...signed({ code: 1, msg: '', data: signable }, by) };
}

export interface RefusalDetails {
  readonly error: GatewayRefusal;
  readonly faults?: readonly FieldFault[];
  /** What `msg` says instead of the refusal's own text. */
  readonly because?: FieldFault;
  readonly values?: PhraseValues;
  /** HTTP status; 200 by default, an answered call. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `by` is undefined while the caller is not verified. */
export function refusalReply(
  { error, faults = [], because, values = {}, status = 200, headers = {} }: RefusalDetails,
  acceptLanguage: string | undefined,
  by: ReplySigning | undefined,
): GatewayReply {
  const language = pickLanguage(acceptLanguage);
  const fields: Record<string, string> = Object.create(null);
  const messageOf = (fault: FieldFault): string =>
    fieldMessage(fault.word, fault.values ?? {}, gatewayFieldTexts, language);
  for (const fault of faults) fields[fault.field] ??= messageOf(fault);
  const reply = {
    code: 0 as const,
    msg: because ? messageOf(because) : formatPhrase(gatewayTexts[error], language, values),
    error,
    ...(faults.length > 0 ? { fields } : {}),
  };
  const written = by
    ? signed(reply, by)
    : { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: JSON.stringify(reply) };
  return { status, headers: { ...written.headers, ...headers }, body: written.body };
}

function signed(
  reply: Parameters<typeof signReply>[0],
  { target, memberNo, signType, key, timestampS }: ReplySigning,
): { headers: Record<string, string>; body: string } {
  return signReply(reply, {
    method: 'POST',
    path: target,
    merchantNo: memberNo.toString(),
    signType,
    key,
    timestamp: timestampS.toString(),
    nonce: newNonce(),
  });
}

/** The QR code's content can be left out, since the page is there. Nothing else can. */
function md5Signable(data: ReplyData): ReplyData | undefined {
  const present = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== undefined));
  const unsignable = unsignableFields(present);
  if (unsignable.some((name) => name !== 'qrContent')) return undefined;
  return unsignable.length === 0 ? present : { ...present, qrContent: null };
}
