/**
 * The parts of an article (RFC 2046 §5.1): their boundaries and their headers. Bodies are not decoded here, so the
 * attachments of an article cost nothing until a reader opens them.
 */
import { fieldOf, longParameter, parseFields, parseStructured, splitEntity } from './header.ts';

/** A part that contains no other parts. An article that is not multipart has one part: itself. */
export interface BodyPart {
  /** From 1, in the order of the article. */
  readonly number: number;
  /** Media type in lower case. */
  readonly type: string;
  /** Parameters of Content-Type, by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Content-Transfer-Encoding in lower case; `7bit` if the part has none. */
  readonly encoding: string;
  /** `inline`, `attachment` or another word; `null` if the part has no Content-Disposition. */
  readonly disposition: string | null;
  /** The file name; encoded words (RFC 2047) are not decoded. */
  readonly name: string | null;
  /** Content-ID without its angle brackets; `null` = there is none that a link can have. */
  readonly contentId: string | null;
  /** Content-Location (RFC 2557 §4), the URL by which other parts may name this one. */
  readonly contentLocation: string | null;
  /** Still in its transfer encoding. */
  readonly body: Uint8Array;
}

/** Limits against articles that waste time on purpose: deeper multiparts and further parts are not read. */
const DEEPEST = 16;
const MOST_PARTS = 200;

const TEXT_PLAIN = 'text/plain';

/**
 * Parses the parts of an article. `parseParts(octetsOf('Subject: x\r\n\r\nHello\r\n'))[0]?.type` is `'text/plain'`.
 * `article` has the octets of header and body, without dot-stuffing.
 */
export function parseParts(article: Uint8Array): BodyPart[] {
  const parts: BodyPart[] = [];
  const addParts = (octets: Uint8Array, within: readonly string[]): void => {
    const { header, body } = splitEntity(octets);
    const fields = parseFields(header, null);
    // RFC 2046 §5.1.5: the parts of a digest are messages unless they say otherwise.
    const absent = within.at(-1) === 'multipart/digest' ? 'message/rfc822' : TEXT_PLAIN;
    const { value, parameters } = parseStructured(fieldOf(fields, 'Content-Type') ?? absent);
    const boundary = parameters.get('boundary') ?? '';
    if (value.startsWith('multipart/') && boundary !== '' && within.length < DEEPEST) {
      const before = parts.length;
      for (const inner of bodiesBetween(body, boundary)) {
        if (parts.length < MOST_PARTS) addParts(inner, [...within, value]);
      }
      // A multipart without any delimiter is read as text.
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
      contentId: contentIdOf(fieldOf(fields, 'Content-ID') ?? ''),
      // RFC 2557 §4.4.2: a long URL is folded, and its spaces are no part of it.
      contentLocation: fieldOf(fields, 'Content-Location')?.replace(/\s+/g, '') || null,
      body,
    });
  };
  addParts(article, []);
  return parts;
}

/** The longest line, in characters (RFC 5322 §2.1.1). */
const LONGEST_ID = 998;

/** Without its angle brackets; `null` = there is none that a link can have. */
function contentIdOf(field: string): string | null {
  const id = field.replace(/^\s*<|>\s*$/g, '');
  return id === '' || id.length > LONGEST_ID || /\p{Cc}/u.test(id) ? null : id;
}

const latin1 = new TextDecoder('latin1');

/** The octets between the delimiter lines of a multipart, without the line end before each delimiter. */
function* bodiesBetween(body: Uint8Array, boundary: string): Generator<Uint8Array> {
  // Each character of this text is one octet of the body, and a boundary is ASCII.
  const text = latin1.decode(body);
  const delimiter = `--${boundary}`;
  /** The rest of a delimiter line; `--` closes the multipart. */
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
  // The last part counts even if the closing delimiter is missing.
  if (from !== null) yield body.subarray(from);
}

/** The line end before a delimiter belongs to the delimiter (RFC 2046 §5.1.1). */
function beforeLineEnd(text: string, at: number, from: number): number {
  return Math.max(from, text[at - 2] === '\r' ? at - 2 : at - 1);
}

/** The parts of an article that are shown as its text. */
interface ReadableParts {
  /** The plain texts, in order. */
  readonly texts: readonly BodyPart[];
  /** The text/html parts that are not attachments. */
  readonly pages: readonly BodyPart[];
}

/** Selects the readable parts of an article. All other parts are attachments. */
export function readableParts(parts: readonly BodyPart[]): ReadableParts {
  const inline = (part: BodyPart): boolean => part.disposition !== 'attachment';
  const unnamed = parts.filter((part) => inline(part) && !part.parameters.has('name'));
  const plain = unnamed.filter(({ type }) => type === TEXT_PLAIN);
  const pages = parts.filter((part) => part.type === 'text/html' && inline(part));
  // RFC 2046 §4.1.4: an unknown text subtype is read as plain text if the article has no other text.
  const texts =
    plain.length + pages.length > 0 ? plain : unnamed.filter(({ type }) => type.startsWith('text/')).slice(0, 1);
  return { texts, pages };
}
