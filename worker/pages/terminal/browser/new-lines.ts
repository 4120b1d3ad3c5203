/**
 * The lines on a screen that nobody has heard yet, each of them once. xterm.js has a region for screen readers of its
 * own, which repeats all output since the last key: it grows without limit, and its layout takes minutes.
 */
import type { IMarker, Terminal } from '@xterm/xterm';

/** The most lines that are told at once: the last ones. A line that is longer is told in parts. */
const MOST_LINES = 40;
const LONGEST_LINE = 500;

/** What is said of lines that are not told. */
export const LEFT_OUT = 'More output came before this than can be read aloud.';

/** The rows of a screen as they were told, and a mark that stays at the first of them. */
interface ToldScreen {
  readonly mark: IMarker | undefined;
  readonly rows: readonly string[];
}

/** What is used of a terminal, with a page or without. */
interface ReadTerminal extends Pick<Terminal, 'buffer' | 'rows'> {
  registerMarker(offset: number): IMarker | undefined;
}

export class NewLines {
  readonly #terminal: ReadTerminal;
  /** The usual screen and the other one, which programs use that fill the window. */
  readonly #told: Record<'normal' | 'alternate', ToldScreen | null> = { normal: null, alternate: null };
  /** Whether nothing of the usual screen and its scrollback was told. */
  #isUntold = false;
  /** What was typed and may be echoed: whoever typed it knows it. */
  #typed = '';
  /** The rest of it, once its echo has begun: it may come in parts. */
  #unechoed = '';

  /** What is on the screen now is not news. */
  constructor(terminal: ReadTerminal) {
    this.#terminal = terminal;
    this.take();
  }

  /** Everything on the screen and above it is news: it was reset, or shows something else. */
  restart(): void {
    for (const screen of ['normal', 'alternate'] as const) {
      this.#told[screen]?.mark?.dispose();
      this.#told[screen] = null;
    }
    this.#isUntold = true;
  }

  /** @param text - what was typed and may be shown */
  type(text: string): void {
    this.#typed += text.replace(/[\0-\x1f\x7f]/g, '');
  }

  /** What is new since the last call, line by line; the last lines of much. */
  take(): string[] {
    const { active } = this.#terminal.buffer;
    const told = this.#told[active.type];
    const { baseY } = active;
    // A screen whose mark has left the scrollback has nothing of what was told.
    const isGone = told?.mark?.isDisposed === true;
    const isUntold = this.#isUntold && active.type === 'normal';
    if (isUntold) this.#isUntold = false;
    const first = isUntold ? 0 : Math.min(isGone ? baseY : (told?.mark?.line ?? baseY), baseY);
    const from = Math.max(first, baseY - MOST_LINES);
    const lines: string[] = [];
    const rows: string[] = [];
    let isWhole = false;
    for (let row = from; row < baseY + this.#terminal.rows; row++) {
      const line = active.getLine(row);
      const text = line?.translateToString(true) ?? '';
      if (row >= baseY) rows.push(text);
      const before = isGone ? '' : (told?.rows[row - first] ?? '');
      const news = this.#news(text, before);
      const beginning: string = isWhole && line?.isWrapped && before === '' ? (lines.pop() ?? '') : '';
      if (`${beginning}${news}`.trim() !== '') lines.push(`${beginning}${news}`);
      isWhole = news !== '' && beginning.length < LONGEST_LINE;
    }
    told?.mark?.dispose();
    this.#told[active.type] = { mark: this.#terminal.registerMarker(-active.cursorY), rows };
    if (active.type === 'normal') this.#told.alternate = null;
    this.#typed = this.#unechoed;
    this.#unechoed = '';
    const isMuch = isGone || from > first || lines.length > MOST_LINES;
    return isMuch && lines.length > 0 ? [LEFT_OUT, ...lines.slice(-MOST_LINES)] : lines;
  }

  /** What a row has that it had not, without the echo of what was typed. */
  #news(text: string, before: string): string {
    if (text === before) return '';
    const news = text.startsWith(before) ? text.slice(before.length) : text;
    const typed = this.#typed;
    if (typed === '') return news;
    if (!news.startsWith(typed)) {
      if (!typed.startsWith(news)) return news;
      if (news !== '') this.#unechoed = typed.slice(news.length);
      return '';
    }
    this.#typed = '';
    return news.slice(typed.length);
  }
}
