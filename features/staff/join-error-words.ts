/** Error texts of the page that an invited person opens. Apart from the others, so that it loads none of theirs. */
import { userTexts } from '#features/accounts/words.ts';
import { words } from '#foundation/core/words.ts';

export const joinTexts = {
  ...userTexts,
  ...words({
    join_link_over: ['This invitation has been used, was cancelled or has expired; ask for a new one where you got it', '该邀请已使用、已取消或已过期，请向原提供方重新获取', 'Esta invitación ya se usó, se canceló o ha caducado; pida otra a quien se la envió', 'คำเชิญนี้ใช้แล้ว ถูกยกเลิก หรือหมดอายุ โปรดขอใหม่จากผู้ที่ให้ลิงก์นี้'],
  }),
};
