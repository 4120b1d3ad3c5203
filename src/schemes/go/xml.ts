/**
 * The XML of an answer (RFC 3367 §5). No DTD is fetched, and no entity is defined but the five of XML: an answer must
 * not name other resources, nor grow while it is parsed.
 */
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { CnrpError } from './cnrp-error.ts';

/** Answers of CNRP are at most eight elements deep. The parser recurses once for each. */
const MOST_LEVELS = 16;
const MOST_ELEMENTS = 10_000;

/** An element, with its elements in their order. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly Element[];
  /** All text in it, on one line; empty if there is none. */
  readonly text: string;
}

/**
 * Parses a document.
 *
 * @param xml - the document, decoded
 * @returns its root
 * @throws CnrpError for XML that is not well-formed, too deep or too large, or that declares something itself
 * @example
 * ```ts
 * parseElement('<cnrp><servicequery/></cnrp>').elements[0]?.name; // 'servicequery'
 * ```
 */
export function parseElement(xml: string): Element {
  checkShape(xml);
  try {
    const { root } = parseXml(xml);
    if (root === null) throw new CnrpError('The answer has no element.');
    return elementOf(root);
  } catch (error) {
    if (error instanceof XmlError) throw new CnrpError('The answer is not well-formed XML.');
    throw error;
  }
}

function elementOf({ name, attributes, children, text }: XmlElement): Element {
  return {
    name,
    attributes,
    elements: children.filter((child) => child instanceof XmlElement).map(elementOf),
    text: text.replace(/\s+/g, ' ').trim(),
  };
}

/** Markup that has no elements in it, by its first characters, with its end. */
const OPAQUE: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * Counts elements and levels before the parser builds a tree of them. It reads every character once. Where it and the
 * parser could differ, the document is not well-formed, and the parser refuses it.
 */
function checkShape(xml: string): void {
  let levels = 0;
  let elements = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const opaque = OPAQUE.find(([begin]) => xml.startsWith(begin, at));
    if (opaque !== undefined) {
      const [begin, end] = opaque;
      const endsAt = xml.indexOf(end, at + begin.length);
      if (endsAt < 0) throw new CnrpError('The answer ends in the middle of its XML.');
      at = endsAt + end.length;
      continue;
    }
    const from = at;
    at = tagEnd(xml, at);
    if (xml.startsWith('<!', from)) continue;
    if (xml.startsWith('</', from)) {
      levels -= 1;
      continue;
    }
    elements += 1;
    if (xml.charAt(at - 2) !== '/') levels += 1;
    if (levels > MOST_LEVELS) throw new CnrpError(`The XML of the answer is deeper than ${MOST_LEVELS} elements.`);
    if (elements > MOST_ELEMENTS) throw new CnrpError(`The answer has more than ${MOST_ELEMENTS} elements.`);
  }
}

/** The position after the `>` of a tag or of the document type. */
function tagEnd(xml: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < xml.length; at += 1) {
    const character = xml.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
    else if (character === '[' && xml.startsWith('<!', from)) {
      throw new CnrpError('The answer has declarations of its own, which are not read.');
    }
  }
  throw new CnrpError('The answer ends in the middle of its XML.');
}
