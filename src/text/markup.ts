/** Links of texts with a markup of the table: those of its places are whole, and the rest is running text. */
import { checkArgument } from '../uri/arguments.ts';
import { wholeLink } from './cell.ts';
import { DecodedText, type Escapes, spelled } from './decoded.ts';
import { byPlace, type Findings } from './findings.ts';
import type { LinkReader, LinksInText, MarkupFormat, TextLink, TextRange } from './link.ts';
import { lineBefore, MARKUPS, type Markup } from './markups.ts';
import { allRead, linkOf, ProseSearch } from './prose.ts';
import { Shadow } from './shadow.ts';

const NO_ESCAPES: Escapes = { pattern: /(?!)/g, meaning: () => null, spellings: {} };

/**
 * The reader of a markup.
 *
 * @param format - the markup
 * @example
 * ```ts
 * const { links } = markupReader('texinfo')('See @uref{http://h.example/a@@b,, the page}.');
 * links.map(({ url }) => url); // ['http://h.example/a@b']
 * ```
 */
export function markupReader(format: MarkupFormat): LinkReader {
  const markup = MARKUPS[format];
  return (text) => linksInMarkup(text, format, markup);
}

function linksInMarkup(text: string, format: MarkupFormat, markup: Markup): LinksInText {
  checkArgument('text', text, ['a string']);
  const { escapes = NO_ESCAPES, inPlaces = escapes } = markup;
  const shadow = new Shadow(text);
  const links: TextLink[] = [];
  let done = 0;
  for (const [match, range] of placesIn(text, markup)) {
    const link = match[0] < done ? null : linkIn(text, range, markup, inPlaces);
    if (link === null) continue;
    links.push(link);
    shadow.replace(match, ' ');
    done = match[1];
  }
  const rest = new DecodedText(shadow.toString(), escapes);
  const found: Findings = { links: [], proposals: [] };
  new ProseSearch(rest.text).find([0, rest.text.length], found);
  for (const { range, url, delimiter, warnings, write } of found.links) {
    links.push(inMarkup(text, rest.rangeOf(range), markup, escapes, { url, delimiter, warnings, write }));
  }
  const proposals = found.proposals.map((proposal) => {
    const range = rest.rangeOf(proposal.range);
    return { ...proposal, range, written: text.slice(...range) };
  });
  return allRead(format, { links: links.toSorted(byPlace), proposals });
}

/** The places for URLs, each with all that belongs to it, in the order of the text. */
function placesIn(text: string, { places }: Markup): readonly (readonly [match: TextRange, place: TextRange])[] {
  return places
    .flatMap((place) => [...text.matchAll(place)])
    .flatMap(({ indices }) => {
      const [match, place] = indices ?? [];
      return match === undefined || place === undefined ? [] : [[match, place] as const];
    })
    .toSorted(([a], [b]) => a[0] - b[0]);
}

/** The link that a place has; `null` = it has something else, or more than one. */
function linkIn(text: string, place: TextRange, markup: Markup, escapes: Escapes): TextLink | null {
  const value = new DecodedText(text.slice(...place), escapes);
  const link = wholeLink(value.text);
  if (link === null) return null;
  const [from, to] = value.rangeOf(link.range);
  return inMarkup(text, [place[0] + from, place[0] + to], markup, escapes, { ...link, delimiter: 'destination' });
}

/** A link of a decoded text, where it is in the text, and written with its escapes. */
function inMarkup(
  text: string,
  range: TextRange,
  { definition, warning }: Markup,
  escapes: Escapes,
  { url, delimiter, warnings, write }: Pick<TextLink, 'url' | 'delimiter' | 'warnings' | 'write'>,
): TextLink {
  const written = text.slice(...range);
  const isNamed = definition?.test(lineBefore(text, range[0])) === true;
  const code = isNamed ? 'definition' : (warning?.(text, range) ?? null);
  const all = code === null || warnings.includes(code) ? warnings : [...warnings, code];
  const spell = (next: string): string | null => {
    const plain = write(next);
    const result = plain === null ? null : spelled(plain, written, escapes);
    return result !== null && new DecodedText(result, escapes).text === plain ? result : null;
  };
  return linkOf(text, range, url, delimiter, all, spell);
}
