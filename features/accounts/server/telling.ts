/** Notifies a member's user of what an operator did with its money, in the same transaction. */
import type { NoticeKind } from '#features/notice-kinds.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { Money } from '#foundation/core/money.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { UserVerbs } from './verbs.ts';

export interface TellingDeps {
  notices: Pick<NoticeVerbs, 'add'>;
  users: Pick<UserVerbs, 'userIdOf'>;
}

export interface Told {
  memberNo: bigint;
  kind: NoticeKind;
  /** Values for the text's placeholders. */
  values: Record<string, string | Money>;
  at: Date;
}

export async function tellOwner({ notices, users }: TellingDeps, tx: Tx, { memberNo, ...notice }: Told): Promise<void> {
  const userId = await users.userIdOf(memberNo, tx);
  if (userId !== undefined) await notices.add(tx, { userId, ...notice });
}
