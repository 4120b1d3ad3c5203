/** The newsgroups of the test server, with the articles and their numbers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Article, parseArticle } from '../nntp/article.ts';
import { computedGroup, type Newsgroup, storedGroup } from '../nntp/newsgroup.ts';
import { type Charset, charsets, type Octets, octets } from '../octets.ts';
import { whole } from '../source.ts';
import { documents, octetsOf } from './documents.ts';

interface Placed {
  readonly file: string;
  /** The groups that it is in, each with its number there. */
  readonly at: Readonly<Record<string, number>>;
  /** The charset of the article on the wire. */
  readonly charset?: Charset;
}

/** The gaps in the numbers are articles that expired. */
const articles: readonly Placed[] = [
  { file: 'opening', at: { 'museum.announce': 1, 'museum.history': 3 } },
  { file: 'veronica', at: { 'museum.history': 4 } },
  { file: 'veronica-re1', at: { 'museum.history': 5 } },
  { file: 'veronica-re2', at: { 'museum.history': 6 }, charset: 'iso-8859-1' },
  { file: 'veronica-re3', at: { 'museum.history': 9 } },
  { file: 'veronica-re4', at: { 'museum.history': 10 } },
  { file: 'orphan', at: { 'museum.history': 12 } },
  { file: 'words', at: { 'museum.curiosities': 1 } },
  { file: 'raw-latin', at: { 'museum.curiosities': 2 }, charset: 'iso-8859-1' },
  { file: 'raw-utf8', at: { 'museum.curiosities': 3, 'museum.größe': 1 } },
  { file: 'base64', at: { 'museum.curiosities': 4 } },
  { file: 'alternative', at: { 'museum.curiosities': 5 } },
  { file: 'attachment', at: { 'museum.curiosities': 6 } },
  { file: 'inline', at: { 'museum.curiosities': 7 } },
  { file: 'flowed', at: { 'museum.curiosities': 8 } },
  { file: 'dots', at: { 'museum.curiosities': 11 } },
  { file: 'no-archive', at: { 'museum.curiosities': 12 } },
  { file: 'uuencoded', at: { 'museum.curiosities': 13 } },
  { file: 'nested', at: { 'museum.curiosities': 14 } },
  { file: 'markup', at: { 'museum.curiosities': 15 } },
  { file: 'bare', at: { 'museum.curiosities': 16 } },
  { file: 'sounds', at: { 'museum.curiosities': 17 } },
  { file: 'members', at: { 'museum.private': 1 } },
];

const headings = [
  { name: 'museum.announce', description: 'What the curator has to say (Moderated)', status: 'm', restricted: false },
  { name: 'museum.history', description: 'Who remembers what', status: 'n', restricted: false },
  { name: 'museum.curiosities', description: 'Articles that news readers trip over', status: 'n', restricted: false },
  { name: 'museum.empty', description: 'Silence', status: 'n', restricted: false },
  { name: 'museum.größe', description: 'A group whose name is UTF-8: Größe', status: 'n', restricted: false },
  { name: 'museum.private', description: 'For members', status: 'n', restricted: true },
] as const;

export interface Newsstand {
  readonly groups: ReadonlyMap<Octets, Newsgroup>;
  /** An article by its identifier and the group that it was found in. */
  readonly find: (id: Octets) => { readonly article: Article; readonly group: Newsgroup } | null;
}

/**
 * Creates the newsgroups.
 *
 * @param many - the number of articles in the group `museum.deluge`; 0 = there is no such group
 */
export function newsstand(many = 0): Newsstand {
  const shelves = new Map<string, Map<number, Article>>();
  for (const placed of articles) {
    const article = parseArticle(withXref(filled(placed), placed.at));
    for (const [group, number] of Object.entries(placed.at)) {
      const articlesThere = shelves.get(group) ?? new Map<number, Article>();
      shelves.set(group, articlesThere.set(number, article));
    }
  }
  const groups = new Map<Octets, Newsgroup>();
  for (const heading of headings) {
    const name = octets(heading.name);
    const described = { ...heading, name, description: octets(heading.description) };
    groups.set(name, storedGroup(described, shelves.get(heading.name) ?? new Map()));
  }
  if (many > 0) groups.set('museum.deluge', computedGroup('museum.deluge', many));

  return {
    groups,
    find(id) {
      for (const group of groups.values()) {
        const article = group.byId(id);
        if (article !== null) return { article, group };
      }
      return null;
    },
  };
}

/** The octets of an article file, with the exhibits in it encoded. */
function filled({ file, charset = 'utf-8' }: Placed): Octets {
  const text = readFileSync(join(import.meta.dirname, 'news', `${file}.eml`), 'utf8')
    .replace('{{base64 text}}', () => base64(whole(documents.motto.source)))
    .replace('{{base64 pdf}}', () => base64(whole(documents.pdf.source)))
    .replace('{{base64 gif}}', () => base64(whole(documents.gif.source)))
    .replace('{{base64 wav}}', () => base64(whole(documents.wav.source)))
    .replace('{{base64 webm}}', () => base64(whole(documents.movie.source)))
    .replace('{{uuencode}}', () => octetsOf(documents.uuencode));
  return charsets[charset](text).toString('latin1');
}

function base64(octets: Buffer): string {
  return (octets.toString('base64').match(/.{1,72}/g) ?? []).join('\n');
}

function withXref(article: Octets, at: Placed['at']): Octets {
  const places = Object.entries(at).map(([group, number]) => `${octets(group)}:${number}`);
  return article.replace('\n\n', () => `\nXref: museum.test ${places.join(' ')}\n\n`);
}
