/** Files whose contents the Prospero server gives itself, and objects that other servers have. */
import { displayText } from '../../../src/octets/ansi.ts';
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { accessMethodsOf } from '../../../src/protocols/prospero/attributes.ts';
import { type FoundObject, lastName } from '../../../src/protocols/prospero/client.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { fileHeaders, mediaTypeOf } from '../shared/media-type.ts';
import { TextContent } from '../shared/text-content.tsx';
import { decodeFile, fileJson, listingOf } from './entries.ts';
import { respond } from './open-directory.tsx';

type Context = GatewayContext<'prospero'>;
type OtherObject = Extract<FoundObject, { kind: 'other' }>;

const HEADERS = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' };

/**
 * Answers with the contents of a file.
 *
 * @param contents - one character for each octet
 */
export function openFile(context: Context, contents: string): Response {
  const octets = octetsOfLatin1(contents);
  const { resolution, links, view } = context;
  if (view.format === 'raw') return rawFile(context, octets);
  const decoded = decodeFile(context, octets);
  if (view.format === 'json') return Response.json(fileJson(context, decoded), { headers: HEADERS });
  const { charset, text } = decoded;
  return pageResponse(
    context,
    {
      title: nameOf(context),
      kicker: 'Prospero file',
      canonical: links.canonical,
      breadcrumbs: breadcrumbsOf(resolution, links),
      actions: [
        { text: 'JSON', href: links.self({ format: 'json' }) },
        { text: 'Raw', href: links.self({ format: 'raw' }) },
      ],
      content: <TextContent context={context} octets={octets} text={displayText(text)} charset={charset} />,
    },
    { headers: HEADERS },
  );
}

/**
 * Answers with the link of an object whose contents another server has.
 *
 * @throws ProtocolError if none has
 */
export async function openOther(context: Context, { link, refusal }: OtherObject): Promise<Response> {
  const listing = await listingOf(context, accessMethodsOf(link.attributes).length === 0 ? [] : [link]);
  // A link to this page itself leads nowhere.
  const leadsAway = listing.entries.some(({ url }) => url !== null && !url.startsWith('prospero:'));
  if (!leadsAway) throw refusal;
  return respond(context, listing, null);
}

function rawFile(context: Context, octets: Uint8Array): Response {
  const name = nameOf(context);
  const mediaType = mediaTypeOf(name, { first: octets, charset: context.view.charset });
  return new Response(octets, { headers: { ...HEADERS, ...fileHeaders(name, mediaType) } });
}

function nameOf({ resolution }: Context): string {
  return displayText(lastName(resolution.details));
}
