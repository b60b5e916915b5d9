/**
 * Types of the built-in proof of work, in the format of ALTCHA version 2: the server publishes the start of a key, and
 * the client finds the counter that derives it. Only types and the encoding of the answer: solve.ts solves,
 * server/proof-of-work.ts issues and checks.
 */

/** The part of a challenge that the server signs. Strings are hex unless noted otherwise. */
export type WorkParameters = {
  readonly algorithm: 'PBKDF2/SHA-256';
  /** 16 bytes. The password is the nonce followed by the counter as four big-endian bytes. */
  readonly nonce: string;
  /** 16 bytes. */
  readonly salt: string;
  /** PBKDF2 iterations per attempt. */
  readonly cost: number;
  /** In bytes. */
  readonly keyLength: number;
  /** The key to find starts with these bytes. */
  readonly keyPrefix: string;
  readonly keySignature: string;
  /** The bound client (a keyed hash), the purpose, and the expiry in seconds since 1970. */
  readonly data: { readonly client: string; readonly purpose: string; readonly expires: number };
};

/** A challenge as it appears in the field `altcha` of `/captcha/init`. */
export type ProofOfWork = { readonly parameters: WorkParameters; readonly signature: string };

export type WorkSolution = { readonly counter: number; readonly derivedKey: string };

/** The three fields that are sent with the protected call. */
export type CaptchaAnswer = {
  readonly geetest_challenge: string;
  readonly geetest_validate: string;
  readonly geetest_seccode: string;
};

/** Geetest version 3 appends this to a validate to form the seccode. */
export const seccodeSuffix = '|jordan';

/**
 * Encodes the solution in geetest's three fields: the nonce, ALTCHA's payload in base64, and the payload with the
 * suffix.
 */
export function workAnswer({ parameters, signature }: ProofOfWork, solution: WorkSolution): CaptchaAnswer {
  // The JSON is ASCII only, as btoa needs.
  const validate = platform.btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
  return { geetest_challenge: parameters.nonce, geetest_validate: validate, geetest_seccode: validate + seccodeSuffix };
}

/** Every browser and Node has this, but the language's own types do not. */
const platform = globalThis as unknown as { btoa(bytes: string): string };
