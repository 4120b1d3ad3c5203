/** The lists of NNTP: RFC 3977 §7.6 and §8.4, LIST COUNTS of RFC 6048 §2.2. */
import type { Octets } from '../octets.ts';
import { OVERVIEW_FIELDS } from './article.ts';
import { matchesWildmat, type Newsgroup } from './newsgroup.ts';
import type { Session } from './session.ts';

interface Kind {
  readonly title: string;
  /** One line for each group; absent for lists that are not about groups. */
  readonly group?: (group: Newsgroup) => Octets;
  readonly lines?: (session: Session) => readonly Octets[];
}

const kinds: Readonly<Record<string, Kind>> = {
  ACTIVE: {
    title: 'Newsgroups in form "group high low status"',
    group: ({ name, high, low, status }) => `${name} ${padded(high)} ${padded(low)} ${status}`,
  },
  'ACTIVE.TIMES': {
    title: 'Newsgroup creation times in form "group time creator"',
    group: ({ name }) => `${name} 670755600 curator@museum.test`,
  },
  COUNTS: {
    title: 'Newsgroups in form "group high low count status"',
    group: ({ name, high, low, count, status }) => `${name} ${high} ${low} ${count} ${status}`,
  },
  NEWSGROUPS: {
    title: 'Descriptions in form "group description"',
    group: ({ name, description }) => `${name}\t${description}`,
  },
  'OVERVIEW.FMT': {
    title: 'Order of fields in overview database',
    lines: ({ rules }) =>
      OVERVIEW_FIELDS.map((field) =>
        rules.overviewFormat === 'inn'
          ? field.replace(/^:(b|l)(.*)/, (_all, first: string, rest: string) => `${first.toUpperCase()}${rest}:`)
          : field,
      ),
  },
  HEADERS: { title: 'Metadata and headers', lines: () => [':', ':bytes', ':lines'] },
};

/** INN writes the numbers with leading zeros; clients must not read them as octal. */
const padded = (number: number): string => String(number).padStart(10, '0');

/** LIST with a keyword (default ACTIVE) and, for lists of groups, a wildmat. */
export async function list(session: Session, keyword = 'ACTIVE', wildmat = '*'): Promise<void> {
  const kind = kinds[keyword.toUpperCase()];
  if (kind === undefined) return session.reply(501, 'There is no such list');
  const { group: line } = kind;
  if (line === undefined) return session.block(215, kind.title, kind.lines?.(session) ?? []);
  const groups = [...session.stand.groups.values()].filter(({ name }) => matchesWildmat(name, wildmat));
  return session.block(215, kind.title, groups.map(line));
}
