/**
 * The tables of the octet pass, one for each piece of a component, made from the policies and pieces by which the text
 * pass rewrites the same component. So both have one list of characters.
 */
import { octetsOfLatin1 } from '../octets/octets.ts';
import { type HostKind, readHost } from '../uri/host.ts';
import { withoutIdna } from '../uri/idna.ts';
import { CAPITAL, DATA, DOT, ENCODE, EXCLUDED, MARK, type Policy, REREAD, STOP } from '../uri/percent.ts';
import type { Piece, Pieces } from '../uri/pieces.ts';

/** What the octet pass does with a raw octet, besides the actions of the policies. */
export const LEAVE = 16; //  leaves the line to `canonicalize`
export const UTF8 = 17; //   begins a character outside of ASCII, which is escaped
export const NEXT = 18; //   ends a piece: another one begins behind it

/** What it does with an escape. */
const KEEP = 0; //    writes it in upper case
export const DECODE = 1; //  writes the character
export const DECODE_DOT = 2; // writes the dot, unless a dot segment begins here

/** The octet after each line. */
export type LineEnd = '\n' | '\0';

/** What happens to each octet of one piece. All tables have one shape, which keeps property access fast. */
export interface PieceTable {
  /** By raw octet: an action of the policies, `LEAVE`, `UTF8` or `NEXT`. */
  readonly raw: Uint8Array;
  /** By escaped octet: `KEEP`, `DECODE`, `DECODE_DOT` or `LEAVE`. */
  readonly escapes: Uint8Array;
  /** By delimiter in ASCII: the piece behind it; `null` = none. */
  readonly next: (PieceTable | null)[];
  /** Whether the policy says everything about the component: it has no other piece, and nothing below is set. */
  readonly isWhole: boolean;
  /** The delimiter that is added if it is missing; 0 = none. */
  readonly missing: number;
  /** 1 for the octets that may not be the first ones. */
  readonly beginnings: Uint8Array;
  /** What may not be written; `null` = there is no such text. */
  readonly text: Uint8Array | null;
  readonly mayBeEmpty: boolean;
  readonly mayBeLast: boolean;
}

/** What is so of all pieces of a component. */
interface ComponentPlace {
  /** The policy of pieces that have none. */
  readonly policy: Policy;
  /** Whether marked characters are left to the caller, as `MARK`. */
  readonly marks?: boolean;
  /** Characters that end the component, besides those of the policy. */
  readonly stop?: string;
}

/** Makes tables for lines with one line end. */
export class Tables {
  readonly #lineEnd: LineEnd;
  /** Most schemes share user names, queries and fragments: without this, their tables take three times as long. */
  readonly #made = new Map<Pieces, Map<Policy, PieceTable>>();

  constructor(lineEnd: LineEnd) {
    this.#lineEnd = lineEnd;
  }

  /** The table of the first piece of a component. The same pieces always have the same `marks` and `stop`. */
  of(pieces: Pieces, place: ComponentPlace): PieceTable {
    const made = this.#made.get(pieces) ?? new Map<Policy, PieceTable>();
    const table = made.get(place.policy) ?? this.#make(pieces, place);
    this.#made.set(pieces, made.set(place.policy, table));
    return table;
  }

  #make(pieces: Pieces, place: ComponentPlace): PieceTable {
    const tables = new Map<string, PieceTable>();
    const find = (name: string): PieceTable => {
      const made = tables.get(name);
      if (made !== undefined) return made;
      const piece = pieces[name] ?? {};
      const table = pieceTable(piece, place, this.#lineEnd);
      tables.set(name, table);
      for (const [key, next] of Object.entries(piece.next ?? {})) table.next[key.charCodeAt(0)] = find(next);
      return table;
    };
    return find(Object.keys(pieces)[0] ?? '');
  }
}

