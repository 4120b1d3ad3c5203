/** The query of the explorer, which has the same four parameters in an address as `/v1/resolve`, and its result. */
import type { DialectName, Options, Resolution } from '../../../src/index.ts';
import { safeExplain } from '../../../src/safe.ts';
import { UrlError } from '../../../src/uri/error.ts';
import { WRAPPED } from '../../../src/uri/prepare.ts';
import type * as TextInput from './text-input.ts';

export interface ExplorerQuery {
  /** A URL, or a whole text that contains URLs. */
  readonly text: string;
  /** The base URL; empty = none. */
  readonly base: string;
  readonly dialect: DialectName;
  readonly lax: boolean;
}

export const EMPTY_QUERY: ExplorerQuery = { text: '', base: '', dialect: 'current', lax: false };

/** The URL that the page explains while the query is empty, unless the operator names another one. */
export const FIRST_EXAMPLE = '<URL:GOPHER://Gopher.Floodgap.COM:70/7/v2/vs%09lost worlds>';

/** Whether there is nothing to explain, so that the page explains an example. */
export function isEmpty({ text, base }: ExplorerQuery): boolean {
  return text.trim() === '' && base === '';
}

export function hasDefaultOptions({ base, dialect, lax }: ExplorerQuery): boolean {
  return base === '' && dialect === 'current' && !lax;
}

export function libraryOptions({ base, dialect, lax }: ExplorerQuery): Options {
  return { base: base === '' ? undefined : base, dialect, lax };
}

/**
 * The query as the query string of an address, without `?`. Defaults are left out.
 * `queryString({ ...EMPTY_QUERY, text: 'go:x' })` is `'url=go%3Ax'`.
 */
export function queryString(query: ExplorerQuery): string {
  return queryParameters(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
}

/** The parameters of {@link queryString}, not encoded. */
export function queryParameters({ text, base, dialect, lax }: ExplorerQuery): readonly (readonly [string, string])[] {
  const parameters = [
    ['url', text],
    ['base', base],
    ['dialect', dialect === 'current' ? '' : dialect],
    ['lax', lax ? 'true' : ''],
  ] as const;
  return parameters.filter(([, value]) => value !== '');
}

/**
 * Reads the query of an address. Invalid values are ignored: people who open a shared address did not write it.
 *
 * @param parameters - a query string, or a fragment, without `?` or `#`
 */
export function parseExplorerQuery(parameters: string): ExplorerQuery {
  const values = new URLSearchParams(parameters);
  return {
    text: values.get('url') ?? '',
    base: values.get('base') ?? '',
    dialect: values.get('dialect') === 'url-1994' ? 'url-1994' : 'current',
    lax: values.get('lax') === 'true',
  };
}

export type ParseResult =
  | { readonly kind: 'url'; readonly resolution: Resolution }
  /** Why the input is not a URL, or its base is none. */
  | { readonly kind: 'error'; readonly error: UrlError; readonly inBase: boolean }
  /** Its links have a page of their own. */
  | { readonly kind: 'text' };

/**
 * Parses a query. Input counts as a text if it contains URLs but is not a URL itself: lines of URLs, or words around
 * one. `parseInput({ text: 'go:x', base: '', dialect: 'current', lax: false }, () => null).kind` is `'url'`.
 *
 * @param tests - says whether input is a text, if there may be one; a browser loads it then, and `null` = it could not
 */
export function parseInput(
  query: ExplorerQuery,
  tests: () => Pick<typeof TextInput, 'containsLink' | 'isText'> | null,
): ParseResult {
  const { text } = query;
  const mayBeText = /\S\s+\S/.test(text) && !WRAPPED.test(text);
  if (mayBeText && tests()?.isText(text)) return { kind: 'text' };
  const result = safeExplain(text, { ...libraryOptions(query), complete: true });
  if (result.ok) return { kind: 'url', resolution: result.value };
  // If the tests could not be loaded, neither can the table, and the page says so.
  if (mayBeText && tests() === null) return { kind: 'text' };
  if (/[^a-z\d+.-][a-z][a-z\d+.-]*:\S/i.test(text) && tests()?.containsLink(text)) return { kind: 'text' };
  const { error } = result;
  // If the base is wrong, its error is the `cause`.
  if (error.cause instanceof UrlError) return { kind: 'error', error: error.cause, inBase: true };
  return { kind: 'error', error, inBase: false };
}
