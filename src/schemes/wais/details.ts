/** What a wais URL means. */

import { encodeUtf8 } from '../../octets/octets.ts';
import { decodeOptional, decodeText } from '../../uri/decode.ts';
import { ABSENT } from '../../uri/rewrite.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';
import { endOfField } from './fields.ts';

export interface WaisDetails {
  readonly form: 'database' | 'search' | 'document';
  readonly database: string;
  /** `null` if there is no `?`. */
  readonly search: string | null;
  readonly wtype: string | null;
  /** Percent-encoded: only the server that made it can parse it. */
  readonly wpath: string | null;
  /** The document's length in octets, if the URL has the form of Lynx and Mosaic. */
  readonly length: number | null;
  /** The fields of the wpath, in their order. */
  readonly fields: readonly WaisField[];
}

interface WaisField {
  readonly number: number;
  readonly value: string;
}

/** Behind a length stands nothing but fields. Only then does the canonical form read it as a number. */
const LENGTH_AND_FIELDS = /^([0-9]{1,10})\/((?:[0-9]{1,10}=[^;]*;)+)$/;

/** What a canonical path consists of, percent-encoded; `null` = it has no such part. */
export function waisParts(path: string): {
  readonly database: string;
  readonly wtype: string | null;
  readonly wpath: string | null;
  readonly length: string | null;
} {
  const [, database = '', wtype = null, rest = null] = /^\/?([^/]*)(?:\/([^/]*)(?:\/(.*))?)?/s.exec(path) ?? [];
  const [, length = null, wpath = rest] = rest === null ? [] : (LENGTH_AND_FIELDS.exec(rest) ?? []);
  return { database, wtype, wpath, length };
}

export function waisDetails({ path, query }: Parts, extent: Extent = new Extent()): WaisDetails {
  const { database, wtype, wpath, length } = waisParts(path);
  return {
    form: wpath === null ? (query === null ? 'database' : 'search') : 'document',
    database: decodeText(database),
    search: decodeOptional(query),
    wtype: decodeOptional(wtype),
    wpath,
    length: length === null ? null : Number(length),
    fields: wpath === null ? [] : parseWpathFields(wpath, extent),
  };
}

/** `*( digits "=" value ";" )`, up to what is not a field. */
function parseWpathFields(wpath: string, extent: Extent): WaisField[] {
  const fields: WaisField[] = [];
  const octets = encodeUtf8(wpath);
  let count = 0;
  for (let at = 0, end = endOfField(octets, 0); end !== ABSENT; at = end, end = endOfField(octets, end)) {
    count++;
    if (count > extent.most) continue;
    const equals = wpath.indexOf('=', at);
    fields.push({ number: Number(wpath.slice(at, equals)), value: decodeText(wpath.slice(equals + 1, end - 1)) });
  }
  extent.omit('details.fields', count - fields.length);
  return fields;
}
