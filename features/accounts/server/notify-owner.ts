/** Notifies a member's user of what an operator did with its money, in the same transaction. */
import type { NoticeKind } from '#features/notice-kinds.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { Money } from '#foundation/core/money.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { UserVerbs } from './verbs.ts';

export interface NotifyDeps {
  notices: Pick<NoticeVerbs, 'add'>;
  users: Pick<UserVerbs, 'userIdOf'>;
}

export interface OwnerNotice {
  memberNo: bigint;
  kind: NoticeKind;
  /** Values for the text's placeholders. */
  values: Record<string, string | Money>;
  at: Date;
}

export async function notifyOwner(
  { notices, users }: NotifyDeps,
  tx: Tx,
  { memberNo, ...notice }: OwnerNotice,
): Promise<void> {
  const userId = await users.userIdOf(memberNo, tx);
  if (userId !== undefined) await notices.add(tx, { userId, ...notice });
}
