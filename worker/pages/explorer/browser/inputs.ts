/** Where the query comes from: the fields of the form, and the fragment of the address. */
import { basePath } from '../../parts/browser/base-path.ts';
import { EMPTY_QUERY, type ExplorerQuery, hasDefaultOptions, parseExplorerQuery, queryString } from '../query.ts';

/** The longest text in the field, in UTF-16 code units. A browser takes seconds to lay out a longer one. */
export const LONGEST_FIELD = 20_000;

/** An element of the page. */
export function elementOf<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new TypeError(`The page has no ${selector}.`);
}

/** The form of the page. */
export class QueryForm {
  readonly form = elementOf('form[data-form="query"]', HTMLFormElement);
  readonly text = elementOf('#url', HTMLTextAreaElement);
  readonly #base = elementOf('#base', HTMLInputElement);
  readonly #dialect = elementOf('#dialect', HTMLSelectElement);
  readonly #lax = elementOf('#lax', HTMLInputElement);
  readonly #options = elementOf('.query-options', HTMLDetailsElement);
  readonly #placeholder = this.text.placeholder;

  /** @param onLongText - called with a text that is pasted or dropped, and too long for the field */
  constructor(onLongText: (text: string) => void) {
    // As in a field of one line, Enter submits. Shift and Enter break the line.
    this.text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || this.text.value.includes('\n')) return;
      event.preventDefault();
      this.form.requestSubmit();
    });
    const take = (event: Event, transfer: DataTransfer | null): void => {
      const pasted = transfer?.getData('text/plain') ?? '';
      if (pasted.length <= LONGEST_FIELD) return;
      event.preventDefault();
      this.text.value = '';
      onLongText(pasted);
    };
    this.text.addEventListener('paste', (event) => take(event, event.clipboardData));
    this.text.addEventListener('drop', (event) => take(event, event.dataTransfer));
  }

  read(): ExplorerQuery {
    const dialect = this.#dialect.value === 'url-1994' ? 'url-1994' : 'current';
    return { text: this.text.value, base: this.#base.value, dialect, lax: this.#lax.checked };
  }

  write(query: ExplorerQuery): void {
    this.text.value = query.text;
    this.#base.value = query.base;
    this.#dialect.value = query.dialect;
    this.#lax.checked = query.lax;
    this.#options.open = !hasDefaultOptions(query);
  }

  /**
   * Shows in the empty field that the input is a text of this length.
   *
   * @param length - in UTF-16 code units; 0 = the field contains the input
   */
  showLongText(length: number): void {
    this.text.required = length === 0;
    this.text.placeholder = length === 0 ? this.#placeholder : `A text of ${length.toLocaleString('en')} characters`;
  }
}

/** The longest query that is put into the address, in characters. Many programs cut off longer ones. */
const LONGEST_ADDRESS = 4000;

/**
 * The query in the fragment of the address; `null` if there is none. Everyone who opens a shared address sees the same
 * answer, and no server receives the query.
 */
export function sharedQuery(): ExplorerQuery | null {
  const parameters = location.hash.slice(1);
  return /^(?:url|base)=/.test(parameters) ? parseExplorerQuery(parameters) : null;
}

/**
 * The query that the entry of the history stands for, in its address or beside it; `null` if the fragment of the
 * address is a place within the page.
 */
export function addressedQuery(): ExplorerQuery | null {
  const query = sharedQuery() ?? keptQuery();
  if (query !== null || location.hash !== '') return query;
  return location.pathname === inspectPath() ? parseExplorerQuery(location.search.slice(1)) : EMPTY_QUERY;
}

const inspectPath = (): string => `${basePath()}/inspect`;

/** The query that the browser keeps beside an address that is too short for it; `null` if there is none. */
export function keptQuery(): ExplorerQuery | null {
  const state: unknown = history.state;
  return typeof state === 'string' ? parseExplorerQuery(state) : null;
}

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
