/** What a page says about a news link that no gateway opens. */
import type { Explanation } from '../scheme.ts';
import type { NewsDetails } from './request.ts';

export function explanation({ details }: { readonly details: NewsDetails }): Explanation {
  return {
    what: 'A newsgroup or an article of Usenet.',
    program: 'news reader',
    details: [
      ['Group', details.group],
      ['Message-id', details.messageId],
      ['Article', details.article],
    ],
  };
}
