/**
 * Answers behind a proxy that does not send and receive at the same time. nginx passes on no more of a request as soon
 * as its answer has begun, and so do Apache and many others: a long list would wait for ever in the middle. So an
 * answer to a forwarded request with a body is held back until the whole body has come in.
 */

/** The octets that all held answers share. Beyond them, one at a time goes on, and the others wait for it. */
const SHARED = 16 * 1024 * 1024;

/** The octets of the one that goes on. Beyond them, it begins as soon as the rest of its body has been read. */
const MOST_HELD = 64 * 1024 * 1024;

/** The octets of a body that are read while the Worker is at work, so that it gets larger parts. */
const READ_AHEAD = 256 * 1024;

/** The octets of a body that are read when its answer is to begin: more than `client_max_body_size` of a proxy. */
const MOST_READ_AHEAD = 128 * 1024 * 1024;

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
  { url, method, signal }: Pick<Request, 'url' | 'method' | 'signal'>,
  body: ReadableStream<Uint8Array>,
  init: { readonly headers: Headers; readonly cf?: RequestInitCfProperties },
  worker: Pick<Fetcher, 'fetch'>,
): Promise<Response> {
  const length = init.headers.get('Content-Length');
  const { readable, writable } = length === null ? new IdentityTransformStream() : new FixedLengthStream(+length);
  const forwarded = new ForwardedBody(body, writable);
  let isRead = false;
  const read = forwarded.read.then(() => {
    isRead = true;
  });
  const allRead = (): Promise<void> => {
    forwarded.refuse();
    return read;
  };
  const response = await worker.fetch(
    new Request(url, { ...init, method, signal, body: readable, redirect: 'manual' }),
  );
  if (response.body === null) {
    await allRead();
    return response;
  }
  const reader = response.body.getReader();
  const held = new HeldPieces();
  void forwarded.passedOn.then(() => held.finish());
  let next = reader.read();
  for (let waited = 0; !isRead; ) {
    const space = held.space();
    if (space === 'none') {
      await Promise.race([read, forwarded.readAhead()]);
      break;
    }
    if (waited >= STALLED_MS) break;
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
    if (piece.done) forwarded.refuse();
    else next = reader.read();
    return piece;
  };
  const rest: Rest = {
    readOn: () =>
      readOn().catch((error: unknown) => {
        forwarded.refuse();
        throw error;
      }),
    cancel: (reason) => {
      forwarded.refuse();
      return reader.cancel(reason);
    },
  };
  return new Response(heldStream(held, rest), response);
}

/**
 * A body on its way to the Worker. It is read to its end even if the Worker does not: a proxy that can send no more of
 * a request may never look for the answer. `pipeTo` would end the body as well.
 */
class ForwardedBody {
  /** Fulfilled when all of it has come in, or the client has left. */
  readonly read: Promise<void>;
  /** Fulfilled when the Worker has all of it, or wants no more. */
  readonly passedOn: Promise<void>;
  readonly #pieces: Uint8Array[] = [];
  #octets = 0;
  #most = READ_AHEAD;
  #isWanted = true;
  #hasEnded = false;
  #failure: unknown = null;
  readonly #refused = Promise.withResolvers<void>();
  readonly #full = Promise.withResolvers<void>();
  #changed = Promise.withResolvers<void>();

  constructor(body: ReadableStream<Uint8Array>, writable: WritableStream<Uint8Array>) {
    this.read = this.#readFrom(body);
    this.passedOn = this.#writeTo(writable.getWriter());
  }

  /** The Worker reads no more of it. */
  refuse(): void {
    this.#isWanted = false;
    this.#refused.resolve();
    this.#change();
  }

  /** Reads on without the Worker. Fulfilled when no more than that can be kept. */
  readAhead(): Promise<void> {
    this.#most = MOST_READ_AHEAD;
    this.#change();
    return this.#full.promise;
  }

  async #readFrom(body: ReadableStream<Uint8Array>): Promise<void> {
    let discarded = 0;
    try {
      for await (const piece of body) {
        if (!this.#isWanted) {
          discarded += piece.byteLength;
          if (discarded > MOST_DISCARDED) break;
          continue;
        }
        this.#pieces.push(piece);
        this.#octets += piece.byteLength;
        this.#change();
        while (this.#isWanted && this.#octets >= this.#most) {
          if (this.#most === MOST_READ_AHEAD) this.#full.resolve();
          await this.#changed.promise;
        }
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#hasEnded = true;
    this.#change();
  }

  async #writeTo(writer: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
    for (;;) {
      while (this.#isWanted && this.#octets === 0 && !this.#hasEnded) await this.#changed.promise;
      if (!this.#isWanted) {
        this.#pieces.length = 0;
        return;
      }
      if (this.#octets === 0) break;
      const part = this.#take();
      await Promise.race([writer.write(part).catch(() => this.refuse()), this.#refused.promise]);
      this.#change();
    }
    const end = this.#failure === null ? writer.close() : writer.abort(this.#failure);
    // The Worker may want nothing more.
    await Promise.race([end.catch(() => undefined), this.#refused.promise]);
  }

  /** The next part: the pieces of a proxy are small, and the Worker stores the links of a part together. */
  #take(): Uint8Array {
    const part = new Uint8Array(Math.min(this.#octets, READ_AHEAD));
    for (let filled = 0; filled < part.byteLength; ) {
      const [first = part.subarray(0, 0)] = this.#pieces;
      const taken = first.subarray(0, part.byteLength - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      if (taken.byteLength === first.byteLength) this.#pieces.shift();
      else this.#pieces[0] = first.subarray(taken.byteLength);
    }
    this.#octets -= part.byteLength;
    return part;
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** The octets of all answers that are held, in this process. */
let allHeld = 0;
/**
 * The answer that may hold more than its share, with its body. If several could, they would fill the memory and wait
 * for each other.
 */
let longest: HeldPieces | null = null;

/** The pieces of an answer that are held. */
class HeldPieces {
  readonly #pieces: Uint8Array[] = [];
  #octets = 0;
  #hasBody = false;

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
    this.#letGo();
    return piece;
  }

  /** The Worker has the whole body. */
  finish(): void {
    this.#hasBody = true;
    this.#letGo();
  }

  #letGo(): void {
    if (this.#hasBody && this.#pieces.length === 0 && longest === this) longest = null;
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
