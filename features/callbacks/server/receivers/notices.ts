/** Notifies a member's user when a receiver of its callbacks fails or is paused. */
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { ReceiverChanged } from './health.ts';

export function receiverNotices({
  users,
  notices,
}: {
  users: Pick<UserVerbs, 'userIdOf'>;
  notices: NoticeVerbs;
}): ReceiverChanged {
  return async (tx, { memberNo, receiver, state, at }) => {
    const userId = await users.userIdOf(memberNo, tx);
    if (userId === undefined) return;
    const kind = state === 'failing' ? 'receiver_failing' : 'receiver_paused';
    await notices.add(tx, { userId, kind, values: { host: receiver }, at });
  };
}
