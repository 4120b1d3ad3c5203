/**
 * Files as they arrive. Gopher has no ranges and no dates, and only Gopher+ has lengths.
 */

import type { Reply } from '../../../src/protocols/gopher/reply.ts';
import { DotTerminator } from '../../../src/protocols/gopher/terminator.ts';
import { pump } from '../../net/pump.ts';
import { dispositionOf, documentPolicy } from '../shared/media-type.ts';
import type { GopherContext } from './context.ts';
import { itemKind } from './item-kinds.ts';
import { itemName } from './item-page.tsx';
import { chained, servedCharset, typeWithCharset } from './served-charset.ts';

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
export function streamFile(context: GopherContext, { body, framing }: Reply, file: FileKind): Response {
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
