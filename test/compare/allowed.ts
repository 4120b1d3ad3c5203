/**
 * Differences from the checkout before that are meant, each with its reason. CHANGELOG has those that users notice.
 * They belong to one comparison: when the checkout before has them as well, this list is empty again.
 */

export interface AllowedDifference {
  /** The requests: the beginning of their description, such as `GET /docs`. */
  readonly request: RegExp;
  /** The lines of the answer that are not compared. */
  readonly line: RegExp;
  readonly reason: string;
}

export const ALLOWED: readonly AllowedDifference[] = [];

/** The lines that are compared in the answer to a request. */
export function comparedLines(request: string, lines: readonly string[]): readonly string[] {
  const allowed = ALLOWED.filter((difference) => difference.request.test(request));
  return allowed.length === 0
    ? lines
    : lines.filter((line) => !allowed.some((difference) => difference.line.test(line)));
}
