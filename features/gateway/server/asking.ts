/** What a handler is asked once the request is verified, and what it may answer. */
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { GatewayRefusal } from '../contract.ts';
import type { FieldFault } from '../rules.ts';

/** Who asks what. */
export interface GatewayAsk {
  readonly memberNo: bigint;
  readonly signType: SignTypeName;
  readonly fields: Readonly<Record<string, string>>;
  readonly notText: readonly string[];
  readonly settings: PlatformSettings;
  readonly now: Date;
}

export type Outcome =
  | { readonly ok: true; readonly data: Readonly<Record<string, string | null>> }
  | { readonly ok: false; readonly error: GatewayRefusal; readonly faults?: readonly FieldFault[] };

export type GatewayHandler = (ask: GatewayAsk) => Promise<Outcome>;
