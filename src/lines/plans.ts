/** What the octet pass does with the URLs of each scheme, made from the rules that `canonicalize` has. */
import { latin1Of, octetsOfLatin1 } from '../octets/octets.ts';
import type { Pieces } from '../uri/pieces.ts';
import type { SchemeRules } from '../uri/scheme-rules.ts';
import { hostOctets, type LineEnd, type PieceTable, Tables } from './tables.ts';

/** The rules of one scheme, in octets. All plans have one shape, which keeps property access fast. */
export interface Plan {
  readonly authority: 'required' | 'optional' | 'none';
  /** In octets; `null` if there is none. */
  readonly droppedHost: Uint8Array | null;
  /** By octet of a host: what is written for it; 0 leaves the line to the pass. */
  readonly host: Uint8Array;
  /** Whether a host that ends in a number is an address. */
  readonly addresses: boolean;
  readonly emptyHost: boolean;
  readonly userInfo: boolean;
  readonly portAllowed: boolean;
  /** The default port; 0 if there is none. */
  readonly port: number;
  /** Whether an empty path after an authority is written `/`. */
  readonly rootPath: boolean;
  /** Whether a URL with an authority has no path. */
  readonly noPath: boolean;
  /** Whether dot segments are removed below an authority. */
  readonly removesDots: boolean;
  readonly keepsDrive: boolean;
  /** In octets; `null` if there is none. */
  readonly droppedPath: Uint8Array | null;
  readonly user: PieceTable;
  readonly password: PieceTable;
  readonly path: PieceTable;
  /** In octets. */
  readonly endings: readonly Uint8Array[];
  /** `null` = a query is left to the pass. */
  readonly query: PieceTable | null;
  readonly fragment: PieceTable;
}

/** User information ends where the host begins, and at the end of an authority that has none. */
const USER_INFO_END = '@/?#';
const USER_INFO: Pieces = { part: { leaves: { octets: 'controls', raw: '\\' } } };

/** A component of one piece, which its policy says everything about. */
const WHOLE: Pieces = { whole: {} };

/** The plan of a scheme; `null` = all its URLs are left to `canonicalize`. */
function planOf(rules: SchemeRules, tables: Tables): Plan | null {
  const { syntax, octets } = rules;
  if (octets === undefined && (rules.authority ?? rules.path ?? rules.query) !== undefined) return null;
  const { policies } = syntax;
  const { endings = [], droppedHost, droppedPath } = octets ?? {};
  // What browsers repair is left to the pass.
  const authority = syntax.authority === 'browser' ? 'required' : syntax.authority;
  const query = octets?.query ?? (rules.query === undefined ? WHOLE : null);
  return {
    authority: octets?.opaque === true ? 'none' : authority,
    droppedHost: droppedHost === undefined ? null : octetsOfLatin1(droppedHost),
    host: hostOctets(syntax.host),
    addresses: syntax.host !== 'registered',
    emptyHost: syntax.emptyHost,
    userInfo: syntax.userInfo !== 'error' && droppedHost === undefined,
    portAllowed: syntax.portAllowed,
    port: syntax.port ?? 0,
    rootPath: syntax.rootPath,
    noPath: octets?.noPath === true,
    removesDots: syntax.dotSegments,
    keepsDrive: octets?.keepsDrive === true,
    droppedPath: droppedPath === undefined ? null : octetsOfLatin1(droppedPath),
    user: tables.of(USER_INFO, { policy: policies.user, stop: USER_INFO_END }),
    password: tables.of(USER_INFO, { policy: policies.password, stop: USER_INFO_END }),
    path: tables.of(octets?.path ?? WHOLE, { policy: policies.path, marks: endings.length > 0 }),
    endings: endings.map(octetsOfLatin1),
    query: query === null ? null : tables.of(query, { policy: policies.query }),
    fragment: tables.of(WHOLE, { policy: policies.fragment }),
  };
}

/** The longest name that is packed into two numbers. */
const PACKED = 8;
/** So many slots that a multiplier without collisions is found soon. */
const SLOTS_BITS = 9;

/** The wrapper `URL:…` is not a scheme. */
const WRAPPER = 'url';

