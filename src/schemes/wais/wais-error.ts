/** A message of a server that WAIS does not allow. */
export class WaisError extends Error {
  override readonly name = 'WaisError';
}
