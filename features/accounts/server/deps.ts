/** Dependencies of the accounts calls. */
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import type { CaptchaVerbs } from '#features/captcha/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { SmsVerbs } from '#features/sms/server/verbs.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { OpeningDeps } from './opening.ts';
import type { UserVerbs } from './verbs.ts';

export interface UserCallDeps extends OpeningDeps {
  db: Database;
  sealer: Pick<Sealer, 'fingerprint'>;
  platform: Pick<PlatformVerbs, 'settings'>;
  captcha: CaptchaVerbs;
  sms: SmsVerbs;
  audit: AuditVerbs;
  notices: NoticeVerbs;
  ledger: Pick<LedgerVerbs, 'open' | 'balances'>;
  members: MemberVerbs;
  factors: FactorVerbs;
  users: Pick<UserVerbs, 'checkPayPassword'>;
  passwords: Passwords;
  numbers: SystemNumbers;
  /** Addresses and CIDR ranges from which the member's users can log in; empty allows all. */
  loginIpsOf(memberNo: bigint): Promise<readonly string[]>;
  /**
   * Called for each new member that an agent invited, in the transaction that creates it. Features that build on this
   * one add theirs: the member's first rates.
   */
  memberInvited(tx: Tx, member: { memberNo: bigint; uplineNo: bigint }): Promise<void>;
}
