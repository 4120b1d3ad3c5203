/** Whether a request holds a password in a URL: nobody may keep its answer. */

import { pathOf } from './address.ts';
import type { RequestContext } from './request-context.ts';

/** Ends of an authority, and the ends of what precedes one. Each part of a text begins with one of them. */
const PARTS = /(?=[/\\?#])/;

const COLON = /:|%3a/i;

/** What stands before a host, however often it is escaped. */
const AT = /@|%(?:25)*40/;

/** A link may be in a link, and that in a third one. Each is escaped once more. */
const MOST_LAYERS = 3;

/** An escaped octet of ASCII. */
const ESCAPE = /%([0-7][\da-f])/gi;

/**
 * Whether a parameter or the path of a request has a URL with a password. A path that only looks like one counts, too,
 * and so does a user name with an escaped colon, which servers of FTP and HTTP take for name and password.
 *
 * @example
 * ```ts
 * const url = 'https://w.example/v1/resolve?url=ftp%3A%2F%2Fme%3Asecret%40h.example%2F';
 * hasPassword({ url, query: [{ name: 'url', value: 'ftp://me:secret@h.example/' }] }); // true
 * ```
 */
export function hasPassword({ url, query }: Pick<RequestContext, 'url' | 'query'>): boolean {
  if (!AT.test(url)) return false;
  return holdsInAnyLayer(pathOf(url)) || query.some(({ value }) => holdsInAnyLayer(value));
}

/** A link is raw or escaped as a whole. In a raw one, an escaped slash belongs to the password: each layer counts. */
function holdsInAnyLayer(text: string): boolean {
  let layer = text;
  for (let depth = 0; depth < MOST_LAYERS; depth++) {
    if (holdsPassword(layer)) return true;
    layer = decodedField(layer);
  }
  return holdsPassword(layer);
}

/** Whether a text has user info with a password, as in `ftp://user:password@host/`, however many slashes there are. */
function holdsPassword(text: string): boolean {
  // The time grows with the length of the text alone, because strangers write it.
  return text.includes('@') && text.split(PARTS).some(isUserInfo);
}

function isUserInfo(part: string): boolean {
  const end = part.lastIndexOf('@');
  if (end === -1) return false;
  const colons = part.slice(0, end).split(COLON).length - 1;
  // Without a slash, the first colon ends the scheme.
  return colons >= (part.startsWith('/') || part.startsWith('\\') ? 1 : 2);
}

/** Decodes what can be in user info and before it, also if other octets of the text are not UTF-8. */
function decodedField(text: string): string {
  return text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
