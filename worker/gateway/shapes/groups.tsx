/** Answers with a list of groups: JSON, text, or a page: a short list in full, a long one by hierarchies. */

import type { VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import { groupsJson } from '../../../src/open/article-json.ts';
import type { ListedGroup, ListedGroups } from '../../../src/open/articles.ts';
import type { Groups } from '../../../src/open/opened.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { TEXT_TYPE } from '../../http/response.ts';
import { textStream, trackBody } from '../../http/text-stream.ts';
import { counted, grouped } from '../../pages/parts/counted.ts';
import { type Html, html } from '../../pages/parts/html.ts';
import { type Page, Rows } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse, streamedPage } from '../../pages/parts/respond.tsx';
import { longJson } from '../shared/json-stream.ts';
import { SearchForm, TableHead } from '../shared/page-parts.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, type ShapeContext, varying } from './context.ts';
import { breadcrumbsTo, FromArchive, viewParameters } from './group.tsx';

export function respondWithGroups(context: ShapeContext, groups: Groups): Response {
  const headers = { ...caching(context, groups), Vary: varying(context, 'Accept') };
  const { format } = context.view;
  if (format === 'html') return pageOf(context, groups, headers);
  const [body, type] =
    format === 'json'
      ? [longJson(context, groupsJson(groups, jsonLinks(context)), trackBody(context)), 'application/json']
      : [textStream(groups.plain(), trackBody(context)), TEXT_TYPE];
  return new Response(body, { headers: { ...headers, 'Content-Type': type } });
}

/** Lists with more groups than this are shown by hierarchies. */
const LONG_LIST = 500;

function pageOf(context: ShapeContext, view: Groups, headers: HeaderFields): Response {
  const { size } = view.groups;
  const long = size > LONG_LIST;
  if (size === 0) return pageResponse(context, layoutOf(context, view, long), { headers });
  const rows = long ? hierarchyRows(context, view) : groupRows(context, view);
  return streamedPage(context, layoutOf(context, view, long), rows, { headers, ended: trackBody(context) });
}

function layoutOf(context: ShapeContext, view: Groups, long: boolean): Page {
  const { wildmat, server, match } = view;
  const title = match !== '' ? `Groups with “${match}”` : wildmat === '*' ? 'All groups' : wildmat;
  return viewerPage(context, {
    title,
    kicker: 'Newsgroups',
    breadcrumbs: wildmat === '*' ? [{ text: server.name, href: null }] : breadcrumbsTo(context, server, null, wildmat),
    repeated: viewParameters(context),
    wide: true,
    content: <Content context={context} view={view} long={long} />,
  });
}

interface GroupsProps {
  readonly context: ShapeContext;
  readonly view: Groups;
}

function Content({ context, view, long }: GroupsProps & { readonly long: boolean }): VNode {
  const { size } = view.groups;
  return (
    <>
      <MatchForm context={context} view={view} />
      <FromArchive archive={view.archive} what="These groups are" />
      {view.truncated && (
        <Notice tone="caution" title="This list is incomplete">
          The server has more groups than this gateway lists. Search for a word in their names.
        </Notice>
      )}
      {size === 0 && <Empty>The server has no such groups.</Empty>}
      {size > 0 && (long ? <Hierarchies size={size} /> : <GroupTable size={size} />)}
    </>
  );
}

function MatchForm({ context, view }: GroupsProps): VNode {
  return (
    <SearchForm address={context.links.self()}>
      <label for="match">Group name or topic</label>
      <input id="match" type="search" name="match" value={view.match} maxLength={60} autocapitalize="none" />
      <button type="submit">Search groups</button>
    </SearchForm>
  );
}

function GroupTable({ size }: { readonly size: number }): VNode {
  return (
    <table class="groups">
      <caption>{counted(size, 'group')}</caption>
      <TableHead columns={['Group', 'About', { number: 'Articles' }]} />
      <tbody>
        <Rows />
      </tbody>
    </table>
  );
}

const REMARKS: Readonly<Partial<Record<ListedGroup['status'], string>>> = {
  moderated: 'moderated',
  closed: 'closed',
  junk: 'no longer carried',
};

function* groupRows({ links }: ShapeContext, { groups, server }: Groups): Generator<Html> {
  for (const group of groups) {
    const { name, description, status, alias } = group;
    const href = server.isGroup(name) ? links.hrefOfCanonical(server.group(name)) : null;
    const remark = alias === null ? REMARKS[status] : `now ${alias}`;
    yield html`<tr><th scope="row">${href === null ? name : html`<a href="${href}">${name}</a>`}</th><td class="about" dir="auto">${description === null ? null : displayText(description)}${remark !== undefined && html` <span class="tag">${remark}</span>`}</td><td class="number">${articlesIn(group)}</td></tr>`;
  }
}

/** The number of articles as counted by the server, or else the most that the range of numbers allows. */
function articlesIn({ count, low, high }: ListedGroup): string {
  if (count !== null) return grouped(count);
  return high < low || high === 0 ? '0' : `≤ ${grouped(high - low + 1)}`;
}

/** The hierarchies in which the groups first differ, with the number of groups in each. */
function hierarchiesIn(groups: ListedGroups): Map<string, number> {
  const prefix = commonHierarchy(groups);
  const sizes = new Map<string, number>();
  for (const name of groups.names()) {
    const end = name.indexOf('.', prefix.length);
    const hierarchy = end < 0 ? name : name.slice(0, end + 1);
    sizes.set(hierarchy, (sizes.get(hierarchy) ?? 0) + 1);
  }
  return sizes;
}

/** The common beginning of all names, up to a full stop. */
function commonHierarchy(groups: ListedGroups): string {
  let common: string | null = null;
  for (const name of groups.names()) {
    common ??= name;
    while (!name.startsWith(common)) common = common.slice(0, -1);
  }
  return common === null ? '' : common.slice(0, common.lastIndexOf('.') + 1);
}

function Hierarchies({ size }: { readonly size: number }): VNode {
  return (
    <>
      <p class="count">{counted(size, 'group')}, by hierarchy</p>
      <ul class="hierarchies link-list">
        <Rows />
      </ul>
    </>
  );
}

function* hierarchyRows({ links }: ShapeContext, { groups, server }: Groups): Generator<Html> {
  for (const [name, size] of hierarchiesIn(groups)) {
    const whole = !name.endsWith('.');
    const text = whole ? name : `${name}*`;
    const href = links.hrefOfCanonical(whole ? server.group(name) : server.groups(text));
    const label = href === null ? html`<a>${text}</a>` : html`<a href="${href}">${text}</a>`;
    yield html`<li>${label}${!whole && html` <span class="number">${grouped(size)}</span>`}</li>`;
  }
}
