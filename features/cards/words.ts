/** Error texts for cards that cannot be added, changed or decided. */
import { decidingTexts } from '#features/accounts/deciding-words.ts';
import { paymentTexts } from '#features/accounts/payment-words.ts';
import { words } from '#foundation/core/words.ts';
import { beneficiaryTexts } from './beneficiary-words.ts';

export const cardTexts = {
  ...decidingTexts,
  ...paymentTexts,
  ...beneficiaryTexts,
  ...words({
    card_there: ['This account is already in your list', '该账户已在列表中', 'Esta cuenta ya está en su lista', 'บัญชีนี้อยู่ในรายการของคุณแล้ว'],
    cards_full: ['You already have {most, number} cards; remove one first', '您已有 {most, number} 张卡，请先删除一张', 'Ya tiene {most, number} tarjetas; elimine antes una', 'คุณมี {most, number} บัตรแล้ว โปรดลบออกก่อน'],
    card_decided: ['This card has already been reviewed', '该卡已审核', 'Esta tarjeta ya se revisó', 'บัตรนี้พิจารณาแล้ว'],
    card_remark_required: ['Enter the reason for rejecting it', '请填写驳回原因', 'Indique por qué se rechaza', 'ระบุเหตุผลที่ไม่ผ่าน'],
  }),
};
