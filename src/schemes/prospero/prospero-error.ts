/** A text that Prospero does not allow: in an answer, or in a request that cannot be sent. */
export class ProsperoError extends Error {
  override readonly name = 'ProsperoError';
}
