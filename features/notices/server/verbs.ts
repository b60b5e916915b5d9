/** Public API of the notices feature: notify a user of an event of their account, in the bell and on their phone. */
import type { Money } from '#foundation/core/money.ts';
import { firstSystemNo, type SystemNumbers } from '#foundation/core/system-number.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';
import { insertNotice, updateCounted } from './store.ts';

export interface NewNotice {
  userId: bigint;
  kind: NoticeKind;
  /** Values for the text's placeholders. */
  values?: Record<string, string | number | Money>;
  /** What it is about: the number of an order, a payout or a batch. */
  subject?: string;
  /**
   * Of events that can come in numbers: counts this one into an unread notice that is this young, if there is one, and
   * makes it one of the kind for many, whose text has `count`.
   */
  counted?: { many: NoticeKind; withinMs: number };
  /** The text message's recipient if it is not the currently bound number: the number that was just removed. */
  mobile?: string;
  /** Shown in the bell, and no text message is sent. */
  bellOnly?: true;
  at: Date;
}

export interface NoticeVerbs {
  /** Adds the notice in the transaction of the event; the text message is sent after its commit. */
  add(tx: Tx, notice: NewNotice): Promise<void>;
}

export interface NoticeDeps {
  systemNumbers: SystemNumbers;
  /** Bound numbers and languages. They are passed in because the accounts feature depends on this one. */
  boundMobileOf(userId: bigint, on: Queryable): Promise<string | null>;
  languageOf(userId: bigint, on: Queryable): Promise<Language>;
}

export function noticeVerbs({ systemNumbers, boundMobileOf, languageOf }: NoticeDeps): NoticeVerbs {
  return {
    async add(tx, { userId, kind, values = {}, subject, counted, mobile, bellOnly, at }) {
      if (counted) {
        const since = firstSystemNo(new Date(at.getTime() - counted.withinMs));
        if (await updateCounted(tx, { userId, kind, many: counted.many, since, at })) return;
      }
      const smsTo = bellOnly ? null : (mobile ?? (await boundMobileOf(userId, tx)));
      // The language of this moment: an intruder who logs in next must not choose the language of the warning.
      const smsLanguage = await languageOf(userId, tx);
      await insertNotice(tx, {
        userId,
        noticeId: systemNumbers.next(),
        kind,
        values: subject === undefined ? values : { ...values, subject },
        smsTo,
        smsLanguage,
        createdAt: at,
      });
      await hintOnCommit(tx, { memberNo: null, userId, event: 'notice.new' });
    },
  };
}
