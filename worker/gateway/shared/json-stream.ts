/** JSON of gateways: what it begins with, links, and objects with long lists as the bodies of responses. */
import { jsonPieces, type LongJson } from '../../../src/open/json-pieces.ts';
import { withoutPassword, withoutPasswords } from '../../../src/uri/user-info.ts';
import { type Ended, textStream } from '../../http/text-stream.ts';
import type { GatewayContext, LinkBuilder } from '../contract/contract.ts';

/** What JSON about a link begins with. A link with a login is never opened under its own address, so it has none. */
export function aboutLink({ resolution: { input, canonical } }: Pick<GatewayContext, 'resolution'>) {
  return { input: withoutPasswords(input), canonical: withoutPassword(canonical) };
}

/**
 * JSON about a link, with a long list, as the body of a response, as `jsonPieces` writes it.
 *
 * @param ended - called at the end of the body: see `trackBody`
 */
export function longJson<Item>(
  context: Pick<GatewayContext, 'resolution'>,
  [head, list, tail]: LongJson<Item>,
  ended?: Ended,
): ReadableStream<Uint8Array> {
  return textStream(jsonPieces({ ...aboutLink(context), ...head }, list, tail), ended, { blank: '\n' });
}

/** The address that opens a link; `null` if it cannot be opened here. */
export function openAddress(
  links: LinkBuilder,
  url: string | null,
  query?: Readonly<Record<string, string>>,
): string | null {
  const href = url === null ? null : links.hrefOf(url, query);
  return href === null ? null : absolute(links, href);
}

/** A result of the link builder as an absolute URL, because JSON has no base. */
export function absolute({ root }: Pick<LinkBuilder, 'root'>, href: string): string {
  return href.startsWith('/') ? root + href : href;
}
