/**
 * Netnews (RFC 3977, 4642, 4643), for reading: groups, overviews and articles. A session changes to TLS and logs in
 * when the server demands it.
 */
export type { Person } from '../../message/encoded-words.ts';
export type { WrittenDate } from '../../message/message.ts';
export type { NewsTarget } from '../../schemes/news/request.ts';
export {
  type ArticleTarget,
  type FetchedArticle,
  type FetchedGroups,
  fetchArticle,
  fetchGroups,
  fetchHead,
  fetchOverview,
  findTarget,
  type GroupPage,
  type Neighbours,
  selectGroup,
} from './commands.ts';
export { DataStream } from './data-block.ts';
export { type GroupLine, GroupList, type GroupStatus, type ListedGroup } from './group-list.ts';
export { type CrossPost, type DecodedOverview, decodeOverview, type Overview } from './overview.ts';
export type { GroupSummary, NntpCapabilities, NntpStatus } from './response.ts';
export { type Lines, type NewsLogin, NewsSession, type SessionOptions, type TextPieces } from './session.ts';
