/**
 * How one URL is read from left to right: scheme, authority, path, query, fragment. Each part is written by
 * the room it belongs to; this file only knows their order.
 */
import type { Scheme } from './schemes/scheme.ts';
import { rewriteAuthority } from './uri/authority.ts';
import { schemeEnd } from './uri/components.ts';
import type { Dialect } from './uri/dialect.ts';
import { rewritePath } from './uri/generic.ts';
import { Reread, rewriteComponent } from './uri/percent.ts';
import { ABSENT, type Rewrite } from './uri/rewrite.ts';
import type { Syntax } from './uri/syntax.ts';

/** Finds a scheme by the letters before the colon, in any case, without taking them out of the text. */
export class SchemeIndex {
  /** Rooms by length and first letter of their names. */
  readonly #rooms: (Scheme[] | undefined)[] = [];
  readonly #unknown: Scheme;

  constructor(rooms: readonly Scheme[], unknown: Scheme) {
    this.#unknown = unknown;
    for (const room of rooms) {
      const shape = shapeOf(room.name.length, room.name.charCodeAt(0));
      this.#rooms[shape] = [...(this.#rooms[shape] ?? []), room];
    }
  }

  /** The room of the scheme `text[0, to)`; that of unknown schemes if it has none. */
  find(text: string, to: number): Scheme {
    const rooms = this.#rooms[shapeOf(to, text.charCodeAt(0))];
    if (rooms !== undefined) {
      for (const room of rooms) if (isNamed(text, to, room.name)) return room;
    }
    return this.#unknown;
  }
}

function shapeOf(length: number, first: number): number {
  return length * 32 + (first & 31);
}

function isNamed(text: string, to: number, name: string): boolean {
  for (let index = 0; index < to; index++) {
    // Letters meet their lower case; no digit or sign that a scheme may hold meets a letter this way.
    if ((text.charCodeAt(index) | 0x20) !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** Reads the text of a pass that has begun, and returns the room of its scheme. */
export function readUrl(pass: Rewrite, index: SchemeIndex, dialect: Dialect): Scheme {
  const { text } = pass;
  const schemeTo = schemeEnd(text);
  if (schemeTo === ABSENT) failWithoutScheme(pass, index);
  const scheme = index.find(text, schemeTo);
  const { syntax } = scheme;
  pass.schemeTo = schemeTo;
  pass.latin1 = dialect.latin1 && !syntax.utf8Only && fitsLatin1(text);
  rewriteSchemeName(pass, schemeTo);
  if (pass.recording) noteScheme(pass, scheme, schemeTo);
  const pathFrom =
    scheme.authority === undefined ? readAuthority(pass, schemeTo + 1, syntax) : scheme.authority(pass, schemeTo + 1);
  pass.pathFrom = pathFrom;
  const pathTo = scheme.path === undefined ? rewritePath(pass, pathFrom, syntax) : scheme.path(pass, pathFrom, dialect);
  pass.pathTo = pathTo;
  const queryTo = text.charCodeAt(pathTo) === 0x3f ? readQuery(pass, pathTo + 1, scheme) : pathTo;
  pass.queryTo = queryTo;
  if (queryTo < text.length) rewriteComponent(pass, queryTo + 1, text.length, syntax.policies.fragment);
  return scheme;
}

/** Browsers drop tabs and line breaks even from the scheme. */
function failWithoutScheme(pass: Rewrite, index: SchemeIndex): never {
  const cleaned = pass.text.replace(/[\t\n\r]/g, '');
  const end = schemeEnd(cleaned);
  if (end !== ABSENT && index.find(cleaned, end).syntax.asBrowsersRead) throw Reread;
  return pass.fail(/^[^/?#]*:/.test(pass.text) ? 'scheme-invalid' : 'scheme-missing', 0);
}

function noteScheme(pass: Rewrite, scheme: Scheme, to: number): void {
  const code = scheme.doubt?.(pass.text.slice(0, to).toLowerCase()) ?? null;
  if (code !== null) pass.note(code, 0, to);
}

function rewriteSchemeName(pass: Rewrite, to: number): void {
  for (let index = 0; index < to; index++) {
    const code = pass.text.charCodeAt(index);
    if (code >= 0x41 && code <= 0x5a) return pass.replace(0, to, pass.text.slice(0, to).toLowerCase(), 'scheme-case');
  }
}

/** Reads an authority where the syntax has one, and returns where the path begins. */
function readAuthority(pass: Rewrite, from: number, syntax: Syntax): number {
  if (syntax.authority === 'none') return from;
  const { text } = pass;
  let slashes = from;
  while (slashes < from + 2 && text.charCodeAt(slashes) === 0x2f) slashes++;
  if (syntax.authority === 'browser') {
    while (text.charCodeAt(slashes) === 0x2f) slashes++;
    if (slashes !== from + 2) pass.replace(from, slashes, '//', 'slashes');
  } else if (slashes < from + 2) {
    return syntax.authority === 'required' ? pass.fail('authority-missing', from) : from;
  }
  return rewriteAuthority(pass, slashes, syntax);
}

function readQuery(pass: Rewrite, from: number, { query, syntax }: Scheme): number {
  return query === undefined
    ? rewriteComponent(pass, from, pass.text.length, syntax.policies.query)
    : query(pass, from);
}

function fitsLatin1(text: string): boolean {
  return !/[^\0-\xff]/.test(text);
}
