/**
 * Has new output read aloud by screen readers: each new line goes into a region of the page, which keeps the last of
 * them. xterm.js shows its rows to screen readers as well, and lets them hear the keys.
 */
import type { Terminal } from '@xterm/xterm';
import { type FramePace, layoutCost } from './frame-pace.ts';
import { NewLines } from './new-lines.ts';
import { tellRowsOnly } from './xterm.ts';

/** How long output is collected before it is told, in milliseconds. */
const PAUSE_MS = 250;
/** The most lines that the region keeps, and UTF-16 code units: a cell can have many. */
const MOST_LINES = 100;
const MOST_LETTERS = 20_000;

export class SpokenOutput {
  readonly #terminal: Terminal;
  readonly #region: HTMLElement;
  readonly #pace: FramePace;
  #news: NewLines | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The lines that are being told. */
  #lines: string[] = [];
  #isRepainting = false;
  #hasUntold = false;

  /** @param region - a live region; call this after `terminal.open` */
  constructor(terminal: Terminal, region: HTMLElement, pace: FramePace) {
    this.#terminal = terminal;
    this.#region = region;
    this.#pace = pace;
    terminal.onWriteParsed(() => {
      if (this.isOn && !this.#isRepainting) this.#timer ??= setTimeout(() => this.#collect(), PAUSE_MS);
    });
    // RIS: what was on the screen is gone when it is time to tell it.
    terminal.parser.registerEscHandler({ final: 'c' }, () => {
      if (this.#isRepainting) return false;
      this.#lines.push(...(this.#news?.take() ?? []).slice(-MOST_LINES));
      this.#lines.splice(0, this.#lines.length - MOST_LINES);
      this.#news?.restart();
      return false;
    });
  }

  get isOn(): boolean {
    return this.#news !== null;
  }

  switch(wanted: boolean): void {
    this.#news = wanted ? new NewLines(this.#terminal) : null;
    this.#lines = [];
    this.#region.replaceChildren();
    this.#terminal.options.screenReaderMode = wanted;
    tellRowsOnly(this.#terminal, this.#pace);
  }

  /** @param text - what was typed and may be shown */
  type(text: string): void {
    this.#news?.type(text);
  }

  /**
   * The screen is about to be emptied and painted again, in another charset.
   *
   * @param hasUntold - whether more is painted than was on the screen
   */
  beginRepaint(hasUntold: boolean): void {
    this.#isRepainting = true;
    this.#hasUntold = hasUntold || this.#lines.length > 0 || (this.#news?.take() ?? []).length > 0;
  }

  /** Tells what was not told before. What is on the screen otherwise is not told again. */
  endRepaint(): void {
    this.#isRepainting = false;
    if (!this.isOn) return;
    this.#news = new NewLines(this.#terminal);
    if (!this.#hasUntold) return;
    this.#news.restart();
    const told = new Set(Array.from(this.#region.children, ({ textContent }) => textContent));
    this.#lines = this.#news.take().filter((line) => !told.has(line));
    this.#tell();
  }

  #collect(): void {
    // What a slow browser has not been told yet comes first.
    const isSlow = this.#isRepainting || this.#lines.length > 0;
    this.#timer = isSlow ? setTimeout(() => this.#collect(), PAUSE_MS) : undefined;
    if (!isSlow) this.#lines = this.#news?.take() ?? [];
    this.#tell();
  }

  /** Tells one line after the other, as many as a frame has time for. */
  #tell(): void {
    if (this.#lines.length === 0) return;
    this.#pace.add('spoken line', () => {
      const line = this.#lines.shift() ?? '';
      if (line !== '') this.#append(line);
      this.#tell();
      return layoutCost(line);
    });
  }

  #append(line: string): void {
    const element = document.createElement('div');
    element.textContent = line;
    this.#region.append(element);
    let letters = this.#region.textContent?.length ?? 0;
    while (this.#region.childElementCount > MOST_LINES || letters > MOST_LETTERS) {
      letters -= this.#region.firstElementChild?.textContent?.length ?? letters;
      this.#region.firstElementChild?.remove();
    }
  }
}
