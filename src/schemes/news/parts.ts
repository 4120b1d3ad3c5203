/**
 * The parts of an article (RFC 2046 §5.1): where each begins and ends, and what it says of itself. Nothing is decoded
 * here, so looking at an article costs nothing for the attachments that nobody opens.
 */
import { fieldOf, longParameter, parseFields, parseStructured, splitEntity } from './header.ts';

/** A part that holds no other parts; an article of one part is its own. */
export interface Part {
  /** Counted from 1, in the order of the article. */
  readonly number: number;
  /** Media type in lower case. */
  readonly type: string;
  /** Parameters of Content-Type, by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Content-Transfer-Encoding in lower case; `7bit` where nothing is said. */
  readonly encoding: string;
  /** `inline`, `attachment` or another word; `null` where nothing is said. */
  readonly disposition: string | null;
  /** Of its file; encoded words stand as they are. */
  readonly name: string | null;
  /** Content-ID without its angle brackets. */
  readonly contentId: string | null;
  /** As it was transferred. */
  readonly body: Uint8Array;
}

/** Deeper, or more, than this is no article but an attempt to keep us busy. */
const DEEPEST = 16;
const MOST_PARTS = 200;

const TEXT_PLAIN = 'text/plain';

/**
 * Finds the parts of an article.
 *
 * @param article - header and body, without the dots of the transfer
 * @example
 * ```ts
 * parseParts(octetsOf('Subject: x\r\n\r\nHello\r\n'))[0]?.type; // 'text/plain'
 * ```
 */
export function parseParts(article: Uint8Array): Part[] {
  const parts: Part[] = [];
  const visit = (octets: Uint8Array, within: readonly string[]): void => {
    const { header, body } = splitEntity(octets);
    const fields = parseFields(header, null);
    // RFC 2046 §5.1.5: the parts of a digest are messages unless they say otherwise.
    const absent = within.at(-1) === 'multipart/digest' ? 'message/rfc822' : TEXT_PLAIN;
    const { value, parameters } = parseStructured(fieldOf(fields, 'Content-Type') ?? absent);
    const boundary = parameters.get('boundary') ?? '';
    if (value.startsWith('multipart/') && boundary !== '' && within.length < DEEPEST) {
      const before = parts.length;
      for (const inner of between(body, boundary)) if (parts.length < MOST_PARTS) visit(inner, [...within, value]);
      // Without any delimiter, all of it is text that lost its shape.
      if (parts.length > before || parts.length >= MOST_PARTS) return;
    }
    const disposition = parseStructured(fieldOf(fields, 'Content-Disposition') ?? '');
    parts.push({
      number: parts.length + 1,
      type: /^[!#$&^_.+\w-]+\/[!#$&^_.+\w-]+$/.test(value) && !value.startsWith('multipart/') ? value : TEXT_PLAIN,
      parameters,
      encoding: parseStructured(fieldOf(fields, 'Content-Transfer-Encoding') ?? '7bit').value,
      disposition: disposition.value || null,
      name: longParameter(disposition.parameters, 'filename') || longParameter(parameters, 'name') || null,
      contentId: fieldOf(fields, 'Content-ID')?.replace(/^\s*<|>\s*$/g, '') ?? null,
      body,
    });
  };
  visit(article, []);
  return parts;
}

const latin1 = new TextDecoder('latin1');

/** The octets between the delimiter lines of a multipart, line ends before the delimiters taken off. */
function* between(body: Uint8Array, boundary: string): Generator<Uint8Array> {
  // A character of this text is an octet of the body, and a boundary is ASCII.
  const text = latin1.decode(body);
  const delimiter = `--${boundary}`;
  /** What may stand behind a delimiter on its line; `--` closes the multipart. */
  const lineEnd = /(--)?[ \t]{0,80}(?:\r?\n|$)/y;
  let from: number | null = null;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + delimiter.length)) {
    lineEnd.lastIndex = at + delimiter.length;
    const end = at === 0 || text[at - 1] === '\n' ? lineEnd.exec(text) : null;
    if (end === null) continue;
    if (from !== null) yield body.subarray(from, beforeLineEnd(text, at, from));
    if (end[1] !== undefined) return;
    from = lineEnd.lastIndex;
  }
  // A part whose end is missing is still a part.
  if (from !== null) yield body.subarray(from);
}

/** The line end before a delimiter belongs to the delimiter (RFC 2046 §5.1.1). */
function beforeLineEnd(text: string, at: number, from: number): number {
  return Math.max(from, text[at - 2] === '\r' ? at - 2 : at - 1);
}

/** What of an article is read, and what is opened. */
export interface ReadableParts {
  /** The plain texts, in order. */
  readonly texts: readonly Part[];
  /** The pages (text/html) that are no attachments. */
  readonly pages: readonly Part[];
}

/** Sorts the parts of an article for a reader; what is neither is an attachment. */
export function readableParts(parts: readonly Part[]): ReadableParts {
  const inline = (part: Part): boolean => part.disposition !== 'attachment';
  const unnamed = parts.filter((part) => inline(part) && !part.parameters.has('name'));
  const plain = unnamed.filter(({ type }) => type === TEXT_PLAIN);
  const pages = parts.filter((part) => part.type === 'text/html' && inline(part));
  // RFC 2046 §4.1.4: a text of a kind that is not known is read as it stands, where there is nothing better.
  const texts =
    plain.length + pages.length > 0 ? plain : unnamed.filter(({ type }) => type.startsWith('text/')).slice(0, 1);
  return { texts, pages };
}
