/**
 * How a call asks for what protects money: the payment password, and beside it the second step where a factor is bound.
 */
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { PayPassword } from './password-fields.ts';

export const paymentProofFields = { payPassword: PayPassword, ...secondStepFields };

/** What each of these calls may refuse with; their texts are in payment-words.ts. */
export const paymentProofRefusals = ['pay_password_unset', 'pay_password_locked', ...secondStepRefusals] as const;
