/** Handler for changing the user's own profile. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { FileVerbs } from '#features/files/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { profileCalls } from '../contract.ts';

export interface ProfileCallDeps {
  db: Database;
  users: Pick<UserVerbs, 'changeProfile'>;
  files: Pick<FileVerbs, 'prepareAvatar' | 'dropAvatar'>;
  audit: AuditVerbs;
}

export function profileHandlers({ db, users, files, audit }: ProfileCallDeps): ServedContract {
  return handlers(profileCalls, {
    async '/user/profile'(context, { nickname, bio, avatar }) {
      const { userId } = context.session;
      const prepared = avatar == null ? undefined : await files.prepareAvatar(userId, avatar);
      await db.transaction(async (tx) => {
        const { avatarBefore } = await users.changeProfile(tx, userId, { nickname, bio, avatar });
        if (avatar !== undefined && avatar !== avatarBefore) {
          if (avatar !== null && !(await prepared?.claim(tx))) context.wrongField('avatar', 'avatar_gone');
          if (avatarBefore !== null) await files.dropAvatar(tx, userId, avatarBefore);
        }
        await audit.record(tx, { ...actorOf(context), action: 'profile_changed' });
      });
      return undefined;
    },
  });
}
