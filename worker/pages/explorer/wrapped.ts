/** One URL in angle brackets, which may contain blanks and be broken over lines (RFC 3986 App. C). */
export const WRAPPED = /^\s*<[^<>]*>\s*$/;

/**
 * Whether input is one URL in angle brackets.
 * `isWrapped('<URL:gopher://h.example/0/a\n  b>\n')` is `true`.
 */
export function isWrapped(input: string): boolean {
  return WRAPPED.test(input);
}
