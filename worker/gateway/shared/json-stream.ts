/** JSON of gateways: links, and objects with long lists as the bodies of responses. */
import { jsonPieces, type LongList } from '../../../src/open/json-pieces.ts';
import { type Ended, textStream } from '../../http/text-stream.ts';
import type { LinkBuilder } from '../contract/contract.ts';

/**
 * An object with a long list as the body of a response, as `jsonPieces` writes it.
 *
 * @param ended - called at the end of the body: see `trackBody`
 */
export function longJson<Item>(
  head: object,
  list: LongList<Item>,
  tail: object | (() => object),
  ended?: Ended,
): ReadableStream<Uint8Array> {
  return textStream(jsonPieces(head, list, tail), ended, { blank: '\n' });
}

/** The JSON of a canonical link, with the address that opens it; `null` if it cannot be opened here. */
export function linkJson(links: LinkBuilder, url: string) {
  return { url, open: openAddress(links, url) };
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
