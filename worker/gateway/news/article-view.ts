/** The data that the page and the JSON of an article show. */
import type { Article } from './article.ts';
import type { ArticleThread } from './article-thread.ts';
import type { Neighbours } from './fetch.ts';
import type { ArticleTarget } from './requested.ts';
import type { ServerLinks } from './server.ts';

export interface ArticleView {
  readonly article: Article;
  readonly target: ArticleTarget;
  /** The article numbers beside this one, if the link names it by number. */
  readonly neighbours: Neighbours;
  /** The thread around the article, for its page; `null` = unknown. */
  readonly thread: ArticleThread | null;
  /** Whether the whole article was read. */
  readonly complete: boolean;
  /** The canonical link of the article. */
  readonly url: string;
  readonly server: ServerLinks;
}

/** The canonical link of an article, without one of its parts. */
export function articleUrl(links: ServerLinks, target: ArticleTarget): string {
  return target.kind === 'message'
    ? links.message(target.messageId)
    : links.articleByNumber(target.group, target.number);
}
