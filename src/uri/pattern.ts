/**
 * Regular expressions that recognise canonical URLs, made from the policies and pieces by which URLs are rewritten.
 * They match most canonical URLs and nothing else. They take less room than the tables of the octet pass, so libraries
 * without that pass use them.
 */
import type { Canonical } from './canonical-parts.ts';
import { SUB_DELIMS, UNRESERVED } from './characters.ts';
import { EXCLUDED, type Excluded, isPlain, type Policy } from './percent.ts';
import type { Leaves, Piece, Pieces } from './pieces.ts';
import type { SchemeIndex, SchemeRules } from './scheme-rules.ts';
import type { Syntax } from './syntax.ts';

/** Any run of characters and escapes that a policy leaves alone, except the characters `without`. */
export function runPattern(policy: Policy, excluded: Excluded = 'none', without = ''): string {
  return piecePattern({ leaves: { octets: excluded, raw: without } }, policy);
}

/** A class of characters, with ranges: beyond 20 KiB of source, engines do without their optimizations. */
function setPattern(characters: Iterable<string>): string {
  const codes = [...characters].map((character) => character.charCodeAt(0)).toSorted((a, b) => a - b);
  let source = '';
  for (let from = 0, to = 0; from < codes.length; from = to) {
    const first = codes[from] ?? 0;
    while (codes[to] === first + to - from) to++;
    const last = first + to - from - 1;
    source += inClass(first) + (last > first + 1 ? '-' : '') + (last > first ? inClass(last) : '');
  }
  return source === '' ? NOTHING : `[${source}]`;
}

/** A character as it is written within a class. */
function inClass(code: number): string {
  return String.fromCharCode(code).replace(/[\\\]^-]/, '\\$&');
}

/** One escape that a policy leaves alone: `%(?:[013-9A-F][0-9A-F]|2[0-35-9A-F]|…)`. */
function escapePattern({ decoded }: Policy, excluded: Excluded = 'none', without = ''): string {
  const isExcluded = EXCLUDED[excluded];
  const isKept = (octet: number): boolean =>
    decoded[octet] === 0 && !isExcluded(octet) && !without.includes(String.fromCharCode(octet));
  // First digits with the same second digits share an alternative.
  const rows = new Map<string, string>();
  for (let high = 0; high < HEX.length; high++) {
    const kept = [...HEX].filter((_, low) => isKept(high * 16 + low));
    if (kept.length > 0) rows.set(kept.join(''), (rows.get(kept.join('')) ?? '') + HEX.charAt(high));
  }
  return `%(?:${[...rows].map(([lows, highs]) => setPattern(highs) + setPattern(lows)).join('|')})`;
}

const HEX = '0123456789ABCDEF';

/** Matches nothing. */
const NOTHING = '(?!)';

/** A piece that is canonical, without what follows it. */
function piecePattern(piece: Piece, own: Policy): string {
  const { policy = own, next = {}, leaves = {} } = piece;
  const { allBut, beginning = '', empty = false, text } = leaves;
  const allowed = allBut && new Set(allBut);
  const isAllowed = (character: string): boolean =>
    !(character in next || leaves.raw?.includes(character) || allowed?.has(character) === false);
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => isPlain(policy, character) && isAllowed(character),
  );
  const plain = setPattern(characters);
  const escaped = isAllowed('%') ? escapePattern(policy, leaves.octets, leaves.escapes) : '';
  // Unrolled: regular expression engines are fastest in a loop over one class.
  const run = `${plain}*${escaped === '' ? '' : `(?:${escaped}${plain}*)*`}`;
  const words = text === undefined ? '' : `(?!${text}(?:[${Object.keys(next).join('')}?#]|$))`;
  if (beginning === '' && !empty) return words + run;
  const first = setPattern(characters.filter((character) => !beginning.includes(character)));
  const begun = `(?:${first}${escaped === '' || beginning.includes('%') ? '' : `|${escaped}`})${run}`;
  return empty ? words + begun : `${words}(?:${begun})?`;
}

/** What leads from behind a piece to behind another one, by the name of that; `''` = to the end of the component. */
type PatternSteps = Map<string, string>;

/**
 * The pieces of a component from the first one on. Each leads to others: `piece = delimiter text piece | … | end`.
 * These equations are solved from the last one to the first.
 */
function piecesPattern(pieces: Pieces, own: Policy): string {
  const names = Object.keys(pieces);
  const textOf = (name: string): string => piecePattern(pieces[name] ?? {}, own);
  const start: PatternSteps = new Map(names.slice(0, 1).map((first) => [first, textOf(first)]));
  const rows = [start, ...names.map((name) => stepsOf(pieces[name] ?? {}, textOf))];
  for (const name of names.toReversed()) {
    const row: PatternSteps = rows.pop() ?? start;
    const loop = row.get(name);
    row.delete(name);
    for (const earlier of rows) {
      const step = earlier.get(name);
      if (step === undefined) continue;
      earlier.delete(name);
      for (const [to, rest] of row) addStep(earlier, to, `${step}${loop === undefined ? '' : `(?:${loop})*`}${rest}`);
    }
  }
  return start.get('') ?? NOTHING;
}

function stepsOf({ next = {}, missing, leaves }: Piece, textOf: (name: string) => string): PatternSteps {
  const steps: PatternSteps = new Map();
  for (const [delimiter, name] of Object.entries(next)) {
    if ((missing ?? delimiter) === delimiter) addStep(steps, name, setPattern(delimiter) + textOf(name));
  }
  if (missing === undefined && !leaves?.end) addStep(steps, '', '');
  return steps;
}

