/** Error texts for an operator who cannot decide about a member for now. */
import { words } from '#foundation/core/words.ts';

export const decidingTexts = words({
  decide_after_reset: [
    'You created a reset link for this member or removed their second step less than a day ago. You can decide in {hours, number} h, or ask another operator',
    '您在一天内为该会员生成过重置链接或解绑过验证方式，{hours, number} 小时后方可审核，或请其他运营人员审核',
    'Hace menos de un día usted creó un enlace de restablecimiento para este miembro o le quitó el segundo paso. Podrá decidir dentro de {hours, number} h, o pídaselo a otro operador',
    'คุณสร้างลิงก์รีเซ็ตหรือยกเลิกการยืนยันขั้นที่สองของสมาชิกรายนี้ภายในหนึ่งวันที่ผ่านมา คุณพิจารณาได้ในอีก {hours, number} ชั่วโมง หรือขอให้ผู้ดูแลระบบคนอื่นพิจารณา',
  ],
});
