/** Where the query comes from: the fields of the form, and the fragment of the address. */
import { basePath } from '../../parts/browser/base-path.ts';
import { elementOf } from '../../parts/browser/element-of.ts';
import { entryFor, keepInHistory } from '../../parts/browser/history.ts';
import { WRITE } from '../first-script.ts';
import {
  EMPTY_QUERY,
  type ExplorerQuery,
  hasDefaultOptions,
  isEmpty,
  parseExplorerQuery,
  queryString,
} from '../query.ts';

/** The form of the page. For a text of several lines, its field is a text area, as the page's first script says. */
export class QueryForm {
  readonly form = elementOf('form[data-form="query"]', HTMLFormElement);
  readonly #base = elementOf('#base', HTMLInputElement);
  readonly #dialect = elementOf('#dialect', HTMLSelectElement);
  readonly #lax = elementOf('#lax', HTMLInputElement);
  readonly #options = elementOf('.query-options', HTMLDetailsElement);

  get field(): HTMLInputElement | HTMLTextAreaElement {
    const field = document.getElementById('url');
    return field instanceof HTMLTextAreaElement ? field : elementOf('#url', HTMLInputElement);
  }

  /** Submits with the first button. */
  submit(): void {
    this.form.requestSubmit(elementOf('form[data-form="query"] button', HTMLButtonElement));
  }

  read(): ExplorerQuery {
    const dialect = this.#dialect.value === 'url-1994' ? 'url-1994' : 'current';
    return { text: this.field.value, base: this.#base.value, dialect, lax: this.#lax.checked };
  }

  write(query: ExplorerQuery): void {
    this.form.dispatchEvent(new CustomEvent(WRITE, { detail: query.text }));
    this.#base.value = query.base;
    this.#dialect.value = query.dialect;
    this.#lax.checked = query.lax;
    if (!hasDefaultOptions(query)) this.#options.open = true;
  }
}

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
  // A place within the page stays in the address, where nothing else is.
  if (isEmpty(query) && hash !== '' && sharedQuery() === null) return;
  if (pathname + search + hash === address && history.state === state) return;
  // The server’s page already has the query in its address.
  if (pathname === inspectPath() && queryString(parseExplorerQuery(search.slice(1))) === queryString(query)) return;
  keepInHistory(address, state);
}

/** Puts a query into the address, as a new entry of the history. */
export function addToHistory(query: ExplorerQuery): void {
  const [address, state] = entryOf(query);
  history.pushState(state, '', address);
}

/** The address of a query, and what the browser keeps beside it. */
function entryOf(query: ExplorerQuery): readonly [address: string, state: string | null] {
  return entryFor(`${basePath()}/`, queryString(query));
}
