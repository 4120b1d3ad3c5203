/** Groups and articles of a news archive, in the place of those of a server. */
import { type FoundInArchive, type NewsArchive, newsArchive } from '../../news-archive/archive.ts';
import { archiveLimits } from '../../news-archive/format.ts';
import { PushbackBody } from '../../protocols/connection.ts';
import { protocolLimits } from '../../protocols/limits.ts';
import type { ArticleTarget, FetchedGroups, GroupPage } from '../../protocols/nntp/commands.ts';
import { GroupList, LONGEST_PIECE } from '../../protocols/nntp/group-list.ts';
import type { Overview } from '../../protocols/nntp/overview.ts';
import type { FetchedRange } from '../../protocols/nntp/range.ts';
import type { GroupSummary } from '../../protocols/nntp/response.ts';
import { type ProtocolCode, ProtocolError } from '../../protocols/protocol-error.ts';
import type { NewsTarget } from '../../schemes/news/request.ts';
import type { GroupMonth, ServerLinks } from '../articles.ts';
import { ALIVE, type LinkFinding, type OpenSettings } from '../contract.ts';
import { webSource } from './archive-source.ts';
import type { ArticleData, NewsAccess, NewsOrigin, OfferedArticle } from './origin.ts';
import { matchesWildmat } from './wildmat.ts';

/** The statuses with which a server says the same (RFC 3977 §6). */
const [NO_SUCH_GROUP, NO_SUCH_NUMBER, NO_SUCH_MESSAGE] = [411, 423, 430];

/**
 * The archive of the settings as an origin.
 *
 * @param links - those of the server of the link: what is found here has the same links
 * @param server - the server of the link, whose numbers count; `null` = the link names none
 */
export function archiveOrigin(
  setting: NonNullable<OpenSettings['newsArchive']>,
  links: ServerLinks,
  server: string | null,
): NewsOrigin {
  return {
    async open(context) {
      if (setting.kind !== 'web') return new ArchiveAccess(await newsArchive(setting.source), links, server);
      const source = webSource(setting, context);
      try {
        return new ArchiveAccess(await newsArchive(source), links, server, source.close);
      } catch (error) {
        source.close();
        throw error;
      }
    },
    failureOf,
  };
}

/** The errors of an archive that are about the link, and not about the archive. */
const ABOUT_LINKS: ReadonlySet<ProtocolCode> = new Set(['not-found', 'invalid-request', 'unsupported']);

