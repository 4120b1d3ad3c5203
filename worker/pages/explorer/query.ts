/**
 * The query of the explorer: what to explain, and how to read it. In an address it has the same four parameters as
 * `/v1/resolve`.
 */
import type { DialectName, Options } from '../../../src/index.ts';

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

/** Whether the query has no base and reads its text in the usual way. */
export function hasDefaultOptions({ base, dialect, lax }: ExplorerQuery): boolean {
  return base === '' && dialect === 'current' && !lax;
}

/** The options of the library for this query. */
export function libraryOptions({ base, dialect, lax }: ExplorerQuery): Options {
  return { base: base === '' ? undefined : base, dialect, lax };
}

/**
 * The query as the query string of an address, without `?`. Defaults are left out.
 *
 * @example
 * ```ts
 * queryString({ ...EMPTY_QUERY, text: 'go:x' }); // 'url=go%3Ax'
 * ```
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
