/**
 * One request over a connection (HTTP/1.1, RFC 9112). `fetch` would resolve the name of the server again, so the
 * address that a policy judged would not be the one that is reached. Redirects are never followed.
 */
import { Collector } from '../../octets/collector.ts';
import { latin1Of } from '../../octets/octets.ts';
import { collect, type Sink, type Source } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, writeLine } from '../lines.ts';
import { cutAnswer, longRequest, ProtocolError } from '../protocol-error.ts';

/** A request. The fields that belong to the connection are added to its own. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** The value of `Host`: a name or an address, with the port if it is not the default. */
  readonly host: string;
  /** The path and the query, such as `/`. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `null` = none. */
  readonly body: Uint8Array | null;
}

/** The head of an answer that is not interim. */
export interface HttpHead {
  readonly status: number;
  /** The first line, such as `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  /** By names in lower case. Values of one name are joined with a comma. */
  readonly headers: ReadonlyMap<string, string>;
}

/** An answer that is not interim. */
export interface HttpAnswer extends HttpHead {
  readonly body: Uint8Array;
}

/** Status codes whose answers have no body (RFC 9112 §6.3). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);
const SWITCHING_PROTOCOLS = 101;

/**
 * Sends a request and reads its answer.
 *
 * @param connection - open, and used for nothing else; the caller closes it
 * @param cap - the most octets of the body of the answer
 * @throws ProtocolError `invalid-request` for a request that is too long or has a second line in a field,
 * `malformed` for an answer that is not HTTP/1.1 or is cut off, `too-large` for one that is too long
 */
export async function exchange(connection: Source & Sink, request: ExchangeRequest, cap: number): Promise<HttpAnswer> {
  const head = await requestHead(connection, request);
  return { ...head, body: await readBody(connection, head, cap) };
}

/**
 * Sends a request and reads the head of its answer, without the body.
 *
 * @throws ProtocolError as `exchange`
 */
