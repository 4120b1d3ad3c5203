/** A request as it is sent: its fields, and a body that can perhaps be sent again after a redirect. */
import type { Coding, FieldLine, RequestBody } from '../net/transport.ts';

/** What a request is made of, on each hop. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: OutgoingBody | null;
}

interface OutgoingBody {
  /** The body, which a second call makes again. */
  open(): RequestBody;
  /** `false` for a stream of the caller, which can be read once. */
  readonly repeatable: boolean;
}

/**
 * Fields that belong to the connection, which is this module's. `fetch` of browsers ignores them in the same way
 * (Fetch §2.2.2, forbidden request-headers).
 */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'http2-settings', 'keep-alive'],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** What a server should know of a client. A caller's own field replaces it. */
const USER_AGENT = 'waypost';

/** The fields of a request, without those on the length of its body. */
export function outgoingFields(headers: Headers, codings: readonly Coding[]): readonly FieldLine[] {
  const own = [...headers].filter(([name]) => !OWN_FIELDS.has(name));
  const absent = (name: string, value: string): FieldLine[] => (headers.has(name) ? [] : [[name, value]]);
  return [
    ...own,
    ...absent('accept', '*/*'),
    ...absent('user-agent', USER_AGENT),
    ['accept-encoding', codings.length === 0 ? 'identity' : codings.join(', ')],
  ];
}

/** A body of a `Request` up to this size is sent with its length, as many receivers read no chunks. In octets. */
const MOST_GATHERED = 64 * 1024;

/**
 * The body of a request. A `Request` does not reveal what its body was made from, so the beginning of it is read.
 *
 * @param source - the body that the caller named in `init`; `null` = it is that of a `Request`
 */
export async function outgoingBody(request: Request, source: unknown): Promise<OutgoingBody | null> {
  const { body } = request;
  if (body === null) return null;
  if (source instanceof ReadableStream) return streamed(body);
  if (source !== null && source !== undefined) return whole(new Uint8Array(await request.arrayBuffer()));
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; length <= MOST_GATHERED; ) {
    const { done, value } = await reader.read();
    if (done) return whole(new Uint8Array(await new Blob(parts).arrayBuffer()));
    parts.push(value);
    length += value.byteLength;
  }
  return streamed(
    new ReadableStream({
      async pull(controller) {
        const part = parts.shift();
        const { done, value } = part === undefined ? await reader.read() : { done: false, value: part };
        if (value !== undefined) controller.enqueue(value);
        if (done) controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    }),
  );
}

function whole(octets: Uint8Array<ArrayBuffer>): OutgoingBody {
  return {
    repeatable: true,
    open: () => ({ length: octets.byteLength, stream: new Blob([octets]).stream() }),
  };
}

export const emptyBody = (): RequestBody => whole(new Uint8Array(0)).open();

const streamed = (stream: ReadableStream<Uint8Array<ArrayBuffer>>): OutgoingBody => ({
  repeatable: false,
  open: () => ({ length: null, stream }),
});
