/**
 * The XML of an answer (RFC 3367 §5), parsed as XML 1.0 (Fifth Edition) asks of a document without declarations. No DTD
 * is fetched, and no entity is defined but the five of XML: an answer must not name other resources, nor grow while it
 * is parsed.
 */
import { CnrpError } from './cnrp-error.ts';

/** Answers of CNRP are at most eight elements deep. */
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

/** An element whose end tag was not read yet. */
interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: Element[];
  text: string;
}

/** `Char` (§2.2), of which this is the complement. */
const NO_CHARACTER = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** `NameStartChar` and `NameChar` (§2.3). */
const NAME_START =
  ':A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef' +
  '\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040]*`;

const rule = (source: string) => new RegExp(source, 'uy');
const S = '[ \\t\\n]';
const QUOTED = `(?:"[^"]*"|'[^']*')`;

/** The rules of the grammar, by their names in it where they have one. */
const DECLARATION = rule(
  `<\\?xml${S}+version${S}*=${S}*(?:"1\\.\\d+"|'1\\.\\d+')(?:${S}+encoding${S}*=${S}*(?:"[A-Za-z][\\w.-]*"|'[A-Za-z][\\w.-]*'))?` +
    `(?:${S}+standalone${S}*=${S}*(?:"(?:yes|no)"|'(?:yes|no)'))?${S}*\\?>`,
);
const DOCUMENT_TYPE = rule(
  `<!DOCTYPE${S}+${NAME}(?:${S}+(?:SYSTEM|PUBLIC${S}+(?:"[\\w \\n\\-'()+,./:=?;!*#@$%]*"|'[\\w \\n\\-()+,./:=?;!*#@$%]*'))${S}+${QUOTED})?${S}*>`,
);
const OWN_DECLARATIONS = rule('<!DOCTYPE[^>[]*\\[');
const BLANKS = rule(`${S}*`);
const TEXT = rule('[^<]+');
const START_TAG = rule(`<(${NAME})`);
const ATTRIBUTE = rule(`${S}+(${NAME})${S}*=${S}*(?:"([^<"]*)"|'([^<']*)')`);
const TAG_END = rule(`${S}*(/?)>`);
const END_TAG = rule(`</(${NAME})${S}*>`);
const INSTRUCTION = rule(`<\\?(?![Xx][Mm][Ll](?:${S}|\\?>))${NAME}(?:${S}|(?=\\?>))`);

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
  return new XmlReader(xml).document();
}

class XmlReader {
  readonly #xml: string;
  #at = 0;
  #count = 0;

  constructor(xml: string) {
    if (NO_CHARACTER.test(xml)) throw malformed();
    // §2.11: every line ends in a line feed.
    this.#xml = xml.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  }

  document(): Element {
    this.#take(DECLARATION);
    this.#skipMiscellaneous();
    if (this.#take(DOCUMENT_TYPE) !== null) this.#skipMiscellaneous();
    if (this.#take(OWN_DECLARATIONS) !== null) {
      throw new CnrpError('The answer declares a document type of its own, which is not supported.');
    }
    const root = this.#root();
    this.#skipMiscellaneous();
    if (this.#at < this.#xml.length) throw malformed();
    return root;
  }

  /** Reads the root, with a list of the elements that are open around the current one instead of calls in calls. */
  #root(): Element {
    const parents: OpenElement[] = [];
    let { element, empty } = this.#startTag();
    for (;;) {
      if (!empty && !this.#content(element)) {
        parents.push(element);
        if (parents.length >= MOST_LEVELS) {
          throw new CnrpError(`The XML of the answer is nested deeper than ${MOST_LEVELS} elements.`);
        }
        ({ element, empty } = this.#startTag());
        continue;
      }
      const closed = { ...element, text: element.text.replace(/\s+/g, ' ').trim() };
      const parent = parents.pop();
      if (parent === undefined) return closed;
      parent.elements.push(closed);
      parent.text += element.text;
      [element, empty] = [parent, false];
    }
  }

  /** Reads content up to the end of its element (true) or the beginning of one in it (false). */
  #content(element: OpenElement): boolean {
    for (;;) {
      const [text = ''] = this.#take(TEXT) ?? [];
      if (text.includes(']]>')) throw malformed();
      element.text += this.#decoded(text);
      const [, ended] = this.#take(END_TAG) ?? [];
      if (ended !== undefined) {
        if (ended !== element.name) throw malformed();
        return true;
      }
      if (this.#startsWith('<![CDATA[')) element.text += this.#upTo(']]>');
      else if (!this.#skipComment() && !this.#skipInstruction()) return false;
    }
  }

  #startTag(): { readonly element: OpenElement; readonly empty: boolean } {
    const [, name] = this.#take(START_TAG) ?? [];
    if (name === undefined) throw malformed();
    this.#count += 1;
    if (this.#count > MOST_ELEMENTS) throw new CnrpError(`The answer has more than ${MOST_ELEMENTS} elements.`);
    const attributes = new Map<string, string>();
    for (let match = this.#take(ATTRIBUTE); match !== null; match = this.#take(ATTRIBUTE)) {
      const [, key = '', double, single = ''] = match;
      if (attributes.has(key)) throw malformed();
      // §3.3.3: blanks are spaces, but not those that references name.
      attributes.set(key, this.#decoded((double ?? single).replace(/[\t\n]/g, ' ')));
    }
    const [, slash] = this.#take(TAG_END) ?? [];
    if (slash === undefined) throw malformed();
    const element = { name, attributes: Object.fromEntries(attributes), elements: [], text: '' };
    return { element, empty: slash === '/' };
  }

  /** Comments, processing instructions and blanks (`Misc`). */
  #skipMiscellaneous(): void {
    do this.#take(BLANKS);
    while (this.#skipComment() || this.#skipInstruction());
  }

  #skipComment(): boolean {
    if (!this.#startsWith('<!--')) return false;
    this.#upTo('--');
    if (!this.#startsWith('>')) throw malformed();
    return true;
  }

  #skipInstruction(): boolean {
    if (this.#take(INSTRUCTION) === null) return false;
    this.#upTo('?>');
    return true;
  }

  /** Character references, and the five entities (§4.6). */
  #decoded(text: string): string {
    if (!text.includes('&')) return text;
    return text.replace(/&(?:#(\d+|x[\dA-Fa-f]+);|(amp|lt|gt|quot|apos);)?/g, (_, code?: string, entity?: string) => {
      if (entity !== undefined) return ENTITIES[entity] ?? '';
      const point = Number(code === undefined ? Number.NaN : `${code.startsWith('x') ? '0' : ''}${code}`);
      const character = point <= 0x10ffff ? String.fromCodePoint(point) : '';
      if (character === '' || NO_CHARACTER.test(character)) throw malformed();
      return character;
    });
  }

  /** Reads what a rule matches here, if it does. */
  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#xml);
    if (match !== null) this.#at = expression.lastIndex;
    return match;
  }

  #startsWith(text: string): boolean {
    const starts = this.#xml.startsWith(text, this.#at);
    if (starts) this.#at += text.length;
    return starts;
  }

  /** Reads up to an end mark, and skips that. */
  #upTo(end: string): string {
    const from = this.#at;
    const to = this.#xml.indexOf(end, from);
    if (to < 0) throw malformed();
    this.#at = to + end.length;
    return this.#xml.slice(from, to);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function malformed(): CnrpError {
  return new CnrpError('The answer is not well-formed XML.');
}
