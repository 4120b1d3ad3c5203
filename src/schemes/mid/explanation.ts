/** What a page says about a mid or cid link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

interface MailLink {
  readonly canonical: string;
  readonly details: Readonly<Record<'messageId' | 'contentId', string | null>>;
}

export function explanation({ canonical, details: { messageId, contentId } }: MailLink): Explanation {
  if (messageId === null)
    return {
      what: 'This points to an attachment inside an email.',
      needed: 'Only the mail program that shows the message can open it.',
      program: null,
      details: [['Content-id', contentId]],
      complete: canonical.replace('cid:', 'mid:MESSAGE-ID/'),
    };
  return {
    what: 'An email message.',
    needed:
      'A mail program that has the message can open it. If the message is also a news article, a news server has it, and ' +
      'the operator of this service can name one in NEWS_SERVER.',
    program: 'mail program',
    details: [
      ['Message-id', messageId],
      ['Content-id', contentId],
    ],
  };
}
