/** Files whose contents the Prospero server gives itself, and objects that other servers have. */
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { accessMethodsOf, contentsOf } from '../../../src/protocols/prospero/attributes.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { displayText } from '../shared/display-text.ts';
import { dispositionOf, documentPolicy, mediaTypeOf } from '../shared/media-type.ts';
import { TextContent } from '../shared/text-content.tsx';
import { listingOf } from './entries.ts';
import { decodeFile, fileJson } from './json.ts';
import type { Found } from './look-up.ts';
import { respond } from './open-directory.tsx';
import type { Questions } from './relay.ts';

type Context = GatewayContext<'prospero'>;

const HEADERS = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' };

/** Answers with the contents of a file; `null` if the server does not give them. */
export function openFile(context: Context, { answer }: Found): Response | null {
  const contents = answer.refusal === null ? contentsOf(answer.attributes) : null;
  if (contents === null) return null;
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

/** Answers with the link of an object whose contents another server has; `null` if none has. */
export async function openObject(
  context: Context,
  questions: Questions,
  { answer, server }: Found,
): Promise<Response | null> {
  if (accessMethodsOf(answer.attributes).length === 0) return null;
  const place = { host: server.host, port: server.port, hsoname: server.hsoname, version: server.version };
  const link = {
    ...place,
    kind: 'link',
    type: 'FILE',
    name: nameIn(server.hsoname),
    attributes: answer.attributes,
  } as const;
  const listing = await listingOf(questions, [link], context.view);
  // A link to this page itself leads nowhere.
  const leadsAway = listing.entries.some(({ url }) => url !== null && !url.startsWith('prospero:'));
  return leadsAway ? respond(context, listing, null) : null;
}

function rawFile(context: Context, octets: Uint8Array): Response {
  const name = nameOf(context);
  const mediaType = mediaTypeOf(name, { first: octets, charset: context.view.charset });
  const policy = documentPolicy(mediaType);
  return new Response(octets, {
    headers: {
      ...HEADERS,
      'Content-Type': mediaType,
      'Content-Disposition': dispositionOf(name, mediaType),
      'Content-Encoding': 'identity',
      ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
    },
  });
}

function nameOf({ resolution }: Context): string {
  return displayText(nameIn(resolution.details.hsoname));
}

function nameIn(hsoname: string): string {
  return /([^/]+)\/?$/.exec(hsoname)?.[1] ?? 'file';
}
