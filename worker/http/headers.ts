/** Headers that more than one part of the Worker sends. */
import { hasPassword } from '../../src/uri/user-info.ts';

/** Headers by their names. */
export type HeaderFields = Readonly<Record<string, string>>;

export const JSON_TYPE = 'application/json';

/** A form as browsers send it, with no file. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The headers of every answer of the API. Any origin may read it; no browser may run, frame or sniff it. */
export const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Patch, Allow, ETag, Link, Location, Retry-After, X-Request-Id',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The identifier of a request, which its answer and its line in the log have. */
export const REQUEST_ID = 'X-Request-Id';

/**
 * The value of `Link` (RFC 8288) that names the canonical URL, exactly as the API does; `null` for a URL with a
 * password, which no header repeats, and without which it would be another URL. No escaping is needed: a canonical URL
 * contains no raw `>` or `"`.
 */
export function canonicalLink(canonical: string): string | null {
  return hasPassword(canonical) ? null : `<${canonical}>; rel="canonical"`;
}

/** The header with that value, or none. */
export function canonicalHeader(canonical: string): HeaderFields {
  const link = canonicalLink(canonical);
  return link === null ? {} : { Link: link };
}

/** The canonical URL in a value of `Link`; `null` = there is none. */
export function canonicalIn(link: string | null): string | null {
  return /<([^>]*)>; rel="canonical"/.exec(link ?? '')?.[1] ?? null;
}

const TAG = /"[\x21\x23-\x7e\x80-\uffff]*"/g;

/** The entity tags in a list (RFC 9110 §8.8.3), weak or strong, with their quotation marks. */
export function tagsIn(list: string): readonly string[] {
  return list.match(TAG) ?? [];
}

/** Whether the value of `If-None-Match` matches a tag: `*`, or a list that has the tag, weak or strong. */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch === tag || ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).includes(tag);
}
