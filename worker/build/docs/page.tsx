/**
 * The pages of the documentation. The build makes them from the documents of `docs/` and from the OpenAPI description,
 * which the tests compare with the Worker.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { DiagnosticHelpTable } from '../../../src/schemes/documentation.ts';
import { indexPlaces } from '../../pages/docs/find.ts';
import { groups, OVERVIEW, topics } from '../../pages/docs/topics.ts';
import type { CodeBlock } from '../markdown.ts';
import type { ApiDescription } from '../openapi/document.ts';
import type { Operation } from '../openapi/operation.ts';
import { type Catalogue, type CatalogueEntry, catalogueOf, hrefOf } from './catalogue.ts';
import { type Document, renderDocument } from './document.ts';
import { isSame, OperationSection } from './operation-section.tsx';
import { OperationsIndex } from './operations-index.tsx';
import { Sample } from './sample-view.tsx';
import { samplesOf } from './samples.ts';
import { HrefOfSchema } from './schema-view.tsx';
import { documentedPlaces } from './search-index.ts';

export interface Sources {
  readonly description: ApiDescription;
  /** The documents as Markdown, by the names of their files. */
  readonly documents: Readonly<Record<string, string>>;
  /** The recorded answers by operation. */
  readonly recorded: Readonly<Record<string, string>>;
  /** Markdown with the code that sends a signed message. */
  readonly signed: string;
  /** What is said of diagnostics beside their sentences. */
  readonly help: DiagnosticHelpTable;
}

/** The content of every page as a fragment of HTML, and the index of the search as JSON. */
export function writeDocumentation({ description, documents, recorded, signed, help }: Sources) {
  const catalogue = catalogueOf(description);
  const rendered = renderDocuments(documents, Sample);
  const pages = [...rendered].map(([topic, document]) => {
    const page = <Page topic={topic} document={document} catalogue={catalogue} recorded={recorded} signed={signed} />;
    const linked = <HrefOfSchema.Provider value={catalogue.hrefOfSchema}>{page}</HrefOfSchema.Provider>;
    return [topic, renderToString(linked)] as const;
  });
  const places = documentedPlaces(catalogue, renderDocuments(documents, Code), help);
  return { pages, searchIndex: JSON.stringify(indexPlaces(places)) };
}

function renderDocuments(documents: Sources['documents'], codeBlock: CodeBlock): ReadonlyMap<string, Document> {
  return new Map(
    [OVERVIEW, ...topics.keys()].map((topic) => [topic, renderDocument(documents[topic] ?? '', codeBlock)] as const),
  );
}

/** Code without a button, for the search. */
const Code: CodeBlock = ({ text }) => <pre>{text}</pre>;

interface DocumentPageProps extends Pick<Sources, 'recorded' | 'signed'> {
  readonly topic: string;
  readonly document: Document;
  readonly catalogue: Catalogue;
}

function Page({ topic, document: { lead, sections }, catalogue, recorded, signed }: DocumentPageProps): VNode {
  const entries = catalogue.entries.filter((entry) => entry.topic === topic);
  const operations = entries.map(({ operation: { operationId, summary } }) => ({ id: operationId, title: summary }));
  return (
    <div class="reference">
      <Contents topic={topic} sections={[...sections, ...operations]} />
      <div>
        <div class="lead" dangerouslySetInnerHTML={{ __html: lead }} />
        {sections.map(({ id, html }) => (
          <section class="chapter" id={id} aria-labelledby={`${id}-title`} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
        {topic === OVERVIEW && <OperationsIndex catalogue={catalogue} />}
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
  readonly topic: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** The pages of the documentation, with the sections of this one, and a search field for readers with scripts. */
function Contents({ topic, sections }: ContentsProps): VNode {
  const entry = (name: string, title: string): VNode => (
    <li>
      <a href={hrefOf(name)} aria-current={name === topic ? 'page' : undefined}>
        {title}
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
  );
  return (
    <nav class="contents" aria-label="Documentation">
      <form class="scripted" data-search>
        <label for="docs-search">Search the documentation</label>
        <input id="docs-search" type="search" autocomplete="off" spellcheck={false} />
        <p class="aside" aria-live="polite" />
        <ul />
      </form>
      <div class="documents">
        <ul class="list">{entry(OVERVIEW, 'Overview')}</ul>
        {groups.map(({ title, topics }) => (
          <>
            <p class="group">{title}</p>
            <ul class="list">{Object.entries(topics).map(([name, title]) => entry(name, title))}</ul>
          </>
        ))}
      </div>
    </nav>
  );
}

/** A link to the page after this one. */
function Neighbours({ topic }: { readonly topic: string }): VNode {
  const names = [OVERVIEW, ...topics.keys()];
  const next = names[names.indexOf(topic) + 1];
  return (
    <p class="next">
      {next === undefined ? (
        <a href={hrefOf(OVERVIEW)}>Back to the overview</a>
      ) : (
        <>
          Next: <a href={hrefOf(next)}>{topics.get(next)}</a>
        </>
      )}
    </p>
  );
}
