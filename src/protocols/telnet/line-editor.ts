/**
 * Edits a line in the terminal, for servers that take lines (RFC 854: local echo and line-at-a-time are the default of
 * a network virtual terminal). Many games and mailboxes are such servers. The answer to their question for a password
 * is edited like any other line, but not shown.
 */

import { LineHistory } from './line-history.ts';

/** A longer line is not accepted: the limit of a line in many servers of this kind. */
export const LINE_LIMIT = 4096;

const BACKSPACE = /[\b\x7f]/;
const ERASE_LINE = '\x15';
/** A CSI or SS3 sequence, such as an arrow key sends, and Alt with a key. */
const ESCAPE_SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O]|$)/g;
/** The keys ↑ and ↓, as single characters that no key types. */
const ARROW = /\x1b[[O]([AB])/g;
const UP = '\ufdd0';
const DOWN = '\ufdd1';

/** One line after the other. `new LineEditor().type('loo\x7fk\r')` is `{ echo: 'loo\b \bk\r\n', send: 'lok\r\n' }`. */
export class LineEditor {
  #line: { readonly character: string; readonly isShown: boolean }[] = [];
  readonly history = new LineHistory();

  /**
   * Takes typed text: characters, Enter as CR, Backspace, Ctrl-U, ↑ and ↓ for the lines that were sent. Other controls
   * and keys do nothing.
   * Returns the text to show, and the lines that are complete, each with CR LF, to send.
   *
   * @param isShown - whether the server lets the terminal show the text; otherwise not even Enter shows anything
   */
  type(text: string, isShown = true): { readonly echo: string; readonly send: string } {
    let echo = '';
    let send = '';
    const keys = text
      .replace(/\r\n?|\n/g, '\r')
      .replace(ARROW, (_key, final: string) => (final === 'A' ? UP : DOWN))
      .replace(ESCAPE_SEQUENCE, '');
    for (const character of keys) {
      if (character === '\r') {
        if (isShown && !this.#hides) this.history.add(this.text);
        send += `${this.flush()}\r\n`;
        if (isShown) echo += '\r\n';
      } else if (BACKSPACE.test(character)) echo += this.#erase(1);
      else if (character === ERASE_LINE) echo += this.#erase(this.#line.length);
      else if (character === UP || character === DOWN) {
        if (isShown) echo += this.#recall(character);
      } else if (!/\p{Cc}/u.test(character) && this.#line.length < LINE_LIMIT) {
        this.#line.push({ character, isShown });
        if (isShown) echo += character;
      }
    }
    return { echo, send };
  }

  /** The line that is being typed, as the terminal shows it. */
  get text(): string {
    return this.#line.map(({ character, isShown }) => (isShown ? character : '')).join('');
  }

  /** Whether the line has what the terminal does not show. */
  get #hides(): boolean {
    return this.#line.some(({ isShown }) => !isShown);
  }

  /** Replaces the line by another one of the history. Returns the text to show. */
  #recall(key: typeof UP | typeof DOWN): string {
    if (this.#hides) return '';
    const line = key === UP ? this.history.older(this.text) : this.history.newer();
    if (line === null) return '';
    const erased = this.#erase(this.#line.length);
    this.#line = Array.from(line, (character) => ({ character, isShown: true }));
    return erased + line;
  }

  /** Drops what was not shown. */
  forgetHidden(): void {
    this.#line = this.#line.filter(({ isShown }) => isShown);
  }

  /** Begins a new line. Returns the text of the last one: when the server begins to echo, it is sent as it is. */
  flush(): string {
    const text = this.#line.map(({ character }) => character).join('');
    this.#line = [];
    return text;
  }

  #erase(count: number): string {
    return this.#line
      .splice(this.#line.length - Math.min(count, this.#line.length))
      .map(({ character, isShown }) => '\b \b'.repeat(!isShown ? 0 : WIDE.test(character) ? 2 : 1))
      .join('');
  }
}

/**
 * What a terminal shows of characters that it sends as they are typed. `localEcho('a\x7fb\r')` is `'a\b \bb\r\n'`.
 */
export function localEcho(typed: string): string {
  return typed
    .replace(ESCAPE_SEQUENCE, '')
    .replace(/\p{Cc}/gu, (key) => (key === '\r' ? '\r\n' : BACKSPACE.test(key) ? '\b \b' : ''));
}

/** Characters of two columns: those of East Asian scripts and emoji (UAX #11). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;
