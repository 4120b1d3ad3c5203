/**
 * The pass of `canonicalize` over octets: it reads a line once and writes its canonical form. It handles what tables
 * can say: case, ports, escapes, dot segments. Whatever else a URL has, it leaves to `canonicalize`.
 */
import { latin1Of } from '../octets/octets.ts';
import { endsInNumber, isCanonicalIpv4 } from '../uri/ipv4.ts';
import { isCanonicalIpv6Literal } from '../uri/ipv6.ts';
import { HEX, MARK, NOT_HEX, STOP } from '../uri/percent.ts';
import { ComponentPass, LEFT } from './component-pass.ts';
import { type Plan, type Plans, packHigh, packLow } from './plans.ts';
import { type LineEnd, NEXT, type PieceTable, SCHEME_OCTETS } from './tables.ts';

const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const HASH = 0x23;
const FULL_STOP = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const QUESTION = 0x3f;
const AT = 0x40;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const LOWER_CASE = 0x20;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const LOWER_X = 0x78;

/** Longer lines are left to `canonicalize`, which knows the longest URL: what the pass writes is shorter. */
const LONGEST = 20_000;

/** Octets for functions that read the characters of a text. */
class OctetText {
  octets: Uint8Array = new Uint8Array();

  charCodeAt(index: number): number {
    return this.octets[index] ?? Number.NaN;
  }
}

/** A pass; one object makes any number of passes, one after the other. */
export class OctetPass {
  readonly #plans: Plans;
  readonly #terminator: number;
  /** Where the line after the last one begins. */
  next = 0;
  /** How many lines the last call has read. */
  count = 0;
  readonly #component = new ComponentPass();
  readonly #outputText = new OctetText();

  constructor(plans: Plans, lineEnd: LineEnd) {
    this.#plans = plans;
    this.#terminator = lineEnd.charCodeAt(0);
  }

  /**
   * Writes the canonical forms of the lines in `source[from, to)`, each with its line end, to `target` from `at` on,
   * and returns their end there. It stops at the first line that is left to `canonicalize`, which begins at `next`.
   */
  rewriteLines(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
    const terminator = this.#terminator;
    let [count, begin, end] = [0, from, at];
    while (begin < to) {
      const written = this.rewrite(source, begin, target, end);
      if (written === LEFT) break;
      target[written] = terminator;
      end = written + 1;
      begin = this.next;
      count++;
    }
    this.count = count;
    this.next = begin;
    return end;
  }

  /**
   * Writes the canonical form of the line that begins at `source[from]` to `target` from `at` on, and returns its end
   * there; `LEFT` if the line is left to `canonicalize`. `source` has a line end after `from`, and `target` has room.
   */
  rewrite(source: Uint8Array, from: number, target: Uint8Array, at: number): number {
    const component = this.#component;
    let read = from;
    let write = at;
    let high = 0;
    let low = 0;
    for (
      let octet = SCHEME_OCTETS[source[read] ?? 0] ?? 0;
      octet !== 0;
      octet = SCHEME_OCTETS[source[read] ?? 0] ?? 0
    ) {
      target[write++] = octet;
      high = packHigh(high, low);
      low = packLow(low, octet);
      read++;
    }
    if (source[read] !== COLON || read === from) return LEFT;
    const plan = this.#plans.find(target, at, write, high, low);
    if (plan === null) return LEFT;
    target[write++] = COLON;
    read++;

    let hasAuthority = false;
    if (plan.authority !== 'none' && source[read] === SLASH && source[read + 1] === SLASH) {
      hasAuthority = true;
      target[write++] = SLASH;
      target[write++] = SLASH;
      write = this.#authority(source, read + 2, target, write, plan);
      if (write === LEFT) return LEFT;
      read = component.read;
    } else if (plan.authority === 'required' || source[read] === SLASH) {
      return LEFT;
    }

    const root = write;
    if (hasAuthority && source[read] === SLASH) {
      target[write++] = SLASH;
      read++;
    } else if (hasAuthority && plan.rootPath) {
      target[write++] = SLASH;
    }
    component.keepsDrive = plan.keepsDrive;
    component.read = read;
    if (!hasAuthority || !plan.noPath) {
      const dots = plan.removesDots && write > root ? root : LEFT;
      write = this.#pieces(source, read, target, write, plan.path, dots);
      if (write !== LEFT && plan.endings.length > 0) write = this.#ending(source, target, write, plan);
      if (write === LEFT) return LEFT;
      if (plan.droppedPath !== null && isWritten(plan.droppedPath, target, root, write)) write = root + 1;
    } else if (write > root) {
      return LEFT;
    }
    read = component.read;
    if (source[read] === QUESTION) {
      if (plan.query === null) return LEFT;
      target[write++] = QUESTION;
      write = this.#pieces(source, read + 1, target, write, plan.query, LEFT);
      if (write === LEFT) return LEFT;
      read = component.read;
    }
    if (source[read] === HASH) {
      target[write++] = HASH;
      write = component.rewrite(source, read + 1, target, write, plan.fragment, LEFT);
      if (write === LEFT) return LEFT;
      read = component.read;
    }
    // Blanks at the end are not part of the URL.
    if (source[read - 1] === SPACE || read - from > LONGEST) return LEFT;
    return this.#endsAt(source, read) ? write : LEFT;
  }

