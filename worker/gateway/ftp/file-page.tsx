/** The pages of files: a text as gopher shows it, a sound or a film with a player. */
import { decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import type { Action, Page } from '../../pages/parts/layout.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { version } from '../../version.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { MEDIA_POLICY, MediaContent } from '../shared/media-page.tsx';
import type { Validators } from '../shared/range.ts';
import { TextContent } from '../shared/text-content.tsx';
import { repeatedParameters } from './directory.ts';

type Context = GatewayContext<'ftp'>;
type PageHeaders = Readonly<Record<string, string>>;

/** The page of a text. */
export function textPage(context: Context, name: string, octets: Uint8Array, headers: PageHeaders): Response {
  const charset = context.view.charset ?? detectCharset(octets);
  const text = decodeCharset(octets, charset).replace(/\r\n?/g, '\n');
  const query = repeatedParameters(context.view.query);
  const content = <TextContent context={context} octets={octets} text={text} charset={charset} query={query} />;
  return respond(context, { title: name, kicker: 'FTP text file', content }, headers);
}

/**
 * The page of a sound or a film.
 *
 * @param size - in octets; `null` = unknown
 */
export function mediaPage(
  context: Context,
  name: string,
  { type, size }: { readonly type: string; readonly size: number | null },
  headers: PageHeaders,
): Response {
  const href = rawHref(context);
  const kicker = type.startsWith('audio/') ? 'FTP sound' : 'FTP film';
  const content = <MediaContent file={{ name, type, size, href }} />;
  return respond(context, { title: name, kicker, content }, { ...headers, 'Content-Security-Policy': MEDIA_POLICY });
}

/** The validators of the page around a file: it changes with the file, with its own address, and with Waypost. */
export function pageValidators({ etag }: Validators, { environment, request }: Context): Validators {
  const print = fingerprint([version, environment.fingerprint, request.url].join('\n'));
  return { etag: etag === null ? null : `${etag.slice(0, -1)}-${print}"`, lastModified: null };
}

function respond(context: Context, page: Pick<Page, 'title' | 'kicker' | 'content'>, headers: PageHeaders): Response {
  const { resolution, links } = context;
  const actions: Action[] = [{ text: 'Raw', href: rawHref(context) }];
  const whole = {
    ...page,
    canonical: links.canonical,
    breadcrumbs: breadcrumbsOf(resolution, links),
    actions,
  };
  return pageResponse(context, whole, { headers });
}

/** The address of the octets. */
function rawHref({ links, view }: Context): string {
  return links.self({ ...repeatedParameters(view.query), format: 'raw' });
}
