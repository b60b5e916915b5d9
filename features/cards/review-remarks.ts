/**
 * Remarks that operators choose for a card that they reject. A row stores the name, and each reader gets it in their
 * language, so never rename one.
 */
import { type Language, words } from '#foundation/core/words.ts';

export const cardRemarkNames = [
  'holder_differs',
  'account_wrong',
  'bank_differs',
  'branch_needed',
  'used_elsewhere',
  'not_accepted',
] as const;
type CardRemark = (typeof cardRemarkNames)[number];

export const cardRemarks = words<CardRemark>({
  holder_differs: [
    'The account holder isn’t the certified person.',
    '开户人与实名认证信息不一致。',
    'El titular no es la persona verificada.',
    'ชื่อเจ้าของบัญชีไม่ตรงกับผู้ที่ยืนยันตัวตน',
  ],
  account_wrong: [
    'The account number doesn’t exist or isn’t complete.',
    '账号不存在或不完整。',
    'El número de cuenta no existe o está incompleto.',
    'เลขบัญชีไม่มีอยู่จริงหรือไม่ครบ',
  ],
  bank_differs: [
    'The account belongs to another bank.',
    '该账号不属于所选银行。',
    'La cuenta pertenece a otro banco.',
    'บัญชีนี้เป็นของธนาคารอื่น',
  ],
  branch_needed: [
    'Enter the branch at which the account was opened.',
    '请填写开户支行。',
    'Indique la sucursal en la que se abrió la cuenta.',
    'โปรดระบุสาขาที่เปิดบัญชี',
  ],
  used_elsewhere: [
    'This account is already used by another member.',
    '该账户已被其他会员使用。',
    'Otro miembro ya usa esta cuenta.',
    'บัญชีนี้สมาชิกรายอื่นใช้อยู่แล้ว',
  ],
  not_accepted: [
    'We can’t pay to this kind of account; use another one.',
    '不支持向此类账户付款，请更换账户。',
    'No podemos pagar a este tipo de cuenta; use otra.',
    'เราจ่ายเข้าบัญชีประเภทนี้ไม่ได้ โปรดใช้บัญชีอื่น',
  ],
});

/** The whole remark as its reader sees it: the chosen one in their language, then what the operator wrote. */
export function cardRemarkIn(
  language: Language,
  { reviewTemplate, reviewRemark }: { reviewTemplate: string | null; reviewRemark: string },
): string {
  const chosen = reviewTemplate !== null && isRemark(reviewTemplate) ? cardRemarks[reviewTemplate][language] : '';
  return [chosen, reviewRemark].filter((part) => part !== '').join('\n');
}

function isRemark(name: string): name is CardRemark {
  return Object.hasOwn(cardRemarks, name);
}
