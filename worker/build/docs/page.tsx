/**
 * The pages of the documentation. The build makes them from the OpenAPI description, which the tests compare with the
 * Worker, and from the tables of settings and limits.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { isTopic, type Topic, topics } from '../../pages/docs/topics.ts';
import type { EmbedFacts } from '../embed.ts';
import type { Text } from '../markdown.ts';
import type { ApiDescription } from '../openapi/document.ts';
import type { Operation } from '../openapi/operation.ts';
import { type Catalogue, type CatalogueEntry, catalogueOf, hrefOf, searchIndexOf } from './catalogue.ts';
import { isSame, OperationSection } from './operation-section.tsx';
import { samplesOf } from './samples.ts';
import { HrefOfSchema } from './schema-view.tsx';
import { textsOf } from './texts.tsx';

export interface Sources {
  readonly description: ApiDescription;
  /** The text of each page, as Markdown. */
  readonly texts: Readonly<Record<string, string>>;
  /** The recorded answers by operation. */
  readonly recorded: Readonly<Record<string, string>>;
  /** Markdown with the code that sends a signed message. */
  readonly signed: string;
  readonly embed: EmbedFacts;
}

/** The content of every page as a fragment of HTML, and the index of the search as JSON. */
export function writeDocumentation({ description, texts, recorded, signed, embed }: Sources) {
  const catalogue = catalogueOf(description);
  const rendered = textsOf(texts, catalogue, embed);
  const pages = [...rendered].map(([topic, text]) => {
    const page = <Page topic={topic} text={text} catalogue={catalogue} recorded={recorded} signed={signed} />;
    const linked = <HrefOfSchema.Provider value={catalogue.hrefOfSchema}>{page}</HrefOfSchema.Provider>;
    return [topic, renderToString(linked)] as const;
  });
  return { pages, searchIndex: JSON.stringify(searchIndexOf(catalogue, rendered)) };
}

interface PageProps extends Pick<Sources, 'recorded' | 'signed'> {
  readonly topic: Topic;
  readonly text: Text;
  readonly catalogue: Catalogue;
}

function Page({ topic, text: { lead, sections }, catalogue, recorded, signed }: PageProps): VNode {
  const entries = catalogue.entries.filter((entry) => entry.topic === topic);
  const operations = entries.map(({ operation: { operationId, summary } }) => ({ id: operationId, title: summary }));
  return (
    <div class="reference">
      <Contents topic={topic} sections={[...sections, ...operations]} />
      <div>
        <p class="lead">{lead}</p>
        {sections.map(({ id, html }) => (
          <section class="chapter" id={id} aria-labelledby={`${id}-title`} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
        {entries.map((entry, index) => (
          <OperationSection
            entry={entry}
            like={similar(entry, entries.slice(0, index))}
            schemas={catalogue.schemas}
            samples={samplesOf(entry, signed)}
            recorded={recorded[entry.operation.operationId]}
          />
        ))}
        <Neighbours topic={topic} />
        <p class="visually-hidden" aria-live="polite" id="announcement" />
      </div>
    </div>
  );
}

/** The first operation before another one that has half of its answers or more, if it has many. */
function similar({ operation }: CatalogueEntry, before: readonly CatalogueEntry[]): Operation | null {
  const answers = Object.entries(operation.responses);
  if (answers.length < MANY_ANSWERS) return null;
  const found = before.find((other) => {
    const shared = answers.filter(([status, answer]) => isSame(answer, other.operation.responses[status]));
    return shared.length * 2 >= answers.length;
  });
  return found?.operation ?? null;
}

/** Fewer answers than these are listed again. */
const MANY_ANSWERS = 8;

interface ContentsProps {
  readonly topic: Topic;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
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
