/**
 * Sounds and films: a page with a player for people, and the octets for the player. Gopher has no ranges, so a player
 * can seek only in a file that is short enough to be read as a whole, or whose length Gopher+ announces.
 */
import { latin1Of } from '../../../src/octets/octets.ts';
import type { Reply } from '../../../src/protocols/gopher/reply.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { MEDIA_POLICY, MediaContent } from '../shared/media-page.tsx';
import { dispositionOf } from '../shared/media-type.ts';
import { rangeResponse } from '../shared/range-response.ts';
import { PAGE_OR_FILE, wantsPage } from '../shared/wants-page.ts';
import type { GopherContext } from './context.ts';
import { itemName, itemPage } from './item-page.tsx';
import { FILE_CACHED, streamFile } from './stream-file.ts';

/** How long to wait for the whole file, in milliseconds. A file that takes longer is played as it arrives. */
const PATIENCE_MS = 3000;

/** Responds with a sound or a film. */
export async function openMedia(context: GopherContext, reply: Reply, mediaType: string): Promise<Response> {
  const { body } = reply;
  const asIs = () => streamFile(context, reply, { mediaType, charset: null, isText: false });
  if (context.request.method === 'HEAD') return asIs();
  const { octets, ended } = await body.peek(() => false, { cap: limits.textPage, patience: PATIENCE_MS });
  if (wantsPage(context)) {
    body.close();
    return mediaPage(context, mediaType, body.length ?? (ended ? octets.byteLength : null));
  }
  if (!ended) return asIs();
  return rangeResponse(context.request, octets, {
    'Content-Type': mediaType,
    'Content-Disposition': dispositionOf(itemName(context), mediaType),
    'Content-Encoding': 'identity',
    'Cache-Control': FILE_CACHED,
    ETag: `"${fingerprint(latin1Of(octets))}"`,
    Vary: PAGE_OR_FILE,
  });
}

function mediaPage(context: GopherContext, type: string, size: number | null): Response {
  const { links } = context;
  const href = links.self({ format: 'raw' });
  const content = <MediaContent file={{ name: itemName(context), type, size, href }} />;
  const actions = [
    { text: 'Raw', href },
    { text: 'JSON', href: links.self({ format: 'json' }) },
  ];
  const headers = { 'Cache-Control': FILE_CACHED, Vary: PAGE_OR_FILE, 'Content-Security-Policy': MEDIA_POLICY };
  return pageResponse(context, itemPage(context, { actions, content }), { headers });
}
