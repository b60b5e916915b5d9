/** Why an operator can't confirm a proposal yet, wherever proposals are shown. */
import { words } from '#foundation/core/words.ts';

export const hindranceWords = words({
  confirm_after_reset: [
    'Your login or the proposer’s was reset less than a day ago, so you can’t confirm this yet.',
    '您或提议人的登录凭证在一天内被重置，因此您暂时不能确认。',
    'Su acceso o el de quien lo propuso se restableció hace menos de un día, así que todavía no puede confirmarla.',
    'ข้อมูลเข้าสู่ระบบของคุณหรือผู้เสนอถูกรีเซ็ตภายในหนึ่งวันที่ผ่านมา คุณจึงยังยืนยันไม่ได้',
  ],
  confirm_after_enabling: [
    'You or the proposer re-enabled the other less than a day ago, so you can’t confirm this yet.',
    '您与提议人中的一方在一天内重新启用了另一方，因此您暂时不能确认。',
    'Usted o quien lo propuso reactivó al otro hace menos de un día, así que todavía no puede confirmarla.',
    'คุณหรือผู้เสนอเปิดใช้งานอีกฝ่ายภายในหนึ่งวันที่ผ่านมา คุณจึงยังยืนยันไม่ได้',
  ],
  confirm_after_granting: [
    'You or the proposer invited the other or gave them more rights less than a day ago, so you can’t confirm this yet.',
    '您与提议人中的一方在一天内邀请了另一方或为其增加了权限，因此您暂时不能确认。',
    'Usted o quien lo propuso invitó al otro o le dio más permisos hace menos de un día, así que todavía no puede confirmarla.',
    'คุณหรือผู้เสนอเชิญอีกฝ่ายหรือให้สิทธิ์เพิ่มภายในหนึ่งวันที่ผ่านมา คุณจึงยังยืนยันไม่ได้',
  ],
  confirm_same_device: [
    'You and the proposer have used the same device. Confirm on a device of your own, or ask another operator.',
    '您与提议人使用过同一台设备。请在您本人的设备上确认，或由其他运营人员确认。',
    'Usted y quien lo propuso han usado el mismo dispositivo. Confirme en uno propio o pídaselo a otro operador.',
    'คุณกับผู้เสนอเคยใช้อุปกรณ์เดียวกัน โปรดยืนยันบนอุปกรณ์ของคุณเอง หรือให้ผู้ดูแลระบบคนอื่นยืนยัน',
  ],
  confirm_new_device: [
    'You or the proposer logged in on a new device without a second step, so you can’t confirm this here yet.',
    '您或提议人在新设备上登录且未绑定二次验证，因此您暂时不能在此确认。',
    'Usted o quien lo propuso inició sesión en un dispositivo nuevo y sin segundo paso, así que aquí todavía no puede confirmarla.',
    'คุณหรือผู้เสนอเข้าสู่ระบบด้วยอุปกรณ์ใหม่โดยไม่มีการยืนยันขั้นที่สอง คุณจึงยังยืนยันที่นี่ไม่ได้',
  ],
  approval_outdated: ['The proposer was disabled, so this can’t be confirmed. You can reject it.', '提议人已被停用，因此无法确认。您可以拒绝。', 'Quien lo propuso fue desactivado, así que no se puede confirmar. Puede rechazarla.', 'ผู้เสนอถูกปิดใช้งาน จึงยืนยันไม่ได้ คุณปฏิเสธได้'],
  until: ['You can confirm it from {time} on.', '您可于 {time} 起确认。', 'Podrá confirmarla a partir de: {time}.', 'คุณยืนยันได้ตั้งแต่ {time}'],
  expires: [
    'It expires before you can confirm it: another operator has to do it, or it’s proposed again later.',
    '提议会在您可确认之前失效：须由其他运营人员确认，或稍后重新提议。',
    'Caduca antes de que pueda confirmarla: tiene que hacerlo otro operador, o se vuelve a proponer más tarde.',
    'ข้อเสนอหมดอายุก่อนที่คุณจะยืนยันได้ ต้องให้ผู้ดูแลระบบคนอื่นยืนยัน หรือเสนอใหม่ภายหลัง',
  ],
});
