/** The end of a streamed body, for the log and for the connections behind it. */
import type { Ended } from '../../http/text-stream.ts';
import { noteEnding } from '../../http/text-stream.ts';
import type { GatewayContext } from '../contract/contract.ts';

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
