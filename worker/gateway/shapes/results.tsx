/** Answers with what a search has found: JSON, or a page with a form that needs no script, and the results. */

import type { VNode } from 'preact';
import type { FoundDocument, ResultForm, Results } from '../../../src/open/opened.ts';
import { answerJson } from '../../http/response.ts';
import { counted, sizeText } from '../../pages/parts/counted.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { aboutLink } from '../shared/json-stream.ts';
import { LinkOrText, TableHead } from '../shared/page-parts.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, type ShapeContext, varying } from './context.ts';
import { FormOf } from './form.tsx';
import { UnmarkedText } from './marked-text.tsx';

/** There are no octets for programs: the answer of the server has more than text. */
export function respondWithResults(context: ShapeContext, results: Results): Response {
  const { view, opener } = context;
  const headers = { ...caching(context, results), Vary: varying(context, 'Accept') };
  if (view.format !== 'html')
    return answerJson({ ...aboutLink(context), ...results.json(jsonLinks(context)) }, headers);
  const page = viewerPage(context, {
    title: results.title,
    kicker: `${opener.name} ${results.noun}`,
    without: ['raw'],
    content: <Content context={context} results={results} />,
  });
  return pageResponse(context, page, { headers });
}

interface ResultsProps {
  readonly context: ShapeContext;
  readonly results: Results;
}

function Content({ context, results }: ResultsProps): VNode {
  const { links } = context;
  const { form, about, isCut, more, nothing, catalogue } = results;
  const found = about === null ? results.found : results.found.filter(({ isAbout }) => !isAbout);
  return (
    <>
      {form !== null && <FormOf form={form} links={links} />}
      {about !== null && <About about={about} />}
      {found.length > 0 && <Table context={context} results={{ ...results, found }} />}
      {isCut && <More context={context} more={more} />}
      {found.length === 0 && about === null && <Empty>{nothing}</Empty>}
      {catalogue !== null && <Catalogue context={context} catalogue={catalogue} />}
    </>
  );
}

function About({ about: { text, facts } }: { readonly about: NonNullable<Results['about']> }): VNode {
  return (
    <section>
      <h2>About this database</h2>
      {text !== null && <UnmarkedText text={text} noun="description" />}
      <Details rows={facts} />
    </section>
  );
}

/** Asks for more. */
function More({ context, more }: { readonly context: ShapeContext; readonly more: Results['more'] }): VNode {
  if (more === null) return <p>The server may have more. Search for more words to find fewer documents.</p>;
  return (
    <p>
      The server may have more.{' '}
      <a class="go" href={context.links.self(more.options)}>
        {more.text}
      </a>
    </p>
  );
}

function Table({ context, results: { found, isScored, isCut } }: ResultsProps): VNode {
  const columns = { scored: isScored, typed: found.some(({ forms }) => forms.length > 1) };
  const [score, also] = [isScored ? [{ number: 'Score' }] : [], columns.typed ? ['Also as'] : []];
  return (
    <table class="hits">
      <caption>{isCut ? `The first ${counted(found.length, 'document')}` : counted(found.length, 'document')}</caption>
      <TableHead columns={[...score, 'Document', ...also, { number: 'Size' }, 'Date']} />
      <tbody>
        {found.map((result) => (
          <Row context={context} result={result} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly context: ShapeContext;
  readonly result: FoundDocument;
  /** Which of the optional columns the table has. */
  readonly columns: { readonly scored: boolean; readonly typed: boolean };
}

function Row({ context, result, columns }: RowProps): VNode {
  const { title, score, size, date, tag, forms } = result;
  const [main, ...others] = forms;
  return (
    <tr>
      {columns.scored && <td class="number score">{score}</td>}
      <th scope="row" dir="auto">
        <LinkOrText href={formHref(context, main)} text={title === '' ? '(without a title)' : title} />
        {tag !== null && <span class="tag">{tag}</span>}
      </th>
      {columns.typed && (
        <td class={others.length > 0 ? 'types' : undefined}>
          {others.map((other) => (
            <LinkOrText href={formHref(context, other)} text={`${other.type} `} />
          ))}
        </td>
      )}
      <td class="number">{size === null ? null : sizeText(size)}</td>
      <td class="date">{date}</td>
    </tr>
  );
}

function Catalogue({
  context,
  catalogue,
}: {
  readonly context: ShapeContext;
  readonly catalogue: FoundDocument;
}): VNode {
  return (
    <Notice title="The catalogue of this database">
      <LinkOrText href={formHref(context, catalogue.forms[0])} text="All of its documents" />
    </Notice>
  );
}

function formHref({ links }: ShapeContext, form: ResultForm | undefined): string | null {
  const opened = form?.opened ?? null;
  return opened === null ? null : links.hrefOf(opened);
}
