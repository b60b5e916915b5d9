/** Strings for the certification screen. */
import { words } from '#foundation/core/words.ts';

export const certificationWords = words({
  hint: ['Tell us who you are. A person reviews it, just once.', '请提交您的身份信息，由人工审核，仅需一次。', 'Díganos quién es. Una persona lo revisa, una sola vez.', 'แจ้งข้อมูลตัวตนของคุณ เจ้าหน้าที่จะตรวจสอบเพียงครั้งเดียว'],
  load_failed: ['Your certification couldn’t be loaded', '认证信息加载失败', 'No se pudo cargar su verificación', 'โหลดข้อมูลยืนยันตัวตนไม่สำเร็จ'],

  // Where it stands
  status_none: ['Not certified', '未认证', 'Sin verificar', 'ยังไม่ยืนยัน'],
  status_pending: ['Pending review', '待审核', 'Pendiente de revisión', 'รอตรวจสอบ'],
  status_approved: ['Approved', '已通过', 'Aprobada', 'ผ่านแล้ว'],
  status_rejected: ['Rejected', '未通过', 'Rechazada', 'ไม่ผ่าน'],
  pending_title: ['We’re reviewing your certification', '正在审核您的认证', 'Estamos revisando su verificación', 'เรากำลังตรวจสอบข้อมูลของคุณ'],
  pending_hint: ['There’s nothing you need to do. We’ll let you know the result.', '您无需进行其他操作，审核完成后会通知您。', 'No tiene que hacer nada. Le avisaremos cuando se resuelva.', 'คุณไม่ต้องทำอะไรเพิ่ม เราจะแจ้งให้ทราบเมื่อตรวจสอบเสร็จ'],
  approved_title: ['You’re certified', '您已通过实名认证', 'Su cuenta está verificada', 'คุณยืนยันตัวตนแล้ว'],
  approved_hint: ['To change any of this, contact customer support.', '如需变更，请联系客服。', 'Para cambiar algún dato, contacte con atención al cliente.', 'หากต้องการแก้ไขข้อมูล โปรดติดต่อฝ่ายบริการลูกค้า'],
  rejected_title: ['Your certification was rejected', '您的认证未通过', 'Su verificación fue rechazada', 'การยืนยันตัวตนไม่ผ่าน'],
  rejected_hint: ['Make the changes the reviewer asked for and submit it again.', '请按审核意见修改后重新提交。', 'Corrija lo que pide el revisor y vuelva a enviarla.', 'แก้ไขตามที่ผู้ตรวจแจ้ง แล้วส่งใหม่อีกครั้ง'],
  revoked_title: ['Your certification was revoked', '您的认证已被撤销', 'Su verificación fue revocada', 'การยืนยันตัวตนของคุณถูกเพิกถอน'],
  reviewer: ['Reviewer’s remark', '审核备注', 'Observaciones del revisor', 'หมายเหตุจากผู้ตรวจ'],
  send_again: ['Edit and resubmit', '修改并重新提交', 'Corregir y volver a enviar', 'แก้ไขและส่งใหม่'],
  back: ['Back', '返回', 'Volver', 'กลับ'],

  // What was sent
  details: ['What you submitted', '提交的信息', 'Lo que envió', 'ข้อมูลที่ส่ง'],
  photos: ['ID photos', '证件照片', 'Fotos del documento', 'รูปบัตรประจำตัว'],
  submitted_at: ['Submitted', '提交时间', 'Enviada', 'ส่งเมื่อ'],
  reviewed_at: ['Reviewed', '审核时间', 'Revisada', 'พิจารณาเมื่อ'],
  picture_failed: ['This photo couldn’t be loaded.', '照片加载失败。', 'No se pudo cargar la foto.', 'โหลดรูปไม่สำเร็จ'],

  // The form
  name: ['Name', '姓名', 'Nombre', 'ชื่อ'],
  name_hint: ['As on your ID; Chinese characters, English letters and digits', '与证件一致，仅限中文、英文和数字', 'Como en el documento; caracteres chinos, letras latinas y cifras', 'ตามบัตร ใช้อักษรจีน อักษรอังกฤษ และตัวเลข'],
  id_number: ['ID number', '身份证号码', 'Número de documento', 'เลขประจำตัว'],
  name_hint_international: ['As on your ID', '与证件一致', 'Como en el documento', 'ตรงตามบัตร'],
  id_number_hint: ['18 characters', '18 位', '18 caracteres', '18 หลัก'],
  id_number_hint_international: ['5 to 30 letters or digits', '5 到 30 位字母或数字', 'De 5 a 30 letras o cifras', 'ตัวอักษรหรือตัวเลข 5 ถึง 30 ตัว'],
  industry: ['Industry', '行业', 'Sector', 'ประเภทธุรกิจ'],
  industry_hint: ['For example: retail', '例如：零售', 'Por ejemplo: comercio', 'เช่น ค้าปลีก'],
  website: ['Website (optional)', '网站（选填）', 'Sitio web (opcional)', 'เว็บไซต์ (ไม่บังคับ)'],
  website_plain: ['Website', '网站', 'Sitio web', 'เว็บไซต์'],
  photo_front: ['ID photo, front', '证件照片（正面）', 'Foto del documento, anverso', 'รูปบัตร ด้านหน้า'],
  photo_back: ['ID photo, back', '证件照片（背面）', 'Foto del documento, reverso', 'รูปบัตร ด้านหลัง'],
  remark: ['Remark (optional)', '备注（选填）', 'Observaciones (opcional)', 'หมายเหตุ (ไม่บังคับ)'],
  remark_plain: ['Remark', '备注', 'Observaciones', 'หมายเหตุ'],
  privacy: ['Your ID number and photos are encrypted. Only you and our reviewers can see the photos.', '身份证号码和照片均加密保存，照片仅您本人和审核人员可见。', 'El número y las fotos se guardan cifrados. Solo usted y nuestros revisores pueden ver las fotos.', 'เลขประจำตัวและรูปถูกเข้ารหัส มีเพียงคุณและผู้ตรวจของเราที่เห็นรูป'],
  submit: ['Submit for review', '提交审核', 'Enviar a revisión', 'ส่งตรวจสอบ'],
  submitted: ['Certification submitted', '认证已提交', 'Se ha enviado su verificación', 'ส่งข้อมูลยืนยันตัวตนแล้ว'],
  form: ['Certification form', '认证表单', 'Formulario de verificación', 'แบบฟอร์มยืนยันตัวตน'],
});
