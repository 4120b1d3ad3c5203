/** Where the query comes from: the fields of the form, and the fragment of the address. */
import { basePath } from '../../browser/base-path.ts';
import { EMPTY_QUERY, type ExplorerQuery, hasDefaultOptions, parseExplorerQuery, queryString } from '../query.ts';

/**
 * The longest text that may be pasted into the field, in UTF-16 code units. A browser takes seconds to lay out a
 * longer one.
 */
const LONGEST_FIELD = 20_000;

/** The form of the page. */
export interface QueryForm {
  readonly form: HTMLFormElement;
  readonly text: HTMLTextAreaElement;
  readonly read: () => ExplorerQuery;
  readonly write: (query: ExplorerQuery) => void;
  /**
   * Shows in the empty field that the input is a text of this length.
   *
   * @param length - in UTF-16 code units; 0 = the field contains the input
   */
  readonly showLongText: (length: number) => void;
  /** Calls the listener with a text that is pasted or dropped, and too long for the field. */
  readonly onLongText: (listener: (text: string) => void) => void;
}

/** Finds the form; `null` on a page without one. */
export function findQueryForm(): QueryForm | null {
  const form = document.querySelector('form[data-form="query"]');
  const text = document.getElementById('url');
  const base = document.getElementById('base');
  const dialect = document.getElementById('dialect');
  const lax = document.getElementById('lax');
  if (!(form instanceof HTMLFormElement) || !(text instanceof HTMLTextAreaElement)) return null;
  if (!(base instanceof HTMLInputElement) || !(lax instanceof HTMLInputElement)) return null;
  if (!(dialect instanceof HTMLSelectElement)) return null;

  const { placeholder } = text;

  // As in a field of one line, Enter submits. Shift and Enter break the line.
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || text.value.includes('\n')) return;
    event.preventDefault();
    form.requestSubmit();
  });

  return {
    form,
    text,
    read: () => ({
      ...EMPTY_QUERY,
      text: text.value,
      base: base.value,
      dialect: dialect.value === 'url-1994' ? 'url-1994' : 'current',
      lax: lax.checked,
    }),
    write(query) {
      text.value = query.text;
      base.value = query.base;
      dialect.value = query.dialect;
      lax.checked = query.lax;
      const options = base.closest('details');
      if (options !== null) options.open = !hasDefaultOptions(query);
    },
    showLongText(length) {
      text.required = length === 0;
      text.placeholder = length === 0 ? placeholder : `A text of ${length.toLocaleString('en')} characters`;
    },
    onLongText(listener) {
      const take = (event: Event, transfer: DataTransfer | null): void => {
        const pasted = transfer?.getData('text/plain') ?? '';
        if (pasted.length <= LONGEST_FIELD) return;
        event.preventDefault();
        text.value = '';
        listener(pasted);
      };
      text.addEventListener('paste', (event) => take(event, event.clipboardData));
      text.addEventListener('drop', (event) => take(event, event.dataTransfer));
    },
  };
}

/**
 * The longest query that is put into the address, in characters. Many programs cut off longer ones.
 */
const LONGEST_ADDRESS = 4000;

/**
 * The query in the fragment of the address; `null` if there is none. Everyone who opens a shared address sees the same
 * answer, and no server receives the query.
 */
export function sharedQuery(): ExplorerQuery | null {
  const parameters = location.hash.slice(1);
  return /^(?:url|base)=/.test(parameters) ? parseExplorerQuery(parameters) : null;
}

/** The query that the address stands for; `null` if its fragment is a place within the page. */
export function addressedQuery(): ExplorerQuery | null {
  const shared = sharedQuery();
  if (shared !== null || location.hash !== '') return shared;
  return location.pathname === inspectPath() ? parseExplorerQuery(location.search.slice(1)) : EMPTY_QUERY;
}

const inspectPath = (): string => `${basePath()}/inspect`;

/** Puts a query into the address. The history gets no new entry. */
export function shareQuery(query: ExplorerQuery): void {
  const address = addressOf(query);
  const { pathname, search, hash } = location;
  if (pathname + search + hash === address) return;
  // The server’s page already has the query in its address.
  if (pathname === inspectPath() && queryString(parseExplorerQuery(search.slice(1))) === queryString(query)) return;
  history.replaceState(null, '', address);
}

/** Puts a query into the address, as a new entry of the history. */
export function addToHistory(query: ExplorerQuery): void {
  history.pushState(null, '', addressOf(query));
}

function addressOf(query: ExplorerQuery): string {
  const parameters = queryString(query);
  return parameters === '' || parameters.length > LONGEST_ADDRESS ? `${basePath()}/` : `${basePath()}/#${parameters}`;
}
