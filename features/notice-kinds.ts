/** Every kind of notice with its text, gathered from the features’ `notice-words.ts`. */
import { factorNotices } from '#features/factors/notice-words.ts';
import { userNotices } from '#features/accounts/notice-words.ts';
import { certificationNotices } from '#features/certifications/notice-words.ts';
import { merchantKeyNotices } from '#features/merchant-keys/notice-words.ts';
import { cardNotices } from '#features/cards/notice-words.ts';
import { callbackNotices } from '#features/callbacks/notice-words.ts';
import { epayNotices } from '#features/epay/notice-words.ts';
import { downloadNotices } from '#features/downloads/notice-words.ts';
import { disbursementNotices } from '#features/disbursements/notice-words.ts';
import { batchNotices } from '#features/batches/notice-words.ts';
import { operationNotices } from '#features/operations/notice-words.ts';

export const noticeTexts = {
  ...factorNotices,
  ...userNotices,
  ...certificationNotices,
  ...merchantKeyNotices,
  ...cardNotices,
  ...callbackNotices,
  ...disbursementNotices,
  ...batchNotices,
  ...epayNotices,
  ...downloadNotices,
  ...operationNotices,
};
export type NoticeKind = keyof typeof noticeTexts;

export const noticeKinds = Object.keys(noticeTexts) as readonly NoticeKind[];
