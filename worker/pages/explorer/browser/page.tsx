/**
 * The explorer in the browser: reads the input as one types, and draws the answer with the components that the
 * server has drawn it with.
 */
import { render } from 'preact';
import { explain } from '../../../../src/index.ts';
import { Answer, type Shown, summaryOf } from '../answer.tsx';
import { FIRST_EXAMPLE, NOTHING_ASKED, type Question } from '../question.ts';
import { read } from '../reading.ts';
import { copy, startCopying } from './copying.ts';
import { type Fields, findFields } from './fields.ts';
import { type Harvesting, startHarvesting } from './harvesting.tsx';
import { nativeReading } from './native.ts';
import { startRegistering } from './registering.ts';
import { keepShared, sharedQuestion } from './sharing.ts';
import { Shorten, type Shortening } from './shorten.tsx';
import { shorten } from './shortening.ts';

/** A text longer than this is read by the worker, and not on each key. */
const SHORT_TEXT = 20_000;
/** How long somebody must have stopped typing before a screen reader is told, and the address changes. */
const REST_MS = 400;

export function startPage(): void {
  document.documentElement.classList.add('has-script');
  const root = document.getElementById('answer');
  const fields = findFields();
  if (root === null || fields === null) return;
  new Explorer(root, fields).start();
  startCopying();
  startRegistering();
}

class Explorer {
  readonly #root: HTMLElement;
  readonly #fields: Fields;
  readonly #harvesting: Harvesting;
  readonly #shortens: boolean;
  #question: Question = NOTHING_ASKED;
  #shown: Shown | null = null;
  /** A text that is too long for the field; empty where the field has what is asked. */
  #long = '';
  #shortening: Shortening = { state: 'possible' };
  #drawQr = false;
  #rest = 0;

  constructor(root: HTMLElement, fields: Fields) {
    this.#root = root;
    this.#fields = fields;
    this.#shortens = root.dataset.shortens === 'true';
    this.#harvesting = startHarvesting((shown) => this.#show(shown));
  }

  start(): void {
    const { form } = this.#fields;
    const shared = sharedQuestion();
    if (shared !== null) this.#fields.write(shared);
    form.addEventListener('input', ({ target }) => {
      if (target === this.#fields.text) this.#keep('');
      this.#ask();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#ask();
    });
    this.#fields.onPaste((text) => {
      this.#keep(text);
      this.#ask();
    });
    addEventListener('hashchange', () => {
      const question = sharedQuestion();
      if (question !== null) this.#write(question);
      // The way to a part or past the header; the question stays in the address.
      else if (location.hash !== '') keepShared(this.#fields.read());
    });
    this.#root.addEventListener('click', (event) => this.#click(event));
    this.#root.addEventListener('change', (event) => this.#change(event));
    this.#root.addEventListener('submit', (event) => this.#submit(event));
    this.#root.addEventListener('toggle', (event) => this.#toggle(event), { capture: true });
    document.addEventListener('click', (event) => this.#example(event));
    // What the server has drawn may be the answer to something else: the fragment never reached it.
    this.#root.replaceChildren();
    this.#ask();
  }

  /** Asks something else than what stands in the form. */
  #write(question: Question): void {
    this.#keep('');
    this.#fields.write(question);
    this.#ask();
  }

  #keep(text: string): void {
    this.#long = text;
    this.#fields.stand(text.length);
  }

  /** Reads what stands in the form, or for it. */
  #ask(): void {
    const question = this.#fields.read();
    const text = this.#long === '' ? question.text : this.#long;
    this.#question = question;
    this.#shortening = { state: 'possible' };
    this.#harvesting.forget();
    if (text.length > SHORT_TEXT) this.#harvesting.read(text, question.dialect);
    else this.#answer(question);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), REST_MS);
  }

  #answer(question: Question): void {
    const reading = read(question);
    if (reading.kind === 'text') this.#harvesting.take(reading.harvest);
    else if (reading.kind === 'refused') this.#show(reading);
    else if (reading.kind === 'url')
      this.#show({ ...reading, native: nativeReading(question, reading.resolution.canonical), example: false });
    else this.#showExample();
  }

  #showExample(): void {
    this.#question = { ...NOTHING_ASKED, text: FIRST_EXAMPLE };
    const resolution = explain(FIRST_EXAMPLE);
    this.#show({ kind: 'url', resolution, native: nativeReading(this.#question, resolution.canonical), example: true });
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#draw();
  }

  #draw(): void {
    if (this.#shown === null) return;
    render(
      <Answer
        question={this.#question}
        shown={this.#shown}
        origin={location.origin}
        drawQr={this.#drawQr}
        more={this.#shortens && <Shorten shortening={this.#shortening} />}
      />,
      this.#root,
    );
  }

  /** Once nobody types any more. */
  #settle(): void {
    keepShared(this.#fields.read());
    const said = document.getElementById('said');
    if (said !== null && this.#shown !== null) said.textContent = summaryOf(this.#shown);
  }

  #click(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    const { page, export: format, copyJson } = button.dataset;
    if (copyJson !== undefined && this.#shown?.kind === 'url') {
      void copy(`${JSON.stringify(this.#shown.resolution, null, 2)}\n`, button);
    }
    if (page !== undefined) this.#harvesting.turnTo(Number(page));
    if (format === 'csv' || format === 'json') this.#harvesting.save(format);
  }

  #change({ target }: Event): void {
    if (target instanceof HTMLSelectElement && target.dataset.field === 'scheme') this.#harvesting.choose(target.value);
  }

  #toggle({ target }: Event): void {
    if (!(target instanceof HTMLDetailsElement) || target.dataset.panel !== 'qr') return;
    this.#drawQr = target.open;
    this.#draw();
  }

  #submit(event: Event): void {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.form !== 'shorten') return;
    event.preventDefault();
    if (this.#shown?.kind === 'url') void this.#shorten(form, this.#shown.resolution.canonical);
  }

  async #shorten(form: HTMLFormElement, url: string): Promise<void> {
    const token = String(new FormData(form).get('token') ?? '');
    this.#shortening = { state: 'working' };
    this.#draw();
    this.#shortening = await shorten(url, token);
    this.#draw();
  }

  /** An example of the gallery is read where one is, without a way to the server. */
  #example(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const link = event.target instanceof Element ? event.target.closest('a[data-example]') : null;
    const text = link instanceof HTMLElement ? link.dataset.example : undefined;
    if (text === undefined) return;
    event.preventDefault();
    this.#write({ ...NOTHING_ASKED, text });
    this.#fields.form.scrollIntoView({ block: 'start' });
    this.#fields.text.focus({ preventScroll: true });
  }
}
