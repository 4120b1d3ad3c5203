/** The data that the page and the JSON of a list of groups show. */
import type { GroupList, ListedGroup } from './fetch.ts';
import type { ServerLinks } from './server.ts';

export interface GroupListView {
  readonly wildmat: string;
  readonly list: GroupList;
  /** A word in the name or description of every listed group; empty = all groups. */
  readonly match: string;
  readonly server: ServerLinks;
}

/**
 * The view of a list of groups: sorted by name, and only the groups with a word.
 *
 * @param match - the word, in any case; empty = all groups
 */
export function groupListView(wildmat: string, match: string, list: GroupList, server: ServerLinks): GroupListView {
  const word = match.toLowerCase();
  const hasWord = ({ name, description }: ListedGroup) => `${name} ${description ?? ''}`.toLowerCase().includes(word);
  const groups = word === '' ? list.groups : list.groups.filter(hasWord);
  const sorted = groups.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { wildmat, match, list: { groups: sorted, truncated: list.truncated }, server };
}
