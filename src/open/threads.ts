/** Threads: articles and their replies, from the headers of one page of a group, and the thread around an article. */
import type { ArticlesAround, GroupArticles, ListedArticle } from './articles.ts';

/** The place of an article in a group. */
export interface ArticleThread extends Pick<GroupArticles, 'group' | 'server'> {
  readonly number: number;
  readonly thread: Thread<ListedArticle>;
  readonly articles: readonly ListedArticle[];
  /** The articles before and after this one, in the order in which the page of the group lists them. */
  readonly previous: ListedArticle | null;
  readonly next: ListedArticle | null;
}

/** The thread of an article among those around it; `null` if it is not there. */
export function threadAround({ group, server, articles, isThis }: ArticlesAround): ArticleThread | null {
  const listed = threads(articles).map((thread) => ({ thread, articles: [...articlesIn(thread)] }));
  const found = listed.find((one) => one.articles.some(isThis));
  if (found === undefined) return null;
  const order = listed.flatMap((one) => one.articles);
  const index = order.findIndex(isThis);
  const number = order[index]?.number ?? 0;
  return { group, server, number, ...found, previous: order[index - 1] ?? null, next: order[index + 1] ?? null };
}

/** The articles of a thread in the order of its rows. It is no deeper than the articles on a page. */
function* articlesIn({ article, replies }: Thread<ListedArticle>): Generator<ListedArticle> {
  if (article !== null) yield article;
  for (const reply of replies) yield* articlesIn(reply);
}

/** Finds the articles of one thread among those of a group, which come in the order of their numbers. */
export class ThreadMembers {
  /** The articles of the thread, and those that they refer to. */
  readonly #ids: Set<string>;
  readonly #subject: string;

  /** @param known - an article of the thread */
  constructor({ messageId, references, subject }: Threadable) {
    this.#ids = new Set([...references.slice(-MOST_REFERENCES), ...(messageId === null ? [] : [messageId])]);
    this.#subject = bareSubject(subject);
  }

  /** Whether an article belongs to the thread: by its References, or as a reply that has none by its subject. */
  has({ messageId, references, subject }: Threadable): boolean {
    const isReferred =
      (messageId !== null && this.#ids.has(messageId)) ||
      references.slice(-MOST_REFERENCES).some((id) => this.#ids.has(id));
    const isNamed =
      references.length === 0 && this.#subject !== '' && isReply(subject) && bareSubject(subject) === this.#subject;
    if (messageId !== null && (isReferred || isNamed)) this.#ids.add(messageId);
    return isReferred || isNamed;
  }
}

/** The values of an article that threading needs. */
export type Threadable = Pick<ListedArticle, 'messageId' | 'references' | 'subject'>;

export interface Thread<Article> {
  /** `null` = an article that is not on this page, although others refer to it. */
  readonly article: Article | null;
  /** The message-id of the missing article; `null` if the replies were grouped by subject. */
  readonly absent: string | null;
  readonly replies: readonly Thread<Article>[];
}

interface Node<Article> extends Thread<Article> {
  readonly replies: Node<Article>[];
  parent: Node<Article> | null;
}

/** The number of ancestors to try. A header may name thousands. */
const MOST_REFERENCES = 50;

/**
 * Groups articles into threads, in the order of the input, from their References (RFC 5536 §3.2.10), by J. Zawinski's
 * algorithm. They are one page of a group, so many parents are missing: replies to the same missing one are grouped.
 */
export function threads<Article extends Threadable>(articles: readonly Article[]): Thread<Article>[] {
  const nodes = articles.map((article): Node<Article> => ({ article, absent: null, replies: [], parent: null }));
  const byId = new Map<string, Node<Article>>();
  for (const node of nodes) {
    const id = node.article?.messageId;
    if (id && !byId.has(id)) byId.set(id, node);
  }
  for (const node of nodes) adopt(node, byId);
  return gather(nodes.filter(({ parent }) => parent === null)).map((root) => shallow(root, DEEPEST));
}

/** Programs that read nested JSON or HTML stop at some depth. Deeper replies stand beside each other. */
const DEEPEST = 100;

function shallow<Article>(thread: Thread<Article>, depth: number): Thread<Article> {
  if (depth > 0) return { ...thread, replies: thread.replies.map((reply) => shallow(reply, depth - 1)) };
  const replies: Thread<Article>[] = [];
  const ahead = [...thread.replies].reverse();
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    replies.push({ ...next, replies: [] });
    ahead.push(...[...next.replies].reverse());
  }
  return { ...thread, replies };
}

/** Puts an article under its nearest ancestor on the page. Wrong References must not create a loop. */
function adopt<Article extends Threadable>(node: Node<Article>, byId: ReadonlyMap<string, Node<Article>>): void {
  for (const id of (node.article?.references ?? []).slice(-MOST_REFERENCES).reverse()) {
    const parent = byId.get(id);
    if (parent === undefined || descends(parent, node)) continue;
    node.parent = parent;
    parent.replies.push(node);
    return;
  }
}

function descends<Article>(node: Node<Article>, from: Node<Article>): boolean {
  for (let up: Node<Article> | null = node; up !== null; up = up.parent) if (up === from) return true;
  return false;
}

/** Joins the threads whose first article is missing: those with the same oldest reference, or else the same subject. */
function gather<Article extends Threadable>(roots: readonly Node<Article>[]): Node<Article>[] {
  const beginnings = new Map<string, Node<Article>>();
  for (const root of roots) {
    const { references = [], subject = '' } = root.article ?? {};
    if (references.length === 0 && !isReply(subject)) beginnings.set(`subject ${bareSubject(subject)}`, root);
  }
  const gathered = new Map<string | Node<Article>, Node<Article>[]>();
  for (const root of roots) {
    const key = keyOf(root, beginnings);
    const group = gathered.get(key);
    if (group === undefined) gathered.set(key, [root]);
    else group.push(root);
  }
  return [...gathered.values()].flatMap((group) => together(group));
}

/** The key of a root's thread: its oldest reference; its subject if it is a reply without references; or itself. */
function keyOf<Article extends Threadable>(
  root: Node<Article>,
  beginnings: ReadonlyMap<string, unknown>,
): string | Node<Article> {
  const { references = [], subject = '' } = root.article ?? {};
  const [oldest] = references;
  if (oldest !== undefined) return `root ${oldest}`;
  const bySubject = `subject ${bareSubject(subject)}`;
  const fallsBack = isReply(subject) || beginnings.get(bySubject) === root;
  return fallsBack && bareSubject(subject) !== '' ? bySubject : root;
}

/** Joins several roots into one thread: under the article that began it, or else under a missing article. */
function together<Article extends Threadable>(roots: readonly Node<Article>[]): Node<Article>[] {
  const [first] = roots;
  if (first === undefined || roots.length === 1) return [...roots];
  const opening = roots.find(({ article }) => article?.references.length === 0 && !isReply(article.subject));
  if (opening === undefined) {
    return [{ article: null, absent: first.article?.references[0] ?? null, replies: [...roots], parent: null }];
  }
  for (const root of roots) if (root !== opening) opening.replies.push(root);
  return [opening];
}

/** The reply prefixes that mail and news programs write in several languages. */
const REPLY = /^\s*(?:(?:re|aw|sv|antw|odp|vs|ynt)(?:\s*(?:\[\d+\]|\^\d+))?\s*:\s*)+/i;

function isReply(subject: string): boolean {
  return REPLY.test(subject);
}

function bareSubject(subject: string): string {
  return subject.replace(REPLY, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
