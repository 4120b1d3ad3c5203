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

export const ALLOWED: readonly AllowedDifference[] = [
  {
    request: /^explain\b.*(?:go|mailto|prospero|wais):/i,
    line: /^\$\.value\.(?:diagnostics|omitted)/,
    reason: 'Each change is told at its own place, and in the order of the text.',
  },
  {
    request: /^the schemes$/,
    line: /^/,
    reason: 'Their grammars are in pieces. What follows from a definition is compared by itself.',
  },
  {
    request: /^GET \S*\/docs\//,
    line: /^/,
    reason: 'Documents tell what has changed. Tests compare them with the code.',
  },
  {
    request: /^GET \S*\/links(?:$| |\?)/,
    line: /<form class="own-form"/,
    reason: 'The script needs no mark on the form.',
  },
  {
    request: /^waypost (?:get |check )?--help$/,
    line: /[Ww]hat a link leads to|status is$|alive, moved|status is one of|[Ee]ach server|robots\.txt is obeyed/,
    reason: 'What `get` opens is no list, and the statuses are written from theirs.',
  },
  {
    request: /^GET \S*\/(?:openapi\.json|problems)/,
    line: /^/,
    reason: 'Both have 408 for bodies that come too slowly. Tests compare them with the answers.',
  },
];

/** The lines that are compared in the answer to a request. */
export function comparedLines(request: string, lines: readonly string[]): readonly string[] {
  const allowed = ALLOWED.filter((difference) => difference.request.test(request));
  return allowed.length === 0
    ? lines
    : lines.filter((line) => !allowed.some((difference) => difference.line.test(line)));
}
