/** What the door needs of older features, and what it answers. */
import type { ChannelTerms, ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { GatewayVerbs } from '#features/gateway/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MerchantKeys } from '#features/merchant-keys/server/verbs.ts';
import type { OrderView } from '#features/orders/order.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { EpayFault } from '../rules.ts';

/** The addresses that a member's requests and notifications are bound to, and its native keys, which no log may contain. */
export type MemberKeys = Pick<
  MerchantKeys,
  'requestIps' | 'isAddressAllowed' | 'isNotifyHostAllowed' | 'key' | 'former'
>;

export interface EpayDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  sealer: Sealer;
  publicUrl: string;
  platform: { settings(): Promise<PlatformSettings> };
  members: { find(memberNo: bigint): Promise<{ state: 'active' | 'disabled'; certification: string } | undefined> };
  keys: { find(memberNo: bigint): Promise<MemberKeys | undefined> };
  channels: Pick<ChannelVerbs, 'allTerms' | 'channelRefs'>;
  orders: Pick<OrderVerbs, 'create' | 'find'>;
  ledger: Pick<LedgerVerbs, 'balances'>;
  callbacks: Pick<CallbackVerbs, 'stateOf'>;
  gateway: Pick<GatewayVerbs, 'noteRefusal' | 'noteServed' | 'returnLink'>;
  outgoing: Pick<Outgoing, 'checkUrl' | 'request'>;
}

/** The protocol's three files. */
export type EpayFile = 'submit' | 'mapi' | 'api';

export interface EpayRequest {
  file: EpayFile;
  /** Without its `?`. */
  query: string;
  /** Undefined if it is no form. */
  body: Uint8Array | undefined;
  ip: string;
  acceptLanguage: string | undefined;
  headers: RequestHeaders;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

export type EpayReply =
  | { kind: 'json'; data: Readonly<Record<string, unknown>>; retryAfterS?: number }
  | { kind: 'redirect'; location: string }
  | { kind: 'page'; html: string; retryAfterS?: number };

/** Why the door refuses. */
export interface EpayRefusal {
  fault: EpayFault;
  values?: PhraseValues;
  retryAfterS?: number;
}

/** An open way to pay, offered to a payer whose shop names none. */
export interface Way {
  type: string;
  channel: ChannelTerms;
}

export type Creation =
  | { outcome: 'created'; order: OrderView; payUrl: string; isQr: boolean }
  | { outcome: 'choose'; ways: Way[]; order: PricedOrder }
  | { outcome: 'refused'; refusal: EpayRefusal };

/** What the page shows that asks for the way to pay. */
export interface PricedOrder {
  orderNo: string;
  name: string;
  amountMinor: bigint;
  currency: string;
}
