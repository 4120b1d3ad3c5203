/**
 * Words that must not be aliases: the first segment of every route, the name of every scheme (gateway paths begin with
 * it), and words that people would take for pages of the operator.
 */
import { schemes } from '../../src/index.ts';

const OPERATOR_PAGES: readonly string[] = [
  ...['about', 'abuse', 'account', 'admin', 'api', 'assets', 'billing', 'blog', 'contact', 'dashboard', 'export'],
  ...['favicon', 'feed', 'help', 'home', 'import', 'imprint', 'legal', 'login', 'logout', 'password', 'privacy'],
  ...['register', 'robots', 'search', 'security', 'settings', 'signin', 'signup', 'sitemap', 'status', 'support'],
  ...['terms', 'verify', 'webmaster', 'www'],
];

/** Whether a reserved word is only one that people would take for a page of the operator. */
export const isOperatorPage = (word: string): boolean => OPERATOR_PAGES.includes(word);

/** @param paths - the patterns of the routes */
export function reservedWords(paths: Iterable<string>): ReadonlySet<string> {
  const first = [...paths].map((path) => path.split('/', 2)[1] ?? '');
  return new Set([
    ...OPERATOR_PAGES,
    ...schemes.keys(),
    ...first.filter((word) => word !== '' && !word.startsWith('{')),
  ]);
}
