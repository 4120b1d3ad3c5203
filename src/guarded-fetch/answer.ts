/** An answer as a `Response`: its body is decompressed, and ends at the cap. */
import { EgressError } from '../egress/egress-error.ts';
import type { Coding, Decoder, Transport, TransportAnswer } from '../net/transport.ts';

/** Fetch, "null body status", of final answers. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** More than one coding is rare, and more than two is an attack on the memory of the receiver. */
const MOST_CODINGS = 2;

/** What ends when the body of the answer does. */
export interface AnswerScope {
  /** Aborts when the caller or a deadline ends the request. */
  readonly signal: AbortSignal;
  readonly maxBody: number;
  /** Called once, at the end of the body, or at its error. */
  end(): void;
}

/** The headers of an answer. */
export function answerHeaders({ fields }: TransportAnswer): Headers {
  const headers = new Headers();
  for (const [name, value] of fields) {
    try {
      headers.append(name, value);
    } catch (cause) {
      throw new EgressError('BAD_ANSWER', 'http', 'The answer has an invalid header field.', { cause });
    }
  }
  return headers;
}

/** Makes the response. The caller has checked that it is not a redirect to follow. */
export function responseOf(
  answer: TransportAnswer,
  headers: Headers,
  method: string,
  { decoders }: Transport,
  scope: AnswerScope,
): Response {
  const { status, body } = answer;
  if (status < 200 || status > 599) throw new EgressError('BAD_ANSWER', 'http', `The answer has the status ${status}.`);
  const statusText = /^[\t\x20-\x7e\x80-\xff]*$/.test(answer.statusText) ? answer.statusText : '';
  if (body === null || method === 'HEAD' || WITHOUT_BODY.has(status)) {
    scope.end();
    return new Response(null, { status, statusText, headers });
  }
  const codings = codingsOf(headers.get('content-encoding'), decoders);
  if (codings.length > 0) {
    // They are about the octets on the wire, and the response has others.
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  return new Response(limitedBody(body, codings, scope), { status, statusText, headers });
}

type MakeDecoder = (raw: boolean) => Decoder;

/** The decoders of a body, the first one for the last coding; none if one of them is unknown, as in `fetch`. */
function codingsOf(field: string | null, decoders: Transport['decoders']): readonly MakeDecoder[] {
  const names = (field ?? '').split(',').map((name) => name.trim().toLowerCase());
  const codings = names.filter((name) => name !== '' && name !== 'identity').toReversed();
  if (codings.length > MOST_CODINGS) {
    throw new EgressError('BAD_ANSWER', 'compression', 'The answer is compressed more than twice.');
  }
  const found = codings.flatMap((name) => {
    const coding = CODINGS.get(name);
    return (coding === undefined ? undefined : decoders[coding]) ?? [];
  });
  return found.length === codings.length ? found : [];
}

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/** The body, decoded, up to the cap. It is read as fast as the caller reads it. */
function limitedBody(
  body: ReadableStream<Uint8Array>,
  codings: readonly MakeDecoder[],
  { signal, maxBody, end }: AnswerScope,
): ReadableStream<Uint8Array> {
  let failure: unknown = null;
  const counted = capped(body, maxBody, (error) => {
    failure ??= error;
  });
  const open = async () => {
    let stream = counted;
    for (const coding of codings) stream = await decodedStream(stream, coding);
    return (codings.length === 0 ? stream : capped(stream, maxBody, () => {})).getReader();
  };
  let opened: ReturnType<typeof open> | null = null;
  let abort = () => {};
  const finish = () => {
    signal.removeEventListener('abort', abort);
    end();
  };
  return new ReadableStream(
    {
      start(controller) {
        abort = () => {
          controller.error(signal.reason);
          finish();
        };
        signal.addEventListener('abort', abort, { once: true });
        if (signal.aborted) abort();
      },
      async pull(controller) {
        try {
          opened ??= open();
          const { done, value } = await (await opened).read();
          if (value !== undefined) controller.enqueue(value);
          if (!done) return;
          controller.close();
          finish();
        } catch (cause) {
          if (signal.aborted) return;
          const error = failure ?? (cause instanceof EgressError ? cause : notDecoded(cause));
          controller.error(error);
          finish();
        }
      },
      cancel() {
        finish();
      },
    },
    { highWaterMark: 0 },
  );
}

const notDecoded = (cause: unknown) =>
  new EgressError('BAD_ANSWER', 'compression', 'The answer cannot be decompressed.', { cause });

/** Ends a stream with an error beyond the cap. */
function capped(
  stream: ReadableStream<Uint8Array>,
  maxBody: number,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let octets = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          octets += value?.byteLength ?? 0;
          if (octets > maxBody) {
            throw new EgressError('TOO_LARGE', 'maxBody', `The answer is longer than ${maxBody} octets.`);
          }
          if (value !== undefined) controller.enqueue(value);
          if (done) controller.close();
        } catch (error) {
          failed(error);
          controller.error(error);
          reader.cancel(error).catch(() => {});
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** RFC 1950 §2.2: the method of compression in the first octet, which raw deflate does not have. */
const ZLIB_METHOD = 8;

/** Decodes one coding. The first octet tells whether deflate has its frame. */
async function decodedStream(
  stream: ReadableStream<Uint8Array>,
  decoder: MakeDecoder,
): Promise<ReadableStream<Uint8Array>> {
  const reader = stream.getReader();
  const first = await reader.read();
  const raw = first.value !== undefined && ((first.value[0] ?? 0) & 0x0f) !== ZLIB_METHOD;
  // An empty body is not compressed, whatever the header says.
  if (first.done) return new ReadableStream({ start: (controller) => controller.close() });
  let next: typeof first | null = first;
  const whole = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = next ?? (await reader.read());
      next = null;
      if (value !== undefined) controller.enqueue(value);
      if (done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return whole.pipeThrough(decoder(raw));
}
