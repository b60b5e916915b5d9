/**
 * What cannot be signed: a field that is not text, a key that is missing, weak or unreadable.
 * Its message never holds a key, a signature or a value.
 */
export class SigningError extends Error {
  override readonly name = 'SigningError';
  /** Names of the fields or parts at fault; empty when it is the key. */
  readonly fields: readonly string[];

  constructor(message: string, fields: readonly string[] = []) {
    super(message);
    this.fields = fields;
  }
}
