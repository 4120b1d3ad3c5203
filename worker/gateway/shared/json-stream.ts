/** JSON of gateways: links, and objects with long lists as the bodies of responses. */
import { jsonPieces, type LongList } from '../../../src/open/json-pieces.ts';
import { type Ended, noteEnding, textStream } from '../../http/text-stream.ts';
import type { GatewayContext, LinkBuilder } from '../contract/contract.ts';

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

/**
 * What a streamed body does at its end: it closes its sources, and the log line of the request, which waits for this,
 * says whether the body broke off. Call it when the body is made: a body that nobody reads or cancels delays the line.
 * Usage: `streamedPage(context, page, rows, { ended: trackBody(context, () => connection.close()) })`.
 *
 * @param close - closes what the body is read from. It is also called when the client leaves while a read is pending.
 */
export function trackBody(
  context: Pick<GatewayContext, 'request' | 'notes' | 'execution'>,
  close: () => void = () => {},
): Ended {
  const { promise, resolve } = Promise.withResolvers<void>();
  context.execution.waitUntil(promise);
  return (ending) => {
    close();
    noteEnding(context, ending);
    resolve();
  };
}

/** The JSON of a canonical link, with the address that opens it; `null` if it cannot be opened here. */
export function linkJson(links: LinkBuilder, url: string) {
  return { url, open: openAddress(links, url) };
}

/** The address that opens a link; `null` if it cannot be opened here. */
export function openAddress(links: LinkBuilder, url: string | null): string | null {
  const href = url === null ? null : links.hrefOf(url);
  return href === null ? null : absolute(links, href);
}

/** A result of the link builder as an absolute URL, because JSON has no base. */
export function absolute({ root }: Pick<LinkBuilder, 'root'>, href: string): string {
  return href.startsWith('/') ? root + href : href;
}
