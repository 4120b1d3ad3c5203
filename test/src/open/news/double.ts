/** News servers in memory, and what the opener of news gets of them. */
import type { ArticleContent, OpenedArticle } from '../../../../src/open/articles.ts';
import type { CheckNetwork, OpenContext } from '../../../../src/open/contract.ts';
import type { ConnectOptions, MessageLinks } from '../../../../src/open/links.ts';
import { news } from '../../../../src/open/news/news.ts';
import { lineServer, linesIn, type MemoryServer } from '../../protocols/memory-server.ts';
import { contextOf, linkOf, SETTINGS, shaped } from '../context.ts';

/** Replies by command lines. Others are unknown to the server. */
export type Script = Readonly<Record<string, string>>;

const READER: Script = {
  'MODE READER': '201 reader\r\n',
  CAPABILITIES: '101 list\r\nVERSION 2\r\nREADER\r\nOVER\r\n.\r\n',
  'LIST OVERVIEW.FMT': '503 no\r\n',
  QUIT: '205 bye\r\n',
};

export interface NewsDouble {
  readonly context: OpenContext & CheckNetwork;
  readonly dialled: readonly ConnectOptions[];
  readonly server: MemoryServer;
  /** The commands after those with which each session begins. */
  commands(): readonly string[];
}

/** A server that follows a script, and is also that of the settings. */
export function newsDouble(script: Script = {}, asked: Partial<OpenContext> = {}): NewsDouble {
  const replies: Script = { ...READER, ...script };
  const server = lineServer('200 ready\r\n', (line) => replies[line] ?? '500 what?\r\n');
  const dialled: ConnectOptions[] = [];
  const context = contextOf({
    settings: { ...SETTINGS, newsServer: { host: 'set.example', port: 119, tls: 'none' } },
    async connect(options = {}) {
      dialled.push(options);
      const another = () => Promise.reject(new TypeError('NNTP has one connection'));
      return Object.assign(await server.connect(options.tls ?? 'none'), { another });
    },
    ...asked,
  });
  const opening = new Set(['MODE READER', 'CAPABILITIES']);
  return {
    context,
    dialled,
    server,
    commands: () => linesIn(...server.requests).filter((line) => !opening.has(line)),
  };
}

/** Waits until what a session does after its end is done: it sends QUIT, and closes its connection then. */
export function ended(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Addresses that show what was asked for. */
export const LINKS: MessageLinks = {
  open: (url, query) => (url === null ? null : [url, ...Object.entries(query ?? {}).flat()].join(' ')),
  openCanonical: (link) => link,
  part: (message, part) => `${message} part ${part}`,
  thread: (article) => `${article} thread`,
  self: () => 'self',
};

/** An article in a data block. */
export const sent = (article: string): string => `220 0 <a@h.example>\r\n${article}.\r\n`;
/** Two articles of a group whose numbers are up to 500. */
export const OVERVIEWS =
  '224 follows\r\n' +
  '417\tTea\tAda <ada@h.example>\tFri, 19 Nov 1982 16:14:55 GMT\t<a@h.example>\t\t100\t1\r\n' +
  '419\tRe: Tea\tBob <bob@h.example>\tSat, 20 Nov 1982 16:14:55 GMT\t<c@h.example>\t<a@h.example>\t100\t2\r\n.\r\n';
export const HAS_GROUP: Script = { 'GROUP misc.test': '211 3 1 500 misc.test\r\n', 'OVER 301-500': OVERVIEWS };

export const openNews = (url: string, context: OpenContext) => news.open(linkOf('news', url), context);

export async function fetchedArticle(url: string, script: Script, asked: Partial<OpenContext> = {}) {
  const double = newsDouble(script, asked);
  const article = shaped(await openNews(url, double.context), 'article');
  return { fetched: await article.fetch(), article, ...double };
}

/** The content of one kind. */
export async function contentOf<Kind extends ArticleContent['kind']>(fetched: OpenedArticle, kind: Kind) {
  const content = await fetched.content();
  if (!isOf(content, kind)) throw new TypeError(`not ${kind}, but ${content.kind}`);
  return content;
}

function isOf<Kind extends ArticleContent['kind']>(
  content: ArticleContent,
  kind: Kind,
): content is Extract<ArticleContent, { kind: Kind }> {
  return content.kind === kind;
}

/** What a promise is rejected with; `null` = it is not. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}
