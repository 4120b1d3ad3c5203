/** What a page says about a mid or cid link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

interface Link {
  readonly details: { readonly messageId: string | null; readonly contentId: string | null };
}

export function explanation({ details: { messageId, contentId } }: Link): Explanation {
  if (messageId === null)
    return {
      what: 'One part of a mail message. The link says which part, but not of which message: that is the one it stands in.',
      needed: 'The program that shows the message opens it.',
      details: [['Content-id', contentId]],
      incomplete: true,
    };
  return {
    what: 'A mail message.',
    needed: 'A mail program that has the message opens it, or a news server.',
    details: [
      ['Message-id', messageId],
      ['Content-id', contentId],
    ],
  };
}
