/** What the handlers of the calls about settings take. */
import type { DeciderCounts } from '#features/approvals/server/bounds.ts';
import type { DecidingDeps } from '#features/approvals/server/deciding.ts';
import type { FileVerbs } from '#features/files/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { StaffDeps } from '#features/staff/server/proposing.ts';

/** What deciding a proposal takes. */
export type SettingProposalDeps = DecidingDeps & { platform: PlatformVerbs };

export type OperatorSettingDeps = Omit<StaffDeps, 'platform' | 'users'> & {
  platform: PlatformVerbs;
  users: StaffDeps['users'] & DeciderCounts;
  files: Pick<FileVerbs, 'logoOf'>;
};
