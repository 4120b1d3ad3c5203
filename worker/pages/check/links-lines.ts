/**
 * Requests with many items to the API of this service: lines of JSON in, lines of JSON out in the same order. They are
 * read as they arrive.
 */

/** The service asks to wait. */
export class WaitRequest extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`The service asks to wait ${seconds} seconds.`);
    this.seconds = seconds;
  }
}

/** The service refuses the request as a whole, so that another attempt is of no use. */
export class Refusal extends Error {}

/** What limits take if the service does not say for how long: the period of its rate limits, in seconds. */
export const RATE_PERIOD_S = 60;

/** The members of an answer that pages read. A problem has a number as its status. */
export type LineAnswer = Readonly<Record<string, unknown>>;

interface LinesRequest {
  readonly address: string;
  readonly items: readonly unknown[];
  readonly signal: AbortSignal;
  /** `null` = the request needs none. */
  readonly token: string | null;
}

/**
 * Sends items, and yields the answer to each in their order.
 *
 * @throws WaitRequest for 429 and 503
 * @throws Refusal for any other status than success
 */
export async function* postLines({ address, items, signal, token }: LinesRequest): AsyncGenerator<LineAnswer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson', ...(token !== null && { Authorization: `Bearer ${token}` }) },
    body: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
    signal,
    cache: 'no-store',
  });
  if (response.status === 429 || response.status === 503) throw new WaitRequest(retryAfter(response));
  if (!response.ok || response.body === null) throw new Refusal(await reasonOf(response));
  let rest = '';
  for await (const piece of chunksOf(response.body.pipeThrough(new TextDecoderStream()))) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield answerOf(line);
  }
  if (rest !== '') yield answerOf(rest);
}

/** Seconds, at least one, as RFC 9110 §10.2.3 has them; dates are not sent by this service. */
function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('Retry-After') ?? RATE_PERIOD_S);
  return Number.isFinite(seconds) ? Math.max(1, seconds) : RATE_PERIOD_S;
}

async function reasonOf(response: Response): Promise<string> {
  const { detail } = answerOf(await response.text());
  return typeof detail === 'string' ? detail : `The service answered ${response.status}.`;
}

/** A line that is not JSON, as of a proxy in between, says nothing. */
function answerOf(line: string): LineAnswer {
  try {
    const answer: unknown = JSON.parse(line);
    return typeof answer === 'object' && answer !== null ? { ...answer } : {};
  } catch {
    return {};
  }
}

/** Not every browser can iterate over streams. */
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Waits, and throws the reason of the signal if that comes first. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
