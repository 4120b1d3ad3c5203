/** Answers with the groups whose names match a wildmat: as a page, as JSON, or as plain text. */
import { isWildmat } from '../../../src/schemes/news/names.ts';
import { GatewayError } from '../../gateway-error.ts';
import { pageResponse } from '../../pages/respond.tsx';
import { longJson } from '../shared/json-stream.ts';
import { linkJson } from './addresses.ts';
import { fetchGroups, type GroupList } from './fetch.ts';
import { groupListPage } from './group-list-page.tsx';
import { type GroupListView, groupListView } from './group-list-view.ts';
import type { Requested } from './requested.ts';
import type { NewsContext, NewsServer } from './server.ts';
import { NewsSession } from './session.ts';

type GroupListRequest = Extract<Requested, { kind: 'groups' }>;

const HEADERS = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept' };

/** Answers with a list of groups. */
export async function openGroupList(
  context: NewsContext,
  server: NewsServer,
  { wildmat, match }: GroupListRequest,
): Promise<Response> {
  // With a search word the server need not send its whole list.
  const pattern = wildmat === '*' && match !== '' ? `*${match.toLowerCase()}*` : wildmat;
  if (!isWildmat(pattern)) throw new GatewayError('bad-request', 'No name of a group has these characters.');
  const session = await NewsSession.open(context, server);
  try {
    const list = await fetchGroups(session, pattern);
    const view = groupListView(wildmat, match, list, server.links);
    if (context.view.format === 'json') {
      return new Response(groupListJson(context, view), {
        headers: { ...HEADERS, 'Content-Type': 'application/json' },
      });
    }
    if (context.view.format === 'raw') return rawList(view.list);
    return pageResponse(context, groupListPage(context, view), { headers: HEADERS });
  } finally {
    session.close();
  }
}

function groupListJson(context: NewsContext, { wildmat, list, server }: GroupListView): ReadableStream<Uint8Array> {
  return longJson(
    { kind: 'groups', ...linkJson(context.links, server.groups(wildmat)), wildmat },
    {
      name: 'groups',
      items: list.groups,
      toJson: (group) => ({ ...group, ...linkJson(context.links, server.group(group.name)) }),
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
