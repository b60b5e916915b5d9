/** What the house may have notices do: tell a user what happened to their account, in the bell and on their phone. */
import type { Money } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';
import { insertNotice } from './store.ts';

export interface NewNotice {
  userId: bigint;
  kind: NoticeKind;
  /** What the text's placeholders are filled with. */
  values?: Record<string, string | Money>;
  /** Where the text message goes, when not to the number that is bound now: the number that was just removed. */
  mobile?: string;
  at: Date;
}

export interface NoticeVerbs {
  /** In the transaction of what happened; the message to the phone leaves after its commit. */
  add(tx: Tx, notice: NewNotice): Promise<void>;
}

export interface NoticeDeps {
  /** Whose number is whose, and who reads what: known to the users, who stand below. */
  boundMobileOf(userId: bigint, on: Queryable): Promise<string | null>;
  languageOf(userId: bigint, on: Queryable): Promise<Language>;
}

export function noticeVerbs({ boundMobileOf, languageOf }: NoticeDeps): NoticeVerbs {
  return {
    async add(tx, { userId, kind, values = {}, mobile, at }) {
      const smsTo = mobile ?? (await boundMobileOf(userId, tx));
      // Of this moment: whoever logs in next may not choose the language of the warning.
      await insertNotice(tx, { userId, kind, values, smsTo, smsLanguage: await languageOf(userId, tx), createdAt: at });
      await hintOnCommit(tx, { memberNo: null, userId, event: 'notice.new' });
    },
  };
}