export async function requestHead(
  connection: Source & Sink,
  { method, host, target, headers, body }: ExchangeRequest,
): Promise<Head> {
  const length = body?.byteLength ?? 0;
  if (length > protocolLimits.request) throw longRequest();
  const fields: readonly (readonly [string, string | number])[] = [
    ['Host', host],
    ...headers,
    ['Accept-Encoding', 'identity'],
    ['Connection', 'close'],
    ...(body === null ? [] : [['Content-Length', length] as const]),
  ];
  await writeLine(
    connection,
    `${method} ${target} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    '',
  );
  if (body !== null) await connection.write(body);
  return readHead(connection);
}

/** A head, and what the length of its body depends on. */
export interface Head extends HttpHead {
  readonly version: string;
}

/** Reads the head of the final answer. Interim answers before it count for its limit. */
async function readHead(source: Source): Promise<Head> {
  const reader = new LineReader(source, { line: protocolLimits.httpHead, total: protocolLimits.httpHead });
  for (;;) {
    const statusLine = await lineOf(reader);
    const [, version = '', code] = /^HTTP\/(1\.[01]) ([1-5]\d\d)(?: .*)?$/.exec(statusLine) ?? [];
    if (code === undefined) throw new ProtocolError('malformed', 'The server did not answer with HTTP/1.1.');
    const status = Number(code);
    const headers = await readFields(reader);
    if (status >= 200) return { status, statusLine, version, headers };
    if (status === SWITCHING_PROTOCOLS) {
      throw new ProtocolError('malformed', 'The server switched to another protocol without being asked.');
    }
  }
}

/** A field: a token, a colon without a blank before it (RFC 9112 §5.1), and a value without control characters. */
const FIELD = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([^\x00-\x08\x0a-\x1f\x7f]*)$/;

async function readFields(reader: LineReader): Promise<ReadonlyMap<string, string>> {
  const lines: string[] = [];
  for (let line = await lineOf(reader); line !== ''; line = await lineOf(reader)) {
    // A line that begins with a blank continues the field before it (RFC 9112 §5.2).
    const before = /^[\t ]/.test(line) ? lines.pop() : null;
    if (before === undefined) throw new ProtocolError('malformed', 'The header of the answer begins with a space.');
    lines.push(before === null ? line : `${before} ${line.trim()}`);
  }
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === undefined) throw new ProtocolError('malformed', 'The answer has an invalid header field.');
    const key = name.toLowerCase();
    const before = fields.get(key);
    const text = value.trimEnd();
    fields.set(key, before === undefined ? text : `${before}, ${text}`);
  }
  return fields;
}

async function lineOf(reader: LineReader): Promise<string> {
  const line = await reader.line();
  if (line === null) throw cutAnswer();
  return latin1Of(line);
}

/** Reads the body by the rules of RFC 9112 §6.3. Throws a `ProtocolError` as `exchange`. */
export async function readBody(source: Source, { status, version, headers }: Head, cap: number): Promise<Uint8Array> {
  const coding = headers.get('transfer-encoding') ?? null;
  const length = headers.get('content-length') ?? null;
  if (coding !== null && (length !== null || version === '1.0')) {
    throw new ProtocolError('malformed', 'The answer gives its length in two ways, which may differ.');
  }
  if (WITHOUT_BODY.has(status)) return new Uint8Array();
  const content = headers.get('content-encoding') ?? 'identity';
  if (content.toLowerCase() !== 'identity') {
    throw new ProtocolError('malformed', 'The answer is compressed, which the request did not allow.');
  }
  if (coding !== null) {
    if (coding.toLowerCase() !== 'chunked') {
      throw new ProtocolError('malformed', 'The answer has a transfer coding that is not chunked.');
    }
    return readChunked(source, cap);
  }
  if (length !== null) return readLength(source, length, cap);
  const { octets, complete } = await collect(source, cap);
  if (!complete) throw tooLong(cap);
  return octets;
}

async function readChunked(source: Source, cap: number): Promise<Uint8Array> {
  const decoder = new ChunkedDecoder(cap);
  for (let octets = await source.read(); octets !== null; octets = await source.read()) {
    if (decoder.push(octets)) return decoder.octets;
  }
  throw cutAnswer();
}

/** The length is judged before there is a buffer for it. Equal lengths in a list are one (RFC 9110 §8.6). */
async function readLength(source: Source, field: string, cap: number): Promise<Uint8Array> {
  const [first = '', ...others] = field.split(/[\t ]*,[\t ]*/);
  if (!/^\d+$/.test(first) || others.some((other) => other !== first)) {
    throw new ProtocolError('malformed', 'The length of the answer is not a number.');
  }
  const length = Number(first);
  if (length > cap) throw tooLong(cap);
  return new LineReader(source, { line: protocolLimits.line, total: length }).exactly(length);
}

function tooLong(cap: number): ProtocolError {
  return new ProtocolError('too-large', `The answer is longer than ${cap} octets.`);
}

const LF = 0x0a;
const CR = 0x0d;
const SIZE = /^([0-9a-f]+)[\t ]*(?:;|$)/i;

/**
 * Decodes the chunked transfer coding of one body (RFC 9112 §7.1). Octets go in as they arrive, so chunks of one octet
 * cost no more than others.
 *
 * ```
 *   chunked-body = *( chunk-size [ chunk-ext ] CRLF chunk-data CRLF ) 1*"0" [ chunk-ext ] CRLF trailer-section CRLF
 * ```
 */
class ChunkedDecoder {
  readonly #cap: number;
  readonly #body: Collector;
  /** What the next octet belongs to. */
  #state: 'size' | 'data' | 'data-end' | 'trailer' | 'end' = 'size';
  /** The octets of the chunk that are still to come. */
  #left = 0;
  #line = '';
  /** The octets of all lines: extensions and trailers must not be endless either. */
  #framing = 0;

  /** @param cap - the most octets of the body */
  constructor(cap: number) {
    this.#cap = cap;
    this.#body = new Collector(cap);
  }

  /** The decoded octets. */
  get octets(): Uint8Array<ArrayBuffer> {
    return this.#body.octets;
  }

  /**
   * Decodes the next octets. Returns whether the body is complete; octets after its end are ignored. Throws a
   * `ProtocolError` `malformed` for wrong framing, `too-large` for a body beyond the cap.
   */
  push(octets: Uint8Array): boolean {
    for (let at = 0; at < octets.byteLength && this.#state !== 'end'; ) {
      at = this.#state === 'data' ? this.#pushData(octets, at) : this.#pushLine(octets, at);
    }
    return this.#state === 'end';
  }

  #pushData(octets: Uint8Array, from: number): number {
    const to = Math.min(octets.byteLength, from + this.#left);
    this.#body.add(octets.subarray(from, to));
    this.#left -= to - from;
    if (this.#left === 0) this.#state = 'data-end';
    return to;
  }

  #pushLine(octets: Uint8Array, from: number): number {
    const lf = octets.indexOf(LF, from);
    const to = lf < 0 ? octets.byteLength : lf + 1;
    this.#countFraming(to - from);
    for (const octet of octets.subarray(from, lf < 0 ? to : lf)) this.#line += String.fromCharCode(octet);
    if (this.#line.length > protocolLimits.line)
      throw new ProtocolError('malformed', 'A chunk has a line that is too long.');
    if (lf >= 0) this.#endLine();
    return to;
  }

  /** A chunk of one octet has five octets of framing; a server has no reason for much more. */
  #countFraming(octets: number): void {
    this.#framing += octets;
    if (this.#framing > 8 * this.#cap + protocolLimits.httpHead) {
      throw new ProtocolError('too-large', 'The chunks of the answer have more framing than content.');
    }
  }

  #endLine(): void {
    const line = this.#line.charCodeAt(this.#line.length - 1) === CR ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    switch (this.#state) {
      case 'size':
        this.#left = this.#sizeOf(line);
        this.#state = this.#left === 0 ? 'trailer' : 'data';
        return;
      case 'data-end':
        if (line !== '') throw new ProtocolError('malformed', 'A chunk is longer than announced.');
        this.#state = 'size';
        return;
      default:
        // The fields of a trailer say nothing that we use.
        if (line === '') this.#state = 'end';
    }
  }

  #sizeOf(line: string): number {
    const [, digits] = SIZE.exec(line) ?? [];
    if (digits === undefined) throw new ProtocolError('malformed', 'A chunk of the answer has no length.');
    const size = Number.parseInt(digits, 16);
    if (size > this.#cap - this.#body.length) throw tooLong(this.#cap);
    return size;
  }
}
