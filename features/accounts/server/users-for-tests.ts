/** The accounts API on any database, for tests that serve none of its calls. Only tests import this. */
import { auditVerbs } from '#features/audit/server/verbs.ts';
import { factorVerbs } from '#features/factors/server/verbs.ts';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { noticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { smsVerbs } from '#features/sms/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { argonPasswords } from './credentials/passwords.ts';
import { type UserDeps, type UserVerbs, userVerbs } from './verbs.ts';

export function usersForTests({
  db,
  clock,
  sealer,
  platform,
  numbers,
}: Pick<UserDeps, 'db' | 'numbers'> & {
  platform: Pick<PlatformVerbs, 'settings' | 'settingsWithin'>;
  clock: Clock;
  sealer: Sealer;
}): UserVerbs {
  const boundMobileOf = async (): Promise<null> => null;
  const factors = factorVerbs({
    db,
    sealer,
    sms: smsVerbs({ db, clock, sealer }),
    audit: auditVerbs({ sealer }),
    boundMobileOf,
  });
  const notices = noticeVerbs({ systemNumbers: numbers, boundMobileOf, languageOf: async () => 'en' });
  const passwords = argonPasswords({ sealer });
  return userVerbs({ db, platform, factors, notices, numbers, passwords, members: memberVerbs({ db, platform }) });
}
