/**
 * The script of the page for lists. It reads what is typed, pasted, dropped or chosen with a worker, which is this same
 * script, and shows its table.
 */
import { render, type VNode } from 'preact';
import { LONGEST_FIELD } from '../../explorer/first-script.ts';
import { parseExplorerQuery, queryString } from '../../explorer/query.ts';
import { basePath } from '../../parts/browser/base-path.ts';
import { startCopyButtons } from '../../parts/browser/buttons.ts';
import { elementOf } from '../../parts/browser/element-of.ts';
import { takeHandedList } from '../../parts/browser/handed-list.ts';
import { entryFor, keepInHistory } from '../../parts/browser/history.ts';
import { prefixOwnPaths } from '../../parts/browser/own-paths.ts';
import { LinksTable } from './links-table.tsx';
import { serveLinks } from './links-worker.ts';
import { linkedTableOf } from './pasted-table.ts';

/** Milliseconds without a keystroke before the address gets what was typed. */
const PAUSE_MS = 400;

/** A file, as the history of the tab keeps it. */
interface KeptFile {
  readonly name: string;
  readonly octets: Uint8Array<ArrayBuffer>;
}

class ListInput {
  readonly #root = elementOf('#answer', HTMLElement);
  readonly #form = elementOf('form[data-form="list"]', HTMLFormElement);
  readonly #field = elementOf('#url', HTMLTextAreaElement);
  readonly #submit = elementOf('form[data-form="list"] [type="submit"]', HTMLButtonElement);
  readonly #chooser = elementOf('#file', HTMLInputElement);
  readonly #dialect = elementOf('#dialect', HTMLSelectElement);
  readonly #placeholder = this.#field.placeholder;
  readonly #table = new LinksTable((content) => this.#show(content), this.#root.dataset.shortLinks === 'true');
  /** A text that is too long for the field, or a file; `null` = the field has the text. */
  #long: string | File | null = null;
  /** Whether somebody asked for the table, and is led to it. */
  #isWanted = false;
  #pause = 0;

  async start(): Promise<void> {
    this.#form.addEventListener('input', (event) => this.#onInput(event));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#read(true);
    });
    this.#field.addEventListener('paste', (event) => this.#onTransfer(event, event.clipboardData));
    this.#field.addEventListener('drop', (event) => this.#onTransfer(event, event.dataTransfer));
    // A file may be dropped anywhere on the page. Without this, browsers would leave the page and show it.
    addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    addEventListener('drop', (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      this.#take(file, true);
    });
    addEventListener('popstate', () => this.#readHistory());
    this.#root.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button !== null) this.#table.onClick(button);
    });
    this.#root.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) this.#table.onChange(target);
    });
    this.#root.addEventListener('submit', (event) => {
      event.preventDefault();
      if (event.target instanceof HTMLFormElement) this.#table.onSubmit(event.target);
    });
    const handed = await takeHandedList();
    const [file] = this.#chooser.files ?? [];
    if (handed !== null) {
      this.#dialect.value = handed.dialect;
      this.#take(linkedTableOf(handed.html) ?? handed.content, true);
    } else if (file !== undefined) this.#take(file, true);
    else this.#readHistory();
  }

  /** Reads what the entry of the history stands for, or what the field has. */
  #readHistory(): void {
    const state: unknown = location.hash.startsWith('#url=') ? location.hash.slice(1) : history.state;
    if (typeof state === 'string') {
      const { text, dialect } = parseExplorerQuery(state);
      this.#dialect.value = dialect;
      this.#take(text, false);
    } else if (isKeptFile(state)) this.#take(new File([state.octets], state.name), false);
    else this.#read(false);
  }

  #onInput({ target }: Event): void {
    if (target === this.#chooser) {
      const [file] = this.#chooser.files ?? [];
      if (file !== undefined) this.#take(file, true);
      return;
    }
    if (target === this.#field) this.#keep(null);
    this.#read(false);
    this.#share();
  }

  #onTransfer(event: Event, transfer: DataTransfer | null): void {
    if (transfer === null || transfer.files.length > 0) return;
    const table = linkedTableOf(transfer.getData('text/html'));
    const text = table ?? transfer.getData('text/plain');
    if (table === null && text.length <= LONGEST_FIELD) return;
    event.preventDefault();
    if (text.length > LONGEST_FIELD) this.#take(text, true);
    else {
      this.#field.setRangeText(text, this.#field.selectionStart, this.#field.selectionEnd, 'end');
      this.#field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }

  /** Reads a text or a file. */
  #take(content: string | File, isWanted: boolean): void {
    const isLong = typeof content !== 'string' || content.length > LONGEST_FIELD;
    this.#field.value = isLong ? '' : content;
    this.#keep(isLong ? content : null);
    this.#read(isWanted);
    this.#share();
  }

  /** Keeps what is too long for the field, and shows there what it is. */
  #keep(long: string | File | null): void {
    this.#long = long;
    if (!(long instanceof File)) this.#chooser.value = '';
    const length = typeof long === 'string' ? `A text of ${long.length.toLocaleString('en')} characters` : null;
    this.#field.placeholder = long instanceof File ? `The file ${long.name}` : (length ?? this.#placeholder);
  }

  #read(isWanted: boolean): void {
    this.#isWanted = isWanted;
    const content = this.#long ?? this.#field.value;
    if (content === '' || (typeof content === 'string' && content.trim() === '')) {
      this.#table.clear();
      this.#show(null);
    } else this.#table.read(content, { dialect: this.#dialect.value === 'url-1994' ? 'url-1994' : 'current' });
  }

  #show(content: VNode | null): void {
    if (this.#root.classList.contains('is-served')) {
      // The server’s table stays until ours is there.
      if (content === null) return;
      this.#root.classList.remove('is-served');
      this.#root.replaceChildren();
    }
    render(content, this.#root);
    // Only the next step has a filled button.
    this.#submit.classList.toggle('quiet', content !== null);
    this.#leadToTable();
  }

  /** Brings the table to the top of the window, and the focus to its heading. */
  #leadToTable(): void {
    const target = this.#root.querySelector<HTMLElement>('h2');
    if (!this.#isWanted || target === null) return;
    this.#isWanted = false;
    this.#root.scrollIntoView({ block: 'start' });
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  /** Keeps what was read in the history of the tab, so that “Back” and a reload find it again. */
  #share(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#keepInHistory(), PAUSE_MS);
  }

  async #keepInHistory(): Promise<void> {
    const page = `${basePath()}/check`;
    const long = this.#long;
    if (long instanceof File) {
      const octets = new Uint8Array(await long.arrayBuffer());
      if (long === this.#long) keepInHistory(page, { name: long.name, octets } satisfies KeptFile);
      return;
    }
    const dialect = this.#dialect.value === 'url-1994' ? 'url-1994' : 'current';
    const text = long ?? this.#field.value;
    const [address, state] = entryFor(page, queryString({ text, base: '', dialect, lax: false }));
    keepInHistory(address, state);
  }
}

function isKeptFile(state: unknown): state is KeptFile {
  return typeof state === 'object' && state !== null && 'octets' in state && state.octets instanceof Uint8Array;
}

if (typeof document === 'undefined') serveLinks();
else {
  document.documentElement.classList.add('has-script');
  prefixOwnPaths();
  startCopyButtons();
  void new ListInput().start();
}
