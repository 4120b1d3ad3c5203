/**
 * Words that must not become aliases: the first segment of every route, the name of every scheme (gateway paths begin
 * with it), and words that people would take for pages of the operator. An alias that exists keeps leading where it
 * led: only a page at its own address takes that from it, unless the page is younger.
 */
import { schemes } from '../../src/index.ts';
import type { Reservation } from '../http/request-context.ts';

const OPERATOR_PAGES: readonly string[] = [
  ...['about', 'abuse', 'account', 'admin', 'api', 'assets', 'billing', 'blog', 'contact', 'dashboard', 'export'],
  ...['favicon', 'feed', 'help', 'home', 'import', 'imprint', 'legal', 'login', 'logout', 'password', 'privacy'],
  ...['register', 'robots', 'search', 'security', 'settings', 'signin', 'signup', 'sitemap', 'status', 'support'],
  ...['terms', 'verify', 'webmaster', 'www'],
];

/** Pages whose word could be an alias before. Such an alias is followed at the address of the page. */
const YOUNGER_PAGES = ['check'] as const;
export type YoungerPage = (typeof YOUNGER_PAGES)[number];

/** @param paths - the patterns of the routes */
export function reservedWords(paths: Iterable<string>): ReadonlyMap<string, Reservation> {
  const segments = [...paths].map((path) => path.split('/').slice(1));
  const first = segments.map(([word = '']) => word).filter((word) => word !== '' && !word.startsWith('{'));
  const pages = segments.filter((path) => path.length === 1).map(([word = '']) => word);
  return new Map<string, Reservation>([
    ...OPERATOR_PAGES.map((word) => [word, 'operator'] as const),
    ...[...schemes.keys(), ...first].map((word) => [word, 'beginning'] as const),
    ...pages.filter((word) => first.includes(word)).map((word) => [word, 'address'] as const),
    ...YOUNGER_PAGES.filter((word) => first.includes(word)).map((word) => [word, 'beginning'] as const),
  ]);
}