function addStep(steps: PatternSteps, to: string, pattern: string): void {
  const other = steps.get(to);
  steps.set(to, other === undefined ? pattern : `(?:${pattern}|${other})`);
}

/** Labels up to the next one that begins with a letter. */
const LABELS = '(?:[0-9][a-z0-9]*[.-])*[a-z][a-z0-9]*';
/**
 * A host name that UTS 46 leaves alone: its last label begins with a letter. The first character of a label decides, so
 * the engine reads no label twice.
 */
const NAME = `${LABELS}(?:[.-]${LABELS})*`;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;
/** Addresses of IPv6 are rare, and left. */
const HOST = `(?:${NAME}|${IPV4})`;
/** The rest of a user name that looks like a host, and the host after it. */
const PASSWORD_AND_HOST = `(?:(?::${setPattern(UNRESERVED.or(SUB_DELIMS))}*)?@${HOST})?`;

/**
 * A host name that UTS 46 leaves alone, perhaps after a user name and a password, or an address; perhaps a port other
 * than the default; and `rest`. If something else follows the host, the match ends there: a failure would make the
 * engine try every shorter host.
 *
 * @param port - the default port
 * @param rest - source of what follows; it begins with a slash
 * @param userInfo - whether the syntax has user information
 */
export function authorityPattern(port: number | null, rest: string, userInfo: Syntax['userInfo'] = 'allowed'): string {
  const host = userInfo === 'error' ? HOST : `(?:${NAME}${PASSWORD_AND_HOST}|${IPV4})`;
  return `//${host}(?::(?!${port}/)[1-9][0-9]{0,3})?(?!$)(?:${rest})?`;
}

/** A path that begins with a slash and, if there are dot segments, has no segment that begins with a dot. */
export function pathPattern({ dotSegments, policies }: Syntax, excluded: Excluded = 'none'): string {
  const leaves: Leaves = { octets: excluded, beginning: dotSegments ? '.' : '' };
  return `/${piecesPattern({ segment: { leaves, next: dotSegments ? { '/': 'segment' } : {} } }, policies.path)}`;
}

/** What may follow the path. */
export function tailPattern({ query, policies }: Syntax): string {
  const fragment = `(?:#${runPattern(policies.fragment)})?`;
  return query ? `(?:\\?${runPattern(policies.query)})?${fragment}` : fragment;
}

/**
 * Makes the recogniser of the canonical URLs of a set of schemes: of most of them and of nothing else. A recognised URL
 * is returned unchanged, without a pass.
 */
export function recognizer(index: SchemeIndex): (url: string) => url is Canonical {
  return (url): url is Canonical => {
    const rules = index.findPlain(url);
    if (rules === null) return false;
    // A pattern and its expression take milliseconds, so each scheme waits until it is needed.
    if (rules.recognized === undefined) rules.recognized = recognizedBy(rules.definition);
    const { recognized } = rules;
    if (recognized === null) return false;
    recognized.lastIndex = 0;
    return recognized.test(url) && recognized.lastIndex === url.length;
  };
}

/** It has no `$`: a match that failed there would backtrack through every step. */
function recognizedBy(rules: SchemeRules): RegExp | null {
  const pattern = canonicalPattern(rules);
  return pattern === null ? null : new RegExp(`${rules.name.replace(/[+.]/g, '\\$&')}:(?:${pattern})`, 'y');
}

/** The pattern of what follows the colon in the canonical URLs of a scheme; `null` if its syntax makes none. */
function canonicalPattern(rules: SchemeRules): string | null {
  const { syntax, octets = {}, canonical, authority, path, query } = rules;
  if (canonical !== undefined) return canonical();
  if (rules.octets === undefined && (authority ?? path ?? query) !== undefined) return null;
  const { policies } = syntax;
  const { path: pieces = WHOLE, endings = [], droppedPath } = octets;
  const ending = endings.length > 0 ? `(?:${endings.join('|')})?` : '';
  const hasQuery = syntax.query && octets.noPath !== true && (query === undefined || octets.query !== undefined);
  const asked = hasQuery ? `(?:\\?${piecesPattern(octets.query ?? WHOLE, policies.query)})?` : '';
  const tail = `${ending}${asked}(?:#${runPattern(policies.fragment)})?`;
  // Without an authority, such a URL is all path.
  if (octets.opaque || octets.noPath || syntax.authority === 'none') {
    return `(?!/)${piecesPattern(pieces, policies.path)}${tail}`;
  }
  if (syntax.host === 'registered' || !syntax.rootPath) return null;
  const dropped = droppedPath === undefined ? '' : `(?!${droppedPath}(?:[?#]|$))`;
  const own = syntax.dotSegments
    ? pathPattern(syntax, Object.values(pieces)[0]?.leaves?.octets)
    : `/${piecesPattern(pieces, policies.path)}`;
  if (!syntax.emptyHost) return authorityPattern(syntax.port, dropped + own + tail, syntax.userInfo);
  const refused = octets.droppedHost === undefined ? '' : `(?!${octets.droppedHost}/)`;
  return `//(?:${refused}${NAME})?${own}${tail}`;
}

/** A component of one piece. */
const WHOLE: Pieces = { whole: {} };
