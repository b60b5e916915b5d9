/** Calls about a member's settings and keys for its programs. What changes or shows a key takes the payment proof. */
import { z } from 'zod';
import { paymentProofFields, paymentProofRefusals } from '#features/accounts/payment-proof.ts';
import {
  isAddressEntry,
  isNotifyHost,
  isTooWide,
  MAX_ADDRESSES,
  MAX_HOSTS,
  MAX_OVERLAP_HOURS,
  signTypeNames,
} from '#features/merchant-keys/rules.ts';
import { calls } from '#foundation/core/calls.ts';
import { oneLine } from '#foundation/core/typed-fields.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';
import { MemberNoText, Time, wholeNumber } from '#foundation/core/wire.ts';
import { apiSettingsTexts } from './settings-words.ts';

const MAX_KEY_CHARACTERS = 20_000;
const MAX_TEXT_CHARACTERS = 65_536;
const MAX_NOTE_CHARACTERS = 100;

/** A range that is too wide gets its answer from the handler, which knows the sign types. */
const Addresses = z
  .array(
    z.strictObject({
      cidr: z
        .string({ error: 'address_form' })
        .overwrite(typedNumber)
        .refine((text) => isAddressEntry(text) || isTooWide(text), { error: 'address_form' }),
      note: oneLine({ error: 'note_form', most: MAX_NOTE_CHARACTERS }).default(''),
    }),
  )
  .max(MAX_ADDRESSES, { error: 'too_many_addresses' });

const PublicKeyText = z.string({ error: 'public_key_form' }).max(MAX_KEY_CHARACTERS, { error: 'public_key_form' });

/** Changes only the fields given. */
export const UpdateSettings = z.strictObject({
  /** PEM or base64; empty or null removes the key. */
  merchantPublicKey: PublicKeyText.nullable().optional(),
  requestIps: Addresses.optional(),
  loginIps: Addresses.optional(),
  signTypes: z
    .array(z.enum(signTypeNames, { error: 'sign_types_needed' }))
    .min(1, { error: 'sign_types_needed' })
    .max(signTypeNames.length)
    .optional(),
  notifyHosts: z
    .array(
      z
        .string({ error: 'notify_host_form' })
        .overwrite(typedNumber)
        .refine(isNotifyHost, { error: 'notify_host_form' }),
    )
    .max(MAX_HOSTS, { error: 'too_many_hosts' })
    .optional(),
  /** Whether the caller has agreed to a list of login addresses without its own. */
  confirm: z.boolean().default(false),
  ...paymentProofFields,
});

export const ShowKey = z.strictObject(paymentProofFields);
export const RotateKey = z.strictObject({
  overlapHours: wholeNumber(0, MAX_OVERLAP_HOURS).default(24),
  ...paymentProofFields,
});
export const EndOverlap = z.strictObject(paymentProofFields);
export const TestKey = z.strictObject({
  merchantPublicKey: PublicKeyText,
  text: z.string().max(MAX_TEXT_CHARACTERS),
  /** Base64. */
  signature: z.string().max(MAX_KEY_CHARACTERS),
});

const NotedAddress = z.strictObject({ cidr: z.string(), note: z.string() });

const ApiSettings = z.strictObject({
  merchantNo: MemberNoText,
  /** The address that the gateway's paths follow. */
  gateway: z.string(),
  signTypes: z.array(z.enum(signTypeNames)),
  /** The first and the last four characters. */
  md5KeyHint: z.string(),
  /** PEM. Signs replies and callbacks with RSA-SHA256. */
  platformPublicKey: z.string(),
  platformPublicKeyBits: z.int(),
  /** SHA-256 of the key's SPKI form, in hexadecimal. */
  platformPublicKeyFingerprint: z.string(),
  merchantPublicKey: z.string().nullable(),
  merchantPublicKeyBits: z.int().nullable(),
  merchantPublicKeyFingerprint: z.string().nullable(),
  requestIps: z.array(NotedAddress),
  loginIps: z.array(NotedAddress),
  /** The caller's address as the platform sees it. */
  yourIp: z.string(),
  /** The active key first. */
  keys: z.array(
    z.strictObject({
      hint: z.string(),
      state: z.enum(['active', 'overlap', 'ended']),
      createdAt: Time.nullable(),
      /** When it ends or has ended. */
      until: Time.nullable(),
      lastUsedAt: Time.nullable(),
      lastUsedIp: z.string().nullable(),
    }),
  ),
  perSignType: z.array(
    z.strictObject({ type: z.enum(signTypeNames), lastUsedAt: Time.nullable(), requests7d: z.int() }),
  ),
  /** Addresses outside of `requestIps` whose requests were refused, the latest first. */
  refusedIps7d: z.array(z.strictObject({ ip: z.string(), count: z.int(), lastAt: Time })),
  notifyHosts: z.array(z.string()),
});
export type ApiSettings = z.infer<typeof ApiSettings>;

const ShownKey = z.strictObject({ md5Key: z.string() });

export const apiSettingsCalls = calls(apiSettingsTexts, {
  '/apisettings/get': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The member’s settings and keys for its programs, without the keys themselves',
    output: ApiSettings,
  },
  '/apisettings/update': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['api_settings_changed'],
    notices: ['api_settings_changed'],
    summary: 'Changes the settings that are given. Answers when every process works by them',
    input: UpdateSettings,
    output: ApiSettings,
    refusals: ['md5_needs_ips', 'login_ip_excludes_you', 'key_is_private', 'key_weak', ...paymentProofRefusals],
  },
  '/apisettings/key': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['api_key_shown'],
    summary: 'Shows the key for MD5 and HMAC-SHA256',
    input: ShowKey,
    output: ShownKey,
    refusals: [...paymentProofRefusals],
  },
  '/apisettings/rotate': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['api_key_rotated'],
    notices: ['key_changed'],
    summary:
      'Replaces the key and shows the new one. The old key stays valid for `overlapHours`; a still older one ends',
    input: RotateKey,
    output: ShownKey,
    refusals: [...paymentProofRefusals],
  },
  '/apisettings/endOverlap': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['api_key_ended'],
    notices: ['key_ended'],
    summary: 'Ends the old key now; does nothing if it has ended',
    input: EndOverlap,
    refusals: [...paymentProofRefusals],
  },
  '/apisettings/testKey': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Whether a signature was made by the private key of this public key, before it is saved',
    input: TestKey,
    output: z.strictObject({ valid: z.boolean() }),
    refusals: ['key_is_private', 'key_weak'],
  },
});
