/** The errors that a call can throw. The client throws each once, and the caller handles it. */

/** The server refused the call (code 0 or an unknown code). `message` is the text for people. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly code: number;
  /** Stable name of the refusal, such as `balance_insufficient`. */
  readonly error: string;
  /** Field name → message, if the refusal concerns fields. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, code: number, error: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.error = error;
    this.fields = fields;
  }
}

/** Some fields are wrong (code −1). `fields` is field name → message in the request's language. */
export class FieldErrors extends Error {
  override readonly name = 'FieldErrors';
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super(message);
    this.fields = fields;
  }
}

export type SecondStepMethod = 'google' | 'sms';

/** A second step is needed: a code from the authenticator or by text message (code −2). */
export class SecondStepNeeded extends Error {
  override readonly name = 'SecondStepNeeded';
  readonly methods: readonly SecondStepMethod[];

  constructor(message: string, methods: readonly SecondStepMethod[]) {
    super(message);
    this.methods = methods;
  }
}

/** The captcha was missing, wrong, used or too old (code −3). */
export class CaptchaNeeded extends Error {
  override readonly name = 'CaptchaNeeded';
}

/** There is no session, or it has ended (code 50008). */
export class LoggedOut extends Error {
  override readonly name = 'LoggedOut';
}

/** The call was not sent because another user is logged in in this browser now (`tab-session.ts`). */
export class OtherSession extends Error {
  override readonly name = 'OtherSession';
}

/**
 * The call got no readable response: network failure, timeout or server error. The server may still have carried out
 * the request.
 */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** HTTP status; 0 if there was no response. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
