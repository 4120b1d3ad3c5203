/** One group: a page of its articles, in threads. */
import { decodeWords } from 'postal-mime';
import { maskAddresses } from '../../../src/schemes/news/mentions.ts';
import type { Overview } from '../../../src/schemes/news/overview.ts';
import { type Thread, threads } from '../../../src/schemes/news/threads.ts';
import { pageResponse } from '../../pages/respond.tsx';
import { type Person, peopleOf, readDate, type WrittenDate } from '../shared/message.ts';
import { absolute, linked } from './addresses.ts';
import { fetchOverview, type GroupPage, PAGE } from './fetch.ts';
import { groupPage } from './group-page.tsx';
import { maskPerson } from './mask-addresses.ts';
import type { Requested } from './requested.ts';
import { articleLink, type NewsContext, type NewsServer, type ServerLinks } from './server.ts';
import { NewsSession } from './session.ts';

/** An article in a list, decoded. */
export interface ListedArticle extends Omit<Overview, 'from' | 'date'> {
  readonly author: Person;
  readonly date: WrittenDate;
}

/** What the page and the JSON of a group are made of. */
export interface GroupView {
  readonly group: string;
  readonly page: Omit<GroupPage, 'articles'>;
  readonly articles: readonly ListedArticle[];
  readonly threads: readonly Thread<ListedArticle>[];
  /** The highest number of the next page to either side; `null` = there is none. */
  readonly older: number | null;
  readonly newer: number | null;
  readonly server: ServerLinks;
}

type GroupRequest = Extract<Requested, { kind: 'group' }>;

const HEADERS = { 'Cache-Control': 'public, max-age=120', Vary: 'Accept' };

/** Answers with a page of a group: the newest, or that which ends at `?to=`. */
export async function openGroup(
  context: NewsContext,
  server: NewsServer,
  { group, to }: GroupRequest,
): Promise<Response> {
  const session = await NewsSession.open(context, server);
  try {
    const { articles: listed, ...page } = await fetchOverview(session, group, to);
    const masked = context.environment.NEWS_ADDRESSES === 'masked';
    const articles = listed.map((overview) => decoded(overview, masked));
    const view = {
      group,
      page,
      articles,
      threads: threads(articles),
      ...neighbours(page),
      server: server.links,
    };
    if (context.view.format === 'json') return Response.json(groupJson(context, view), { headers: HEADERS });
    if (context.view.format === 'raw') return rawOverview(listed);
    return pageResponse(context, groupPage(context, view), { headers: HEADERS });
  } finally {
    session.close();
  }
}

function decoded({ from, date, ...overview }: Overview, masked: boolean): ListedArticle {
  const author = peopleOf(from)[0] ?? { name: decodeWords(from), address: '' };
  const subject = decodeWords(overview.subject);
  return {
    ...overview,
    subject: masked ? maskAddresses(subject) : subject,
    author: masked ? maskPerson(author) : author,
    date: readDate(date),
  };
}

function neighbours({ summary, range }: GroupView['page']): Pick<GroupView, 'older' | 'newer'> {
  if (range === null) return { older: null, newer: null };
  const [first, last] = range;
  return {
    older: first > summary.low ? first - 1 : null,
    newer: last < summary.high ? Math.min(last + PAGE, summary.high) : null,
  };
}

function groupJson(context: NewsContext, view: GroupView): object {
  const { group, page, articles, server } = view;
  const url = server.group(group);
  const pageAt = (to: number | null): string | null => {
    const href = to === null ? null : context.links.hrefOf(url, { to: String(to), format: 'json' });
    return href === null ? null : absolute(context.links, href);
  };
  return {
    kind: 'group',
    ...linked(context.links, url),
    group,
    ...page.summary,
    range: page.range,
    charset: page.charset,
    articles: articles.map(({ date, ...article }) => ({
      ...article,
      date: date.moment?.toISOString() ?? null,
      ...linked(context.links, articleLink(server, group, article)),
    })),
    threads: view.threads.map(outline),
    older: pageAt(view.older),
    newer: pageAt(view.newer),
  };
}

interface Outline {
  /** `null` for an article that is not on this page. */
  readonly number: number | null;
  readonly replies: readonly Outline[];
}

/** A thread as the numbers of its articles. No deeper than a page has articles. */
function outline({ article, replies }: Thread<ListedArticle>): Outline {
  return { number: article?.number ?? null, replies: replies.map(outline) };
}

function rawOverview(articles: readonly Overview[]): Response {
  const lines = articles.map(({ number, subject, from, date, messageId, references, bytes, lines: count }) =>
    [
      number,
      subject,
      from,
      date,
      messageId === null ? '' : `<${messageId}>`,
      references.map((id) => `<${id}>`).join(' '),
      bytes,
      count,
    ].join('\t'),
  );
  return new Response(`${lines.join('\r\n')}\r\n`, {
    headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
