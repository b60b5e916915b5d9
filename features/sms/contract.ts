/** The call that sends a code to a phone. */
import { z } from 'zod';
import { captchaFields } from '#features/captcha/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';
import { smsTexts } from './words.ts';

export const smsEvents = ['register', 'bindphone', 'clearmobilebind', 'verify'] as const;
export type SmsEvent = (typeof smsEvents)[number];

const SendSms = z.strictObject({
  event: z.enum(smsEvents, { error: 'wrong' }),
  /** Only for `register` and `bindphone`; other events use the bound number. */
  mobile: z.string().overwrite(typedNumber).max(20).optional(),
  ...captchaFields,
});

export const smsCalls = calls(smsTexts, {
  '/sms/send': {
    who: 'anyone',
    summary: 'Sends a six-digit code; register needs a captcha, the others a session',
    input: SendSms,
    output: z.strictObject({ /** Seconds until the next code can be requested. */ resendAfter: z.int() }),
    refusals: ['registration_closed', 'sms_too_soon', 'sms_limit', 'mobile_taken', 'mobile_not_bound', 'sms_not_sent'],
  },
});
