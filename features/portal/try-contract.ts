/** The trial call: one call of the gateway, signed with the member's own key and sent as its program would send it. */
import { z } from 'zod';
import { paymentProofRefusals } from '#features/accounts/payment-proof.ts';
import { PayPassword } from '#features/accounts/password-fields.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { gatewayCalls, type GatewayPath } from '#features/gateway/contract.ts';
import { signTypeNames } from '#features/merchant-keys/rules.ts';
import { calls } from '#foundation/core/calls.ts';
import { tryTexts } from './try-words.ts';

const paths = Object.keys(gatewayCalls) as [GatewayPath, ...GatewayPath[]];
/** The call that moves money, and takes the payment proof. */
export const PROVEN_PATH = '/payout/create' satisfies GatewayPath;

/** More than any field of the protocol, so that a wrong value reaches the gateway and gets its answer. */
const MAX_VALUE_CHARACTERS = 4096;

/**
 * What a member has signed with its own private key, which the platform does not have: the `text` of an answer that sent
 * nothing.
 */
const OwnSignature = z.strictObject({
  timestamp: z.string().max(20),
  nonce: z.string().max(64),
  sign: z.string().max(2048),
});

export const TryCall = z.strictObject({
  path: z.enum(paths),
  fields: z.record(z.string().max(64), z.string().max(MAX_VALUE_CHARACTERS)),
  signType: z.enum(signTypeNames),
  signature: OwnSignature.optional(),
  /** For `/payout/create`, and with MD5 for fields that the call does not have. */
  payPassword: PayPassword.optional(),
  ...secondStepFields,
});

const Headers = z.record(z.string(), z.string());

export const tryCalls = calls(tryTexts, {
  '/apisettings/try': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['payout_tried'],
    summary:
      'Sends one call to the gateway, signed with the member’s key, and shows what was signed, sent and answered',
    guide:
      'Only `/payout/create` takes the payment password and the second step, and with `MD5`, which does not sign the path, fields that the call does not have. With `RSA-SHA256` the platform can’t sign: without `signature` nothing is sent, and the answer has the text to sign; sign it with your private key, and send `timestamp` and `nonce` of its headers with `sign`.',
    input: TryCall,
    output: z.strictObject({
      /** What is signed; with MD5 without `&key=` and the key. */
      text: z.string(),
      /** Path and query as sent. */
      target: z.string(),
      headers: Headers,
      body: z.string(),
      /** HTTP status; null if nothing was sent. */
      status: z.int().nullable(),
      replyHeaders: Headers,
      reply: z.string().nullable(),
      /** Whether the reply is signed by the platform; null if nothing was sent. */
      verified: z.boolean().nullable(),
    }),
    refusals: [...paymentProofRefusals],
  },
});
