/** Loads the facts that decide about payouts: two statements, for any number of members in a batch. */
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { Stop } from '#features/members/member.ts';
import type { PayoutStatus, UserVerbs } from '#features/accounts/server/verbs.ts';
import type { Terms } from '../disbursement.ts';
import type { DisbursementKind, PayoutFacts } from '../rules.ts';
import { selectTermsOf } from './store.ts';

export interface PayerKey {
  memberNo: bigint;
  kind: DisbursementKind;
}

/** A member's facts that do not depend on the amount, and the terms that the amount is checked against. */
export interface Payer extends Pick<PayoutFacts, 'kind' | 'certified' | 'heldUntil' | 'hours' | 'enabled'> {
  readonly terms: Terms;
  /** What operators have switched off for the member. */
  readonly stopped: readonly Stop[];
}

export interface PayerDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  users: Pick<UserVerbs, 'payoutStatuses'>;
}

const NOT_CERTIFIED: PayoutStatus = { certified: false, stopped: [], heldUntil: null };

/** Returns a function that returns the payer of any of the keys. */
export async function loadPayers(
  { platform, users }: PayerDeps,
  on: Queryable,
  keys: readonly PayerKey[],
  now: Date,
): Promise<(key: PayerKey) => Payer> {
  const settings = await platform.settings();
  const distinct = [...new Map(keys.map((key) => [payerText(key), key])).values()];
  const own = new Map((await selectTermsOf(on, distinct)).map(({ key, terms }) => [payerText(key), terms]));
  const statuses = await users.payoutStatuses([...new Set(distinct.map(({ memberNo }) => memberNo))], now, on);
  const payers = new Map(
    distinct.map((key): [string, Payer] => {
      const { certified, heldUntil, stopped } = statuses.get(key.memberNo) ?? NOT_CERTIFIED;
      const terms = own.get(payerText(key)) ?? platformTerms(settings, key.kind);
      const hours = { window: terms.window ?? settings.withdrawalWindow, timeZone: settings.timeZone, now };
      return [payerText(key), { kind: key.kind, certified, heldUntil, hours, enabled: terms.enabled, terms, stopped }];
    }),
  );
  return (key) => {
    const payer = payers.get(payerText(key));
    if (!payer) throw new Error(`the facts of member ${key.memberNo} were not loaded`);
    return payer;
  };
}

/** The terms of a member without its own. */
export function platformTerms(settings: PlatformSettings, kind: DisbursementKind): Terms {
  const terms = kind === 'withdrawal' ? settings.withdrawalTerms : settings.payoutTerms;
  return { ...terms, window: null, enabled: true };
}

function payerText({ memberNo, kind }: PayerKey): string {
  return `${memberNo}|${kind}`;
}