  /** A path or a query, piece by piece. */
  #pieces(source: Uint8Array, from: number, target: Uint8Array, at: number, first: PieceTable, root: number): number {
    const pass = this.#component;
    let write = pass.rewrite(source, from, target, at, first, root);
    if (first.isWhole || write === LEFT) return write;
    let piece = first;
    let begin = at;
    for (;;) {
      const delimiter = source[pass.read] ?? 0;
      const isLast = piece.raw[delimiter] !== NEXT;
      if (!isAllowed(piece, target, begin, write, isLast)) return LEFT;
      if (piece.missing !== 0 && piece.missing !== delimiter) target[write++] = piece.missing;
      const next = isLast ? null : (piece.next[delimiter] ?? null);
      if (next === null) return write;
      piece = next;
      target[write++] = delimiter;
      begin = write;
      write = pass.rewrite(source, pass.read + 1, target, begin, piece, LEFT);
      if (write === LEFT) return LEFT;
    }
  }

  /** Whether the line ends at `read`; if so, sets `next`. */
  #endsAt(source: Uint8Array, read: number): boolean {
    const octet = source[read];
    if (octet === this.#terminator) {
      this.next = read + 1;
      return true;
    }
    this.next = read + 2;
    return octet === CR && this.#terminator === LF && source[read + 1] === LF;
  }

  /** An authority, up to the path. */
  #authority(source: Uint8Array, from: number, target: Uint8Array, at: number, plan: Plan): number {
    const write = this.#hostAndPort(source, from, target, at, plan);
    if (write === LEFT) return plan.userInfo ? this.#userInfo(source, from, target, at, plan) : LEFT;
    return plan.droppedHost !== null && isWritten(plan.droppedHost, target, at, write) ? at : write;
  }

  #userInfo(source: Uint8Array, from: number, target: Uint8Array, at: number, plan: Plan): number {
    let write = this.#component.rewrite(source, from, target, at, plan.user, LEFT);
    if (write === LEFT) return LEFT;
    if (source[this.#component.read] === COLON) {
      target[write++] = COLON;
      write = this.#component.rewrite(source, this.#component.read + 1, target, write, plan.password, LEFT);
      if (write === LEFT) return LEFT;
    }
    if (source[this.#component.read] !== AT) return LEFT;
    target[write++] = AT;
    return this.#hostAndPort(source, this.#component.read + 1, target, write, plan);
  }

  #hostAndPort(source: Uint8Array, from: number, target: Uint8Array, at: number, plan: Plan): number {
    const write =
      source[from] === BRACKET ? this.#literal(source, from, target, at) : this.#host(source, from, target, at, plan);
    if (write === LEFT) return LEFT;
    if (source[this.#component.read] === COLON)
      return write === at ? LEFT : this.#port(source, this.#component.read + 1, target, write, plan);
    return this.#endsAuthority(source[this.#component.read]) ? write : LEFT;
  }

  #endsAuthority(octet: number | undefined): boolean {
    return octet === SLASH || octet === QUESTION || octet === HASH || octet === this.#terminator || octet === CR;
  }

  /** A host that the table says everything about, or a dotted decimal address. */
  #host(source: Uint8Array, from: number, target: Uint8Array, at: number, plan: Plan): number {
    const { host } = plan;
    let read = from;
    let write = at;
    for (let octet = host[source[read] ?? 0] ?? 0; octet !== 0; octet = host[source[++read] ?? 0] ?? 0) {
      target[write++] = octet;
    }
    this.#component.read = read;
    if (write === at) return plan.emptyHost ? write : LEFT;
    const last = target[write - 1] ?? 0;
    // A number ends in a hexadecimal digit, or is `0x` alone, and perhaps has a dot behind it.
    if (!plan.addresses || (HEX[last] === NOT_HEX && last !== LOWER_X && last !== FULL_STOP)) return write;
    // If that is a letter, `0x` or another digit stands before it: in few names.
    const before = target[write - 2] ?? 0;
    if (last > NINE && HEX[before] === NOT_HEX && before !== LOWER_X) return write;
    let label = write - 1;
    while (label > at && target[label - 1] !== FULL_STOP) label--;
    const first = target[label] ?? 0;
    if (last !== FULL_STOP && (first < ZERO || first > NINE)) return write;
    return isCanonicalIpv4(this.#output(target), at, write) || !endsInNumber(latin1Of(target.subarray(at, write)))
      ? write
      : LEFT;
  }

  /** An IPv6 address that is canonical but for its case. */
  #literal(source: Uint8Array, from: number, target: Uint8Array, at: number): number {
    let read = from;
    let write = at;
    for (let octet = 0; octet !== BRACKET_END; ) {
      octet = source[read++] ?? 0;
      if (octet === this.#terminator) return LEFT;
      target[write++] = lowerCase(octet);
    }
    this.#component.read = read;
    return isCanonicalIpv6Literal(this.#output(target), at, write) ? write : LEFT;
  }

  #output(target: Uint8Array): OctetText {
    this.#outputText.octets = target;
    return this.#outputText;
  }

  /** A port, whose colon has not been written: the default port and an empty one are left out. */
  #port(source: Uint8Array, from: number, target: Uint8Array, at: number, plan: Plan): number {
    if (!plan.portAllowed) return LEFT;
    let read = from;
    let value = 0;
    for (let octet = source[read] ?? 0; octet >= ZERO && octet <= NINE; octet = source[++read] ?? 0) {
      value = value * 10 + octet - ZERO;
      if (value > 65_535) return LEFT;
    }
    if (!this.#endsAuthority(source[read])) return LEFT;
    this.#component.read = read;
    if (read === from || (value === plan.port && value > 0)) return at;
    let digits = from;
    while (digits < read - 1 && source[digits] === ZERO) digits++;
    let write = at;
    target[write++] = COLON;
    while (digits < read) target[write++] = source[digits++] ?? 0;
    return write;
  }

  /** What begins with a marked octet behind the path, if it is an ending that the scheme knows. */
  #ending(source: Uint8Array, target: Uint8Array, at: number, { endings, path }: Plan): number {
    const from = this.#component.read;
    if (path.raw[source[from] ?? 0] !== MARK) return at;
    const ending = endings.find((octets) => isAt(octets, source, from));
    if (ending === undefined || path.raw[source[from + ending.length] ?? 0] !== STOP) return LEFT;
    target.set(ending, at);
    this.#component.read = from + ending.length;
    return at + ending.length;
  }
}

/** Whether the piece `target[from, to)` is one that the scheme's own code need not read. */
function isAllowed(piece: PieceTable, target: Uint8Array, from: number, to: number, isLast: boolean): boolean {
  if (from === to) return piece.mayBeEmpty;
  if (isLast && !piece.mayBeLast) return false;
  if (piece.beginnings[target[from] ?? 0] === 1) return false;
  return piece.text === null || !isWritten(piece.text, target, from, to);
}

/** Whether `target[from, to)` is these octets. */
function isWritten(octets: Uint8Array, target: Uint8Array, from: number, to: number): boolean {
  const { length } = octets;
  if (length !== to - from) return false;
  for (let index = 0; index < length; index++) if (target[from + index] !== octets[index]) return false;
  return true;
}

/** Whether `source[from]` begins with these octets, in any case. */
function isAt(octets: Uint8Array, source: Uint8Array, from: number): boolean {
  for (let index = 0; index < octets.length; index++) {
    if (lowerCase(source[from + index] ?? 0) !== octets[index]) return false;
  }
  return true;
}

function lowerCase(octet: number): number {
  return octet >= UPPER_A && octet <= UPPER_Z ? octet | LOWER_CASE : octet;
}
