/**
 * A field for a whole line, below the screen, while the server takes lines. Phones, input methods and screen readers
 * get on with it better than with the screen. ↑ and ↓ recall the lines that were sent, as on the screen.
 */
import type { LineHistory } from '../../../../src/protocols/telnet/line-history.ts';
import { type Echo, takesLines } from '../../../../src/protocols/telnet/telnet.ts';
import { elementById } from './session-page.ts';

/** Erases what is on the line of the screen. */
const ERASE_LINE = '\x15';

export class LineField {
  readonly #form = elementById('line-form', HTMLFormElement);
  readonly #field = elementById('line', HTMLInputElement);
  #echo: Echo = 'terminal';
  /** Whether the server has sent something: until then, nobody knows what it takes. */
  #isKnown = false;

  /** @param type - types text as the keyboard does */
  constructor(history: LineHistory, type: (text: string) => void) {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const { value } = this.#field;
      this.#field.value = '';
      type(`${ERASE_LINE}${value}\r`);
    });
    this.#field.addEventListener('keydown', (event) => {
      if (event.isComposing || this.#echo !== 'terminal' || !/^Arrow(?:Up|Down)$/.test(event.key)) return;
      event.preventDefault();
      const { value } = this.#field;
      this.#field.value = (event.key === 'ArrowUp' ? history.older(value) : history.newer()) ?? value;
    });
  }

  /** The session has ended, or another one begins. What was typed and shown waits for that one. */
  restart(): void {
    if (this.#echo === 'nobody') this.#field.value = '';
    this.#isKnown = false;
    this.#show();
  }

  /** The server sent something. */
  serverSpoke(): void {
    if (this.#isKnown) return;
    this.#isKnown = true;
    this.#show();
  }

  setEcho(by: Echo): void {
    // What was hidden must not appear.
    if (this.#echo === 'nobody') this.#field.value = '';
    this.#echo = by;
    this.#show();
  }

  #show(): void {
    this.#field.type = this.#echo === 'nobody' ? 'password' : 'text';
    this.#form.hidden = !(this.#isKnown && takesLines(this.#echo));
  }
}
