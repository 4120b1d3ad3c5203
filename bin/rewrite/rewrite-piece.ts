/**
 * Replaces links in a text. A link is replaced only if reading the result again finds the new link in its place, and
 * every other link where it was.
 */
import { safeResolve } from '../../src/index.ts';
import { type LinkReader, type LinksInText, type TextLink, warnings } from '../../src/text/index.ts';
import type { TextPiece } from '../files/pieces.ts';
import type { LinkRewriter, RewrittenLink } from './rewriters.ts';

/** A link that gets another URL. */
export interface LinkChange {
  readonly link: TextLink;
  /** The new URL. */
  readonly url: string;
  /** The text that stands for it. */
  readonly text: string;
  readonly changesMeaning: boolean;
}

/** A link that stays although it should change. */
export interface LeftLink {
  readonly link: TextLink;
  /** A sentence. */
  readonly reason: string;
}

/** The outcome for a piece of a text. Links that begin behind its end are those of the next one. */
export interface RewrittenPiece {
  /** The text up to the end of the piece. */
  readonly text: string;
  /** In the order of the text, as `left` is. */
  readonly changes: readonly LinkChange[];
  readonly left: readonly LeftLink[];
}

const UNWRITABLE = 'The new link cannot be written here.';
const NOT_FOUND_AGAIN = 'The new link would change how the text around it is read.';
const FORM = 'A form sends its fields in place of a query, which the new link has.';
const CUT_IN_WIKI = 'MediaWiki would take the character after it as part of the link.';
const LISTED = 'A comma or a semicolon in it may end it.';
const CUT = 'It is part of a quoted text.';
/** How pages hide addresses from the programs that collect them. */
const HIDDEN = /&#|%40/i;
const IS_HIDDEN = 'Its address is hidden from programs.';
/** Square brackets belong to the host of a URL alone (RFC 3986 §3.2.2). */
const BRACKETS = /^[^:]+:(?:\/\/(?:[^/?#]*@)?\[[^\]]*\])?[^[\]]*[[\]]/;
const IN_BRACKETS = 'It contains square brackets, which may end it.';
const PLUS = 'Some mail programs read “+” as a space.';
const ESCAPED = 'A mark in it would be escaped, and may be one of the text.';
/** What RFC 3986 excludes ends a link in running text, and is not escaped in any other place. */
const EXCLUDED = /["<>\\^`{|}]/;
const TWO_HASHES = 'A second “#” in it would be escaped, and scripts of pages may tell the two apart.';
const IS_BASE = 'Other links are relative to it.';

/** Rewrites the links of a piece. */
export function rewritePiece(
  { text, end, found }: TextPiece,
  read: LinkReader,
  rewriter: LinkRewriter,
): RewrittenPiece {
  const left: LeftLink[] = [];
  const wanted: LinkChange[] = [];
  for (const { link, outcome } of outcomesOf(found, rewriter)) {
    if (link.range[0] >= end || outcome.kind === 'other') continue;
    const goesOn = found.format === 'mediawiki' && goesOnInWiki(text, link);
    const change =
      outcome.kind === 'left' ? outcome.reason : goesOn ? CUT_IN_WIKI : changeOf(text, link, outcome, rewriter);
    if (typeof change === 'string') left.push({ link, reason: change });
    else if (change.text !== link.written) wanted.push(change);
  }
  const changes = verified(wanted, { text, found, read });
  const made = new Set(changes);
  for (const change of wanted) if (!made.has(change)) left.push({ link: change.link, reason: NOT_FOUND_AGAIN });
  return {
    text: replaced(text, changes).slice(0, end + shiftOf(changes)),
    changes,
    left: left.toSorted((a, b) => a.link.range[0] - b.link.range[0]),
  };
}

/**
 * Whether more stands in quotation marks than the link, as in `'http://h:' + port`. The reader takes the punctuation
 * for that of a sentence; a program puts the two together.
 */
function isCut(text: string, { range: [from, to], delimiter }: TextLink): boolean {
  if (delimiter !== 'none') return false;
  const before = text[from - 1] ?? ' ';
  return /["'`]/.test(before) && text[to] !== before;
}

/** Whether a comma or a semicolon may separate the link from what follows: `@uref{ftp://h/,,name}`, `a,ftp://h/,b`. */
function isListed(text: string, { range: [from, to], delimiter, written }: TextLink): boolean {
  if (delimiter !== 'none') return false;
  const before = text[from - 1] ?? ' ';
  if (before === '{' || text[to] === '}') return /[,;]/.test(written);
  return written.includes(',,') || (/[,;]/.test(before) && written.includes(before));
}

/**
 * Whether MediaWiki reads on where the link ends, as in `[http://h/|name]` or `'http://h/'`. It leaves out only
 * punctuation at the end; a bar ends the value of a parameter.
 */
function goesOnInWiki(text: string, { range: [from, to] }: TextLink): boolean {
  const rest = /[=|]/.test(text[from - 1] ?? '') ? REST_OF_PARAMETER : REST_IN_WIKI;
  rest.lastIndex = to;
  return !/^[,;.:!?)]*$/.test(rest.exec(text)?.[0] ?? '');
}

const REST_IN_WIKI = /(?:(?!'')[^\s<>"[\]{}]){0,200}/y;
const REST_OF_PARAMETER = /(?:(?!'')[^\s<>"[\]{}|]){0,200}/y;

/** Whether the end of a link is where a blank or a mark of the text ends it. */
function isRunning({ delimiter }: TextLink): boolean {
  return delimiter === 'none' || delimiter === 'quotes' || delimiter === 'url-prefix';
}

/** Whether another spelling of a URL escapes marks that the old one has. */
function escapesMore(before: string, after: string): boolean {
  const scheme = /^[^:]*:/;
  const escapes = (url: string): number => url.match(/%(?:2[1789BC]|3[BF]|5[BD])/gi)?.length ?? 0;
  return scheme.exec(before)?.[0].toLowerCase() === scheme.exec(after)?.[0] && escapes(after) > escapes(before);
}

interface Outcome {
  readonly link: TextLink;
  readonly outcome: RewrittenLink;
}

/** What becomes of each link, in the order of the text. */
function outcomesOf({ links, relative, base }: LinksInText, rewriter: LinkRewriter): readonly Outcome[] {
  const outcomes = links.map((link) => ({ link, outcome: rewriter.rewrite(link.url) }));
  if (base === null) return outcomes;
  const isBase = (link: TextLink): boolean => link.range[0] === base.range[0];
  const moved = outcomes.find(({ link }) => isBase(link))?.outcome;
  if (moved?.kind !== 'change' || movesAll(relative, base.url, moved.url, rewriter)) return outcomes;
  const resolved = relative.map((link): Outcome => {
    const absolute = safeResolve(link.url, base.url);
    return { link, outcome: absolute.ok ? rewriter.rewrite(absolute.value) : { kind: 'other' } };
  });
  const stays: RewrittenLink = { kind: 'left', reason: IS_BASE };
  return [...outcomes.map((each) => (isBase(each.link) ? { ...each, outcome: stays } : each)), ...resolved].toSorted(
    (a, b) => a.link.range[0] - b.link.range[0],
  );
}

/** Whether each relative link, resolved against the new base, leads where its new address would. */
function movesAll(relative: readonly TextLink[], base: string, moved: string, rewriter: LinkRewriter): boolean {
  if (!rewriter.movesBase) return false;
  return relative.every(({ url }) => {
    const [before, after] = [safeResolve(url, base), safeResolve(url, moved)];
    if (!before.ok) return !after.ok;
    const outcome = rewriter.rewrite(before.value);
    return after.ok && after.value === (outcome.kind === 'change' ? outcome.url : before.value);
  });
}

/** The change of a link, or why it stays. */
function changeOf(
  whole: string,
  link: TextLink,
  { url, changesMeaning }: Extract<RewrittenLink, { kind: 'change' }>,
  { takesForms }: LinkRewriter,
): LinkChange | string {
  if (isCut(whole, link)) return CUT;
  if (isListed(whole, link)) return LISTED;
  if (/^mailto:/i.test(link.url) && HIDDEN.test(link.written)) return IS_HIDDEN;
  if (isRunning(link) && BRACKETS.test(link.url)) return IN_BRACKETS;
  if (/\[[A-Z_]{2,}\]/.test(link.url)) return warnings.placeholder;
  if (/^mailto:[^?]*\?[^#]*\+/i.test(link.url)) return PLUS;
  if (/#.*#/.test(link.url)) return TWO_HASHES;
  if (isRunning(link) && escapesMore(link.url, url)) return ESCAPED;
  if (EXCLUDED.test(link.url)) return ESCAPED;
  const [warning] = link.warnings;
  if (warning !== undefined) return warnings[warning];
  const attribute = link.attribute?.name;
  if (!takesForms && (attribute === 'action' || attribute === 'formaction')) return FORM;
  if (!takesForms && attribute === 'codebase') return IS_BASE;
  const text = link.write(url);
  return text === null ? UNWRITABLE : { link, url, text, changesMeaning };
}

interface Original {
  readonly text: string;
  readonly found: LinksInText;
  readonly read: LinkReader;
}

/** The readings of one piece; what is not decided by then stays. A piece has hardly ever more than two bad changes. */
const MOST_READINGS = 40;

/** The changes that are found again, and disturb no other link. */
function verified(wanted: readonly LinkChange[], original: Original): readonly LinkChange[] {
  let readings = 0;
  const holds = (changes: readonly LinkChange[]): boolean => {
    if (changes.length === 0) return true;
    return readings++ < MOST_READINGS && isFoundAgain(changes, original);
  };
  /** The largest part that halving finds. */
  const good = (changes: readonly LinkChange[], before: readonly LinkChange[]): readonly LinkChange[] => {
    if (changes.length === 0 || holds([...before, ...changes])) return changes;
    if (changes.length === 1) return [];
    const middle = changes.length >> 1;
    const first = good(changes.slice(0, middle), before);
    return [...first, ...good(changes.slice(middle), [...before, ...first])];
  };
  return good(wanted, []);
}

function isFoundAgain(changes: readonly LinkChange[], { text, found, read }: Original): boolean {
  const again = read(replaced(text, changes));
  const byStart = new Map(changes.map((change) => [change.link.range[0], change]));
  let shift = 0;
  /** Whether two lists of links have the same ones, each in its place. */
  const all = [...found.links, ...found.relative].toSorted((a, b) => a.range[0] - b.range[0]);
  const now = [...again.links, ...again.relative].toSorted((a, b) => a.range[0] - b.range[0]);
  if (all.length !== now.length || again.unread.length !== found.unread.length) return false;
  return all.every((link, index) => {
    const other = now[index];
    const [from, to] = link.range;
    const change = byStart.get(from);
    if (other === undefined || other.range[0] !== from + shift) return false;
    if (change === undefined) return other.range[1] === to + shift && other.url === link.url;
    shift += change.text.length - (to - from);
    return other.range[1] === to + shift && other.url === change.url && other.warnings.length === 0;
  });
}

function replaced(text: string, changes: readonly LinkChange[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { link, text: written } of changes) {
    pieces.push(text.slice(copied, link.range[0]), written);
    copied = link.range[1];
  }
  return pieces.join('') + text.slice(copied);
}

function shiftOf(changes: readonly LinkChange[]): number {
  return changes.reduce((sum, { link: { range }, text }) => sum + text.length - (range[1] - range[0]), 0);
}
