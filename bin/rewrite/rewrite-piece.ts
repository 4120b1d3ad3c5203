/**
 * Replaces links in a text. A link is replaced only if reading the result again finds the new link in its place, and
 * every other link where it was.
 */
import { safeResolve } from '../../src/index.ts';
import { byPlace } from '../../src/text/findings.ts';
import type { LinkReader, LinksInText, TextLink } from '../../src/text/index.ts';
import type { TextPiece } from '../files/pieces.ts';
import { IS_BASE, reasonAgainst, type WantedChange } from './obstacles.ts';
import type { LinkRewriter, RewrittenLink } from './rewriters.ts';

/** A link that gets another URL. */
interface LinkChange {
  readonly link: TextLink;
  /** The new URL. */
  readonly url: string;
  /** The text that stands for it. */
  readonly text: string;
  readonly changesMeaning: boolean;
}

/** A link that stays although it should change. */
interface LeftLink {
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
    const { takesForms } = rewriter;
    const { format } = found;
    const change = outcome.kind === 'left' ? outcome.reason : changeOf({ text, format, link, takesForms, ...outcome });
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
function changeOf(wanted: WantedChange & Pick<LinkChange, 'changesMeaning'>): LinkChange | string {
  const { link, url, changesMeaning } = wanted;
  const reason = reasonAgainst(wanted);
  if (reason !== null) return reason;
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
  const all = [...found.links, ...found.relative].toSorted(byPlace);
  const now = [...again.links, ...again.relative].toSorted(byPlace);
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
