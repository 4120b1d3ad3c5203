/** The sentence for a news URL. */
import type { ResolutionOf } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import type { NewsDetails } from './reference.ts';

type NewsResolution = ResolutionOf<'news', NewsDetails, unknown>;

export function newsSentence({ details, components }: NewsResolution): string {
  const { group, messageId, all, article, server } = details;
  const where =
    server === null ? 'on the news server of the reader' : `on the news server at ${hostAndPort(components)}`;
  if (all) return `Every newsgroup ${where}.`;
  if (messageId !== null) return `The news article ${quote(messageId)} ${where}.`;
  if (group === null)
    return server === null ? 'The news server of the reader.' : `The news server at ${hostAndPort(components)}.`;
  if (article !== null) return `Article ${article} of the newsgroup ${quote(group)} ${where}.`;
  return /[*?,!]/.test(group)
    ? `The newsgroups that match ${quote(group)} ${where}.`
    : `The newsgroup ${quote(group)} ${where}.`;
}
