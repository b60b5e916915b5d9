/** What an endpoint hands to the gateway log. */
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import type { LoggedResult } from '../../log-contract.ts';
import type { FieldFault } from '../../rules.ts';
import type { GatewayRequest, ReadRequest } from '../request.ts';

/** What every endpoint knows of a request in a merchant's name. */
export interface Noted {
  memberNo: bigint;
  at: Date;
  path: string;
  ip: string;
  /** Whether the merchant's signature was right. */
  signed: boolean;
  /** Whether it came from an address on the merchant's allow list. */
  ownAddress: boolean;
  /** Payers have the signed request and can send it as often as they like: it has no time and no nonce. */
  repeatable?: boolean;
  read: Pick<ReadRequest, 'fields' | 'notText'> & { signType: SignTypeName | undefined };
  faults: readonly FieldFault[];
  durationMs: number;
  /** The merchant's keys, which no record may contain. */
  secrets: readonly string[];
}

/** What the log keeps of a request of another protocol. The protocol's `RequestExplainer` reads it again. */
export interface ForeignRequest {
  orderNo: string;
  /** The protocol's own fields. Of any other field only the name is kept. */
  fieldNames: readonly string[];
  headers: GatewayRequest['headers'];
  signature: string;
  /** What the endpoint found out. */
  facts: Readonly<Record<string, string | number>>;
  /** The whole request. It is kept sealed if the signature is wrong; undefined if it must not be kept. */
  body: Uint8Array | undefined;
}

export interface Answered extends Noted {
  result: LoggedResult;
  httpStatus: number;
  key: 'new' | 'old' | null;
  /** As received; undefined for other protocols. */
  received: (GatewayRequest & Pick<ReadRequest, 'timestamp' | 'nonce' | 'sign'>) | undefined;
  foreign?: ForeignRequest;
  reply: string | null;
}
