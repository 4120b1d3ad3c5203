/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Whether it is a {@link UsageError}. The bundle of `get` and `check` has a class of its own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}
