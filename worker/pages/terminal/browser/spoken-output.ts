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

  /** @param region - a live region; call this after `terminal.open` */
  constructor(terminal: Terminal, region: HTMLElement, pace: FramePace) {
    this.#terminal = terminal;
    this.#region = region;
    this.#pace = pace;
    terminal.onWriteParsed(() => {
      if (this.isOn) this.#timer ??= setTimeout(() => this.#collect(), PAUSE_MS);
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

  /** What is on the screen now is not told: it was told in another charset. */
  skip(): void {
    if (this.isOn) this.#news = new NewLines(this.#terminal);
  }

  #collect(): void {
    // What a slow browser has not been told yet comes first.
    const isSlow = this.#lines.length > 0;
    this.#timer = isSlow ? setTimeout(() => this.#collect(), PAUSE_MS) : undefined;
    if (!isSlow) this.#lines = this.#news?.take() ?? [];
    this.#tell();
  }

  /** Tells one line after the other, as many as a frame has time for. */
  #tell(): void {
    if (this.#lines.length === 0) return;
    this.#pace.add('spoken', () => {
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
