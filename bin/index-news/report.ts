/** What a run of `waypost index-news` counts, and what it did in each case. */
import type { Remark } from '../../src/news-archive/entry.ts';

/** Each case with what was done, in the order of the report. */
const CASES = {
  articles: 'articles read',
  files: 'files read, including members of ZIP files',
  lf: 'with lines that end in LF: kept',
  crlf: 'with lines that end in CR LF: kept',
  'inner-separators': 'lines in articles that look like a separator but are not: kept in their article',
  'quoted-separators': 'lines that begin with “>From ”: kept, because nobody can tell who wrote the “>”',
  'same-duplicate': 'copies of an article with the same octets: the first is listed',
  'other-duplicate': 'articles with the message-id of another one but different octets: the first is found',
  'no-message-id': 'without a message-id: one is made of the digest of the octets',
  'bad-message-id': 'with a message-id that no link can have: one is made of the digest of the octets',
  'eight-bit-header':
    'with octets above 127 in the header: read as the charset that it declares, UTF-8 or Windows-1252',
  'long-header': 'with a header above 64 KiB: the rest is not in the index',
  'other-date': 'with an impossible date: another field or the separator gives the date',
  'no-date': 'without any date that can be read: listed as the oldest',
  'no-group': 'without a newsgroup: opened by their message-id alone',
  cancel: 'messages that cancel another one: kept, and not obeyed',
  supersedes: 'articles that supersede another one: both are kept',
  'other-number': 'numbers of a server that belong to another article, too: the first is found',
  'too-large': 'articles above 16 MiB: left out',
  skipped: 'other files in folders: not read',
} as const satisfies Readonly<Record<Remark, string>> & Readonly<Record<string, string>>;

type ReportCase = keyof typeof CASES;

const isCase = (name: string): name is ReportCase => Object.hasOwn(CASES, name);
const NAMES: readonly ReportCase[] = Object.keys(CASES).filter(isCase);

export class NewsReport {
  readonly #counts = new Map<ReportCase, number>();

  count(name: ReportCase, by = 1): void {
    if (by > 0) this.#counts.set(name, this.counted(name) + by);
  }

  counted(name: ReportCase): number {
    return this.#counts.get(name) ?? 0;
  }

  /** A line for each case that there was. */
  lines(): readonly string[] {
    const cases = NAMES.filter((name) => this.counted(name) > 0);
    return cases.map((name) => `${String(this.counted(name)).padStart(10)}  ${CASES[name]}`);
  }
}
