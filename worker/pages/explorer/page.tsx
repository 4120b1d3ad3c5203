/** The explorer as a page, which works without a script. A script replaces the content of `#answer`. */
import type { VNode } from 'preact';
import { canonicalize, type Resolution } from '../../../src/index.ts';
import { AS_TYPED, LinkField, type Page } from '../parts/layout.tsx';
import { proposalsFor } from '../parts/proposals.ts';
import { drawQrPath } from '../parts/qr-path.ts';
import type { ActionsProps } from './actions.tsx';
import { Answer, type AnswerView, windowTitleOf } from './answer.tsx';
import { DialectField } from './dialect-field.tsx';
import { Doors, type DoorsProps } from './doors.tsx';
import { FIRST_SCRIPT } from './first-script.ts';
import { EMPTY_QUERY, type ExplorerQuery, FIRST_EXAMPLE, hasDefaultOptions, isEmpty, parseInput } from './query.ts';
import * as textInput from './text-input.ts';

const DESCRIPTION =
  'Waypost explains, resolves and opens the links that browsers forgot: gopher, ftp, news, telnet, wais and others.';

interface ExplorerPageProps extends Pick<ActionsProps, 'query' | 'root' | 'opened'> {
  readonly script: string;
  /** The HTML that stands below the answer. */
  readonly gallery: string;
  readonly makesShortLinks: boolean;
  /** Whether the egress policy refuses the server of a link. The script of the page does not know it. */
  readonly isRefused: (link: Resolution) => boolean;
  /** What the service does for programs. An empty query is answered with it. */
  readonly doors: Omit<DoorsProps, 'root'>;
  /** Links to try, by their labels. An empty query explains the first one. */
  readonly examples: ReadonlyMap<string, string>;
}

/** The page that answers a query; an empty one gets an example. `null` = a text: its links have a page of their own. */
export function explorerPage(props: ExplorerPageProps): Page | null {
  const { query, root, script, gallery, makesShortLinks, isRefused, opened, examples, doors } = props;
  const [firstExample = FIRST_EXAMPLE] = examples.values();
  const example = isEmpty(query);
  const view = viewOf(example ? { ...EMPTY_QUERY, text: firstExample } : query, example);
  if (view === null) return null;
  const isOpened = !('resolution' in view && isRefused(view.resolution));
  return {
    title: 'Open any old link',
    windowTitle: windowTitleOf(view),
    section: 'open',
    preview: { description: DESCRIPTION, root },
    openField: false,
    wide: true,
    script,
    content: (
      <div class="explorer">
        <p class="lead">
          Waypost opens and explains the links that browsers forgot: gopher, FTP, news, telnet, WAIS and more.
        </p>
        <Form query={query} />
        {example && <Examples examples={examples.size === 0 ? PUBLIC_EXAMPLES : examples} />}
        {example && <Doors root={root} {...doors} />}
        <script dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} />
        <div
          id="answer"
          data-short-links={makesShortLinks ? 'true' : undefined}
          data-opened={opened.join(' ')}
          data-example={firstExample}
        >
          <Answer view={view} root={root} opened={isOpened ? opened : []} drawQr={example ? null : drawQrPath} />
        </div>
        <p class="visually-hidden" aria-live="polite" id="announcement" />
        <div dangerouslySetInnerHTML={{ __html: gallery }} />
      </div>
    ),
  };
}

function viewOf(query: ExplorerQuery, example: boolean): AnswerView | null {
  const result = parseInput(query, () => textInput);
  switch (result.kind) {
    case 'url':
      return { ...result, query, browserResult: null, example };
    case 'error':
      return { ...result, proposals: result.inBase ? [] : proposalsFor(query.text) };
    case 'text':
      return null;
  }
}

/** Servers of others that welcome visitors, for services whose operator names no examples. */
const PUBLIC_EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['a gopher menu', 'gopher://gopher.floodgap.com/'],
  ['an FTP archive', 'ftp://ftp.funet.fi/pub/'],
  ['a terminal', 'telnet://telehack.com/'],
]);

function Examples({ examples }: { readonly examples: ReadonlyMap<string, string> }): VNode {
  return (
    <nav class="examples" aria-labelledby="examples-title">
      <p id="examples-title">Or open an example:</p>
      <ul>
        {[...examples].map(([label, url]) => (
          <li>
            <a class="go" href={`/r?url=${encodeURIComponent(canonicalize(url))}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The form of the explorer. It needs no script: `/r` opens what is typed, and `/inspect` explains it. */
function Form({ query }: { readonly query: ExplorerQuery }): VNode {
  const { text, base, dialect, lax } = query;
  return (
    <form class="query-form" action="/r" method="get" data-form="query">
      <label for="url">A link, or a text with links in it</label>
      <div class="with-buttons">
        <LinkField id="url" value={text} placeholder="gopher://" enterkeyhint="go" aria-describedby="url-hint" />
        <button type="submit">Open</button>
        <button type="submit" class="quiet" formaction="/inspect" data-explain>
          Explain
        </button>
      </div>
      <p id="url-hint" class="aside">
        Any spelling works: old syntax, or <code>&lt;wrapped&gt;</code> and split across lines. You can also paste a
        list or a spreadsheet, drop a file, or start at <a href="/check">the page for lists</a>.
      </p>
      <details class="query-options" open={!hasDefaultOptions(query)}>
        <summary>Options</summary>
        <div class="query-fields">
          <p class="field">
            <label for="base">Base URL of a relative link</label>
            <input id="base" name="base" type="text" value={base} {...AS_TYPED} />
          </p>
          <DialectField dialect={dialect} />
          <p class="field">
            <label class="choice" for="lax">
              <input id="lax" name="lax" type="checkbox" value="true" checked={lax} />
              Allow relative links that repeat the scheme of the base (<code>http:page.html</code>)
            </label>
          </p>
        </div>
      </details>
    </form>
  );
}
