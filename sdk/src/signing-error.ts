/**
 * Something can't be signed: a field that is not text, or a key that is missing, weak or unreadable. The message never
 * contains a key, a signature or a value.
 */
export class SigningError extends Error {
  override readonly name = 'SigningError';
  /** Names of the invalid fields or parts. Empty if the key is invalid. */
  readonly fields: readonly string[];

  constructor(message: string, fields: readonly string[] = []) {
    super(message);
    this.fields = fields;
  }
}
