/** Input fields of calls that move money: the payment password and, if a factor is bound, the second step. */
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { PayPassword } from './password-fields.ts';

export const paymentProofFields = { payPassword: PayPassword, ...secondStepFields };

/** The refusals of each of these calls; their texts are in payment-words.ts. */
export const paymentProofRefusals = ['pay_password_unset', 'pay_password_locked', ...secondStepRefusals] as const;