/** A scheme and its plan, which takes a third of a millisecond and is made when it is first needed. */
class PlannedScheme {
  /** The octets of the name before the last four, and the last four. */
  readonly high: number;
  readonly low: number;
  readonly #rules: SchemeRules;
  readonly #tables: Tables;
  #plan: Plan | null | undefined = undefined;

  constructor(rules: SchemeRules, tables: Tables) {
    let [high, low] = [0, 0];
    for (const character of rules.name) [high, low] = [packHigh(high, low), packLow(low, character.charCodeAt(0))];
    this.high = high;
    this.low = low;
    this.#rules = rules;
    this.#tables = tables;
  }

  get plan(): Plan | null {
    if (this.#plan === undefined) this.#plan = planOf(this.#rules, this.#tables);
    return this.#plan;
  }
}

/** Finds the plan of a scheme by its name in lower case, packed into two numbers of four octets each. */
export class Plans {
  readonly #slots: readonly (PlannedScheme | null)[];
  readonly #multiplier: number;
  /** All known schemes. Few are looked up here: those with long names, and names without a known scheme. */
  readonly #byName: ReadonlyMap<string, PlannedScheme>;
  readonly #unknown: PlannedScheme;

  /**
   * @param definitions - the known schemes
   * @param unknown - the rules of every other scheme
   */
  constructor(definitions: readonly SchemeRules[], unknown: SchemeRules, lineEnd: LineEnd) {
    const tables = new Tables(lineEnd);
    const known = definitions.filter(({ name }) => name !== WRAPPER);
    this.#byName = new Map(known.map((rules) => [rules.name, new PlannedScheme(rules, tables)]));
    const packed = [...this.#byName].filter(([name]) => name.length <= PACKED).map(([, scheme]) => scheme);
    const { multiplier, slots } = slotsOf(packed);
    this.#slots = slots;
    this.#multiplier = multiplier;
    this.#unknown = new PlannedScheme(unknown, tables);
  }

  /**
   * The plan of a scheme; `null` = its URLs are left to `canonicalize`.
   *
   * @param octets - where its name stands, in lower case, from `from` to `to`
   * @param high - the octets of the name before the last four
   * @param low - the last four octets of the name
   */
  find(octets: Uint8Array, from: number, to: number, high: number, low: number): Plan | null {
    const scheme = this.#slots[slotOf(high, low, this.#multiplier)] ?? null;
    if (scheme !== null && scheme.low === low && scheme.high === high && to - from <= PACKED) return scheme.plan;
    return this.#findByName(octets, from, to);
  }

  #findByName(octets: Uint8Array, from: number, to: number): Plan | null {
    // A scheme of one letter may be the drive of a Windows path, which is reported.
    if (to === from + 1) return null;
    const name = latin1Of(octets.subarray(from, to));
    const scheme = this.#byName.get(name);
    if (scheme !== undefined) return scheme.plan;
    return /^[a-z]/.test(name) && name !== WRAPPER ? this.#unknown.plan : null;
  }
}

function slotOf(high: number, low: number, multiplier: number): number {
  return Math.imul(low ^ Math.imul(high, multiplier), multiplier) >>> (32 - SLOTS_BITS);
}

/** Puts each scheme into a slot of its own. */
function slotsOf(schemes: readonly PlannedScheme[]): {
  readonly multiplier: number;
  readonly slots: readonly (PlannedScheme | null)[];
} {
  for (let multiplier = 0x9e3779b1; ; multiplier = (multiplier + 0x6d2b79f4) | 1) {
    const slots = new Array<PlannedScheme | null>(2 ** SLOTS_BITS).fill(null);
    for (const scheme of schemes) slots[slotOf(scheme.high, scheme.low, multiplier)] = scheme;
    if (slots.filter((scheme) => scheme !== null).length === schemes.length) return { multiplier, slots };
  }
}

/** Adds an octet to a name that is packed into two numbers: the next value of the higher one. */
export function packHigh(high: number, low: number): number {
  return (high << 8) | (low >>> 24);
}

/** Adds an octet to a name that is packed into two numbers: the next value of the lower one. */
export function packLow(low: number, octet: number): number {
  return (low << 8) | octet;
}
