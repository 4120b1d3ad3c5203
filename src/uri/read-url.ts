/**
 * How one URL is read from left to right: scheme, authority, path, query, fragment. Each part is written by
 * the room it belongs to; this file only knows their order.
 */
import type { Canonical, Scheme } from '../schemes/scheme.ts';
import { rewriteAuthority } from './authority.ts';
import { schemeEnd } from './components.ts';
import type { Dialect } from './dialect.ts';
import { generic } from './generic-diagnostics.ts';
import { rewritePath } from './generic-path.ts';
import { authorityOf, pathOf, tailOf } from './pattern.ts';
import { Reread, rewriteComponent } from './percent.ts';
import { transform } from './reference-resolution.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import type { Syntax } from './syntax.ts';

/** A scheme as the engine reads it: every room of one shape, `null` for what it leaves to the generic syntax. */
export class Room {
  readonly scheme: Scheme;
  readonly name: string;
  readonly syntax: Syntax;
  readonly authority: NonNullable<Scheme['authority']> | null;
  readonly path: NonNullable<Scheme['path']> | null;
  readonly query: NonNullable<Scheme['query']> | null;
  readonly transform: NonNullable<Scheme['transform']>;
  /** Whether a path is a hierarchy behind an authority, but for an `exception`. */
  readonly hierarchical: boolean;
  readonly exception: RegExp | null;

  constructor(scheme: Scheme) {
    this.scheme = scheme;
    this.name = scheme.name;
    this.syntax = scheme.syntax;
    this.authority = scheme.authority ?? null;
    this.path = scheme.path ?? null;
    this.query = scheme.query ?? null;
    this.transform = scheme.transform ?? transform;
    this.hierarchical =
      scheme.syntax.dotSegments &&
      scheme.syntax.rootPath &&
      (scheme.transform === undefined || scheme.transformOn !== undefined);
    this.exception = scheme.transformOn ?? null;
  }
}

/** Finds a scheme by the letters before the colon, in any case, without taking them out of the text. */
export class SchemeIndex {
  /** Rooms by the character code of the first letter of their names. */
  readonly #byLetter: readonly (readonly Room[])[];
  /** Rooms by length and first letter of their names. */
  readonly #rooms: readonly (readonly Room[])[];
  readonly #unknown: Room;

  constructor(schemes: readonly Scheme[], unknown: Scheme) {
    const longest = Math.max(0, ...schemes.map(({ name }) => name.length));
    const rooms: Room[][] = Array.from({ length: shapeOf(longest + 1, 0) }, () => []);
    for (const scheme of schemes) rooms[shapeOf(scheme.name.length, scheme.name.charCodeAt(0))]?.push(new Room(scheme));
    this.#rooms = rooms;
    this.#byLetter = Array.from({ length: 128 }, (_, code) =>
      rooms.flat().filter(({ name }) => name.charCodeAt(0) === code),
    );
    this.#unknown = new Room(unknown);
  }

  /** The room of the scheme that the text begins with, if it is a known one in lower case; else `null`. */
  findPlain(text: string): Room | null {
    const first = text.charCodeAt(0);
    const rooms = first < 128 ? this.#byLetter[first] : undefined;
    if (rooms === undefined) return null;
    for (let index = 0; index < rooms.length; index++) {
      const room = rooms[index];
      if (room !== undefined && beginsWithScheme(text, room.name)) return room;
    }
    return null;
  }

  /** The room of the scheme `text[0, to)`; that of unknown schemes if it has none. */
  find(text: string, to: number): Room {
    const rooms = this.#rooms[shapeOf(to, text.charCodeAt(0))];
    if (rooms !== undefined) {
      for (let index = 0; index < rooms.length; index++) {
        const room = rooms[index];
        if (room !== undefined && isNamed(text, to, room.name)) return room;
      }
    }
    return this.#unknown;
  }
}

function shapeOf(length: number, first: number): number {
  return length * 32 + (first & 31);
}

function beginsWithScheme(text: string, name: string): boolean {
  const { length } = name;
  for (let index = 1; index < length; index++) {
    if (text.charCodeAt(index) !== name.charCodeAt(index)) return false;
  }
  return text.charCodeAt(length) === 0x3a;
}

