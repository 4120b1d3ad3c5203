/** Answers with the groups whose names match a wildmat: as a page, as JSON, or as plain text. */
import type { GroupList } from '../../../src/protocols/nntp/group-list.ts';
import { isWildmat } from '../../../src/schemes/news/names.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { textStream } from '../../http/text-stream.ts';
import { longJson } from '../shared/json-stream.ts';
import { linkJson } from '../shared/link-json.ts';
import { trackBody } from '../shared/track-body.ts';
import { fetchGroups } from './fetch.ts';
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
  if (!isWildmat(pattern)) throw new GatewayError('bad-request', 'Group names cannot contain these characters.');
  const session = await NewsSession.open(context, server);
  try {
    const list = await fetchGroups(session, pattern);
    const view = groupListView(wildmat, match, list, server.links);
    if (context.view.format === 'json') {
      return new Response(groupListJson(context, view), {
        headers: { ...HEADERS, 'Content-Type': 'application/json' },
      });
    }
    if (context.view.format === 'raw') return rawList(context, view);
    return groupListPage(context, view, HEADERS);
  } finally {
    session.close();
  }
}

function groupListJson(context: NewsContext, view: GroupListView): ReadableStream<Uint8Array> {
  const { wildmat, groups, truncated, server } = view;
  return longJson(
    { kind: 'groups', ...linkJson(context.links, server.groups(wildmat)), wildmat },
    {
      name: 'groups',
      items: groups,
      toJson: (group) => ({ ...group, ...linkJson(context.links, server.group(group.name)) }),
    },
    { truncated },
    trackBody(context),
  );
}

function rawList(context: NewsContext, { groups }: GroupListView): Response {
  return new Response(textStream(rawLines(groups), trackBody(context)), {
    headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

function* rawLines(groups: GroupList): Generator<string> {
  for (const { name, description } of groups) yield `${description === null ? name : `${name}\t${description}`}\r\n`;
}
