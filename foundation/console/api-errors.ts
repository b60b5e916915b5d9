/** How a call can end badly, as the screens see it. Each is thrown once by the client and caught by who asked. */

/** Code 0 or any unknown code: refused; the words for people are in `message`. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly code: number;
  /** Stable name of the refusal, `balance_insufficient`. */
  readonly error: string;

  constructor(message: string, code: number, error: string) {
    super(message);
    this.code = code;
    this.error = error;
  }
}

/** Code −1: field name → message in the request's language. */
export class FieldErrors extends Error {
  override readonly name = 'FieldErrors';
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super(message);
    this.fields = fields;
  }
}

export type SecondStepMethod = 'google' | 'sms';

/** Code −2. */
export class SecondStepNeeded extends Error {
  override readonly name = 'SecondStepNeeded';
  readonly methods: readonly SecondStepMethod[];

  constructor(message: string, methods: readonly SecondStepMethod[]) {
    super(message);
    this.methods = methods;
  }
}

/** Code −3: the captcha was missing, wrong, used or too old. */
export class CaptchaNeeded extends Error {
  override readonly name = 'CaptchaNeeded';
}

/** Code 50008: no session, or it has ended. */
export class LoggedOut extends Error {
  override readonly name = 'LoggedOut';
}

/** Not sent: somebody else is logged in in this browser now (`tab-session.ts`). */
export class OtherSession extends Error {
  override readonly name = 'OtherSession';
}

/** The call got no answer that could be read: network, time, a broken server. What was asked may have happened. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** 0 when nothing was answered. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
