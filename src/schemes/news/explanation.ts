/** What a page says about a news link that no gateway opens. */
import type { Explanation } from '../scheme.ts';
import type { NewsDetails } from './request.ts';

const WITHOUT_SERVER =
  'The link names no news server, and this service has no default server. Its operator can name one in NEWS_SERVER.';

export function explanation({ details }: { readonly details: NewsDetails }): Explanation {
  return {
    what: details.thread
      ? 'A thread of Usenet: an article and the replies to it.'
      : 'A newsgroup or an article of Usenet.',
    ...(details.server === null ? { needed: WITHOUT_SERVER } : {}),
    program: 'news reader',
    details: [
      ['Group', details.group],
      ['Message-id', details.messageId],
      ['Article', details.article],
      ['Part', details.part],
    ],
  };
}
