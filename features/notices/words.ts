/** The text message of a notice. */
import { words } from '#foundation/core/words.ts';

export const noticeMessages = words({
  message_notice: ['{name}: {notice}', '【{name}】{notice}', '{name}: {notice}', '{name}: {notice}'],
});
