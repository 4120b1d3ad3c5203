/** An article: whole, as the server sends it, one of its parts (MIME), or a file that stands in its text. */
import { type Canonical, canonicalize } from '../../index.ts';
import { fieldOf, parseFields, parseStructured, splitEntity } from '../../message/header.ts';
import { readMessage } from '../../message/message.ts';
import { codeOf, isFailure } from '../../net/failure.ts';
import { isUtf8 } from '../../octets/charset.ts';
import { collect } from '../../protocols/connection.ts';
import { protocolLimits } from '../../protocols/limits.ts';
import type { ArticleTarget } from '../../protocols/nntp/commands.ts';
import { decodeOverview } from '../../protocols/nntp/overview.ts';
import { ProtocolError, type Suggestion } from '../../protocols/protocol-error.ts';
import { isGroup } from '../../schemes/news/request.ts';
import {
  type ArticleContent,
  type ArticleMessage,
  type ArticleOctets,
  type ArticlePart,
  type ArticlesAround,
  encodedIndex,
  type OpenedArticle,
  type WholeArticle,
} from '../articles.ts';
import type { OpenContext } from '../contract.ts';
import { baseName, EncodedFileBody, EncodedFileDecoder } from '../encoded-file.ts';
import { mediaTypeOf } from '../media-type.ts';
import { findPart, servedType } from '../message-parts.ts';
import type { Article } from '../opened.ts';
import { LARGEST_TEXT } from '../text.ts';
import { PAGE } from './groups.ts';
import { askForEither } from './literal-id.ts';
import { type ArticleData, firstOf, type NewsAccess, type NewsOrigin, type OfferedArticle } from './origin.ts';
import { hasNoArchive, readArticle } from './read-article.ts';
import type { RequestedArticle } from './requested.ts';
import { articleUrl, withAdvice } from './server.ts';

/** The limit for an article that is read, in octets. The rest of a larger one is not read. */
const LARGEST = 2 * LARGEST_TEXT;

type ArticleContext = Pick<OpenContext, 'connect' | 'charset' | 'userAgent' | 'wants'>;

export function articleOf(
  requested: RequestedArticle,
  origins: readonly NewsOrigin[],
  context: ArticleContext,
): Article {
  const { target, part } = requested;
  return {
    shape: 'article',
    messageId: target.kind === 'message' ? target.messageId : null,
    part,
    fetch: () => firstOf(origins, (origin) => fetchRequested(requested, origin, context)),
  };
}

async function fetchRequested(
  requested: RequestedArticle,
  origin: NewsOrigin,
  context: ArticleContext,
): Promise<OpenedArticle> {
  const { target, literal } = requested;
  const access = await withAdvice(() => origin.open(context));
  try {
    const { found, result } = await withAdvice(
      () => askForEither(target, literal, (either) => access.article(either)),
      onAnotherServer(target),
    );
    return new FoundArticle(access, { requested, context, found, ...result });
  } catch (error) {
    access.close();
    throw error;
  }
}

/** A link to the article whose server is left to the person. */
export function onAnotherServer(target: ArticleTarget): readonly Suggestion[] {
  if (target.kind !== 'message') return [];
  const url = `news://news.example/${target.messageId.replaceAll('%', '%25')}`;
  return [{ text: 'Change the server', url, isExample: true }];
}

interface LocatedArticle extends OfferedArticle {
  readonly requested: RequestedArticle;
  readonly context: ArticleContext;
  readonly found: ArticleTarget;
}

class FoundArticle implements OpenedArticle {
  readonly #access: NewsAccess;
  readonly #found: LocatedArticle;
  /** Whether the connection belongs to a body. */
  #streams = false;

  constructor(access: NewsAccess, found: LocatedArticle) {
    this.#access = access;
    this.#found = found;
  }

