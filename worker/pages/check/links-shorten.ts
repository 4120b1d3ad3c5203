/** Makes short links for many links at once, with the token of their owner, which is only sent to this service. */
import { type LineAnswer, postLines, Refusal, sleep, WaitRequest } from './links-lines.ts';

/** Links of a request: as many as the service stores together. */
const BATCH = 200;

interface ShortenRequest {
  /** Of `/v1/links`. */
  readonly address: string;
  readonly token: string;
  readonly urls: readonly string[];
  readonly signal: AbortSignal;
  /** @param short - the short link; `null` = there is none, for the reason */
  readonly made: (url: string, short: string | null, reason: string) => void;
  readonly waiting: (until: number | null) => void;
}

/**
 * Makes the links, a batch at a time, and waits when the service asks for it.
 *
 * @throws Refusal if the service does not accept the token
 */
export async function makeShortLinks(request: ShortenRequest): Promise<void> {
  const { urls, signal, made, waiting } = request;
  for (let done = 0; done < urls.length; ) {
    signal.throwIfAborted();
    const batch = urls.slice(done, done + BATCH);
    const before = done;
    try {
      for await (const answer of postLines({ ...request, items: batch })) {
        const url = urls[done];
        if (url === undefined || done >= before + batch.length) break;
        const short = shortOf(answer);
        made(url, short, typeof answer.detail === 'string' ? answer.detail : '');
        done += 1;
      }
      if (done < before + batch.length) throw new Refusal('The service ended its answer too early.');
    } catch (error) {
      if (!(error instanceof WaitRequest)) throw error;
      const until = Date.now() + error.seconds * 1000;
      waiting(until);
      await sleep(error.seconds * 1000, signal);
      waiting(null);
    }
  }
}

function shortOf({ short }: LineAnswer): string | null {
  return typeof short === 'string' && /^https?:\/\//.test(short) ? short : null;
}
