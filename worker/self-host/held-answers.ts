/**
 * Answers behind a proxy that does not send and receive at the same time. nginx passes on no more of a request as soon
 * as its answer has begun, and so do Apache and many others: a long list would wait for ever in the middle. So an
 * answer to a forwarded request with a body is held back until the whole body has come in.
 */

/** The octets of answers that are held at the same time. Beyond them, answers begin at once. */
const MOST_HELD = 64 * 1024 * 1024;

/** An answer that began too early must go on within this time, or the proxy has stopped its request. */
const STALLED_MS = 5 * 60_000;

let allHeld = 0;

/** Passes a request with a body on, and returns its answer when the body has been read, or the answer is complete. */
export async function answerAfterBody(
  { url, method, signal }: Request,
  body: ReadableStream,
  headers: Headers,
  worker: Pick<Fetcher, 'fetch'>,
): Promise<Response> {
  const length = headers.get('Content-Length');
  const { readable, writable } = length === null ? new IdentityTransformStream() : new FixedLengthStream(+length);
  let isRead = false;
  const read = body
    .pipeTo(writable)
    // Whoever answers without reading on, or loses the client, ends the pipe.
    .catch(() => undefined)
    .then(() => {
      isRead = true;
    });
  const response = await worker.fetch(
    new Request(url, { method, headers, signal, body: readable, redirect: 'manual' }),
  );
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const held = new HeldPieces();
  let next = reader.read();
  while (!isRead && allHeld < MOST_HELD) {
    // What came before a failure is still sent.
    const piece = await Promise.race([next, read]).catch(() => undefined);
    if (piece === undefined) break;
    if (piece.done) return new Response(heldStream(held, null), response);
    held.add(piece.value);
    next = reader.read();
  }
  // A read that fails is the failure of the stream below.
  next.catch(() => undefined);
  const readOn = async () => {
    const piece = await (isRead ? next : Promise.race([next, scheduler.wait(STALLED_MS)]));
    if (piece === undefined) throw new Error('The proxy stopped the request in the middle of its body.');
    if (!piece.done) next = reader.read();
    return piece;
  };
  return new Response(heldStream(held, { readOn, cancel: (reason) => reader.cancel(reason) }), response);
}

/** The pieces of an answer that are held. */
class HeldPieces {
  readonly #pieces: Uint8Array[] = [];

  add(octets: Uint8Array): void {
    this.#pieces.push(octets);
    allHeld += octets.byteLength;
  }

  take(): Uint8Array | undefined {
    const piece = this.#pieces.shift();
    allHeld -= piece?.byteLength ?? 0;
    return piece;
  }

  release(): void {
    while (this.take() !== undefined);
  }
}

/** What comes after the pieces that are held. */
interface Rest {
  readonly readOn: () => Promise<ReadableStreamReadResult<Uint8Array>>;
  readonly cancel: (reason: unknown) => Promise<void>;
}

/** A stream of the pieces that are held, and of the rest. It gives each back as it is taken. */
function heldStream(held: HeldPieces, rest: Rest | null): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = held.take();
      if (piece !== undefined) return controller.enqueue(piece);
      const { done, value } = (await rest?.readOn()) ?? { done: true, value: undefined };
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      held.release();
      await rest?.cancel(reason);
    },
  });
}
