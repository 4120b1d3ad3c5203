/**
 * HTML as a plain text, for readers without a browser: paragraphs, items of lists, quotes and the addresses of links.
 * The tokenizer of parse5 reads it, in time that grows with its length alone.
 */
import { type Token, Tokenizer } from 'parse5';
import { checkArgument } from '../uri/arguments.ts';
import { RAW } from './html-content.ts';

/** The most characters of HTML that are read. */
const LONGEST_HTML = 1024 * 1024;

/** Elements of whose content readers see nothing. */
const HIDDEN: ReadonlySet<string> = new Set('head title script style iframe noembed noframes template'.split(' '));
/** Elements that begin a line and end it, and below, those with an empty line around them. */
const LINES: ReadonlySet<string> = new Set(
  'address article aside body br center dd div dt figcaption footer form header hr li main nav section tr'.split(' '),
);
const PARAGRAPHS: ReadonlySet<string> = new Set(
  'blockquote dl fieldset figure h1 h2 h3 h4 h5 h6 listing ol p plaintext pre table ul xmp'.split(' '),
);
/** Elements whose lines and blanks are part of the text. */
const PREFORMATTED: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp', 'plaintext', 'textarea']);
/** Elements with a blank behind what they begin with, or before it: the mark of an item, and cells of a row. */
const BEFORE_BLANK: ReadonlySet<string> = new Set(['li', 'td', 'th']);
const QUOTE = 'blockquote';
/** Deeper quotes are written as quotes of this depth. */
const DEEPEST_QUOTE = 20;

/**
 * The text of a document, in lines.
 *
 * @param html - the document or a part of it; the first 1,048,576 characters are read
 * @returns lines with LF between them; empty if readers would see no text
 * @example
 * ```ts
 * textOfHtml('<p>See <a href="gopher://h.example/">the menu</a>.<p>Bye'); // 'See the menu <gopher://h.example/>.\n\nBye'
 * ```
 */
export function textOfHtml(html: string): string {
  checkArgument('html', html, ['a string']);
  const text = new VisibleText();
  const add = ({ chars }: Token.CharacterToken): void => text.add(chars);
  const ignore = (): void => {};
  const tokenizer = new Tokenizer(
    {},
    {
      ...{ onComment: ignore, onDoctype: ignore, onEof: ignore, onNullCharacter: ignore, onParseError: null },
      ...{ onCharacter: add, onWhitespaceCharacter: add },
      onStartTag: (tag) => {
        tokenizer.state = RAW.get(tag.tagName) ?? tokenizer.state;
        text.startTag(tag);
      },
      onEndTag: ({ tagName }) => text.endTag(tagName),
    },
  );
  tokenizer.write(html.slice(0, LONGEST_HTML), true);
  return text.result();
}

class VisibleText {
  readonly #lines: string[] = [];
  #line = '';
  /** Whether a blank stands between the line and what comes next. It is not written at the end of a line. */
  #blank = false;
  /** The element that hides what is read; `null` = nothing is hidden. */
  #hidden: string | null = null;
  #preformatted = 0;
  #quotes = 0;
  /** The address of the open link, and the text before it on its line; `null` = no link is open. */
  #link: { readonly href: string; text: string } | null = null;

  startTag({ tagName, attrs, selfClosing }: Token.TagToken): void {
    // A head may have no end tag.
    if (this.#hidden === 'head' && !IN_HEAD.has(tagName)) this.#hidden = null;
    if (this.#hidden !== null) return;
    if (HIDDEN.has(tagName) && !selfClosing) {
      this.#hidden = tagName;
      return;
    }
    this.#break(tagName);
    if (PREFORMATTED.has(tagName)) this.#preformatted++;
    if (tagName === QUOTE) this.#quotes++;
    if (tagName === 'li') this.#write('*');
    if (tagName === 'hr') this.#write('-----');
    if (BEFORE_BLANK.has(tagName)) this.#blank = true;
    if (tagName === 'hr') this.#endLine();
    const attribute = (name: string): string => attrs.find((one) => one.name === name)?.value.trim() ?? '';
    if (tagName === 'img' && attribute('alt') !== '') this.add(`[${attribute('alt')}]`);
    if (tagName === 'a') {
      this.#endLink();
      this.#link = { href: attribute('href'), text: '' };
    }
  }

  endTag(tagName: string): void {
    if (this.#hidden !== null) {
      if (tagName === this.#hidden) this.#hidden = null;
      return;
    }
    if (tagName === 'a') this.#endLink();
    this.#break(tagName);
    if (PREFORMATTED.has(tagName)) this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (tagName === QUOTE) this.#quotes = Math.max(0, this.#quotes - 1);
  }

  add(characters: string): void {
    if (this.#hidden !== null) return;
    if (this.#link !== null) this.#link.text += characters;
    if (this.#preformatted > 0) {
      const [first = '', ...rest] = characters.split(/\r?\n/);
      this.#line += first;
      for (const line of rest) {
        this.#endLine();
        this.#line = line;
      }
      return;
    }
    const words = characters.replace(/[ \t\r\n\f]+/g, ' ');
    const [from, to] = [words.startsWith(' ') ? 1 : 0, words.length - (words.endsWith(' ') ? 1 : 0)];
    this.#blank ||= from === 1;
    if (from < to) this.#write(words.slice(from, to));
    this.#blank ||= to < words.length;
  }

  /** Adds words to the line. */
  #write(words: string): void {
    this.#line += this.#blank && this.#line !== '' ? ` ${words}` : words;
    this.#blank = false;
  }

  result(): string {
    this.#endLink();
    this.#break('p');
    return this.#lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+|\n+$/g, '');
  }

  /** Ends the line where an element begins or ends. */
  #break(tagName: string): void {
    const isParagraph = PARAGRAPHS.has(tagName);
    if (!isParagraph && !LINES.has(tagName)) return;
    if (this.#line !== '' || tagName === 'br') this.#endLine();
    this.#blank = false;
    if (isParagraph && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    const marks = '>'.repeat(Math.min(this.#quotes, DEEPEST_QUOTE));
    this.#lines.push(line === '' || marks === '' ? line : `${marks} ${line}`);
    this.#line = '';
    this.#blank = false;
  }

  /** Writes the address of a link after its text, unless the text says it. */
  #endLink(): void {
    const { href, text } = this.#link ?? { href: '', text: '' };
    this.#link = null;
    const isSaid = text.trim() === href || text.trim() === href.slice(href.indexOf(':') + 1);
    if (!/^(?!javascript:|data:)[a-z][a-z\d+.-]*:/i.test(href) || isSaid) return;
    this.#blank = true;
    this.#write(`<${href.replace(/\s+/g, '')}>`);
  }
}

/** Elements that a head may have, beside those that hide their content. */
const IN_HEAD: ReadonlySet<string> = new Set('base link meta script style title noscript template'.split(' '));
