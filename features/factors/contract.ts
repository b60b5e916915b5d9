/** Calls about a user's authenticator, and the fields with which any call takes a second step. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { AnyCode, sixDigits } from '#foundation/core/typed-fields.ts';
import { typedCode } from '#foundation/core/typed-text.ts';
import { RECOVERY_CODE_FORM, RECOVERY_CODES } from './rules.ts';
import { factorTexts } from './words.ts';

/**
 * Input fields of every call that declares a second step. If they are empty, the call answers code −2 with the accepted
 * methods.
 */
export const secondStepFields = {
  verifyType: z.enum(['', 'sms', 'google'], { error: 'verify_type_required' }).default(''),
  verifyCode: AnyCode,
};

/** The refusals of every call with a second step. */
export const secondStepRefusals = ['second_step_wrong', 'second_step_locked'] as const;

export const BindAuthenticator = z.strictObject({
  /** The secret that was issued to this session; any other is refused. */
  secret: z.string({ error: 'required' }).min(1, { error: 'required' }).max(100),
  code: sixDigits({ error: 'google_code_form' }),
  ...secondStepFields,
});

export const ClearAuthenticator = z.strictObject({
  /** Six digits from the authenticator, or a recovery code. */
  code: z
    .string({ error: 'google_code_form' })
    .overwrite(typedCode)
    .refine((code) => /^\d{6}$/.test(code) || RECOVERY_CODE_FORM.test(code), { error: 'google_code_form' }),
});

export const factorCalls = calls(factorTexts, {
  '/user/getGoogleQrcode': {
    who: 'session',
    secondStep: { none: 'issues a secret that has no effect until it is bound, which takes a second step' },
    summary: 'Issues an authenticator secret to this session, valid for ten minutes',
    output: z.strictObject({
      /** Base32, for manual entry. */
      secret: z.string(),
      /** `otpauth://`, for a QR code. */
      qrCodeUrl: z.string(),
    }),
    refusals: ['authenticator_bound'],
  },
  '/user/bindGoogleQrcode': {
    who: 'session',
    secondStep: 'strongest',
    audit: ['authenticator_bound'],
    notices: ['authenticator_bound'],
    summary: 'Binds the authenticator that shows this code; returns the recovery codes, once',
    input: BindAuthenticator,
    output: z.strictObject({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) }),
    refusals: ['authenticator_bound', 'authenticator_not_pending', ...secondStepRefusals],
  },
  '/user/clearGoogleBind': {
    who: 'session',
    secondStep: 'authenticator',
    audit: ['recovery_code_used', 'authenticator_removed'],
    notices: ['authenticator_removed'],
    summary: 'Removes the authenticator; payouts are held for a while',
    input: ClearAuthenticator,
    refusals: ['authenticator_not_bound', ...secondStepRefusals],
  },
});
