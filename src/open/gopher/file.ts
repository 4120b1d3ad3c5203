/** Files as they arrive, with the media type and the charset that menus do not contain. Only Gopher+ has lengths. */
import { isUtf8 } from '../../octets/charset.ts';
import { latin1Of } from '../../octets/octets.ts';
import { DotTerminator } from '../../protocols/gopher/period.ts';
import { collectBody, type GopherReply } from '../../protocols/gopher/reply.ts';
import type { EncodedStart } from '../articles.ts';
import { baseName, EncodedFileBody, EncodedFileDecoder } from '../encoded-file.ts';
import type { JsonLinks } from '../links.ts';
import { mediaTypeOf } from '../media-type.ts';
import type { Arriving, ArrivingPage, Sent } from '../opened.ts';
import { resolveItem } from './html-references.ts';
import { type GopherItem, headOf, itemName } from './item.ts';
import { itemKind, itemMediaType, itemTypeName, SNIFFED } from './item-kinds.ts';
import { chained, servedAs } from './served.ts';

/** Files change rarely. In seconds. */
export const FILE_FRESH = 3600;

/** What is known of a file. */
export interface FileKind {
  /** Without a charset. */
  readonly mediaType: string;
  /** The charset of a text; `null` = unknown, or not a text. */
  readonly charset: string | null;
  /** Whether a period alone on the last line belongs to the protocol and not to the file. */
  readonly isText: boolean;
  readonly page: ArrivingPage;
}

/** A file that is sent as it is: there is no page for it. */
export const AS_IT_IS = { charset: null, isText: false, page: null } as const;

/** A file, by its item type, its name and its first octets. Sounds, videos and pictures have a page. */
export async function fileIn({ link }: GopherItem, { body }: GopherReply): Promise<FileKind> {
  const { octets } = await body.peek(({ length }) => length >= SNIFFED, { patience: SAMPLE_MS });
  const beginning = latin1Of(octets.subarray(0, SNIFFED));
  const mediaType = itemMediaType(link.details.type, itemName(link), beginning);
  return { ...AS_IT_IS, mediaType, page: { kind: 'media' } };
}

/** How much of a text is searched for the beginning of an encoded file, in octets: mail may stand before it. */
const BEFORE_FILE = 64 * 1024;

/**
 * The file in a uuencoded item, as it arrives, with the name that it has there; `null` = the item is none.
 */
export async function decodedFile(item: GopherItem, { body }: GopherReply): Promise<Arriving | null> {
  const startIn = (octets: Uint8Array): EncodedStart | null => {
    const decoder = new EncodedFileDecoder(1);
    decoder.pass(octets);
    return decoder.start;
  };
  const enough = (octets: Uint8Array) => startIn(octets) !== null;
  const start = startIn((await body.peek(enough, { cap: BEFORE_FILE, patience: SAMPLE_MS })).octets);
  if (start === null) return null;
  // A text that a server does not end with its connection ends with a period.
  body.expectPeriod();
  const name = baseName(start);
  const type = mediaTypeOf(name, null);
  const decoded = new EncodedFileBody(body, new EncodedFileDecoder(1));
  return {
    shape: 'arriving',
    freshFor: FILE_FRESH,
    head: () => headOf(item),
    name,
    mediaType: type,
    isSaved: true,
    // The octets of the server are those of the text.
    page: null,
    size: null,
    body: decoded,
    sentTo: () => ({ type, length: null, filter: null }),
    whole: async () => null,
    ahead: async () => ({ octets: new Uint8Array(0), isAll: false }),
  };
}

/** A document. References in it say nothing of the types of items. */
export async function htmlIn(item: GopherItem, reply: GopherReply): Promise<FileKind> {
  const charset = await certainCharset(item, reply);
  return { ...AS_IT_IS, mediaType: 'text/html', charset, page: { kind: 'html', resolve: resolveItem } };
}

/** A text whose charset is left to the reader's program. */
export async function plainIn(item: GopherItem, reply: GopherReply): Promise<FileKind> {
  return { ...AS_IT_IS, mediaType: 'text/plain', charset: await certainCharset(item, reply) };
}

/** The octets of a text that show its charset. */
const SAMPLE = 1024;
/** How long to wait for so many octets after the first ones, in milliseconds. What has arrived is sent then. */
const SAMPLE_MS = 200;

/** The charset that the reader chose, or UTF-8 if a text certainly is; `null` = neither. */
async function certainCharset({ charsets }: GopherItem, { body }: GopherReply): Promise<string | null> {
  const { octets } = await body.peek(({ length }) => length >= SAMPLE, { patience: SAMPLE_MS });
  return charsets.charset ?? (isUtf8(octets, 'beginning') ? 'utf-8' : null);
}

/** A file whose reply has begun. */
export function arrivingFile(item: GopherItem, reply: GopherReply, kind: FileKind): Arriving {
  const { link } = item;
  const { body } = reply;
  const { mediaType, isText, page } = kind;
  if (isText) body.expectPeriod();
  return {
    shape: 'arriving',
    freshFor: FILE_FRESH,
    head: () => headOf(item),
    name: itemName(link),
    mediaType,
    isSaved: itemKind(link.details.type).presentation === 'saved',
    page,
    size: body.length,
    body,
    sentTo: (reader) => sentAs(reply, kind, reader === 'browser' ? item.charsets.charset : null),
    async whole(cap) {
      const { octets, complete } = await collectBody(reply, cap);
      if (!complete) body.unread(octets);
      return complete ? octets : null;
    },
    async ahead(cap, patience) {
      const { octets, ended } = await body.peek(() => false, { cap, patience });
      return { octets, isAll: ended };
    },
  };
}

/** @param chosen - the charset that the reader chose; `null` = none */
function sentAs({ body, framing }: GopherReply, { mediaType, charset, isText }: FileKind, chosen: string | null): Sent {
  const hasPeriod = framing.kind === 'period' || (isText && framing.kind === 'close');
  const { type, filter } = servedAs(mediaType, charset, chosen);
  return {
    type,
    length: filter === null ? body.length : null,
    filter: chained(hasPeriod ? new DotTerminator() : null, filter),
  };
}

/** A file, or a text that is too long for JSON, with a link to its octets. */
export function fileJson({ link }: Pick<GopherItem, 'link'>, { self }: Pick<JsonLinks, 'self'>): object {
  const { type, selector } = link.details;
  const name = itemName(link);
  return {
    kind: 'file',
    type,
    typeName: itemTypeName(type),
    name,
    selector,
    mediaType: itemMediaType(type, name, ''),
    links: { raw: self({ format: 'raw' }) },
  };
}
