/**
 * The response envelope and the only definition of its numeric codes. Every handled call answers HTTP 200; the code
 * says how it went. Never build an envelope by hand elsewhere.
 */

export const Code = {
  success: 1,
  refused: 0,
  loggedOut: 50008,
  fieldsWrong: -1,
  secondStepNeeded: -2,
  captchaNeeded: -3,
} as const;
export type Code = (typeof Code)[keyof typeof Code];

export interface Envelope<Data = unknown> {
  code: Code;
  /** Text for people, in the request's language. */
  msg: string;
  /** The server's time in Unix seconds. */
  time: number;
  data?: Data;
  /** Stable name of a refusal, for programs, such as `balance_insufficient`. */
  error?: string;
  /** Field name → message; present with code −1, and with a refusal that concerns fields. */
  fields?: Record<string, string>;
}

export function successEnvelope<Data>(data: Data, now: Date): Envelope<Data> {
  return { code: Code.success, msg: '', time: unixSeconds(now), data };
}

export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
