/** What was asked for can't be done now and perhaps can a moment later; every door answers it with 503. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
  /** The HTTP server's convention. */
  readonly statusCode = 503;
}
