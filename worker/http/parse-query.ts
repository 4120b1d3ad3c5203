/**
 * Splits and decodes the query of a request as a form (`application/x-www-form-urlencoded`), once for each request.
 */

/** One parameter of a query, decoded. */
interface Parameter {
  readonly name: string;
  /** Octets that are not UTF-8 are replaced by U+FFFD. */
  readonly value: string;
  /** Whether the octets of the value are UTF-8. */
  readonly isUtf8: boolean;
}

/** The parameters of a query in their order. */
export type Query = readonly Parameter[];

/**
 * The query of a request.
 *
 * @param url - the absolute address of the request, as it was sent
 * @example
 * ```ts
 * parseQuery('https://waypost.example/open?url=go%3Ax+y')[0]; // { name: 'url', value: 'go:x y', isUtf8: true }
 * parseQuery('https://waypost.example/open?url=%FF')[0]?.isUtf8; // false
 * ```
 */
export function parseQuery(url: string): Query {
  const from = url.indexOf('?') + 1;
  if (from === 0) return [];
  const fragment = url.indexOf('#', from);
  const pairs = url.slice(from, fragment === -1 ? undefined : fragment).split('&');
  return pairs.filter((pair) => pair !== '').map(parsePair);
}

function parsePair(pair: string): Parameter {
  const equals = pair.indexOf('=');
  if (equals === -1) return { name: decode(pair) ?? pair, value: '', isUtf8: true };
  const name = pair.slice(0, equals);
  const text = pair.slice(equals + 1);
  const value = decode(text);
  return { name: decode(name) ?? name, value: value ?? decodeLossy(text), isUtf8: value !== null };
}

/** `+` is a space. A `%` that does not begin an escape stays, as in the form decoder of browsers. */
function decode(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  return decodeEscapes(spaced) ?? decodeEscapes(spaced.replace(STRAY_PERCENT, '%25'));
}

/** A `%` that does not begin an escape. */
const STRAY_PERCENT = /%(?![\da-f]{2})/gi;

/** `null` if the octets are not UTF-8, or an escape is not complete. */
function decodeEscapes(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function decodeLossy(text: string): string {
  return new URLSearchParams(`value=${text}`).get('value') ?? '';
}

/**
 * The first value of a parameter; `null` if the query does not have it.
 *
 * @example
 * ```ts
 * parameterValue(parseQuery('https://waypost.example/?format=json'), 'format'); // 'json'
 * ```
 */
export function parameterValue(query: Query, name: string): string | null {
  return query.find((parameter) => parameter.name === name)?.value ?? null;
}
