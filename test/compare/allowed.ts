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
    request: /format=atom/,
    line: /^ *<generator version="[^"]*">$|^ *\{"type":"text","text":"Waypost"\}$/,
    reason: 'Feeds name the program that wrote them.',
  },
  {
    request: /links=x/,
    line: /`links` (?:Invalid type: Expected |must be )|^ *"(?:links| must be | Invalid type)/,
    reason: 'A wrong `links` is answered with the sentence that other parameters of a few words have.',
  },
  {
    request: /\/docs/,
    line: /^/,
    reason: 'The documentation follows the schemas of the description, and its styles are a file of their own.',
  },
  {
    request: /\/openapi\.json/,
    line: /^\$(?:\.components\.schemas|\.paths\S*\.(?:parameters|schema))\b/,
    reason: 'Parameters and schemas are derived from those of the routes; the tests of the description judge them.',
  },
  {
    request: /\/llms\.txt/,
    line: /^- `(?:GET|POST|PATCH|DELETE) /,
    reason: 'Parameters stand in the order of the schemas that they are derived from.',
  },
];

/** The lines that are compared in the answer to a request. */
export function comparedLines(request: string, lines: readonly string[]): readonly string[] {
  const allowed = ALLOWED.filter((difference) => difference.request.test(request));
  return allowed.length === 0
    ? lines
    : lines.filter((line) => !allowed.some((difference) => difference.line.test(line)));
}