function pieceTable(piece: Piece, place: ComponentPlace, lineEnd: LineEnd): PieceTable {
  const { missing = '', next = {}, leaves = {} } = piece;
  const beginnings = new Uint8Array(256);
  const { beginning = '', text, empty = false, end = false } = leaves;
  for (const character of beginning) beginnings[character.charCodeAt(0)] = 1;
  const isChecked = missing !== '' || beginning !== '' || text !== undefined || empty || end;
  return {
    raw: rawActions(piece, place, lineEnd),
    escapes: escapeActions(piece, place),
    next: new Array<PieceTable | null>(128).fill(null),
    isWhole: !isChecked && Object.keys(next).length === 0,
    missing: missing === '' ? 0 : missing.charCodeAt(0),
    beginnings,
    text: text === undefined ? null : octetsOfLatin1(text),
    mayBeEmpty: !empty,
    mayBeLast: !end,
  };
}

function rawActions({ policy, next = {}, leaves = {} }: Piece, place: ComponentPlace, lineEnd: LineEnd): Uint8Array {
  const { raw: actions } = policy ?? place.policy;
  const { marks = false, stop = '' } = place;
  const isExcluded = EXCLUDED[leaves.octets ?? 'none'];
  const isControl = EXCLUDED.controls;
  const allowed = leaves.allBut === undefined ? null : new Set(leaves.allBut);
  const raw = new Uint8Array(256);
  for (let octet = 0; octet < raw.length; octet++) {
    // Controls at the end of a line are not part of the URL, and in it they are rare.
    const isLeft = isControl(octet) || isExcluded(octet) || allowed?.has(String.fromCharCode(octet)) === false;
    if (actions[octet] === STOP) raw[octet] = STOP;
    else if (isLeft) raw[octet] = LEAVE;
    else raw[octet] = octet > 0x7f ? UTF8 : octetAction(actions[octet], marks);
  }
  const assign = (characters: Iterable<string>, action: number): void => {
    for (const character of characters) raw[character.charCodeAt(0)] = action;
  };
  assign(leaves.raw ?? '', LEAVE);
  assign(Object.keys(next), NEXT);
  assign(stop, STOP);
  // A CR ends the component too; whether it ends the line, the octet after it says.
  assign(lineEnd === '\n' ? '\r\n' : lineEnd, STOP);
  return raw;
}

function octetAction(action = LEAVE, marks: boolean): number {
  if (action === DATA) return ENCODE;
  return action === REREAD || (action === MARK && !marks) ? LEAVE : action;
}

function escapeActions({ policy, leaves = {} }: Piece, place: ComponentPlace): Uint8Array {
  const { raw, decoded } = policy ?? place.policy;
  const isExcluded = EXCLUDED[leaves.octets ?? 'none'];
  const escapes = new Uint8Array(256).fill(KEEP);
  for (let octet = 0; octet < escapes.length; octet++) {
    if (decoded[octet] === 1) escapes[octet] = raw[octet] === DOT ? DECODE_DOT : DECODE;
    // The text pass writes it in lower case.
    if (isExcluded(octet) || (decoded[octet] === 1 && raw[octet] === CAPITAL)) escapes[octet] = LEAVE;
  }
  for (const character of leaves.escapes ?? '') escapes[character.charCodeAt(0)] = LEAVE;
  return escapes;
}

/**
 * For each octet that may stand anywhere in a host, the octet that the host parser writes for it; 0 for the others. The
 * parser itself is asked, so this table knows nothing of its own about hosts.
 */
export function hostOctets(kind: HostKind): Uint8Array {
  const made = hosts.get(kind);
  if (made !== undefined) return made;
  const octets = Uint8Array.from({ length: 256 }, (_, octet) => {
    if (octet <= 0x20 || octet >= 0x7f) return 0;
    const read = readHost(`a${String.fromCharCode(octet)}a`, kind, withoutIdna);
    return 'error' in read || read.host.length !== 3 ? 0 : read.host.charCodeAt(1);
  });
  hosts.set(kind, octets);
  return octets;
}

const hosts = new Map<HostKind, Uint8Array>();

/** The letter, digit or sign of a scheme in lower case; 0 for every other octet. */
export const SCHEME_OCTETS: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return /[a-z0-9+.-]/i.test(character) && octet < 0x80 ? character.toLowerCase().charCodeAt(0) : 0;
});
