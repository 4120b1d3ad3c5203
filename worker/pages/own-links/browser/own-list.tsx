/** The list of the links of an owner, with a search and an export. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rootAddress } from '../../parts/browser/base-path.ts';
import { csvOfExport, missingStoresIn } from '../own-link.ts';
import { Chooser, FILTERS, ORDERS } from './choice.tsx';
import { Action, Fault } from './form.tsx';
import { LinkItem } from './link-item.tsx';
import type { LinkList } from './link-list.ts';
import { missingFrom, useAttempt } from './links-api.ts';

/** The list follows the search field when nobody has typed for this time, in milliseconds. */
const TYPING_PAUSE_MS = 300;

export function OwnList({ list, signOut }: { readonly list: LinkList; readonly signOut: () => void }): VNode {
  const { waiting, error, attempt } = useAttempt();
  const [order, setOrder] = useState(ORDERS[0]);
  const [filter, setFilter] = useState(FILTERS[0]);
  const { section, focus } = useListFocus(list);
  const { links, next, problems, query, status } = list;
  const shown = order.apply(filter.apply(links));
  return (
    <section ref={section} aria-labelledby="list-heading">
      <h2 id="list-heading" tabIndex={-1}>
        Your links
      </h2>
      <Search query={query} search={(words) => attempt(() => list.search(words))} />
      <div class="own-list-controls">
        <Chooser id="filter" label="Show" choices={FILTERS} choose={setFilter} />
        <Chooser id="order" label="Order" choices={ORDERS} choose={setOrder} />
      </div>
      <p class="aside" role="status">
        {status}
      </p>
      <Fault form="list" error={missingFrom('this list', problems)} />
      {links.length === 0 ? (
        <p class="empty">
          {problems.length > 0
            ? 'The stores that answer have none of your links.'
            : query === ''
              ? 'You have no short links yet.'
              : 'None of your links has all of these words.'}
        </p>
      ) : (
        <ul class="own-links">
          {shown.map((link) => (
            <LinkItem key={link.slug} {...{ link, list, attempt }} onEnd={() => focus('#list-heading')} />
          ))}
        </ul>
      )}
      {links.length > 0 && shown.length === 0 && <p class="empty">No link in this list matches.</p>}
      <p class="buttons">
        {next !== null && (
          <Action disabled={waiting} onClick={() => void attempt(list.showMore)}>
            Show more
          </Action>
        )}
        <Action onClick={() => void attempt(() => saveExport(list, 'ndjson'))}>Export as NDJSON</Action>
        <Action onClick={() => void attempt(() => saveExport(list, 'csv'))}>Export as CSV</Action>
        <Action onClick={signOut}>Sign out</Action>
      </p>
      <Fault form="search" error={error} />
    </section>
  );
}

/** The section gives the focus to the form that is opened, and to the first of the links that are added. */
function useListFocus({ open, added }: LinkList) {
  const section = useRef<HTMLElement>(null);
  const focus = (selector: string): void => section.current?.querySelector<HTMLElement>(selector)?.focus();
  useLayoutEffect(() => {
    if (open !== null) focus(`[data-slug="${open.slug}"] form :is(input, button)`);
  }, [open]);
  useLayoutEffect(() => {
    if (added !== null) focus(`[data-slug="${added}"] a`);
  }, [added]);
  return { section, focus };
}

interface ListSearchProps {
  /** What the list shows, which may come from a tag. */
  readonly query: string;
  readonly search: (words: string) => Promise<void>;
}

function Search({ query, search }: ListSearchProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef(0);
  const searchAfter = (milliseconds: number): void => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => void search(field.current?.value.trim() ?? ''), milliseconds);
  };
  useLayoutEffect(() => {
    const input = field.current;
    // What is being typed stays as it is.
    if (input !== null && input !== document.activeElement) input.value = query;
  }, [query]);
  // An owner who signs out looks for nothing any more.
  useEffect(() => () => clearTimeout(pause.current), []);
  return (
    <form
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        searchAfter(0);
      }}
    >
      <label for="query">Search titles, notes, tags and addresses</label>
      <input
        {...{ ref: field, id: 'query', name: 'q', type: 'search', maxLength: 200 }}
        {...{ autocomplete: 'off', spellcheck: false }}
        onInput={() => searchAfter(TYPING_PAUSE_MS)}
      />
      <button type="submit" class="quiet">
        Search
      </button>
    </form>
  );
}

const TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv;charset=utf-8;header=present' } as const;

async function saveExport({ api }: LinkList, format: keyof typeof TYPES): Promise<void> {
  const lines = await (await api('GET', '/v1/links/export')).text();
  const text = format === 'csv' ? csvOfExport(lines, rootAddress()) : lines;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: TYPES[format] }));
  link.download = `links.${format}`;
  link.click();
  // By then the download has begun, and the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  const missing = missingFrom('the export', missingStoresIn(lines));
  if (missing !== null) throw missing;
}
