/**
 * Remarks that operators choose for a certification that they reject or revoke. A row stores the name, and each reader
 * gets it in their language, so never rename one.
 */
import { type Language, words } from '#foundation/core/words.ts';

export const certificationRemarkNames = [
  'photo_unclear',
  'photo_cropped',
  'wrong_document',
  'name_differs',
  'number_differs',
  'expired',
  'used_elsewhere',
] as const;
type CertificationRemark = (typeof certificationRemarkNames)[number];

export const certificationRemarks = words<CertificationRemark>({
  photo_unclear: [
    'The photo isn’t clear enough to read; take it again in good light.',
    '照片不够清晰，无法辨认，请在光线充足处重新拍摄。',
    'La foto no se lee bien; tómela de nuevo con buena luz.',
    'รูปไม่ชัด อ่านไม่ออก โปรดถ่ายใหม่ในที่มีแสงเพียงพอ',
  ],
  photo_cropped: [
    'Part of the ID is outside the photo; show all four corners.',
    '证件未完整入镜，请拍到四个角。',
    'Falta una parte del documento; deben verse las cuatro esquinas.',
    'ถ่ายบัตรไม่ครบทั้งใบ โปรดให้เห็นครบทั้งสี่มุม',
  ],
  wrong_document: [
    'The photos don’t show an ID that we accept.',
    '照片中的证件不符合要求。',
    'Las fotos no muestran un documento que aceptemos.',
    'เอกสารในรูปไม่ใช่บัตรประจำตัวที่เรารับ',
  ],
  name_differs: [
    'The name isn’t the one on the ID.',
    '姓名与证件不一致。',
    'El nombre no coincide con el del documento.',
    'ชื่อไม่ตรงกับในบัตร',
  ],
  number_differs: [
    'The ID number isn’t the one on the ID.',
    '证件号码与证件不一致。',
    'El número no coincide con el del documento.',
    'เลขประจำตัวไม่ตรงกับในบัตร',
  ],
  expired: [
    'The ID has expired; use a valid one.',
    '证件已过期，请使用有效证件。',
    'El documento ha caducado; use uno vigente.',
    'บัตรหมดอายุแล้ว โปรดใช้บัตรที่ยังไม่หมดอายุ',
  ],
  used_elsewhere: [
    'This ID is already used by another account.',
    '该证件已用于其他账户。',
    'Este documento ya se usa en otra cuenta.',
    'บัตรนี้ใช้กับบัญชีอื่นอยู่แล้ว',
  ],
});

/** The whole remark as its reader sees it: the chosen one in their language, then what the operator wrote. */
export function remarkIn(
  language: Language,
  { reviewTemplate, reviewRemark }: { reviewTemplate: string | null; reviewRemark: string },
): string {
  const chosen =
    reviewTemplate !== null && isRemark(reviewTemplate) ? certificationRemarks[reviewTemplate][language] : '';
  return [chosen, reviewRemark].filter((part) => part !== '').join('\n');
}

function isRemark(name: string): name is CertificationRemark {
  return Object.hasOwn(certificationRemarks, name);
}
