/**
 * The XML of an answer (RFC 3367 §5), without declarations of its own. No DTD is fetched, and no entity is defined but
 * the five of XML: an answer must not name other resources, nor grow while it is parsed.
 */
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { ProtocolError } from '../protocol-error.ts';

/**
 * Answers of CNRP are at most eight elements deep. The parser calls itself for each level, so this is its limit, too.
 */
const MOST_LEVELS = 16;
const MOST_ELEMENTS = 10_000;

/** An element, with its elements in their order. */
export interface CnrpElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly CnrpElement[];
  /** All text in it, on one line; empty if there is none. */
  readonly text: string;
}

/**
 * The root of a document. Throws a ProtocolError, `malformed`, for XML that is not well-formed, too deep or too large,
 * or that declares something itself. `parseElement('<cnrp><servicequery/></cnrp>').elements[0]?.name` is
 * `'servicequery'`.
 */
export function parseElement(xml: string): CnrpElement {
  // §2.11. The parser does it as well, in a time that grows with the square of the number of lines.
  const lines = xml.replace(/\r\n?/g, '\n');
  checkShape(lines);
  try {
    const { root } = parseXml(lines);
    if (root !== null) return elementOf(root);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  throw new ProtocolError('malformed', 'The answer is not well-formed XML.');
}

function elementOf({ name, attributes, children, text }: XmlElement): CnrpElement {
  const elements = children.filter((child) => child instanceof XmlElement).map(elementOf);
  return { name, attributes: { ...attributes }, elements, text: text.replace(/\s+/g, ' ').trim() };
}

/** What may have `<` in it without being elements: how it begins and ends. */
const PASSED_OVER = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** A tag, or the beginning of a document type up to its own declarations. */
const TAG = /<(?:[^<>"'[]|"[^"]*"|'[^']*')*[>[]/y;

/**
 * Counts levels and elements before the parser sees them. It stops where the document is not well-formed, which the
 * parser notices as well.
 */
function checkShape(xml: string): void {
  let levels = 0;
  let elements = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const [start, end] = PASSED_OVER.find(([start]) => xml.startsWith(start, at)) ?? [];
    if (start !== undefined) {
      const to = xml.indexOf(end, at + start.length);
      if (to < 0) return;
      at = to + end.length;
      continue;
    }
    TAG.lastIndex = at;
    const [tag] = TAG.exec(xml) ?? [];
    if (tag === undefined) return;
    at += tag.length;
    if (tag.startsWith('<!')) {
      if (tag.endsWith('[') && elements === 0) {
        throw new ProtocolError('malformed', 'The answer declares a document type of its own, which is not supported.');
      }
    } else if (tag.startsWith('</')) levels -= 1;
    else {
      elements += 1;
      if (elements > MOST_ELEMENTS)
        throw new ProtocolError('malformed', `The answer has more than ${MOST_ELEMENTS} elements.`);
      if (levels >= MOST_LEVELS) {
        throw new ProtocolError('malformed', `The XML of the answer is nested deeper than ${MOST_LEVELS} elements.`);
      }
      if (!tag.endsWith('/>')) levels += 1;
    }
  }
}
