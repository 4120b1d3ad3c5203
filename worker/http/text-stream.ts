/**
 * Text as the body of a response, written piece by piece: the whole of it is never in memory, and its first pieces are
 * on their way before the last ones exist.
 */
import { isFailure } from '../../src/net/failure.ts';
import { logFault, type Notes } from '../log.ts';

/**
 * The pieces of a text, in order.
 *
 * - If everything is known, an iterable of strings, such as a generator. It runs only as far as the client reads.
 * - If the pieces arrive over time, an async iterable. Each item has what one arrival brings: a string, or an iterable
 *   of strings, which costs no promise for each piece.
 */
export type TextSource = Iterable<string> | AsyncIterable<string | Iterable<string>>;

/** How a body ended: completely, because nobody reads on, or by an error of its source. */
export type BodyEnding =
  | { readonly kind: 'complete' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'broken'; readonly error: unknown };

/** Called once, at the end of a body. */
export type Ended = (ending: BodyEnding) => void;

/** The characters that one chunk collects. A smaller chunk is sent only when the source has nothing more at once. */
const CHUNK = 16 * 1024;

const encoder = new TextEncoder();

interface TextStreamOptions {
  /**
   * Sent when an arrival brought no text and the next one is not there yet: the runtime notices that a client has
   * left only when it sends to it. A line feed means nothing between two rows of HTML or JSON. Absent = none.
   */
  readonly blank?: string;
}

/**
 * A text in UTF-8 as a stream with back-pressure: the source is asked only when the client has taken what it had.
 *
 * If the source throws, the stream ends with an error, so that a broken body looks broken. If the client leaves, the
 * source gets `return()`; a source that waits for a server cannot hear it, so `ended` must close that connection.
 *
 * @param source - no piece may end inside a surrogate pair
 */
export function textStream(
  source: TextSource,
  ended: Ended = () => {},
  { blank = '' }: TextStreamOptions = {},
): ReadableStream<Uint8Array> {
  const chunks = Symbol.asyncIterator in source ? arrivingChunks(source, blank) : chunksOf(source);
  let open = true;
  const end: Ended = (ending) => {
    if (open) ended(ending);
    open = false;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (!done) return controller.enqueue(encoder.encode(value));
          controller.close();
          end({ kind: 'complete' });
        } catch (error) {
          controller.error(await brokenBody());
          end({ kind: 'broken', error });
        }
      },
      cancel() {
        end({ kind: 'cancelled' });
        // A source that waits for its server hears of it later, so nobody waits for the result.
        void Promise.resolve(chunks.return(undefined)).catch(() => {});
      },
    },
    // Nothing is made before somebody reads.
    { highWaterMark: 0 },
  );
}

function* chunksOf(source: Iterable<string>): Generator<string, void> {
  let chunk = '';
  for (const piece of source) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

async function* arrivingChunks(
  source: AsyncIterable<string | Iterable<string>>,
  blank: string,
): AsyncGenerator<string, void> {
  const arrivals = source[Symbol.asyncIterator]();
  let chunk = '';
  /** What is sent if the next arrival is late. */
  let due = '';
  try {
    for (;;) {
      const arrival = arrivals.next();
      if (due !== '' && !(await isImminent(arrival))) {
        yield due;
        chunk = '';
      }
      const { done, value } = await arrival;
      if (done) break;
      for (const piece of typeof value === 'string' ? [value] : value) {
        chunk += piece;
        if (chunk.length < CHUNK) continue;
        yield chunk;
        chunk = '';
      }
      due = chunk || blank;
    }
    if (chunk !== '') yield chunk;
  } finally {
    await arrivals.return?.();
  }
}

/** Whether a promise settles before the event loop turns. Its rejection counts as handled. */
function isImminent(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, new Promise<boolean>((resolve) => setTimeout(resolve, 0, false))]);
}

/** The request of a streamed body, and its line in the log. */
interface Noted {
  readonly request: Request;
  readonly notes: Notes;
}

/** Notes how a streamed body ended, for the line of its request. An error that is not a gateway's is a fault. */
export function noteEnding({ request, notes }: Noted, ending: BodyEnding): void {
  // The body of an answer to HEAD is not sent, so that nothing can be missing.
  notes.aborted = ending.kind !== 'complete' && (ending.kind === 'broken' || request.method !== 'HEAD');
  if (ending.kind === 'broken' && !isFailure(ending.error)) logFault(ending.error);
}

/**
 * What a streamed body does at its end: it closes its sources, and the log line of the request, which waits for this,
 * says whether the body broke off. Call it when the body is made: a body that nobody reads or cancels delays the line.
 * Usage: `streamedPage(context, page, rows, { ended: trackBody(context, () => connection.close()) })`.
 *
 * @param close - closes what the body is read from. It is also called when the client leaves while a read is pending.
 */
export function trackBody(
  context: Noted & { readonly execution: Pick<ExecutionContext, 'waitUntil'> },
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

/**
 * Resolves to the reason to break off a body with, after a turn of the event loop: until then the header may not be
 * out, and the client would get no status, only an empty reply. Proxies and clients repeat such requests.
 *
 * The reason never quotes the error behind it: the runtime prints reasons, and an error of a gateway quotes its server.
 * `retryable` is how workerd marks a lost connection. It is silent about those, and prints every other reason on stderr
 * as an uncaught exception.
 */
export async function brokenBody(): Promise<Error> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return Object.assign(new Error('The body ended too early.'), { retryable: true });
}
