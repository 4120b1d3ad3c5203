/** Files as they arrive. Gopher has no ranges and no dates, and only Gopher+ has lengths. */
import { decodeCharset } from '../../../src/octets/charset.ts';
import { concatOctets } from '../../../src/octets/octets.ts';
import type { Filter } from '../../../src/protocols/connection.ts';
import { DotTerminator } from '../../../src/protocols/gopher/period.ts';
import type { GopherReply } from '../../../src/protocols/gopher/reply.ts';
import { pump } from '../../net/pump.ts';
import { dispositionOf, documentPolicy } from '../shared/media-type.ts';
import { type GopherContext, itemName } from './context.ts';
import { itemKind } from './item-kinds.ts';

/** An hour: files change rarely. */
export const FILE_CACHED = 'public, max-age=3600, no-transform';
/** A media type with which `dispositionOf` makes an attachment. */
const SAVED = 'application/octet-stream';

/** What a response says about a file. */
interface FileKind {
  /** Without a charset. */
  readonly mediaType: string;
  /** The charset of a text, which the response names; `null` = unknown, or not a text. */
  readonly charset: string | null;
  /** Whether a period alone on the last line belongs to the protocol and not to the file. */
  readonly isText: boolean;
}

/** Streams the body of a reply. */
export function streamFile(context: GopherContext, { body, framing }: GopherReply, file: FileKind): Response {
  const { mediaType, charset, isText } = file;
  if (isText) body.expectPeriod();
  const hasPeriod = framing.kind === 'period' || (isText && framing.kind === 'close');
  const served = servedCharset(context, charset);
  const length = served.filter === null ? body.length : null;
  const headers: Record<string, string> = {
    'Content-Type': typeWithCharset(mediaType, served),
    'Content-Disposition': dispositionFor(context, mediaType),
    'Content-Encoding': 'identity',
    'Cache-Control': FILE_CACHED,
    'Accept-Ranges': 'none',
  };
  const policy = documentPolicy(mediaType);
  if (policy !== null) headers['Content-Security-Policy'] = policy;
  if (context.request.method === 'HEAD') {
    body.close();
    if (length !== null) headers['Content-Length'] = String(length);
    return new Response(null, { headers });
  }
  const delivery = {
    length,
    cap: context.environment.downloadCap,
    filter: chained(hasPeriod ? new DotTerminator() : null, served.filter),
  };
  return new Response(pump(body, delivery, context), { headers });
}

/** Texts of an item type that is saved are attachments. Browsers show its pictures and documents all the same. */
function dispositionFor(context: GopherContext, mediaType: string): string {
  const isSaved = itemKind(context.resolution.details.type).presentation === 'saved';
  return dispositionOf(itemName(context), isSaved && TEXTS.test(mediaType) ? SAVED : mediaType);
}

const TEXTS = /^(?:text\/|application\/xml$)/;

/**
 * The charsets that are decoded here and sent as UTF-8. Browsers do not know code page 437; the others change the
 * meaning of ASCII octets, so a browser may refuse them, and so do proxies that add to a page.
 */
const DECODED: ReadonlySet<string> = new Set(['cp437', 'utf-16le', 'utf-16be', 'iso-2022-jp']);

/** How the octets of a text are sent. */
export interface ServedCharset {
  /** The charset in the header, by its name at IANA; `null` = the header names none. */
  readonly label: string | null;
  /** Decodes a stream of the octets to UTF-8; `null` = they are sent as they are. */
  readonly filter: Filter | null;
}

/**
 * How a text is sent. A charset that the request names is decoded if a browser cannot do that itself; a charset that
 * was only recognised changes no octet.
 */
export function servedCharset({ view }: Pick<GopherContext, 'view'>, charset: string | null): ServedCharset {
  if (charset === null || !DECODED.has(charset)) return { label: charset, filter: null };
  if (view.charset === charset) return { label: 'utf-8', filter: decodingFilter(charset) };
  return { label: charset === 'cp437' ? 'IBM437' : null, filter: null };
}

/** A media type with the charset of a served text. */
export function typeWithCharset(mediaType: string, { label }: ServedCharset): string {
  return label === null ? mediaType : `${mediaType}; charset=${label}`;
}

/** All octets of a text as they are sent. */
export function servedOctets(octets: Uint8Array, { filter }: ServedCharset): Uint8Array {
  return filter === null ? octets : concatOctets([...filter.pass(octets), filter.flush()]);
}

function decodingFilter(charset: string): Filter {
  const encoder = new TextEncoder();
  if (charset === 'cp437') {
    return {
      pass: (octets) => [encoder.encode(decodeCharset(octets, charset))],
      flush: () => new Uint8Array(0),
    };
  }
  const decoder = new TextDecoder(charset);
  return {
    pass: (octets) => [encoder.encode(decoder.decode(octets, { stream: true }))],
    flush: () => encoder.encode(decoder.decode()),
  };
}

/** A filter after another one. */
function chained(first: Filter | null, second: Filter | null): Filter | null {
  if (first === null || second === null) return first ?? second;
  return {
    pass: (octets) => first.pass(octets).flatMap((part) => second.pass(part)),
    flush: () => concatOctets([...second.pass(first.flush()), second.flush()]),
  };
}
