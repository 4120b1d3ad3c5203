/**
 * The page for lists: the links of a list, of a sheet or of another text as a table. It works without a script. Its
 * script reads longer texts and files, checks their links, and replaces the content of `#answer`.
 */
import type { VNode } from 'preact';
import { DialectField } from '../explorer/dialect-field.tsx';
import { type ExplorerQuery, libraryOptions } from '../explorer/query.ts';
import { AS_TYPED, type Page } from '../parts/layout.tsx';
import { ExtractedLinks } from './extracted-links.ts';
import { ExtractedLinksTable } from './extracted-links-table.tsx';
import { withoutParser } from './text-reader.ts';

/** The most rows of a table without a script. The text is in the address, which is too short for more URLs. */
const MOST_ROWS = 1000;

const DESCRIPTION = 'Find the links of a list, a spreadsheet or any text, and check which of them are alive.';

interface ListPageProps {
  readonly query: ExplorerQuery;
  /** The address of this service without a slash at the end. */
  readonly root: string;
  readonly script: string;
  readonly makesShortLinks: boolean;
}

export function listPage({ query, root, script, makesShortLinks }: ListPageProps): Page {
  const isEmpty = query.text.trim() === '';
  return {
    title: 'Check a list of links',
    section: 'list',
    preview: { description: DESCRIPTION, root },
    wide: true,
    script,
    content: (
      <div class="explorer">
        <p class="lead">
          Paste links, cells of a spreadsheet or any text with links in it. You get a table of the links, and can check
          which of them are alive.
        </p>
        <Form query={query} />
        <div
          id="answer"
          class={isEmpty ? 'list' : 'list is-served'}
          data-short-links={makesShortLinks ? 'true' : undefined}
        >
          {!isEmpty && <Table query={query} />}
        </div>
      </div>
    ),
  };
}

function Table({ query }: { readonly query: ExplorerQuery }): VNode {
  const links = ExtractedLinks.of(query.text, libraryOptions(query), withoutParser(query.text));
  return <ExtractedLinksTable tally={links.tally} rows={links.rows().slice(0, MOST_ROWS)} />;
}

/** Without a script, the address has the text. */
function Form({ query: { text, dialect } }: { readonly query: ExplorerQuery }): VNode {
  return (
    <form class="query-form" action="/check" method="get" data-form="list">
      <label for="url">A list of links, or a text with links in it</label>
      <textarea id="url" name="url" rows={6} aria-describedby="url-hint" {...AS_TYPED}>
        {text}
      </textarea>
      <div class="buttons">
        <button type="submit">Show the links</button>
        <label class="quiet file-button scripted">
          <input id="file" type="file" accept=".csv,.tsv,.tab,.txt,.html,.htm,.md,.wiki,text/*" />
          Choose a file
        </label>
      </div>
      <p id="url-hint" class="aside scripted">
        Or drop a file anywhere on this page: CSV, HTML, Markdown, wiki text or plain text. Texts and files stay on this
        device. A spreadsheet keeps all of its columns.
      </p>
      <details class="query-options" open={dialect !== 'current'}>
        <summary>Options</summary>
        <div class="query-fields">
          <DialectField dialect={dialect} />
        </div>
      </details>
    </form>
  );
}
