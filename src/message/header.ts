/**
 * The header of an article (RFC 5536 §2.2): fields, unfolded, and the parameters of structured ones (RFC 2045 §5.1).
 */
import { concatOctets, latin1Of } from '../octets/octets.ts';
import { decodeOctets } from '../uri/decode.ts';
import { decodeWithLabel } from './charset.ts';

export interface HeaderField {
  /** In the case of the article. A blank before the colon (RFC 5322 §4.5) belongs to it. */
  readonly name: string;
  /** Unfolded and trimmed. Encoded words (RFC 2047) are not decoded. */
  readonly value: string;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits an article, or one of its parts, at its first empty line. Some programs left that line out: then the header
 * ends before the first line that is neither a field nor the continuation of one, unless a field follows that every
 * article has, and that did not come yet: some gateways broke long lines.
 */
export function splitEntity(octets: Uint8Array): { readonly header: Uint8Array; readonly body: Uint8Array } {
  const seen = new Set<string>();
  let without: number | null = null;
  let from = 0;
  while (from < octets.length) {
    const lineFeed = octets.indexOf(LF, from);
    const end = lineFeed < 0 ? octets.length : lineFeed;
    if (end === from || (end === from + 1 && octets[from] === CR)) {
      if (without !== null) break;
      return { header: octets.subarray(0, from), body: octets.subarray(Math.min(end + 1, octets.length)) };
    }
    const line = latin1Of(octets.subarray(from, Math.min(end, from + LONGEST_NAME)));
    const required = REQUIRED.exec(line)?.[1]?.toLowerCase() ?? null;
    if (required !== null && !seen.has(required)) without = null;
    else if (!HEADER_LINE.test(line)) without ??= from;
    if (required !== null) seen.add(required);
    from = end + 1;
  }
  const at = without ?? octets.length;
  return { header: octets.subarray(0, at), body: octets.subarray(at) };
}

/** A field, its continuation, or the line before a message in a file of messages. */
const HEADER_LINE = /^(?:[!-9;-~]+[ \t]*:|[ \t]|>?From )/;
/** RFC 5536 §3.1: the fields that every article has. */
const REQUIRED = /^(Date|From|Message-ID|Newsgroups|Path|Subject)[ \t]*:/i;
/** In octets: no field has a longer name. */
const LONGEST_NAME = 256;

/**
 * Parses the fields of a header. `charset` is that of the body, for fields with octets above 127 that are not UTF-8.
 * `parseFields(octetsOf('Subject: one\r\n two\r\n'), null)` is `[{ name: 'Subject', value: 'one two' }]`.
 */
export function parseFields(header: Uint8Array, charset: string | null): HeaderField[] {
  const unfolded: string[] = [];
  for (const line of decodeWithLabel(header, charset).split(/\r?\n/)) {
    const last = unfolded.length - 1;
    if (/^[ \t]/.test(line) && last >= 0) unfolded[last] += ` ${line.trim()}`;
    else unfolded.push(line);
  }
  return unfolded.flatMap((line) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    return colon > 0 && /^[!-9;-~]+[ \t]*$/.test(name) ? [{ name, value: line.slice(colon + 1).trim() }] : [];
  });
}

/**
 * The value of the first field with this name, in any case. One with a blank before its colon (RFC 5322 §4.5) counts
 * only where no other has the name: some programs overlook it, and a forger can rely on that.
 */
export function fieldOf(fields: readonly HeaderField[], name: string): string | null {
  const lowerName = name.toLowerCase();
  const named = (field: HeaderField): boolean => field.name.toLowerCase() === lowerName;
  const blankNamed = (field: HeaderField): boolean => field.name.trimEnd().toLowerCase() === lowerName;
  return (fields.find(named) ?? fields.find(blankNamed))?.value ?? null;
}

/** The value of the first of several names that the fields have: B News renamed some of its fields. */
export function firstFieldOf(fields: readonly HeaderField[], ...names: readonly string[]): string {
  for (const name of names) {
    const value = fieldOf(fields, name);
    if (value !== null) return value;
  }
  return '';
}

/** A value such as `text/plain; charset=utf-8`. */
interface Structured {
  /** In lower case. */
  readonly value: string;
  /** By name in lower case. If a parameter is repeated, the first counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Longer values are cut before they are parsed. */
const LONGEST_VALUE = 4096;

/** Parses a value with parameters, quoted or not. Comments are dropped. */
export function parseStructured(field: string): Structured {
  const text = field.slice(0, LONGEST_VALUE);
  const value = /^[^;(\s]*/.exec(text)?.[0] ?? '';
  const parameters = new Map<string, string>();
  const pattern = /;\s*([^\s=;"()]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s()]*))/g;
  for (const [, name = '', quoted, plain = ''] of text.slice(value.length).matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain);
  }
  return { value: value.toLowerCase(), parameters };
}

/**
 * A parameter that may be split into sections and have its own charset (RFC 2231 §3, §4). If a value has this form and
 * the plain one, this form wins. Encoded words (RFC 2047) are not decoded.
 * `longParameter(parseStructured("a; filename*=utf-8''caf%C3%A9.txt").parameters, 'filename')` is `'café.txt'`.
 */
export function longParameter(parameters: Structured['parameters'], name: string): string | null {
  const sections: (Uint8Array | string)[] = [];
  let charset: string | null = null;
  for (let number = 0; ; number++) {
    const encoded = parameters.get(`${name}*${number}*`) ?? (number === 0 ? parameters.get(`${name}*`) : undefined);
    const section = encoded ?? parameters.get(`${name}*${number}`);
    if (section === undefined) break;
    const [, label, rest] = (number === 0 && encoded !== undefined && /^([^']*)'[^']*'(.*)$/.exec(section)) || [];
    charset = label ?? charset;
    // Only sections whose name ends with `*` are percent-encoded; in others a percent sign is data.
    sections.push(encoded === undefined ? section : decodeOctets(rest ?? section));
  }
  return sections.length === 0 ? (parameters.get(name) ?? null) : decodeWithLabel(concatOctets(sections), charset);
}
