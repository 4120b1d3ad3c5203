/**
 * Finds the links of a text: where each begins and ends, in HTML, Markdown, MediaWiki text and plain text. The text has
 * one character for each octet of the file, so that places are places in the file.
 */
import type { LinkPlace } from './link-place.ts';
import { linksInProse, type ProseFormat } from './links-in-prose.ts';

export type TextFormat = 'html' | ProseFormat;
export const TEXT_FORMATS: readonly TextFormat[] = ['html', 'markdown', 'mediawiki', 'text'];

/** The format that the name of a file shows. */
export function formatOfFile(name: string): TextFormat {
  if (/\.x?html?$/i.test(name)) return 'html';
  if (/\.(?:md|markdown|mkd)$/i.test(name)) return 'markdown';
  return /\.(?:wiki|mediawiki|wikitext)$/i.test(name) ? 'mediawiki' : 'text';
}

/**
 * The absolute URLs that are links, in their order.
 *
 * @param text - a character for each octet
 */
export function linksIn(text: string, format: TextFormat): readonly LinkPlace[] {
  return format === 'html' ? linksInHtml(text) : linksInProse(text, format);
}

/** Attributes whose value is a URL (HTML, "Attributes", and those of HTML 4). */
const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  'href src action formaction cite longdesc data poster background codebase usemap classid profile'.split(' '),
);

/** Elements whose content is not markup (HTML §13.1.2). */
const RAW_TEXT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'plaintext',
  'iframe',
  'noframes',
]);

function linksInHtml(text: string): readonly LinkPlace[] {
  const found: LinkPlace[] = [];
  // Found once, as the text is lower-cased for the ends of raw elements.
  const lower = text.toLowerCase();
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const name = match[1]?.toLowerCase();
    if (name === undefined) {
      opening.lastIndex = after(text, '-->', opening.lastIndex);
      continue;
    }
    const at = readTag(text, opening.lastIndex, found);
    opening.lastIndex = RAW_TEXT.has(name) ? Math.max(at, after(lower, `</${name}`, at) - name.length - 2) : at;
  }
  return found;
}

/**
 * A comment, or a tag with its name. One pattern finds both: a slice of the text at each `<` costs a hundred times as
 * much.
 */
const OPENING = /<(?:!--|([a-zA-Z][^\s/>]*))/g;

const ATTRIBUTE = /[\s/]*(?:>|([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?)/y;

/** Reads the attributes of a tag, and returns where it ends. */
function readTag(text: string, from: number, found: LinkPlace[]): number {
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (match === null || match[0] === '') return at + 1;
    at = ATTRIBUTE.lastIndex;
    const [whole, name, double, single, bare] = match;
    if (name === undefined) return at;
    const value = double ?? single ?? bare;
    if (value === undefined || !URL_ATTRIBUTES.has(name.toLowerCase())) continue;
    const end = at - (bare === undefined ? 1 : 0);
    const begin = end - value.length;
    const blanks = /^\s*/.exec(value)?.[0].length ?? 0;
    const to = begin + value.trimEnd().length;
    if (/^[a-z][a-z\d+.-]*:/i.test(value.trim()) && whole !== '')
      found.push({ from: begin + blanks, to, references: true });
  }
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? text.length : at + end.length;
}
