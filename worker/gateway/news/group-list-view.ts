/** The data that the page and the JSON of a list of groups show. */
import type { GroupList } from '../../../src/protocols/nntp/group-list.ts';
import type { FetchedGroups } from './fetch.ts';
import type { ServerLinks } from './server.ts';

export interface GroupListView {
  readonly wildmat: string;
  /** Sorted by name. */
  readonly groups: GroupList;
  /** Whether the server has more groups than this gateway lists. */
  readonly truncated: boolean;
  /** A word in the name or description of every listed group; empty = all groups. */
  readonly match: string;
  readonly server: ServerLinks;
}

/**
 * The view of a list of groups: only the groups with a word.
 *
 * @param match - the word, in any case; empty = all groups
 */
export function groupListView(
  wildmat: string,
  match: string,
  { groups, truncated }: FetchedGroups,
  server: ServerLinks,
): GroupListView {
  return { wildmat, match, groups: match === '' ? groups : groups.matching(match), truncated, server };
}
