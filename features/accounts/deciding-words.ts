/** Error texts for an operator who cannot decide about a member for now. */
import { words } from '#foundation/core/words.ts';

export const decidingTexts = words({
  decide_after_reset: [
    'You made this member a reset link or removed a second factor of theirs less than a day ago: you can decide this in {hours, number} h, or another operator can now',
    '您在一天内为该商户生成过重置链接或解绑过验证方式，{hours, number} 小时后才可审核，或由其他运营人员审核',
    'Hace menos de un día creó un enlace de restablecimiento para este miembro o le quitó un segundo factor: podrá decidir en {hours, number} h, o puede hacerlo ya otro operador',
    'คุณสร้างลิงก์รีเซ็ตหรือยกเลิกการยืนยันขั้นที่สองของสมาชิกรายนี้ภายในหนึ่งวันที่ผ่านมา พิจารณาได้ในอีก {hours, number} ชั่วโมง หรือให้ผู้ดูแลระบบคนอื่นพิจารณา',
  ],
});
