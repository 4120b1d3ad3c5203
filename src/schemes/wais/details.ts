/** What a wais URL means. */
import { decodeOptional, decodeText } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';

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

export interface WaisField {
  readonly number: number;
  readonly value: string;
}

export function waisDetails({ path, query }: Parts): WaisDetails {
  const [, database = '', wtype = null, rest = null] = /^\/?([^/]*)(?:\/([^/]*)(?:\/(.*))?)?/s.exec(path) ?? [];
  const withLength = rest === null ? null : /^([0-9]{1,10})\/(?=[0-9]+=)(.*)$/s.exec(rest);
  const wpath = withLength?.[2] ?? rest;
  return {
    form: wpath === null ? (query === null ? 'database' : 'search') : 'document',
    database: decodeText(database),
    search: decodeOptional(query),
    wtype: decodeOptional(wtype),
    wpath,
    length: withLength === null ? null : Number(withLength[1]),
    fields: wpath === null ? [] : parseWpathFields(wpath),
  };
}

function parseWpathFields(wpath: string): WaisField[] {
  return [...wpath.matchAll(/([0-9]+)=([^;]*);?/gy)].map(([, number, value]) => ({
    number: Number(number),
    value: decodeText(value ?? ''),
  }));
}
