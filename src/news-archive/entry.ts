/** What an archive knows of an article: its message-id, its groups and numbers, its time, and its overview. */
import { declaredCharset } from '../message/charset.ts';
import {
  fieldOf,
  firstFieldOf,
  type HeaderField,
  parseFields,
  parseStructured,
  splitEntity,
} from '../message/header.ts';
import { parseDate, withFields } from '../message/message.ts';
import { encodeUtf8, isAscii } from '../octets/octets.ts';
import { messageIds, parseXref } from '../protocols/nntp/overview.ts';
import { isGroup, isMessageId } from '../schemes/news/request.ts';
import { archiveLimits, type StoredOverview } from './format.ts';

interface ArchivedArticle {
  /** The message-id; one that is made of the digest of the octets, if the article has none that a link can have. */
  readonly messageId: string;
  readonly overview: StoredOverview;
  readonly groups: readonly string[];
  /** The server whose numbers `Xref` has; `null` = it does not say. */
  readonly numberedBy: string | null;
  /** In seconds since 1970; `null` = unknown. */
  readonly time: number | null;
  readonly remarks: ReadonlySet<Remark>;
}

/** What is unusual about an article. Each is counted in the report of a run. */
export type Remark =
  | 'no-message-id'
  | 'bad-message-id'
  | 'eight-bit-header'
  | 'long-header'
  | 'no-date'
  | 'other-date'
  | 'no-group'
  | 'cancel'
  | 'supersedes';

/** The host of the ids that are made for articles without one. Nobody can have it (RFC 2606 §2). */
const MADE_IDS = 'no-message-id.invalid';

/** Message-ids are looked for by the first octets of their digest. */
const DIGEST_OCTETS = 8;

/**
 * The key of a message-id in the table of ids.
 *
 * @param sha256 - that of the platform by default, which takes ten times as long as one without promises
 */
export async function idKey(messageId: string, sha256: Sha256 = digestOf): Promise<string> {
  return hexOf(await sha256(encodeUtf8(messageId)), DIGEST_OCTETS);
}

type Sha256 = (octets: Uint8Array) => Uint8Array | Promise<Uint8Array>;

async function digestOf(octets: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', octets.slice()));
}

function hexOf(octets: Uint8Array, length: number): string {
  return [...octets.subarray(0, length)].map((octet) => octet.toString(16).padStart(2, '0')).join('');
}

/** The fields of an article, of which the header is read up to a limit. */
function headerOf(article: Uint8Array) {
  const beginning = withFields(article.subarray(0, archiveLimits.header));
  const { header } = splitEntity(beginning);
  const isAsciiHeader = isAscii(header);
  const plain = parseFields(header, null);
  const { parameters } = parseStructured(fieldOf(plain, 'Content-Type') ?? '');
  const charset = declaredCharset(parameters.get('charset') ?? null);
  const fields = isAsciiHeader || charset === null ? plain : parseFields(header, charset);
  return { fields, isAscii: isAsciiHeader, isCut: header.length >= archiveLimits.header };
}

/** The message-id of an article: its own, or one that is made. */
async function idOf(article: Uint8Array, written: string): Promise<string> {
  const [own] = messageIds(written);
  return own !== undefined && isMessageId(own) ? own : `${hexOf(await digestOf(article), 16)}@${MADE_IDS}`;
}

/** The message-id by which an archive has an article. */
export async function messageIdOf(article: Uint8Array): Promise<string> {
  return idOf(article, fieldOf(headerOf(article).fields, 'Message-ID') ?? '');
}

/** What a run knows of an article beside its octets. */
interface ArticleOrigin {
  /** The date of the line before it in an mbox; `null` = it has none. */
  readonly received: string | null;
  /** Its group and number by its place in a spool; `null` = it is in none. */
  readonly spooled: { readonly group: string; readonly number: number } | null;
  /** The latest time that an article can have, in seconds since 1970. */
  readonly now: number;
}

/** Netnews began in 1979. */
const EARLIEST = Date.UTC(1979, 0) / 1000;
/** Clocks of two machines may differ by time zones. */
const DAY = 24 * 60 * 60;

/** Reads what an index has of an article. */
export async function archivedArticle(article: Uint8Array, context: ArticleOrigin): Promise<ArchivedArticle> {
  const header = headerOf(article);
  const { fields } = header;
  const value = (...names: readonly string[]): string => firstFieldOf(fields, ...names);
  const writtenId = value('Message-ID');
  const messageId = await idOf(article, writtenId);
  const xref = value('Xref');
  const { spooled } = context;
  const named = parseXref(xref).filter(({ group }) => isGroup(group));
  const isKnown = spooled === null || named.some(({ group }) => group === spooled.group);
  const crossPosts = isKnown ? named : [spooled, ...named];
  const groups = groupsOf(value('Newsgroups'), spooled?.group ?? null);
  const date = value('Date', 'Posted');
  const time = timeOf(date, context) ?? null;
  const otherTime =
    time ??
    timeOf(value('Injection-Date'), context) ??
    timeOf(value('NNTP-Posting-Date'), context) ??
    timeOf(value('Date-Received'), context) ??
    timeOf(context.received ?? '', context);
  const remarks = new Set<Remark>();
  const note = (remark: Remark, isSo: boolean) => void (isSo && remarks.add(remark));
  note('no-message-id', writtenId === '');
  note('bad-message-id', writtenId !== '' && messageId.endsWith(`@${MADE_IDS}`));
  note('eight-bit-header', !header.isAscii);
  note('long-header', header.isCut);
  note('no-date', otherTime === null);
  note('other-date', time === null && otherTime !== null);
  note('no-group', groups.length === 0);
  note('cancel', /^\s*cancel\b/i.test(value('Control')) || /^cmsg\s+cancel\b/i.test(value('Subject')));
  note('supersedes', value('Supersedes') !== '');
  return {
    messageId,
    groups,
    numberedBy: /^\s*([\w.-]{1,255})\s/.exec(xref)?.[1]?.toLowerCase() ?? null,
    time: otherTime,
    remarks,
    overview: {
      messageId,
      subject: value('Subject', 'Title'),
      from: value('From'),
      date,
      references: referencesOf(fields),
      bytes: article.length,
      lines: linesIn(article, value('Lines')),
      crossPosts,
    },
  };
}

/** The articles that this one replies to. Mail programs named only the last one, in another field. */
function referencesOf(fields: readonly HeaderField[]): readonly string[] {
  const references = messageIds(fieldOf(fields, 'References') ?? '');
  return references.length > 0 ? references : messageIds(fieldOf(fields, 'In-Reply-To') ?? '').slice(-1);
}

/** More groups than any sincere article has. */
const MOST_GROUPS = 100;

function groupsOf(newsgroups: string, spooled: string | null): readonly string[] {
  const named = newsgroups.split(',', MOST_GROUPS).map((name) => name.trim());
  return [...new Set([...named, ...(spooled === null ? [] : [spooled])])].filter(isGroup);
}

function timeOf(text: string, { now }: ArticleOrigin): number | null {
  const moment = parseDate(text);
  const seconds = moment === null ? Number.NaN : Math.floor(moment.getTime() / 1000);
  return seconds >= EARLIEST && seconds <= now + DAY ? seconds : null;
}

const LF = 0x0a;

function linesIn(article: Uint8Array, written: string): number {
  if (/^\d{1,9}$/.test(written)) return Number(written);
  const { body } = splitEntity(article);
  let lines = 0;
  for (let at = body.indexOf(LF); at >= 0; at = body.indexOf(LF, at + 1)) lines++;
  return lines;
}
