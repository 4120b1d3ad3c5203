/** The sentence for a news URL. */
import type { ResolutionOf } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import type { NewsDetails } from './reference.ts';

type NewsResolution = ResolutionOf<'news', NewsDetails, unknown>;

export function newsSentence({ details, components }: NewsResolution): string {
  const { group, messageId, all, article, server } = details;
  const where = server === null ? 'on the default news server' : `on the news server ${hostAndPort(components)}`;
  if (all) return `All newsgroups ${where}.`;
  if (messageId !== null) return `The news article ${quote(messageId)} ${where}.`;
  if (group === null)
    return server === null ? 'The default news server.' : `The news server ${hostAndPort(components)}.`;
  if (article !== null) return `Article ${article} of the newsgroup ${quote(group)} ${where}.`;
  return /[*?,!]/.test(group)
    ? `The newsgroups that match ${quote(group)} ${where}.`
    : `The newsgroup ${quote(group)} ${where}.`;
}
