/** Why a link stays although it should change: a program or a person may read it otherwise where it stands. */
import { type TextFormat, type TextLink, warnings } from '../../src/text/index.ts';

/** A link that should get another URL. */
export interface WantedChange {
  /** The text, in which the link has its range. */
  readonly text: string;
  readonly format: TextFormat;
  readonly link: TextLink;
  readonly url: string;
  /** Whether a form may send its fields to the new address. */
  readonly takesForms: boolean;
}

/** The reason why a link stays, as a sentence; `null` = there is none. */
export function reasonAgainst(change: WantedChange): string | null {
  const obstacle = OBSTACLES.find(([holds]) => holds(change));
  if (obstacle !== undefined) return obstacle[1];
  const [warning] = change.link.warnings;
  return warning === undefined ? null : warnings[warning];
}

/** Why other links keep their base as it is. */
export const IS_BASE = 'Other links are relative to it.';

/** The obstacles with their reasons. The first that holds is reported. */
const OBSTACLES: readonly (readonly [holds: (change: WantedChange) => boolean, reason: string])[] = [
  [({ format }) => format === 'info', 'Tables of the Info file count its octets; change its Texinfo source.'],
  [goesOnInWiki, 'MediaWiki would take the character after it as part of the link.'],
  [isCut, 'It is part of a quoted text.'],
  [isListed, 'A comma or a semicolon in it may end it.'],
  // Pages hide addresses from the programs that collect them.
  [({ link }) => /^mailto:/i.test(link.url) && /&#|%40/i.test(link.written), 'Its address is hidden from programs.'],
  // They belong to the host of a URL alone (RFC 3986 §3.2.2).
  [({ link }) => isRunning(link) && BRACKETS.test(link.url), 'It contains square brackets, which may end it.'],
  [({ link }) => /\[[A-Z_]{2,}\]/.test(link.url), warnings.placeholder],
  [({ link }) => /^mailto:[^?]*\?[^#]*\+/i.test(link.url), 'Some mail programs read “+” as a space.'],
  [
    ({ link }) => /#.*#/.test(link.url),
    'A second “#” in it would be escaped, and scripts of pages may tell the two apart.',
  ],
  // What RFC 3986 excludes ends a link in running text, and is not escaped in any other place.
  [
    ({ link, url }) => (isRunning(link) && escapesMore(link.url, url)) || /["<>\\^`{|}]/.test(link.url),
    'A mark in it would be escaped, but may belong to the text.',
  ],
  [
    ({ link, takesForms }) => !takesForms && /^(?:form)?action$/.test(link.attribute?.name ?? ''),
    'A form replaces the query of its address, and the new link has one.',
  ],
  [({ link, takesForms }) => !takesForms && link.attribute?.name === 'codebase', IS_BASE],
];

/** Square brackets outside of a host. */
const BRACKETS = /^[^:]+:(?:\/\/(?:[^/?#]*@)?\[[^\]]*\])?[^[\]]*[[\]]/;

/**
 * Whether more stands in quotation marks than the link, as in `'http://h:' + port`. The reader takes the punctuation
 * for that of a sentence; a program puts the two together.
 */
function isCut({ text, link: { range, delimiter } }: WantedChange): boolean {
  if (delimiter !== 'none') return false;
  const before = text[range[0] - 1] ?? ' ';
  return /["'`]/.test(before) && text[range[1]] !== before;
}

/** Whether a comma or a semicolon may separate the link from what follows: `@uref{ftp://h/,,name}`, `a,ftp://h/,b`. */
function isListed({ text, link: { range, delimiter, written } }: WantedChange): boolean {
  if (delimiter !== 'none') return false;
  const before = text[range[0] - 1] ?? ' ';
  if (before === '{' || text[range[1]] === '}') return /[,;]/.test(written);
  return written.includes(',,') || (/[,;]/.test(before) && written.includes(before));
}

/**
 * Whether MediaWiki reads on where the link ends, as in `[http://h/|name]` or `'http://h/'`. It leaves out only
 * punctuation at the end; a bar ends the value of a parameter.
 */
function goesOnInWiki({ text, format, link: { range } }: WantedChange): boolean {
  if (format !== 'mediawiki') return false;
  const rest = /[=|]/.test(text[range[0] - 1] ?? '') ? REST_OF_PARAMETER : REST_IN_WIKI;
  rest.lastIndex = range[1];
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
