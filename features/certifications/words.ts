/** Error texts for certifications that cannot be submitted or decided. */
import { factorTexts } from '#features/factors/words.ts';
import { decidingTexts } from '#features/accounts/deciding-words.ts';
import { words } from '#foundation/core/words.ts';

export const certificationTexts = {
  ...factorTexts,
  ...decidingTexts,
  ...words({
    certification_name_form: [
      "Use Chinese characters, English letters and digits only, separated by a single space or - ' . ·",
      "只能使用中文、英文和数字，中间可用单个空格或 - ' . ·",
      "Use solo caracteres chinos, letras latinas y cifras, separados por un espacio o - ' . ·",
      "ใช้ได้เฉพาะอักษรจีน อักษรอังกฤษ และตัวเลข คั่นด้วยช่องว่างเดียวหรือ - ' . ·",
    ],
    certification_name_form_international: ["Use letters and digits only, separated by a single space or - ' . ·", "只能使用文字和数字，中间可用单个空格或 - ' . ·", "Use solo letras y cifras, separadas por un espacio o - ' . ·", "ใช้ได้เฉพาะตัวอักษรและตัวเลข คั่นด้วยช่องว่างเดียวหรือ - ' . ·"],
    id_number_form: ['Enter the 18-character ID number', '请输入正确的 18 位身份证号码', 'Introduzca los 18 caracteres del número de documento', 'กรอกเลขประจำตัว 18 หลักให้ถูกต้อง'],
    id_number_check: ['This ID number has a wrong check digit; compare it with your ID', '身份证号码校验位错误，请与证件核对', 'El dígito de control de este número no es correcto; compárelo con el documento', 'หลักตรวจสอบของเลขประจำตัวไม่ถูกต้อง โปรดเทียบกับบัตร'],
    id_number_form_international: ['Enter an ID number of 5 to 30 letters or digits', '请输入证件号码：5 到 30 位字母或数字', 'Introduzca el número de documento: de 5 a 30 letras o cifras', 'กรอกเลขประจำตัว ตัวอักษรหรือตัวเลข 5 ถึง 30 ตัว'],
    website_form: ['Enter a web address such as https://example.com', '请输入网址，例如 https://example.com', 'Introduzca una dirección web como https://example.com', 'กรอกที่อยู่เว็บ เช่น https://example.com'],
    photo_required: ['Upload this photo', '请上传此照片', 'Suba esta foto', 'โปรดอัปโหลดรูปนี้'],
    photo_twice: ['The front and back are the same photo', '正面与背面是同一张照片', 'El anverso y el reverso son la misma foto', 'ด้านหน้าและด้านหลังเป็นรูปเดียวกัน'],
    photo_gone: ['This photo is no longer available; choose it again', '照片已失效，请重新选择', 'Esta foto ya no está disponible; elíjala de nuevo', 'ไม่พบรูปนี้แล้ว โปรดเลือกใหม่'],
    certification_pending: ['Your certification is being reviewed', '您的实名认证正在审核中', 'Su verificación está en revisión', 'การยืนยันตัวตนของคุณอยู่ระหว่างตรวจสอบ'],
    certification_approved: ['You’re already certified', '您已通过实名认证', 'Su cuenta ya está verificada', 'คุณยืนยันตัวตนแล้ว'],
    certification_decided: ['This certification has already been decided', '该认证已审核', 'Esta verificación ya está resuelta', 'รายการนี้พิจารณาไปแล้ว'],
    certification_not_approved: ['This certification isn’t approved, so there’s nothing to revoke', '该认证未通过，无需撤销', 'Esta verificación no está aprobada, así que no hay nada que revocar', 'การยืนยันตัวตนนี้ยังไม่ผ่าน จึงไม่มีอะไรให้เพิกถอน'],
    review_remark_required: ['Enter the reason for rejecting it', '请填写驳回原因', 'Indique por qué se rechaza', 'โปรดระบุเหตุผลที่ไม่ผ่าน'],
  }),
};
