/** The member's calls about the ePay door: its switch and types, its key, and a check that plays a plugin. */
import { z } from 'zod';
import { secondStepFields } from '#features/factors/contract.ts';
import { paymentProofFields, paymentProofRefusals } from '#features/accounts/payment-proof.ts';
import { PayPassword } from '#features/accounts/password-fields.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoText, Time } from '#foundation/core/wire.ts';
import { isTypeName, pluginFamilies } from './rules.ts';
import { epayCallTexts } from './words.ts';

const TypeMap = z
  .record(z.string().refine(isTypeName, { error: 'type_form' }), z.string().max(64))
  .refine((map) => Object.keys(map).length <= 40, { error: 'type_form' });

const Key = z.strictObject({
  /** The first and last four characters; null before there is a key. */
  hint: z.string().nullable(),
  /** `overlap`: the key before is still accepted, `until` then. */
  state: z.enum(['none', 'active', 'overlap']),
  until: Time.nullable(),
});

const EpaySettingsView = z.strictObject({
  enabled: z.boolean(),
  pid: MemberNoText,
  key: Key,
  /** What the protocol calls URL. */
  address: z.string(),
  /** The text to paste into each family of plugins. */
  addresses: z.array(z.strictObject({ plugin: z.enum(pluginFamilies), text: z.string() })),
  /** Type → the channel's code; an empty code closes the type. Types by default are included. */
  typeMap: z.record(z.string(), z.string()),
  /** Newest first. `result`: `ok` or the name of a refusal. */
  lastRequests: z.array(
    z.strictObject({
      at: Time,
      path: z.string(),
      /** The shop's number in the request; null if it had none. */
      orderNo: z.string().nullable(),
      ip: z.string().nullable(),
      result: z.string(),
    }),
  ),
});
export type EpaySettingsView = z.infer<typeof EpaySettingsView>;

/** `mapi`, `submit`: an order by that door. `pay`: paid in the sandbox. `notify`: our signature fits, `success` was answered. */
export const checkSteps = ['mapi', 'submit', 'pay', 'notify'] as const;

export const ChangeEpay = z
  .strictObject({
    enabled: z.boolean().optional(),
    typeMap: TypeMap.optional(),
    payPassword: PayPassword.optional(),
    ...secondStepFields,
  })
  .refine(({ enabled, typeMap, payPassword }) => (enabled ?? typeMap) === undefined || payPassword !== undefined, {
    path: ['payPassword'],
    error: 'required',
  });

export const RotateEpayKey = z.strictObject({
  overlapHours: z
    .int({ error: 'overlap_form' })
    .min(0, { error: 'overlap_form' })
    .max(720, { error: 'overlap_form' })
    .default(24),
  ...paymentProofFields,
});

export const ShowEpayKey = z.strictObject(paymentProofFields);

const ShownKey = z.strictObject({ epayKey: z.string() });

export const epayCalls = calls(epayCallTexts, {
  '/apisettings/epay': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['epay_changed'],
    notices: ['epay_changed'],
    summary: 'The interface for shop plugins: reads it, or with `enabled` or `typeMap` changes it',
    guide: 'Reading takes neither the payment password nor a second step.',
    input: ChangeEpay,
    output: EpaySettingsView,
    refusals: [...paymentProofRefusals],
  },
  '/apisettings/epayKey': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['epay_key_shown'],
    summary: 'Shows the key for shop plugins, and makes it if there is none',
    input: ShowEpayKey,
    output: ShownKey,
    refusals: [...paymentProofRefusals],
  },
  '/apisettings/epayRotate': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['epay_key_rotated'],
    notices: ['epay_key_changed'],
    summary: 'Replaces the key for shop plugins; the former one is accepted for `overlapHours` more',
    input: RotateEpayKey,
    output: ShownKey,
    refusals: [...paymentProofRefusals],
  },
  '/apisettings/epayEndOverlap': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['epay_overlap_ended'],
    notices: ['epay_key_changed'],
    summary: 'Ends the former key for shop plugins at once',
    input: ShowEpayKey,
    refusals: [...paymentProofRefusals],
  },
  '/apisettings/epayCheck': {
    who: 'members',
    secondStep: { none: 'creates two orders of the smallest amount and shows no key' },
    summary: 'Plays a plugin: creates orders by both doors, pays one in the sandbox, and verifies the notification',
    output: z.strictObject({
      steps: z.array(
        z.strictObject({
          step: z.enum(checkSteps),
          state: z.enum(['ok', 'failed', 'skipped']),
          /** Why it failed or was skipped, in the request’s language. */
          text: z.string(),
          /** The shop's number of the order that the step made. */
          orderNo: z.string(),
        }),
      ),
    }),
    refusals: ['epay_off'],
  },
});