/** An archive that cannot be read says nothing about the server of the link, and does not speak its protocol. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof ProtocolError) || ABOUT_LINKS.has(error.code)) return error;
  const { message, advice } = error;
  const isNamed = message.includes('news archive');
  const text = isNamed ? message : `The news archive cannot be read. ${message}`;
  return new ProtocolError('server-failure', text, { advice, cause: error });
}

class ArchiveAccess implements NewsAccess {
  readonly links: ServerLinks;
  readonly close: () => void;
  readonly #archive: NewsArchive;
  readonly #server: string | null;
  /** The octets of the article that was fetched last. */
  #fetched: Uint8Array | null = null;

  constructor(archive: NewsArchive, links: ServerLinks, server: string | null, close: () => void = noop) {
    this.close = close;
    this.#archive = archive;
    this.#server = server;
    this.links = { ...links, name: archive.name };
  }

  get archive(): string {
    return this.#archive.name;
  }

  async groups(wildmat: string): Promise<FetchedGroups> {
    const pieces: string[] = [];
    let piece = '';
    let left: number = protocolLimits.listingEntries;
    for await (const { name, count } of this.#archive.groups()) {
      if (!matchesWildmat(wildmat, name)) continue;
      if (left-- === 0) break;
      const line = `${name} ${count} 1 ${count} n\r\n`;
      if (piece.length + line.length > LONGEST_PIECE) {
        pieces.push(piece);
        piece = '';
      }
      piece += line;
    }
    return { groups: GroupList.of([...pieces, piece], [], protocolLimits.listingEntries), truncated: left < 0 };
  }

  async summary(group: string): Promise<GroupSummary> {
    const known = await this.#archive.group(group);
    if (known === null) throw this.#missing('this group', NO_SUCH_GROUP);
    return { count: known.count, low: 1, high: known.count };
  }

  async page(group: string, to: number | null, most: number): Promise<GroupPage> {
    const summary = await this.summary(group);
    const last = Math.max(1, Math.min(to ?? summary.high, summary.high));
    const first = Math.max(1, last - most + 1);
    return { summary, range: [first, last], ...(await this.range(group, first, last)) };
  }

  async range(
    group: string,
    from: number,
    to: number,
    isWanted: (overview: Overview) => boolean = () => true,
  ): Promise<FetchedRange> {
    const articles = await this.#archive.overviews(group, from, to);
    return { articles: articles.filter(isWanted), charset: null, isOneByOne: false };
  }

  async head(target: ArticleTarget): Promise<Uint8Array> {
    return (await this.#find(target)).octets;
  }

  async heads(messageIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const heads = new Map<string, Uint8Array>();
    for (const messageId of messageIds) {
      const found = await this.#archive.article(messageId);
      // Twenty articles may be larger than the memory of a Worker.
      if (found !== null) heads.set(messageId, found.octets.slice(0, archiveLimits.header));
    }
    return heads;
  }

  numberIn(group: string, header: Uint8Array): Promise<number | null> {
    return this.#archive.position(group, header);
  }

  async around(group: string, _number: null, most: number): Promise<readonly Overview[]> {
    const position = this.#fetched === null ? null : await this.#archive.position(group, this.#fetched);
    if (position === null) return [];
    return this.#archive.overviews(group, Math.max(1, position - most / 2), position + most / 2);
  }

  async months(group: string): Promise<readonly GroupMonth[]> {
    const months = await this.#archive.months(group);
    const known = await this.#archive.group(group);
    const dated = months.reduce((sum, { count }) => sum + count, 0);
    // Articles without a date come first.
    let to = (known?.count ?? dated) - dated;
    return months.map(({ month, count }) => {
      to += count;
      return { month, count, to };
    });
  }

  async article(target: ArticleTarget): Promise<OfferedArticle> {
    const { messageId, octets } = await this.#find(target);
    this.#fetched = octets;
    return { messageId, data: new ArchivedData(octets, this.close), neighbours: { previous: null, next: null } };
  }

  async find(target: Exclude<NewsTarget, { kind: 'groups' }>): Promise<LinkFinding> {
    if (target.kind !== 'group') await this.#find(target);
    else if ((await this.#archive.group(target.group)) === null) throw this.#missing('this group', NO_SUCH_GROUP);
    return { ...ALIVE, detail: `It is in the news archive “${this.archive}”.` };
  }

  async #find(target: ArticleTarget): Promise<FoundInArchive> {
    if (target.kind === 'message') {
      const found = await this.#archive.article(target.messageId);
      if (found === null) throw this.#missing('this article', NO_SUCH_MESSAGE);
      return found;
    }
    const [found, ...others] = await this.#archive.numbered(target.group, target.number, this.#server);
    if (found === undefined) throw this.#missing('an article with this number', NO_SUCH_NUMBER);
    if (others.some(({ messageId }) => messageId !== found.messageId)) {
      const message = 'Several servers gave this number to different articles. Name the server in the link.';
      throw new ProtocolError('not-found', message, { status: NO_SUCH_NUMBER });
    }
    return found;
  }

  #missing(what: string, status: number): ProtocolError {
    return new ProtocolError('not-found', `The news archive “${this.archive}” does not have ${what}.`, { status });
  }
}

const noop = (): void => {};

/** An article that is here already. */
class ArchivedData extends PushbackBody implements ArticleData {
  readonly close: () => void;

  constructor(octets: Uint8Array, close: () => void) {
    super();
    this.close = close;
    this.unread(octets);
  }

  protected async next(): Promise<null> {
    return null;
  }

  async header(cap: number): Promise<Uint8Array> {
    const octets = (await this.read()) ?? new Uint8Array();
    this.unread(octets);
    return octets.subarray(0, cap);
  }
}
