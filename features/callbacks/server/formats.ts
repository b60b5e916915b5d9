/**
 * How a callback is written and when its reply counts: one format for each protocol that an order can come by. Schedule,
 * lanes, log and resend are the same for all.
 */
import type { SignedCallback } from '@countinghouse/sdk/callbacks';
import { SigningError } from '@countinghouse/sdk';
import type { SignType } from '@countinghouse/sdk/signing';
import { isAcknowledged } from '../rules.ts';
import { isEpayAcknowledged, withEpayFields } from './epay-protocol.ts';

/** A callback's content and its address. */
export interface WritableContent {
  url: string;
  /** Chooses the format: `EPAY` is the ePay protocol, all others are the native one. */
  signType: SignType | 'EPAY';
  /**
   * The notification's own fields; null ones are omitted. The native format adds merchantNo, notifyId and the
   * signature's fields.
   */
  fields: Readonly<Record<string, string | null>>;
  /** With `EPAY`: which key signed the order's request. */
  keyNo?: number;
}

export interface CallbackRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** The form, or for GET the query. Shown in the log of attempts. */
  fields: string;
}

export interface CallbackFormat {
  /** Throws a `SigningError` if there is no key to sign with. */
  write(callback: { memberNo: bigint; notifyId: string; content: WritableContent }): Promise<CallbackRequest>;
  isAcknowledged(reply: { status: number; body: string; truncated: boolean }): boolean;
}

export interface CallbackSigner {
  signCallback(
    memberNo: bigint,
    callback: {
      notifyUrl: string;
      fields: Readonly<Record<string, string | null>> & { readonly merchantNo: string };
      signType: SignType;
    },
  ): Promise<SignedCallback>;
}

export interface EpaySigner {
  /** Returns the fields with their signature, by the key that signed the order's request. */
  signNotification(
    memberNo: bigint,
    notification: { fields: Readonly<Record<string, string>>; keyNo: number },
  ): Promise<Readonly<Record<string, string>>>;
}

/** POST, by the sign type that the order's request had. */
function nativeFormat(signer: CallbackSigner, signType: SignType): CallbackFormat {
  return {
    async write({ memberNo, notifyId, content: { url, fields } }) {
      const { headers, body } = await signer.signCallback(memberNo, {
        notifyUrl: url,
        signType,
        fields: { ...fields, merchantNo: memberNo.toString(), notifyId },
      });
      return { method: 'POST', url, headers, fields: body };
    },
    isAcknowledged,
  };
}

/** GET, with exactly the protocol's fields: plugins read the query, and some sign everything that they get. */
function epayFormat(signer: EpaySigner | undefined): CallbackFormat {
  return {
    async write({ memberNo, content: { url, fields, keyNo = 0 } }) {
      if (!signer) throw new SigningError('this process has no keys of the ePay protocol');
      const sent = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']));
      const address = withEpayFields(url, await signer.signNotification(memberNo, { fields: sent, keyNo }));
      return { method: 'GET', url: address, headers: {}, fields: new URL(address).search.slice(1) };
    },
    isAcknowledged: isEpayAcknowledged,
  };
}

export interface CallbackSigners {
  signer: CallbackSigner;
  epaySigner?: EpaySigner | undefined;
}

export function formatOf({ signType }: WritableContent, { signer, epaySigner }: CallbackSigners): CallbackFormat {
  return signType === 'EPAY' ? epayFormat(epaySigner) : nativeFormat(signer, signType);
}
