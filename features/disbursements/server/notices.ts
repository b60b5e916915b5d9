/** Notifies a member's user when a withdrawal or payout fails, and when a large withdrawal is paid. */
import { money } from '#foundation/core/money.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { AttemptEnded } from './changing.ts';

/** A program's payouts can fail by the hundred: so long they are one notice. */
const COUNTED_WITHIN_MS = 3_600_000;

export function disbursementNotices({
  users,
  notices,
  platform,
}: {
  users: Pick<UserVerbs, 'userIdOf'>;
  notices: NoticeVerbs;
  platform: Pick<PlatformVerbs, 'settings'>;
}): AttemptEnded {
  return async (tx, one, { event, at }) => {
    const { memberNo, systemNo, kind, source, currency, amountMinor, holder, accountHint } = one;
    const values = { amount: money(amountMinor, currency), holder };
    const subject = systemNo.toString();
    if (event === 'fail') {
      // A batch has one notice, when it has ended.
      if (source === 'batch') return;
      const userId = await users.userIdOf(memberNo, tx);
      if (userId === undefined) return;
      const counted = { many: manyFailed[kind], withinMs: COUNTED_WITHIN_MS };
      await notices.add(tx, { userId, kind: `${kind}_failed`, values, subject, counted, bellOnly: true, at });
      return;
    }
    const { noticeWithdrawalFromMinor } = await platform.settings();
    if (kind !== 'withdrawal' || noticeWithdrawalFromMinor === null || amountMinor < noticeWithdrawalFromMinor) return;
    const userId = await users.userIdOf(memberNo, tx);
    if (userId === undefined) return;
    await notices.add(tx, {
      userId,
      kind: 'withdrawal_paid',
      values: { ...values, account: accountHint },
      subject,
      at,
    });
  };
}

const manyFailed = { payout: 'payouts_failed', withdrawal: 'withdrawals_failed' } as const;
