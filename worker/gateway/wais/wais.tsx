/**
 * The gateway to WAIS databases (Z39.50-1988 with the extensions of WAIS, RFC 1625). A page of a database or a search
 * has a form that needs no script, the hits, and what a database says of itself when it is searched for nothing.
 */

import type { VNode } from 'preact';
import * as v from 'valibot';
import { displayText } from '../../../src/octets/ansi.ts';
import { ALIVE } from '../../../src/open/contract.ts';
import { DESCRIPTION_TYPE, searchDatabase, type WaisSource } from '../../../src/protocols/wais/database.ts';
import { DocumentStream } from '../../../src/protocols/wais/document-stream.ts';
import { WaisSession } from '../../../src/protocols/wais/session.ts';
import { USUAL_HITS } from '../../../src/schemes/wais/messages.ts';
import { readParameters } from '../../http/query.ts';
import { responseWithJson } from '../../http/response.ts';
import { counted, sizeText } from '../../pages/parts/counted.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { Gateway } from '../contract/contract.ts';
import { IMAGES, VIEW } from '../shared/html-page.tsx';
import { LinkNames } from '../shared/link-names.ts';
import { LinkOrText, redirectToSearch, TableHead, WordsForm } from '../shared/page-parts.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import {
  databaseLink,
  LINK_TYPE,
  type ListedHit,
  type ListedType,
  searchLink,
  type WaisContext,
  waisContext,
} from './context.ts';
import { type DatabaseView, databaseJson, fetchDatabase } from './json.ts';
import { openDocument } from './open-document.tsx';
import { PlainText } from './text.tsx';

/** How many hits a page may ask for; more than the last come only with other words. */
export const HIT_COUNTS = [USUAL_HITS, 100, 200, 500] as const;

const HitsQuery = v.looseObject({
  hits: v.exactOptional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.picklist(HIT_COUNTS, `must be ${HIT_COUNTS.join(', ').replace(/, (\d+)$/, ' or $1')}`),
    ),
  ),
});

const UNFIT = 'A WAIS search cannot contain these characters.';

export const wais: Gateway<'wais'> = {
  kind: 'wais',
  protocol: null,
  schemes: ['wais'],
  parameters: ['search', 'part', 'hits', VIEW, IMAGES],

  /** Searches the database, or retrieves the beginning of the document. */
  async check(linkContext) {
    const { target, connect } = waisContext(linkContext);
    const session = await WaisSession.open((tls) => connect({ tls }));
    if (target.document === null) await searchDatabase(session, target);
    else {
      const { id: documentId, type } = target.document;
      await new DocumentStream(session, { database: target.database, documentId, type }, { from: 0, to: 1 }).read();
    }
    return ALIVE;
  },

  async open(gatewayContext) {
    const context = waisContext(gatewayContext);
    const { document } = context.target;
    if (document !== null) return openDocument(context, document);
    const words = context.view.query.get('search');
    if (words === null || words.trim() === '') return openDatabase(context);
    return redirectToSearch(context, searchLink(context, words.trim()), UNFIT);
  },
};

const HEADERS = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept' };

/** Answers with the hits of a search, or with what a database or a server says of itself. */
async function openDatabase(context: WaisContext): Promise<Response> {
  const { hits: most = USUAL_HITS } = readParameters(context.query, HitsQuery);
  const view = await fetchDatabase(context, most);
  if (context.view.format !== 'html') return responseWithJson(databaseJson(context, view), { headers: HEADERS });
  const names = new LinkNames(context.links.canonical);
  for (const { headline, types } of view.hits) {
    for (const link of types.flatMap(({ url, opened }) => [url, opened])) if (link !== null) names.add(link, headline);
  }
  names.remember();
  const page = viewerPage(context, {
    title: titleOf(context, view),
    kicker: view.search === null ? 'WAIS database' : 'WAIS search',
    without: ['raw'],
    content: <Content context={context} view={view} most={most} />,
  });
  return pageResponse(context, page, { headers: HEADERS });
}

function titleOf({ resolution }: WaisContext, { search }: DatabaseView): string {
  const { database } = resolution.details;
  if (database === '') return 'The databases of this server';
  return search === null ? database : `${search} in ${database}`;
}

interface Props {
  readonly context: WaisContext;
  readonly view: DatabaseView;
  /** How many hits the server was asked for. */
  readonly most: number;
}

