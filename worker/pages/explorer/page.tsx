/**
 * The explorer as a page: the form, the answer, the gallery. It works without a script; with one, the script replaces
 * the content of `#answer`.
 */
import type { VNode } from 'preact';
import { explain } from '../../../src/index.ts';
import type { Page } from '../layout.tsx';
import { Answer, type View } from './answer.tsx';
import { ExtractedLinks } from './extracted-links.ts';
import { ExtractedLinksTable } from './extracted-links-table.tsx';
import { type ParseResult, parseInput } from './parse-result.ts';
import { drawQrPath } from './qr-path.ts';
import { EMPTY_QUERY, type ExplorerQuery, FIRST_EXAMPLE, hasDefaultOptions, libraryOptions } from './query.ts';

/** The most rows of a table without a script. The text is in the address, which is too short for more URLs. */
const MOST_ROWS = 1000;

interface ExplorerPageProps {
  readonly query: ExplorerQuery;
  /** The origin of this service, such as `https://waypost.example`. */
  readonly origin: string;
  /** The address of the script. */
  readonly script: string;
  /** The HTML that stands below the answer. */
  readonly gallery: string;
  /** Whether this service makes short links. */
  readonly makesShortLinks: boolean;
}

/** The page that answers a query. If the query is empty, it shows an example. */
export function explorerPage({ query, origin, script, gallery, makesShortLinks }: ExplorerPageProps): Page {
  const result = parseInput(query);
  const explained = result.kind === 'empty' ? { ...EMPTY_QUERY, text: FIRST_EXAMPLE } : query;
  return {
    title: 'What is this link?',
    section: 'explain',
    openField: false,
    wide: true,
    script,
    content: (
      <div class="explorer">
        <Form query={query} />
        <div id="answer" data-short-links={makesShortLinks ? 'true' : undefined}>
          <Answer
            query={explained}
            view={viewOf(query, result)}
            origin={origin}
            drawQr={result.kind === 'url' ? drawQrPath : null}
          />
        </div>
        <p class="visually-hidden" aria-live="polite" id="announcement" />
        <div dangerouslySetInnerHTML={{ __html: gallery }} />
      </div>
    ),
  };
}

function viewOf(query: ExplorerQuery, result: ParseResult): View {
  switch (result.kind) {
    case 'empty':
      return { kind: 'url', resolution: explain(FIRST_EXAMPLE), browserResult: null, example: true };
    case 'url':
      return { ...result, browserResult: null, example: false };
    case 'error':
      return result;
    case 'text': {
      const links = ExtractedLinks.of(query.text, libraryOptions(query));
      const rows = links.rows().slice(0, MOST_ROWS);
      return { kind: 'text', content: <ExtractedLinksTable tally={links.tally} rows={rows} /> };
    }
  }
}

/** The form of the explorer. Without a script it sends the query to `/inspect`. */
function Form({ query }: { readonly query: ExplorerQuery }): VNode {
  const { text, base, dialect, lax } = query;
  return (
    <form class="query-form" action="/inspect" method="get" data-form="query">
      <label for="url">A URL, or a text with URLs in it</label>
      <div class="with-button">
        <textarea
          id="url"
          name="url"
          rows={1}
          required
          dir="ltr"
          spellcheck={false}
          autocapitalize="none"
          autocomplete="off"
          placeholder="gopher://"
          aria-describedby="url-hint"
        >
          {text}
        </textarea>
        <button type="submit">Explain</button>
      </div>
      <p id="url-hint" class="aside">
        In any shape: old, wrapped, broken over lines. A whole letter or list gives a table of its links.
      </p>
      <details class="query-options" open={!hasDefaultOptions(query)}>
        <summary>Base and dialect</summary>
        <div class="query-fields">
          <p class="field">
            <label for="base">Relative to this URL</label>
            <input
              id="base"
              name="base"
              type="text"
              dir="ltr"
              value={base}
              spellcheck={false}
              autocapitalize="none"
              autocomplete="off"
            />
          </p>
          <p class="field">
            <label for="dialect">Read as</label>
            <select id="dialect" name="dialect">
              <option value="current" selected={dialect === 'current'}>
                URLs are written today
              </option>
              <option value="url-1994" selected={dialect === 'url-1994'}>
                URLs were written in 1994
              </option>
            </select>
          </p>
          <p class="field">
            <label class="choice" for="lax">
              <input id="lax" name="lax" type="checkbox" value="true" checked={lax} />A reference may repeat the scheme
              of its base
            </label>
          </p>
        </div>
      </details>
    </form>
  );
}
