/** JSON of gateways: links, and lists of tens of thousands of items, as a stream that is never whole in memory. */
import { jsonText } from '../../../src/octets/controls.ts';
import { type Ended, noteEnding, type TextSource, textStream } from '../../http/text-stream.ts';
import type { GatewayContext, LinkBuilder } from '../contract/contract.ts';

/** A list that is a member of an object. */
export interface LongList<Item> {
  readonly name: string;
  /** The items in order. If they arrive over time, an async iterable of the items of each arrival. */
  readonly items: Iterable<Item> | AsyncIterable<Iterable<Item>>;
  readonly toJson: (item: Item) => unknown;
}

/**
 * An object as the body of a response. It ends with a line feed.
 *
 * @param head - the members before the list, at least one
 * @param tail - the members after the list, at least one; a function for members that follow from the items
 * @param ended - called at the end of the body: see `trackBody`
 * @example
 * ```ts
 * const list = { name: 'squares', items: [1, 2], toJson: (item: number) => item * item };
 * await new Response(longJson({ kind: 'numbers' }, list, { cut: false })).text();
 * // '{"kind":"numbers","squares":[1,4],"cut":false}\n'
 * ```
 */
export function longJson<Item>(
  head: object,
  list: LongList<Item>,
  tail: object | (() => object),
  ended?: Ended,
): ReadableStream<Uint8Array> {
  return textStream(jsonPieces(head, list, tail), ended, { blank: '\n' });
}

/** The text of {@link longJson}, piece by piece. */
export function jsonPieces<Item>(head: object, list: LongList<Item>, tail: object | (() => object)): TextSource {
  const { items } = list;
  const open = `${jsonText(head).slice(0, -1)},${jsonText(list.name)}:[`;
  const close = () => `],${jsonText(typeof tail === 'function' ? tail() : tail).slice(1)}\n`;
  let comma = '';
  return Symbol.asyncIterator in items ? arrivingJson(items) : json(items);

  function* separated(items: Iterable<Item>): Generator<string> {
    for (const item of items) {
      yield comma + jsonText(list.toJson(item));
      comma = ',';
    }
  }

  function* json(items: Iterable<Item>): Generator<string, void> {
    yield open;
    yield* separated(items);
    yield close();
  }

  async function* arrivingJson(arrivals: AsyncIterable<Iterable<Item>>) {
    yield open;
    for await (const items of arrivals) yield separated(items);
    yield close();
  }
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
