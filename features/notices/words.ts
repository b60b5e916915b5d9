/** The text message that carries a notice. */
import { words } from '#foundation/core/words.ts';

export const noticeMessages = words({
  message_notice: ['{name}: {notice}', '【{name}】{notice}', '{name}: {notice}', '{name}: {notice}'],
});