  get url(): Canonical {
    return articleUrl(this.#access.links, this.#found.found);
  }

  get isOtherId(): boolean {
    return this.#found.found !== this.#found.requested.target;
  }

  get messageId(): string | null {
    return this.#found.messageId;
  }

  async content(): Promise<ArticleContent> {
    const { requested, context, data } = this.#found;
    const { part } = requested;
    const { charset, wants } = context;
    const file = encodedIndex(part);
    this.#streams = file !== null || (part === null && wants === 'octets');
    if (file !== null) return encodedFile(data, file, charset);
    if (this.#streams) return rawArticle(data, charset);
    const { octets, complete } = await collect(data, LARGEST);
    if (part !== null) return partOf(octets, complete, part, this.url);
    return this.#whole(octets, complete);
  }

  #whole(octets: Uint8Array, complete: boolean): WholeArticle {
    const { context, found, neighbours } = this.#found;
    const { links: server, archive } = this.#access;
    const message = readArticle(octets, context.charset);
    return {
      kind: 'article',
      noArchive: hasNoArchive(octets),
      url: this.url,
      server,
      archive,
      message,
      place: found.kind === 'article' ? { group: found.group, number: found.number, ...neighbours } : null,
      complete,
      // No command can follow an article that was cut.
      around: async () => (complete ? articlesAround(this.#access, message, found) : null),
    };
  }

  close(): void {
    if (!this.#streams) this.#access.close();
  }
}

async function rawArticle(data: ArticleData, charset: string | null): Promise<ArticleOctets> {
  const first = await data.header(protocolLimits.multilineReply);
  const named = charset ?? (isUtf8(first, 'beginning') ? 'utf-8' : 'windows-1252');
  const mediaType = `text/plain; charset=${encodeURIComponent(named)}`;
  return { kind: 'octets', noArchive: hasNoArchive(first), name: null, mediaType, body: data };
}

function partOf(article: Uint8Array, complete: boolean, part: string, url: Canonical): ArticlePart {
  const found = findPart(article, complete, part);
  const { contentId } = found.part;
  return { kind: 'part', noArchive: hasNoArchive(article), url: partUrl(contentId, url), found };
}

/** The mid link of a part (RFC 2392) if message and part both have an id; else the link of the article. */
function partUrl(contentId: string | null, article: Canonical): Canonical {
  const messageId = /^s?news:(?:\/\/[^/]*\/)?(.*)$/.exec(article)?.[1];
  return contentId === null || messageId === undefined
    ? article
    : canonicalize(`mid:${messageId}/${encodeURIComponent(contentId)}`);
}

/**
 * Finds the n-th file in the text of an article, from 1. Its octets are decoded while the article arrives.
 *
 * @throws ProtocolError `not-found`
 */
async function encodedFile(data: ArticleData, index: number, charset: string | null): Promise<ArticleOctets> {
  const first = await data.header(protocolLimits.multilineReply);
  const decoder = new EncodedFileDecoder(index);
  if (isEncodedText(first)) await replaceByText(data, charset);
  let beginning: Uint8Array = new Uint8Array();
  while (decoder.start === null) {
    const octets = await data.read();
    if (octets === null) break;
    beginning = decoder.pass(octets);
  }
  const { start } = decoder;
  if (start === null) {
    data.close();
    throw new ProtocolError('not-found', 'The article does not contain this file.');
  }
  const name = baseName(start);
  const body = new EncodedFileBody(data, decoder);
  body.unread(beginning);
  return {
    kind: 'octets',
    noArchive: hasNoArchive(first),
    name,
    mediaType: servedType(mediaTypeOf(name, null)),
    body,
  };
}

/** Whether the lines of a text are not the lines of the article: a transfer encoding hides them. */
function isEncodedText(article: Uint8Array): boolean {
  const fields = parseFields(splitEntity(article).header, null);
  const { value } = parseStructured(fieldOf(fields, 'Content-Type') ?? '');
  const encoding = fieldOf(fields, 'Content-Transfer-Encoding') ?? '';
  return value.startsWith('multipart/') || /quoted-printable|base64/i.test(encoding);
}

/**
 * Puts the decoded texts in the place of the article. Such articles are from after the time of encoded files, and rare.
 */
async function replaceByText(data: ArticleData, charset: string | null): Promise<void> {
  const { octets } = await collect(data, LARGEST);
  const { texts } = readMessage(octets, charset);
  data.unread(new TextEncoder().encode(texts.map(({ text }) => text).join('\n')));
}

/** The articles of a group around one of them. The access must be ready for a question. */
async function articlesAround(
  access: NewsAccess,
  message: ArticleMessage,
  target: ArticleTarget,
): Promise<ArticlesAround | null> {
  const place = articlePlace(message, target);
  if (place === null) return null;
  const { group } = place;
  // In an archive, numbers are positions, which are not those of any server.
  const number = access.archive === null ? place.number : null;
  try {
    // The article in the middle of a page: there may be replies after it.
    const articles = await access.around(group, number, PAGE);
    return {
      server: access.links,
      group,
      articles: articles.map(decodeOverview),
      isThis: (listed) => (number === null ? listed.messageId === message.messageId : listed.number === number),
    };
  } catch (error) {
    if (isFailure(error) && codeOf(error) !== 'client-closed') return null;
    throw error;
  }
}

/**
 * The group of the link, else the first group in which the server says that it has the article. Without a number, the
 * article may be among the newest.
 */
export function articlePlace(
  { crossPosts, newsgroups }: Pick<ArticleMessage, 'crossPosts' | 'newsgroups'>,
  target: ArticleTarget,
): { readonly group: string; readonly number: number | null } | null {
  if (target.kind === 'article') return target;
  const known = crossPosts.find(({ group }) => isGroup(group));
  if (known !== undefined) return known;
  const [group] = newsgroups;
  return group === undefined ? null : { group, number: null };
}
