/** What pages of items have in common: names, actions, and entity tags. */
import { displayText } from '../../../src/octets/ansi.ts';
import { jsonText } from '../../../src/octets/controls.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import type { Head } from '../../../src/open/opened.ts';
import { matchesTag } from '../../http/headers.ts';
import { askedUrl } from '../../http/hosts.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { version } from '../../version.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { nameOfLink } from '../shared/link-names.ts';
import { type ViewerPage, viewerPage } from '../shared/viewer.tsx';
import type { ShapeContext } from './context.ts';

/** What an item has on its page. */
export interface OwnPage extends Omit<ViewerPage, 'title' | 'kicker'> {
  /** `null` = the name that its link had, or else that of the item. */
  readonly title: string | null;
  /** Absent = the name of the protocol, and what the item is. */
  readonly kicker?: string;
}

/** The page of an item. */
export function itemPage(context: ShapeContext, head: Head, { title, ...page }: OwnPage): Page {
  const { noun, words, language } = head;
  const { opener, resolution, around = (page) => page } = context;
  const ownName = nameOf(head);
  const own: ViewerPage = {
    ...actionsOf(context, head),
    ...(language !== null && { language }),
    kicker: `${opener.schemeNames?.[resolution.scheme] ?? opener.name} ${noun}`,
    title: title ?? (words === null ? ownName : `${ownName}: ${displayText(words)}`),
    ...page,
  };
  return viewerPage(context, around(own));
}

/** What else the server is known to have of an item. */
export function actionsOf(
  { links }: Pick<ShapeContext, 'links'>,
  { attributes, ways }: Pick<Head, 'attributes' | 'ways'>,
): Required<Pick<ViewerPage, 'attributes' | 'others'>> {
  return {
    attributes: attributes === null ? null : links.hrefOf(attributes),
    others: ways.map(({ text, url }) => [text, links.hrefOf(url)]),
  };
}

/** The name that lists of its server give to an item; `null` = unknown. */
export function listedName({ isRoot, address }: Pick<Head, 'isRoot' | 'address'>): string | null {
  return isRoot ? null : nameOfLink(address);
}

/** The name that lists give to an item, or that in its link. */
export function nameOf(head: Head): string {
  return listedName(head) ?? head.name;
}

/**
 * Responds with the result of `make`, or with 304 if the client already has it.
 *
 * @param parts - everything that the response depends on, except the request itself and the name of the item
 * @param headers - of both
 * @param make - gets the headers, with an entity tag
 */
export function taggedResponse(
  { request, environment, view }: GatewayContext,
  head: Pick<Head, 'isRoot' | 'address'>,
  parts: readonly (Uint8Array | string)[],
  headers: Readonly<Record<string, string>>,
  make: (headers: Readonly<Record<string, string>>) => Response,
): Response {
  const texts = parts.map((part) => (typeof part === 'string' ? part : latin1Of(part)));
  const name = view.format === 'html' ? listedName(head) : null;
  const tag = fingerprint(
    [version, environment.fingerprint, askedUrl(request), view.format, name, ...texts].join('\n'),
  );
  const tagged = { ETag: `"${tag}"`, ...headers };
  const isFresh = matchesTag(request.headers.get('If-None-Match') ?? '', tagged.ETag);
  return isFresh ? new Response(null, { status: 304, headers: tagged }) : make(tagged);
}

/** Responds with a value as a line of JSON. */
export function jsonResponse(value: object, headers: Readonly<Record<string, string>>): Response {
  const body = new TextEncoder().encode(`${jsonText(value)}\n`);
  const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return new Response(body, { headers: all });
}
