/** Calls that change a user's credentials: both passwords and the phone. Part of the accounts contract. */
import { z } from 'zod';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import type { CallTable } from '#foundation/core/calls.ts';
import type { credentialTexts } from './credential-words.ts';
import { Mobile, sixDigits } from '#foundation/core/typed-fields.ts';
import { KnownPassword, OtherPayPassword, Password, PayPassword } from './password-fields.ts';

const Typed = z.string({ error: 'required' }).min(1, { error: 'required' }).max(100);
const SmsCode = sixDigits({ error: 'sms_code_form' });

export const ChangePassword = z
  .strictObject({ oldPassword: KnownPassword, password: Password, confirmPassword: Typed, ...secondStepFields })
  .refine((input) => input.password === input.confirmPassword, { path: ['confirmPassword'], error: 'passwords_differ' })
  .refine((input) => input.password !== input.oldPassword, { path: ['password'], error: 'password_same' });

export const SetPayPassword = z
  .strictObject({
    /** Required if one is set. */
    oldPassword: OtherPayPassword.default(''),
    /** Required if none is set yet. */
    loginPassword: z.string().max(100).default(''),
    password: PayPassword,
    confirmPassword: OtherPayPassword.min(1, { error: 'required' }),
    ...secondStepFields,
  })
  .refine((input) => input.password === input.confirmPassword, { path: ['confirmPassword'], error: 'passwords_differ' })
  .refine((input) => input.password !== input.oldPassword, { path: ['password'], error: 'password_same' });

export const BindMobile = z.strictObject({
  mobile: Mobile,
  code: SmsCode,
  ...secondStepFields,
});

export const ClearMobile = z.strictObject({ code: SmsCode });

export const credentialCalls = {
  '/user/changePassword': {
    who: 'session',
    secondStep: 'any',
    beforePassword: true,
    audit: ['password_changed'],
    notices: ['password_changed'],
    summary: 'Changes the login password; all other sessions end',
    input: ChangePassword,
    refusals: ['login_locked', ...secondStepRefusals],
  },
  '/user/setPayPassword': {
    who: 'members',
    secondStep: 'strongest',
    audit: ['pay_password_set', 'pay_password_changed'],
    notices: ['pay_password_changed'],
    summary:
      'Sets the payment password with the login password, or changes it with the old one; all other sessions end',
    input: SetPayPassword,
    refusals: ['login_locked', 'pay_password_locked', ...secondStepRefusals],
  },
  '/user/bindmobile': {
    who: 'session',
    secondStep: 'strongest',
    audit: ['phone_bound'],
    notices: ['phone_bound'],
    summary: 'Binds the number that received the code of the event bindphone; all other sessions end',
    input: BindMobile,
    output: z.strictObject({ /** As stored, in the form of the platform’s rule. */ mobile: z.string() }),
    refusals: ['mobile_bound', ...secondStepRefusals],
  },
  '/user/clearmobilebind': {
    who: 'session',
    secondStep: { none: 'takes a code sent to the number that it removes' },
    audit: ['phone_removed'],
    notices: ['phone_removed'],
    summary:
      'Removes the bound number with the code of the event clearmobilebind; all other sessions end, payouts are held for a while',
    input: ClearMobile,
    refusals: ['mobile_not_bound', 'second_step_locked'],
  },
} as const satisfies CallTable<Extract<keyof typeof credentialTexts, string>>;
