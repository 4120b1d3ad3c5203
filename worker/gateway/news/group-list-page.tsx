/** A list of groups as a page: a short list in full, a long one by hierarchies. */
import type { VNode } from 'preact';
import { isGroup } from '../../../src/schemes/news/names.ts';
import type { Page } from '../../pages/layout.tsx';
import { Empty, Notice } from '../../pages/notice.tsx';
import type { ListedGroup } from './fetch.ts';
import type { GroupListView } from './group-list-view.ts';
import { breadcrumbsTo, formatActions } from './page-navigation.ts';
import type { NewsContext } from './server.ts';

/** Lists with more groups than this are shown by hierarchies. */
const LONG_LIST = 500;

export function groupListPage(context: NewsContext, view: GroupListView): Page {
  const { wildmat, server, match } = view;
  const title = match !== '' ? `Groups with “${match}”` : wildmat === '*' ? 'All groups' : wildmat;
  return {
    title,
    kicker: 'Newsgroups',
    canonical: context.links.canonical,
    breadcrumbs: wildmat === '*' ? [{ text: server.name, href: null }] : breadcrumbsTo(context, server, null, wildmat),
    actions: formatActions(context, ['JSON', 'json'], ['Plain text', 'raw']),
    wide: true,
    content: <Content context={context} view={view} />,
  };
}

interface Props {
  readonly context: NewsContext;
  readonly view: GroupListView;
}

function Content({ context, view }: Props): VNode {
  const { groups, truncated } = view.list;
  const hierarchies = groups.length > LONG_LIST ? hierarchiesIn(groups) : [];
  return (
    <>
      <SearchForm context={context} view={view} />
      {truncated && (
        <Notice tone="caution" title="This list was cut">
          The server has more groups than this gateway lists. Look for a word of their names.
        </Notice>
      )}
      {groups.length === 0 && <Empty>The server has no such group.</Empty>}
      {hierarchies.length > 0 ? (
        <Hierarchies context={context} view={view} hierarchies={hierarchies} />
      ) : (
        groups.length > 0 && <GroupTable context={context} view={view} groups={groups} />
      )}
    </>
  );
}

/** The form sends to the address of this page: a gateway path, or `/open` with the link as a parameter. */
function SearchForm({ context, view }: Props): VNode {
  const here = new URL(context.links.self(), context.links.origin);
  return (
    <search>
      <form class="search" action={here.pathname} method="get">
        {[...here.searchParams].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <label for="match">Look for</label>
        <input id="match" type="search" name="match" value={view.match} maxLength={60} autocapitalize="none" />
        <button type="submit">Find groups</button>
      </form>
    </search>
  );
}

function GroupTable({ context, view, groups }: Props & { readonly groups: readonly ListedGroup[] }): VNode {
  return (
    <table class="groups">
      <caption>{counted(groups.length, 'group')}</caption>
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col">About</th>
          <th scope="col" class="number">
            Articles
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRow context={context} view={view} group={group} />
        ))}
      </tbody>
    </table>
  );
}

const REMARKS: Readonly<Partial<Record<ListedGroup['status'], string>>> = {
  moderated: 'moderated',
  closed: 'closed',
  junk: 'no longer carried',
};

function GroupRow({ context, view, group }: Props & { readonly group: ListedGroup }): VNode {
  const { name, description, status, alias } = group;
  const href = isGroup(name) ? context.links.hrefOf(view.server.group(name)) : null;
  const remark = alias === null ? REMARKS[status] : `now ${alias}`;
  return (
    <tr>
      <th scope="row">{href === null ? name : <a href={href}>{name}</a>}</th>
      <td class="about" dir="auto">
        {description}
        {remark !== undefined && <span class="tag">{remark}</span>}
      </td>
      <td class="number">{articlesIn(group)}</td>
    </tr>
  );
}

/** The number of articles as counted by the server, or else the most that the range of numbers allows. */
function articlesIn({ count, low, high }: ListedGroup): string {
  if (count !== null) return count.toLocaleString('en');
  return high < low || high === 0 ? '0' : `≤ ${(high - low + 1).toLocaleString('en')}`;
}

interface Hierarchy {
  readonly name: string;
  readonly size: number;
}

/** The hierarchies in which the groups first differ, with the number of groups in each. */
function hierarchiesIn(groups: readonly ListedGroup[]): Hierarchy[] {
  const prefix = commonHierarchy(groups);
  const sizes = new Map<string, number>();
  for (const { name } of groups) {
    const end = name.indexOf('.', prefix.length);
    const hierarchy = end < 0 ? name : name.slice(0, end + 1);
    sizes.set(hierarchy, (sizes.get(hierarchy) ?? 0) + 1);
  }
  return [...sizes].map(([name, size]) => ({ name, size }));
}

/** The common beginning of all names, up to a full stop. The list is sorted, so the first and last name suffice. */
function commonHierarchy(groups: readonly ListedGroup[]): string {
  const [first, last] = [groups[0]?.name ?? '', groups.at(-1)?.name ?? ''];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length++;
  return first.slice(0, first.lastIndexOf('.', length - 1) + 1);
}

function Hierarchies({ context, view, hierarchies }: Props & { readonly hierarchies: readonly Hierarchy[] }): VNode {
  const url = (name: string): string => (name.endsWith('.') ? view.server.groups(`${name}*`) : view.server.group(name));
  return (
    <>
      <p class="count">{counted(view.list.groups.length, 'group')}, by hierarchy</p>
      <ul class="hierarchies">
        {hierarchies.map(({ name, size }) => (
          <li>
            <a href={context.links.hrefOf(url(name)) ?? undefined}>{name.endsWith('.') ? `${name}*` : name}</a>
            {name.endsWith('.') && <span class="number">{size.toLocaleString('en')}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
