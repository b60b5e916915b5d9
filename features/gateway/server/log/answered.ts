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
  read: Pick<ReadRequest, 'fields' | 'notText'> & { signType: SignTypeName | undefined };
  faults: readonly FieldFault[];
  durationMs: number;
  /** The merchant's keys, which no record may contain. */
  secrets: readonly string[];
}

export interface Answered extends Noted {
  result: LoggedResult;
  httpStatus: number;
  key: 'new' | 'old' | null;
  /** As received; undefined for other endpoints. */
  received: (GatewayRequest & Pick<ReadRequest, 'timestamp' | 'nonce' | 'sign'>) | undefined;
  reply: string | null;
}