function isNamed(text: string, to: number, name: string): boolean {
  for (let index = 0; index < to; index++) {
    // Letters meet their lower case; no digit or sign that a scheme may hold meets a letter this way.
    if ((text.charCodeAt(index) | 0x20) !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** Recognises canonical URLs: most of them, and nothing else. */
export function recognizer(schemes: readonly Scheme[]): (url: string) => url is Canonical {
  // It has no end to look for: where one is missed, it would be looked for again at every step back.
  // Where no room has a pattern, not even the empty string is canonical.
  const patterns = schemes.flatMap((scheme) => canonicalOf(scheme) ?? []).join('|') || '(?!)';
  const canonical = new RegExp(`(?:${patterns})`, 'y');
  return (url): url is Canonical => {
    canonical.lastIndex = 0;
    return canonical.test(url) && canonical.lastIndex === url.length;
  };
}

function canonicalOf({ name, defaultPort, syntax, canonical, path, query, authority }: Scheme): string | null {
  const begin = `${name.replace(/[+.]/g, '\\$&')}:`;
  if (canonical !== undefined) return begin + canonical;
  if ((path ?? query ?? authority) !== undefined || syntax.host === 'registered') return null;
  return `${begin}${authorityOf(defaultPort, `${pathOf(syntax)}${tailOf(syntax)}`)}`;
}

/** Reads the text of a pass that has begun, and returns the room of its scheme. */
export function readUrl(pass: Rewrite, index: SchemeIndex, dialect: Dialect): Room {
  const room = readStart(pass, index, dialect);
  readPath(pass, pass.pathFrom, room, dialect);
  readQuery(pass, room);
  readFragment(pass, room);
  return room;
}

/** Reads scheme and authority. */
export function readStart(pass: Rewrite, index: SchemeIndex, dialect: Dialect): Room {
  const { text } = pass;
  const room = index.findPlain(text) ?? readScheme(pass, index);
  const schemeTo = room.name === '' ? pass.schemeTo : room.name.length;
  pass.schemeTo = schemeTo;
  if (dialect.latin1) pass.latin1 = !room.syntax.utf8Only && fitsLatin1(text);
  if (pass.recording) noteScheme(pass, room.scheme, schemeTo);
  pass.pathFrom = readAuthority(pass, schemeTo + 1, room);
  return room;
}

/** Reads the path that begins at `from`. */
export function readPath(pass: Rewrite, from: number, { path, syntax }: Room, dialect: Dialect): void {
  pass.pathFrom = from;
  pass.pathTo = path === null ? rewritePath(pass, from, syntax) : path(pass, from, dialect);
}

/** Reads the query behind the path, if there is one. */
export function readQuery(pass: Rewrite, { query, syntax }: Room): void {
  const { pathTo, text } = pass;
  pass.queryTo = pathTo;
  if (text.charCodeAt(pathTo) !== 0x3f) return;
  const from = pathTo + 1;
  pass.queryTo = query === null ? rewriteComponent(pass, from, text.length, syntax.policies.query) : query(pass, from);
}

/** Reads the fragment behind the query, if there is one. */
export function readFragment(pass: Rewrite, { syntax }: Room): void {
  const { queryTo, text } = pass;
  if (queryTo < text.length) rewriteComponent(pass, queryTo + 1, text.length, syntax.policies.fragment);
}

/** Any scheme, in any case. */
function readScheme(pass: Rewrite, index: SchemeIndex): Room {
  const { text } = pass;
  const to = schemeEnd(text);
  if (to === ABSENT) failWithoutScheme(pass, index);
  const room = index.find(text, to);
  const name = room.name === '' ? text.slice(0, to).toLowerCase() : room.name;
  if (!text.startsWith(name)) pass.replace(0, to, name, generic['scheme-case']);
  pass.schemeTo = to;
  return room;
}

/** Browsers drop tabs and line breaks even from the scheme. */
function failWithoutScheme(pass: Rewrite, index: SchemeIndex): never {
  const cleaned = pass.text.replace(/[\t\n\r]/g, '');
  const end = schemeEnd(cleaned);
  if (end !== ABSENT && index.find(cleaned, end).syntax.asBrowsersRead) throw Reread;
  if (!/^[^/?#]*:/.test(pass.text)) return pass.fail(generic['scheme-missing'], 0);
  return pass.fail(generic['scheme-invalid'], /^[a-z][a-z0-9+.-]*/i.exec(pass.text)?.[0].length ?? 0);
}

function noteScheme(pass: Rewrite, scheme: Scheme, to: number): void {
  const diagnostic = scheme.noteScheme?.(pass.text.slice(0, to).toLowerCase()) ?? null;
  if (diagnostic !== null) pass.note(diagnostic, 0, to);
}

/** Reads an authority where the syntax has one, and returns where the path begins. */
export function readAuthority(pass: Rewrite, from: number, { authority, syntax }: Room): number {
  if (authority !== null) return authority(pass, from);
  if (syntax.authority === 'none') return from;
  const { text } = pass;
  let slashes = from;
  while (slashes < from + 2 && text.charCodeAt(slashes) === 0x2f) slashes++;
  if (syntax.authority === 'browser') {
    while (text.charCodeAt(slashes) === 0x2f) slashes++;
    if (slashes !== from + 2) pass.replace(from, slashes, '//', generic.slashes);
  } else if (slashes < from + 2) {
    return syntax.authority === 'required' ? pass.fail(generic['authority-missing'], from) : from;
  }
  return rewriteAuthority(pass, slashes, syntax);
}

function fitsLatin1(text: string): boolean {
  return !/[^\0-\xff]/.test(text);
}
