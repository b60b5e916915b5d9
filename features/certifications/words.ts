/** Error texts for certifications that cannot be submitted or decided. */
import { factorTexts } from '#features/factors/words.ts';
import { decidingTexts } from '#features/accounts/deciding-words.ts';
import { words } from '#foundation/core/words.ts';

export const certificationTexts = {
  ...factorTexts,
  ...decidingTexts,
  ...words({
    certification_name_form: [
      "Use only Chinese characters, English letters and digits; between them single spaces and - ' . ·",
      "只能使用中文、英文和数字，中间可用单个空格及 - ' . ·",
      "Use solo caracteres chinos, letras inglesas y cifras; entre ellos, espacios simples y - ' . ·",
      "ใช้ได้เฉพาะอักษรจีน อักษรอังกฤษ และตัวเลข คั่นด้วยช่องว่างเดียวหรือ - ' . ·",
    ],
    certification_name_form_international: ["Use only letters and digits; between them single spaces and - ' . ·", "只能使用文字和数字，中间可用单个空格及 - ' . ·", "Use solo letras y cifras; entre ellas, espacios simples y - ' . ·", "ใช้ได้เฉพาะตัวอักษรและตัวเลข คั่นด้วยช่องว่างเดียวหรือ - ' . ·"],
    id_number_form: ['Enter the 18 characters of the ID number', '请输入正确的 18 位身份证号码', 'Introduzca los 18 caracteres del número de identidad', 'กรอกเลขประจำตัว 18 หลักให้ถูกต้อง'],
    id_number_check: ['The check digit of this ID number is wrong; compare the number with the card', '身份证号码校验位错误，请与证件核对', 'El dígito de control de este número de identidad es incorrecto; compárelo con el documento', 'หลักตรวจสอบของเลขประจำตัวไม่ถูกต้อง โปรดเทียบกับบัตร'],
    id_number_form_international: ['Enter the ID number: 5 to 30 letters or digits', '请输入证件号码：5 到 30 位字母或数字', 'Introduzca el número de identidad: de 5 a 30 letras o cifras', 'กรอกเลขประจำตัว ตัวอักษรหรือตัวเลข 5 ถึง 30 ตัว'],
    website_form: ['Enter an address such as https://example.com', '请输入网址，例如 https://example.com', 'Introduzca una dirección como https://example.com', 'กรอกที่อยู่เว็บ เช่น https://example.com'],
    photo_required: ['Upload this photo', '请上传此照片', 'Suba esta foto', 'โปรดอัปโหลดรูปนี้'],
    photo_twice: ['Front and back are the same photo', '正面与背面是同一张照片', 'El anverso y el reverso son la misma foto', 'ด้านหน้าและด้านหลังเป็นรูปเดียวกัน'],
    photo_gone: ['This photo is no longer there; choose it again', '照片已失效，请重新选择', 'Esta foto ya no está; elíjala de nuevo', 'ไม่พบรูปนี้แล้ว โปรดเลือกใหม่'],
    certification_pending: ['Your certification is being reviewed', '您的实名认证正在审核中', 'Su verificación está en revisión', 'การยืนยันตัวตนของคุณอยู่ระหว่างตรวจสอบ'],
    certification_approved: ['You are certified already', '您已通过实名认证', 'Su cuenta ya está verificada', 'คุณยืนยันตัวตนแล้ว'],
    certification_decided: ['This certification has been decided already', '该认证已审核', 'Esta verificación ya está resuelta', 'รายการนี้พิจารณาแล้ว'],
    review_remark_required: ['Say why it is rejected', '请填写驳回原因', 'Indique por qué se rechaza', 'ระบุเหตุผลที่ไม่ผ่าน'],
  }),
};
