/**
 * The shapes of the built-in proof of work, in the form of altcha's second version: the server names a key, the client
 * finds the counter that leads to it. Types and the answer's encoding only; solve.ts works, server/proof-of-work.ts
 * issues and checks.
 */

/** What the server signs; hex text unless said otherwise. */
export type WorkParameters = {
  readonly algorithm: 'PBKDF2/SHA-256';
  /** 16 bytes; the password is these and the counter as four big-endian bytes. */
  readonly nonce: string;
  /** 16 bytes. */
  readonly salt: string;
  /** Iterations of one attempt. */
  readonly cost: number;
  /** Bytes. */
  readonly keyLength: number;
  /** The wanted key starts with these bytes. */
  readonly keyPrefix: string;
  readonly keySignature: string;
  /** The bound client (a keyed hash), what the work is for, and its end in seconds since 1970. */
  readonly data: { readonly client: string; readonly purpose: string; readonly expires: number };
};

/** A challenge as the field `altcha` of `/captcha/init` carries it. */
export type ProofOfWork = { readonly parameters: WorkParameters; readonly signature: string };

export type WorkSolution = { readonly counter: number; readonly derivedKey: string };

/** The triple that goes back with the protected call. */
export type CaptchaAnswer = {
  readonly geetest_challenge: string;
  readonly geetest_validate: string;
  readonly geetest_seccode: string;
};

/** What geetest's third version appends to make a seccode of a validate. */
export const seccodeSuffix = '|jordan';

/**
 * The solved work in geetest's three fields: the nonce, altcha's payload in base64, and the payload with the suffix.
 */
export function workAnswer({ parameters, signature }: ProofOfWork, solution: WorkSolution): CaptchaAnswer {
  // Only hex, digits and fixed words: one byte a character, as btoa needs.
  const validate = platform.btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
  return { geetest_challenge: parameters.nonce, geetest_validate: validate, geetest_seccode: validate + seccodeSuffix };
}

/** Part of every browser and of Node, though not of the language. */
const platform = globalThis as unknown as { btoa(bytes: string): string };
