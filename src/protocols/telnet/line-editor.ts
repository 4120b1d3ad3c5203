/**
 * Edits a line in the terminal, for servers that take lines (RFC 854: local echo and line-at-a-time are the default of
 * a network virtual terminal). Many games and mailboxes are such servers. The answer to their question for a password
 * is edited like any other line, but not shown.
 */

/** A longer line is not accepted: the limit of a line in many servers of this kind. */
export const LINE_LIMIT = 4096;

const BACKSPACE = /[\b\x7f]/;
const ERASE_LINE = '\x15';
/** A CSI or SS3 sequence, such as an arrow key sends, and Alt with a key. */
const ESCAPE_SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O]|$)/g;

/** One line after the other. `new LineEditor().type('loo\x7fk\r')` is `{ echo: 'loo\b \bk\r\n', send: 'lok\r\n' }`. */
export class LineEditor {
  #line: { readonly character: string; readonly isShown: boolean }[] = [];

  /**
   * Takes typed text: characters, Enter as CR, Backspace, Ctrl-U. Other controls and keys such as arrows do nothing.
   * Returns the text to show, and the lines that are complete, each with CR LF, to send.
   *
   * @param isShown - whether the server lets the terminal show the text; otherwise not even Enter shows anything
   */
  type(text: string, isShown = true): { readonly echo: string; readonly send: string } {
    let echo = '';
    let send = '';
    for (const character of text.replace(/\r\n?|\n/g, '\r').replace(ESCAPE_SEQUENCE, '')) {
      if (character === '\r') {
        send += `${this.flush()}\r\n`;
        if (isShown) echo += '\r\n';
      } else if (BACKSPACE.test(character)) echo += this.#erase(1);
      else if (character === ERASE_LINE) echo += this.#erase(this.#line.length);
      else if (!/[\0-\x1f]/.test(character) && this.#line.length < LINE_LIMIT) {
        this.#line.push({ character, isShown });
        if (isShown) echo += character;
      }
    }
    return { echo, send };
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
    .replace(/[\0-\x1f\x7f]/g, (key) => (key === '\r' ? '\r\n' : BACKSPACE.test(key) ? '\b \b' : ''));
}

/** Characters of two columns: those of East Asian scripts and emoji (UAX #11). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;
