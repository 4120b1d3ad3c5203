/**
 * Answers behind a proxy that does not send and receive at the same time. nginx passes on no more of a request as soon
 * as its answer has begun, and so do Apache and many others: a long list would wait for ever in the middle. So an
 * answer to a forwarded request with a body is held back until the whole body has come in.
 */

/** The octets that all held answers share. Beyond them, one at a time goes on, and the others wait for it. */
const SHARED = 16 * 1024 * 1024;

/** The octets of the one that goes on. Beyond them, it begins at once. */
const MOST_HELD = 64 * 1024 * 1024;

/** How often an answer that waits looks again. */
const LOOK_MS = 50;

/** The octets of a body that are read although nobody wants them: more than `client_max_body_size` of a proxy. */
const MOST_DISCARDED = 128 * 1024 * 1024;

/**
 * An answer that began too early must go on within this time, or the proxy has stopped its request. One that has waited
 * this long for others begins, too.
 */
const STALLED_MS = 5 * 60_000;

/** Passes a request with a body on, and returns its answer when the body has been read, or the answer is complete. */
export async function answerAfterBody(
  { url, method, signal }: Request,
  body: ReadableStream<Uint8Array>,
  headers: Headers,
  worker: Pick<Fetcher, 'fetch'>,
): Promise<Response> {
  const length = headers.get('Content-Length');
  const { readable, writable } = length === null ? new IdentityTransformStream() : new FixedLengthStream(+length);
  let isRead = false;
  const answered = Promise.withResolvers<void>();
  const read = passOn(body, writable, answered.promise).then(() => {
    isRead = true;
  });
  const allRead = (): Promise<void> => {
    answered.resolve();
    return read;
  };
  const response = await worker.fetch(
    new Request(url, { method, headers, signal, body: readable, redirect: 'manual' }),
  );
  if (response.body === null) {
    await allRead();
    return response;
  }
  const reader = response.body.getReader();
  const held = new HeldPieces();
  let next = reader.read();
  for (let waited = 0; !isRead; ) {
    const space = held.space();
    if (space === 'none' || waited >= STALLED_MS) break;
    if (space === 'taken') {
      // Nobody reads this answer now, so the Worker reads no more of the body, and the client sends no more of it.
      await scheduler.wait(LOOK_MS);
      waited += LOOK_MS;
      continue;
    }
    // What came before a failure is still sent.
    const piece = await Promise.race([next, read]).catch(() => undefined);
    if (piece === undefined) break;
    if (piece.done) {
      await allRead();
      return new Response(heldStream(held, null), response);
    }
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

/**
 * Passes a body on, and reads it to its end even if the Worker does not: a proxy that can send no more of a request may
 * never look for the answer. `pipeTo` would end the body as well.
 *
 * @param answered - fulfilled when the Worker has answered, and so reads no more
 */
async function passOn(
  body: ReadableStream<Uint8Array>,
  writable: WritableStream<Uint8Array>,
  answered: Promise<void>,
): Promise<void> {
  const writer = writable.getWriter();
  let isWanted = true;
  const refuse = () => {
    isWanted = false;
  };
  answered.then(refuse);
  let discarded = 0;
  try {
    for await (const piece of body) {
      if (isWanted) await Promise.race([writer.write(piece).catch(refuse), answered]);
      else {
        discarded += piece.byteLength;
        if (discarded > MOST_DISCARDED) return;
      }
    }
    if (isWanted) await writer.close();
  } catch (error) {
    // The client has left, or the Worker wants nothing more.
    await writer.abort(error).catch(() => undefined);
  }
}

/** The octets of all answers that are held, in this process. */
let allHeld = 0;
/**
 * The answer that may hold more than its share. If several could, they would fill the memory and wait for each other.
 */
let longest: HeldPieces | null = null;

/** The pieces of an answer that are held. */
class HeldPieces {
  readonly #pieces: Uint8Array[] = [];
  #octets = 0;

  /** Whether there is space for more: now, when another answer has been sent, or never. */
  space(): 'free' | 'taken' | 'none' {
    if (allHeld < SHARED) return 'free';
    longest ??= this;
    if (longest !== this) return 'taken';
    return this.#octets < MOST_HELD ? 'free' : 'none';
  }

  add(octets: Uint8Array): void {
    this.#pieces.push(octets);
    this.#count(octets.byteLength);
  }

  take(): Uint8Array | undefined {
    const piece = this.#pieces.shift();
    this.#count(-(piece?.byteLength ?? 0));
    if (this.#pieces.length === 0 && longest === this) longest = null;
    return piece;
  }

  release(): void {
    while (this.take() !== undefined);
  }

  #count(octets: number): void {
    this.#octets += octets;
    allHeld += octets;
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
