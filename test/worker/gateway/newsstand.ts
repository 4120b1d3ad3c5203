/** Groups and articles, for the tests of their pages. */
import { type Canonical, canonicalize } from '../../../src/index.ts';
import { readMessage } from '../../../src/message/message.ts';
import type { ArticleMessage, ListedArticle, ServerLinks } from '../../../src/open/articles.ts';
import { textOf } from '../../../src/open/message-text.ts';

const SERVER = 'nntp://h.example';

/** The links of a server that knows no group and no message-id with `unknown` in it. */
export const serverLinks: ServerLinks = {
  name: 'h.example',
  groups: (pattern) => canonicalize(`news://h.example/${pattern}`),
  group: (name) => canonicalize(`news://h.example/${name}`),
  message: (id): Canonical => canonicalize(`news://h.example/${id}`),
  onAnyServer: (id) => canonicalize(`news:${id}`),
  preferred: (id) => canonicalize(`news:${id}`),
  articleByNumber: (group, number) => canonicalize(`${SERVER}/${group}/${number}`),
  isGroup: (name) => !name.includes('unknown'),
  isMessageId: (text) => !text.includes('unknown'),
};

export const moment = (text: string) => ({ text, moment: new Date(text) });

/** An article in the list of a group. */
export function listed(number: number, members: Partial<ListedArticle> = {}): ListedArticle {
  return {
    number,
    subject: 'Tea',
    author: { name: 'Ann', address: 'ann@h.example' },
    date: moment('1994-01-31T12:34:56Z'),
    messageId: `${number}@h.example`,
    references: [],
    bytes: 100,
    lines: 2,
    crossPosts: [],
    ...members,
  } as ListedArticle;
}

/** An article, read from its lines. */
export function article(message: readonly string[], members: Partial<ArticleMessage> = {}): ArticleMessage {
  const octets = Uint8Array.from(Buffer.from(message.join('\r\n'), 'latin1'));
  const read = readMessage(octets, null);
  return {
    ...read,
    messageId: 'a@h.example',
    newsgroups: [],
    followupTo: [],
    references: [],
    crossPosts: [],
    blocks: [],
    textFrom: textOf(read, null).from,
    encodedFiles: [],
    noArchive: false,
    omitted: { from: 0, newsgroups: 0, followupTo: 0, references: 0, crossPosts: 0 },
    ...members,
  };
}