function Content({ context, view, most }: Props): VNode {
  const { catalogue, search, source } = view;
  // The description is above the table, and not one of the documents.
  const hits = source === null ? view.hits : view.hits.filter(({ types }) => types[0]?.type !== DESCRIPTION_TYPE);
  const isServer = context.resolution.details.database === '';
  return (
    <>
      {!isServer && (
        <WordsForm address={context.links.hrefOfCanonical(databaseLink(context)) ?? ''} words={search ?? ''} />
      )}
      {source !== null && <Description source={source} />}
      {hits.length > 0 && <HitTable context={context} hits={hits} scored={search !== null} isCut={view.isCut} />}
      {view.isCut && <More context={context} most={most} />}
      {hits.length === 0 && source === null && <Empty>{emptyText(isServer, search)}</Empty>}
      {catalogue !== null && <Catalogue context={context} hit={catalogue} />}
    </>
  );
}

function emptyText(isServer: boolean, search: string | null): string {
  if (isServer) return 'The server does not list its databases. A link can name one: wais://host/database.';
  return search === null ? 'The database does not describe itself.' : 'The search found nothing.';
}

function Description({ source }: { readonly source: WaisSource }): VNode {
  return (
    <section>
      <h2>About this database</h2>
      {source.description !== null && <PlainText text={source.description} />}
      <Details
        rows={[
          ['Database', displayText(source.database)],
          ['Server', displayText(`${source.host}:${source.port}`)],
          ['Maintainer', source.maintainer && displayText(source.maintainer)],
        ]}
      />
    </section>
  );
}

/** Asks for more hits. */
function More({ context, most }: { readonly context: WaisContext; readonly most: number }): VNode | null {
  const next = HIT_COUNTS.find((count) => count > most);
  if (next === undefined) return <p>The server may have more. Search for more words to find fewer documents.</p>;
  return (
    <p>
      The server may have more.{' '}
      <a class="go" href={context.links.self({ hits: String(next) })}>
        Ask for {next}
      </a>
    </p>
  );
}

interface TableProps {
  readonly context: WaisContext;
  readonly hits: readonly ListedHit[];
  readonly scored: boolean;
  readonly isCut: boolean;
}

function HitTable({ context, hits, scored, isCut }: TableProps): VNode {
  const columns = { scored, typed: hits.some(({ types }) => types.length > 1) };
  const [score, also] = [scored ? [{ number: 'Score' }] : [], columns.typed ? ['Also as'] : []];
  return (
    <table class="hits">
      <caption>{isCut ? `The first ${counted(hits.length, 'document')}` : counted(hits.length, 'document')}</caption>
      <TableHead columns={[...score, 'Document', ...also, { number: 'Size' }, 'Date']} />
      <tbody>
        {hits.map((hit) => (
          <HitRow context={context} hit={hit} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly context: WaisContext;
  readonly hit: ListedHit;
  /** Which of the optional columns the table has. */
  readonly columns: { readonly scored: boolean; readonly typed: boolean };
}

function HitRow({ context, hit, columns }: RowProps): VNode {
  const [main, ...others] = hit.types;
  const title = hit.headline === '' ? '(without a title)' : hit.headline;
  return (
    <tr>
      {columns.scored && <td class="number score">{hit.score}</td>}
      <th scope="row" dir="auto">
        <LinkOrText href={hrefOf(context, main)} text={title} />
        {main?.type === LINK_TYPE && <span class="tag">link</span>}
      </th>
      {columns.typed && (
        <td class={others.length > 0 ? 'types' : undefined}>
          {others.map((other) => (
            <LinkOrText href={hrefOf(context, other)} text={`${other.type} `} />
          ))}
        </td>
      )}
      <td class="number">{hit.bytes === null ? null : sizeText(hit.bytes)}</td>
      <td class="date">{hit.date}</td>
    </tr>
  );
}

function Catalogue({ context, hit }: { readonly context: WaisContext; readonly hit: ListedHit }): VNode {
  return (
    <Notice title="The catalogue of this database">
      <LinkOrText href={hrefOf(context, hit.types[0])} text="All of its documents" />
    </Notice>
  );
}

function hrefOf({ links }: WaisContext, type: ListedType | undefined): string | null {
  const opened = type?.opened ?? null;
  return opened === null ? null : links.hrefOf(opened);
}
