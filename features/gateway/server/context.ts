/** What a handler gets once the request is verified, and what it can answer. */
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { GatewayRefusal } from '../contract.ts';
import type { FieldFault } from '../rules.ts';

/** The caller and the request. */
export interface GatewayContext {
  readonly memberNo: bigint;
  readonly signType: SignTypeName;
  readonly fields: Readonly<Record<string, string>>;
  readonly notText: readonly string[];
  readonly settings: PlatformSettings;
  readonly now: Date;
  /** Whether the merchant's settings allow this address to be notified. */
  isNotifyHostAllowed(url: string): boolean;
}

export type Outcome =
  | { readonly ok: true; readonly data: Readonly<Record<string, string | null>> }
  | { readonly ok: false; readonly error: GatewayRefusal; readonly faults?: readonly FieldFault[] };

export type GatewayHandler = (context: GatewayContext) => Promise<Outcome>;
