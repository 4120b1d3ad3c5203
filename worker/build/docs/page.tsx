/**
 * The pages of the documentation. The build makes them from the OpenAPI description, which the tests compare with the
 * Worker, and from the tables of settings and limits.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { isTopic, type Topic, topics } from '../../pages/docs/topics.ts';
import type { EmbedFacts } from '../../pages/embed/facts.ts';
import type { ApiDescription } from '../openapi/document.ts';
import type { Operation } from '../openapi/operation.ts';
import { type Catalogue, catalogueOf, type Entry, hrefOf } from './catalogue.ts';
import { Embed, embedSections } from './embed.tsx';
import { Manage, manageSections } from './manage.tsx';
import { Operate, operateSections } from './operate.tsx';
import { OperationSection } from './operation-section.tsx';
import { Overview, overviewSections } from './overview.tsx';
import { searchIndexOf } from './search-index.ts';
import type { Section } from './sections.tsx';

/** What the documentation is made from. */
export interface Sources {
  readonly description: ApiDescription;
  /** The recorded answers by operation. */
  readonly recorded: Readonly<Record<string, string>>;
  readonly embed: EmbedFacts;
}

/** The content of every page as a fragment of HTML, and the index of the search as JSON. */
export interface Documentation {
  readonly pages: ReadonlyMap<Topic, string>;
  readonly searchIndex: string;
}

/** The sections of a page that are not operations. */
const written: Readonly<Partial<Record<Topic, readonly Section[]>>> = {
  overview: overviewSections,
  embed: embedSections,
  manage: manageSections,
  operate: operateSections,
};

/** Renders the documentation. */
export function writeDocumentation(sources: Sources): Documentation {
  const catalogue = catalogueOf(sources.description);
  const names = Object.keys(topics).filter(isTopic);
  const pages = new Map(
    names.map((topic) => [topic, renderToString(<Page topic={topic} catalogue={catalogue} sources={sources} />)]),
  );
  return { pages, searchIndex: JSON.stringify(searchIndexOf(catalogue, written)) };
}

interface PageProps {
  readonly topic: Topic;
  readonly catalogue: Catalogue;
  readonly sources: Sources;
}

function Page({ topic, catalogue, sources: { recorded, embed } }: PageProps): VNode {
  const entries = catalogue.entries.filter((entry) => entry.topic === topic);
  const sections = [
    ...(written[topic] ?? []),
    ...entries.map(({ operation: { operationId, summary } }) => ({ id: operationId, title: summary })),
  ];
  return (
    <div class="reference">
      <Contents topic={topic} sections={sections} />
      <div>
        <Lead topic={topic} />
        {topic === 'overview' && <Overview catalogue={catalogue} />}
        {topic === 'embed' && <Embed facts={embed} />}
        {topic === 'manage' && <Manage />}
        {topic === 'operate' && <Operate />}
        {entries.map((entry, index) => (
          <OperationSection
            entry={entry}
            like={similar(entry, entries.slice(0, index))}
            schemas={catalogue.schemas}
            hrefOf={catalogue.hrefOfSchema}
            recorded={recorded[entry.operation.operationId] ?? null}
          />
        ))}
        <Neighbours topic={topic} />
        <p class="visually-hidden" aria-live="polite" id="announcement" />
      </div>
    </div>
  );
}

/** The first operation before another one that has half of its answers or more, if it has many. */
function similar({ operation }: Entry, before: readonly Entry[]): Operation | null {
  const answers = Object.entries(operation.responses);
  if (answers.length < MANY_ANSWERS) return null;
  const found = before.find((other) => {
    const shared = answers.filter(
      ([status, answer]) => JSON.stringify(other.operation.responses[status]) === JSON.stringify(answer),
    );
    return shared.length * 2 >= answers.length;
  });
  return found?.operation ?? null;
}

/** Fewer answers than these are listed again. */
const MANY_ANSWERS = 8;

/** What each page is for. */
const LEADS: Readonly<Record<Topic, string>> = {
  overview: 'Any program may call this API, from any origin and without a key. Only short links need a token.',
  resolve:
    'Get the canonical form of a URL, its parts, their meaning, the request that a client sends, and a diagnostic for ' +
    'each change. Nothing is opened.',
  compare: 'Find out whether two URLs are the same link, and by which rule of RFC 3986.',
  open: 'Redirect readers to the place where an old link opens, or read what is there as HTML, JSON or raw octets.',
  check: 'Find out whether an old link still leads somewhere: its server is asked in its own protocol.',
  shorten:
    'Make links that last. The slug is a hash of the target, so every spelling of a URL has the same slug, and anyone ' +
    'can verify the target.',
  manage:
    'For administrators: move the links of another shortener in, block what must not be followed, and keep a copy.',
  validate: 'Check a URL that a stranger typed in before your server calls it.',
  hooks: 'Have URLs checked by sending a signed message, as Standard Webhooks 1.0 or as a CloudEvent.',
  embed: 'Make the old links of a page work again with one line of HTML.',
  operate: 'Set up a Waypost of your own: its settings, its limits, and what it serves about itself.',
};

function Lead({ topic }: { readonly topic: Topic }): VNode {
  return <p class="lead">{LEADS[topic]}</p>;
}

interface ContentsProps {
  readonly topic: Topic;
  readonly sections: readonly Section[];
}

/** The pages of the documentation, with the sections of this one, and a search field for readers with scripts. */
function Contents({ topic, sections }: ContentsProps): VNode {
  return (
    <nav class="contents" aria-label="Documentation">
      <form class="scripted" data-search>
        <label for="docs-search">Search the documentation</label>
        <input id="docs-search" type="search" autocomplete="off" spellcheck={false} />
        <p class="aside" aria-live="polite" />
        <ul />
      </form>
      <ul>
        {Object.entries(topics).map(([name, title]) => (
          <li>
            <a {...(isTopic(name) && { href: hrefOf(name) })} aria-current={name === topic ? 'page' : undefined}>
              {name === 'overview' ? 'Overview' : title}
            </a>
            {name === topic && (
              <ul>
                {sections.map(({ id, title }) => (
                  <li>
                    <a href={`#${id}`}>{title}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the page before and the page after this one. */
function Neighbours({ topic }: { readonly topic: Topic }): VNode {
  const names = Object.keys(topics).filter(isTopic);
  const next = names[names.indexOf(topic) + 1];
  return (
    <p class="next">
      {next === undefined ? (
        <a href={hrefOf('overview')}>Back to the overview</a>
      ) : (
        <>
          Next: <a href={hrefOf(next)}>{topics[next]}</a>
        </>
      )}
    </p>
  );
}
