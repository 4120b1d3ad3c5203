/** Answers with a reply as the server writes it. */
import { mediaTypeOf } from '../../../src/open/media-type.ts';
import type { RawReply } from '../../../src/open/opened.ts';
import { pump } from '../../net/pump.ts';
import { listCaching, type ShapeContext, varying } from './context.ts';

export async function respondWithOctets(context: ShapeContext, octets: RawReply): Promise<Response> {
  const { request, view, environment } = context;
  const { name, mediaType, body } = octets;
  const first = (await body?.read()) ?? new Uint8Array();
  const headers = {
    ...listCaching(context, octets),
    Vary: varying(context, 'Accept'),
    'Content-Type': mediaType ?? mediaTypeOf(name, { first, charset: view.charset }),
  };
  if (body === null || request.method === 'HEAD') {
    body?.close();
    return new Response(null, { headers });
  }
  body.unread(first);
  return new Response(pump(body, { length: null, cap: environment.downloadCap }, context), { headers });
}
