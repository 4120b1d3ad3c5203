/** Where the query comes from: the fields of the form, and the fragment of the address. */
import { basePath } from '../../parts/browser/base-path.ts';
import { LONGEST_FIELD } from '../first-script.ts';
import { EMPTY_QUERY, type ExplorerQuery, hasDefaultOptions, parseExplorerQuery, queryString } from '../query.ts';
import { linkedTableOf } from './pasted-table.ts';

export function elementOf<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new TypeError(`The page has no ${selector}.`);
}

export class QueryForm {
  readonly form = elementOf('form[data-form="query"]', HTMLFormElement);
  readonly text = elementOf('#url', HTMLTextAreaElement);
  readonly #base = elementOf('#base', HTMLInputElement);
  readonly #dialect = elementOf('#dialect', HTMLSelectElement);
  readonly #lax = elementOf('#lax', HTMLInputElement);
  readonly #options = elementOf('.query-options', HTMLDetailsElement);
  readonly #chooser = document.querySelector<HTMLInputElement>('#file');
  readonly #placeholder = this.text.placeholder;
  /** A text that is too long for the field; empty if the field contains the whole input. */
  #longText = '';
  #file: File | null = null;
  #hasTypedBreaks = false;

  constructor() {
    this.text.addEventListener('input', (event) => {
      this.#keep('');
      const { inputType = '' } = event instanceof InputEvent ? event : {};
      const isWhole = inputType.startsWith('insertFrom') || !/[\r\n]/.test(this.text.value.trim());
      this.#hasTypedBreaks = inputType === 'insertLineBreak' || (this.#hasTypedBreaks && !isWhole);
    });
    const take = (event: Event, transfer: DataTransfer | null): void => {
      if (transfer === null) return;
      const table = linkedTableOf(transfer);
      const pasted = table ?? transfer.getData('text/plain');
      if (pasted.length > LONGEST_FIELD) {
        this.text.value = '';
        this.#keep(pasted);
      } else if (table === null) return;
      else {
        this.text.setRangeText(table, this.text.selectionStart, this.text.selectionEnd, 'end');
        this.#keep('');
      }
      event.preventDefault();
      this.form.dispatchEvent(new Event('input'));
    };
    this.text.addEventListener('paste', (event) => take(event, event.clipboardData));
    this.text.addEventListener('drop', (event) => take(event, event.dataTransfer));
    // A file may be dropped anywhere on the page. Without this, browsers would leave the page and show it.
    addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    addEventListener('drop', (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      this.#takeFile(file);
    });
    this.#chooser?.addEventListener('change', () => {
      const [file] = this.#chooser?.files ?? [];
      if (file !== undefined) this.#takeFile(file);
    });
  }

  /** Whether somebody breaks lines by hand. */
  get hasTypedBreaks(): boolean {
    return this.#hasTypedBreaks;
  }

  /** Submits with the first button. */
  submit(): void {
    this.form.requestSubmit(elementOf('form[data-form="query"] button', HTMLButtonElement));
  }

  /** Breaks the line, as Enter does. */
  breakLine(): void {
    const { selectionStart, selectionEnd } = this.text;
    this.text.setRangeText('\n', selectionStart, selectionEnd, 'end');
    this.text.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertLineBreak' }));
  }

  /** Takes a file that was chosen before this script was loaded. */
  keepChosenFile(): void {
    const [file] = this.#chooser?.files ?? [];
    if (file !== undefined) this.#keep('', file);
  }

  /** Whether the input is a file, or too long for the field. */
  get isLong(): boolean {
    return this.#longText !== '' || this.#file !== null;
  }

  /** The file that is the input; `null` = the input is a text. */
  get file(): File | null {
    return this.#file;
  }

  #takeFile(file: File): void {
    this.text.value = '';
    this.#keep('', file);
    this.form.dispatchEvent(new Event('input'));
  }

  read(): ExplorerQuery {
    const text = this.#longText || this.text.value;
    const dialect = this.#dialect.value === 'url-1994' ? 'url-1994' : 'current';
    return { text, base: this.#base.value, dialect, lax: this.#lax.checked };
  }

  write(query: ExplorerQuery): void {
    const { text } = query;
    const isLong = text.length > LONGEST_FIELD;
    this.text.value = isLong ? '' : text;
    this.#keep(isLong ? text : '');
    this.#base.value = query.base;
    this.#dialect.value = query.dialect;
    this.#lax.checked = query.lax;
    this.#options.open = !hasDefaultOptions(query);
  }

  /** Keeps a text that is too long for the field, or a file, and shows there what it is. */
  #keep(text: string, file: File | null = null): void {
    this.#longText = text;
    this.#file = file;
    this.text.required = !this.isLong;
    const length = `A text of ${text.length.toLocaleString('en')} characters`;
    this.text.placeholder = file?.name ?? (text === '' ? this.#placeholder : length);
  }
}

/** The longest query that is put into the address, in characters. Many programs cut off longer ones. */
const LONGEST_ADDRESS = 4000;

/**
 * The query in the fragment of the address, or beside an address that is too short for it; `null` if there is none.
 * Everyone who opens a shared address sees the same answer, and no server receives the query.
 */
export function sharedQuery(): ExplorerQuery | null {
  const fragment = location.hash.slice(1);
  const shared: unknown = /^(?:url|base)=/.test(fragment) ? fragment : history.state;
  return typeof shared === 'string' ? parseExplorerQuery(shared) : null;
}

/** The query that the entry of the history stands for; `null` if the fragment is a place within the page. */
export function addressedQuery(): ExplorerQuery | null {
  const query = sharedQuery();
  if (query !== null || location.hash !== '') return query;
  return location.pathname === inspectPath() ? parseExplorerQuery(location.search.slice(1)) : EMPTY_QUERY;
}

const inspectPath = (): string => `${basePath()}/inspect`;

/** Puts a query into the address, or beside it. The history gets no new entry. */
export function shareQuery(query: ExplorerQuery): void {
  const [address, state] = entryOf(query);
  const { pathname, search, hash } = location;
  if (pathname + search + hash === address && history.state === state) return;
  // The server’s page already has the query in its address.
  if (pathname === inspectPath() && queryString(parseExplorerQuery(search.slice(1))) === queryString(query)) return;
  try {
    history.replaceState(state, '', address);
  } catch {
    // Browsers limit what they keep: Firefox to 16 MiB.
    history.replaceState(null, '', address);
  }
}

/** Puts a query into the address, as a new entry of the history. */
export function addToHistory(query: ExplorerQuery): void {
  const [address, state] = entryOf(query);
  history.pushState(state, '', address);
}

/** The address of a query, and what the browser keeps beside it. */
function entryOf(query: ExplorerQuery): readonly [address: string, state: string | null] {
  const parameters = queryString(query);
  if (parameters.length > LONGEST_ADDRESS) return [`${basePath()}/`, parameters];
  return [parameters === '' ? `${basePath()}/` : `${basePath()}/#${parameters}`, null];
}
