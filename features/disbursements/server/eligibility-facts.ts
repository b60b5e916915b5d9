/** Loads the facts that decide about withdrawals and payouts: two statements, for any number of members in a batch. */
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { DisbursementStanding, UserVerbs } from '#features/accounts/server/verbs.ts';
import type { Terms } from '../disbursement.ts';
import type { DisbursementKind, EligibilityFacts } from '../rules.ts';
import { selectTermsOf } from './store.ts';

export interface ApplicantKey {
  memberNo: bigint;
  kind: DisbursementKind;
}

/** A member's facts that do not depend on the amount, and the terms that the amount is checked against. */
export interface Applicant extends Pick<
  EligibilityFacts,
  'kind' | 'certified' | 'pausedUntil' | 'hours' | 'enabled' | 'switchedOff'
> {
  readonly terms: Terms;
}

export interface ApplicantDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  users: Pick<UserVerbs, 'disbursementStandings'>;
}

const NOT_CERTIFIED: DisbursementStanding = { certified: false, switchedOff: [], pausedUntil: null };

/** Returns a function that returns the applicant of any of the keys. */
export async function loadApplicants(
  { platform, users }: ApplicantDeps,
  on: Queryable,
  keys: readonly ApplicantKey[],
  now: Date,
): Promise<(key: ApplicantKey) => Applicant> {
  const settings = await platform.settings();
  const distinct = [...new Map(keys.map((key) => [applicantText(key), key])).values()];
  const own = new Map((await selectTermsOf(on, distinct)).map(({ key, terms }) => [applicantText(key), terms]));
  const statuses = await users.disbursementStandings([...new Set(distinct.map(({ memberNo }) => memberNo))], now, on);
  const applicants = new Map(
    distinct.map((key): [string, Applicant] => {
      const { certified, pausedUntil, switchedOff } = statuses.get(key.memberNo) ?? NOT_CERTIFIED;
      const terms = own.get(applicantText(key)) ?? platformTerms(settings, key.kind);
      const hours = { window: terms.window ?? settings.withdrawalWindow, timeZone: settings.timeZone, now };
      return [
        applicantText(key),
        { kind: key.kind, certified, pausedUntil, hours, enabled: terms.enabled, terms, switchedOff },
      ];
    }),
  );
  return (key) => {
    const applicant = applicants.get(applicantText(key));
    if (!applicant) throw new Error(`the facts of member ${key.memberNo} were not loaded`);
    return applicant;
  };
}

/** The terms of a member without its own. */
export function platformTerms(settings: PlatformSettings, kind: DisbursementKind): Terms {
  const terms = kind === 'withdrawal' ? settings.withdrawalTerms : settings.payoutTerms;
  return { ...terms, window: null, enabled: true };
}

function applicantText({ memberNo, kind }: ApplicantKey): string {
  return `${memberNo}|${kind}`;
}
