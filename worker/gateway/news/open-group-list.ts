/** The groups of a server whose names match a wildmat. */
import { isWildmat } from '../../../src/schemes/news/names.ts';
import { GatewayError } from '../../net/errors.ts';
import { pageResponse } from '../../pages/respond.tsx';
import { longJson } from '../shared/json-stream.ts';
import { linked } from './addresses.ts';
import { fetchGroups, type GroupList, type ListedGroup } from './fetch.ts';
import { groupsPage } from './group-list-page.tsx';
import type { Requested } from './requested.ts';
import type { NewsContext, NewsServer, ServerLinks } from './server.ts';
import { NewsSession } from './session.ts';

/** What the page and the JSON of a list of groups are made of. */
export interface GroupsView {
  readonly wildmat: string;
  readonly list: GroupList;
  /** A word that names or descriptions must have; empty = none. */
  readonly match: string;
  readonly server: ServerLinks;
}

type GroupListRequest = Extract<Requested, { kind: 'groups' }>;

const HEADERS = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept' };

/** Answers with a list of groups. */
export async function openGroupList(
  context: NewsContext,
  server: NewsServer,
  { wildmat, match }: GroupListRequest,
): Promise<Response> {
  // The server need not send its whole list for one word of it.
  const asked = wildmat === '*' && match !== '' ? `*${match.toLowerCase()}*` : wildmat;
  if (!isWildmat(asked)) throw new GatewayError('bad-request', 'No name of a group has these characters.');
  const session = await NewsSession.open(context, server);
  try {
    const list = await fetchGroups(session, asked);
    const view = { wildmat, match, list: narrowed(list, match), server: server.links };
    if (context.view.format === 'json') {
      return new Response(groupsJson(context, view), { headers: { ...HEADERS, 'Content-Type': 'application/json' } });
    }
    if (context.view.format === 'raw') return rawList(view.list);
    return pageResponse(context, groupsPage(context, view), { headers: HEADERS });
  } finally {
    session.close();
  }
}

function narrowed({ groups, truncated }: GroupList, match: string): GroupList {
  const word = match.toLowerCase();
  const has = ({ name, description }: ListedGroup) => `${name} ${description ?? ''}`.toLowerCase().includes(word);
  const found = word === '' ? groups : groups.filter(has);
  return { groups: found.toSorted((a, b) => (a.name < b.name ? -1 : 1)), truncated };
}

function groupsJson(context: NewsContext, { wildmat, list, server }: GroupsView): ReadableStream<Uint8Array> {
  return longJson(
    { kind: 'groups', ...linked(context.links, server.groups(wildmat)), wildmat },
    {
      name: 'groups',
      items: list.groups,
      toJson: (group) => ({ ...group, ...linked(context.links, server.group(group.name)) }),
    },
    { truncated: list.truncated },
  );
}

function rawList({ groups }: GroupList): Response {
  const lines = groups.map(({ name, description }) => (description === null ? name : `${name}\t${description}`));
  return new Response(`${lines.join('\r\n')}\r\n`, {
    headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
