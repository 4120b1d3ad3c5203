/**
 * The error for a missing or wrong setting, which the operator must correct. The message names keys and never values,
 * so that it may be logged.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
