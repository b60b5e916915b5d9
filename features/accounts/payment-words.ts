/** Error texts of calls that take the payment password and a second step. */
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';
import { credentialTexts } from './credential-words.ts';

const { pay_password_form, pay_password_wrong, pay_password_locked } = credentialTexts;

export const paymentTexts = {
  ...factorTexts,
  pay_password_form,
  pay_password_wrong,
  pay_password_locked,
  ...words({
    pay_password_unset: ['Set a payment password first: Account, Payment password', '请先设置支付密码：账户 → 支付密码', 'Cree primero una contraseña de pago: Cuenta, Contraseña de pago', 'ตั้งรหัสผ่านชำระเงินก่อน: บัญชี, รหัสผ่านชำระเงิน'],
  }),
};
