/** What `guardedFetch` needs of a platform: names to addresses, connections to judged addresses, decompression. */

/** A server that was judged. */
export interface JudgedServer {
  /**
   * The addresses to connect to, in order and without brackets: those that were judged, or those of a name that
   * `EGRESS_ALLOW` lists; or this name itself.
   */
  readonly hosts: readonly string[];
  readonly port: number;
  /** The name or address that the certificate must be valid for; `null` = no TLS. */
  readonly serverName: string | null;
}

/** A body that is sent. */
export interface RequestBody {
  /** In octets; `null` = unknown, so that it is sent in chunks. */
  readonly length: number | null;
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export type FieldLine = readonly [name: string, value: string];

/** A request over one connection (HTTP/1.1, RFC 9112). */
export interface TransportRequest {
  readonly method: string;
  /** The value of `Host`. */
  readonly host: string;
  /** The path and the query. */
  readonly target: string;
  /** All other fields but those on the connection and the length. */
  readonly fields: readonly FieldLine[];
  readonly body: RequestBody | null;
}

/** The final answer to a request, while its body arrives. */
export interface TransportAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly fields: readonly FieldLine[];
  /** Without the transfer coding; `null` = there can be none. Its errors are `EgressError`s. */
  readonly body: ReadableStream<Uint8Array> | null;
}

/** A connection for one request. */
export interface HttpConnection {
  /**
   * Sends a request and reads the head of its answer.
   *
   * @param maxHeader - the most octets of the head
   * @throws EgressError, or the error of the request's body
   */
  exchange(request: TransportRequest, maxHeader: number): Promise<TransportAnswer>;
  /** Ends every wait. Can be called twice; never throws. */
  close(): void;
}

/** A content coding of RFC 9110 §8.4.1 that can be decoded. */
export type Coding = 'gzip' | 'deflate' | 'br';

/** Decodes octets: a `TransformStream`, or what stands for one. */
export interface Decoder {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

export interface Transport {
  /**
   * Looks up every address of a name once.
   *
   * @returns addresses without brackets; empty = the name has none
   * @throws EgressError `NOT_RESOLVED`; or the reason of the signal
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Whether `resolve` knows names of `EGRESS_ALLOW`. Otherwise the platform looks them up when it connects. */
  readonly resolvesListed: boolean;
  /**
   * Connects to one of these addresses and to nothing else.
   *
   * @throws EgressError `UNREACHABLE`, `TLS_FAILED`; or the reason of the signal
   */
  connect(server: JudgedServer, signal: AbortSignal): Promise<HttpConnection>;
  /** The codings that it can decode. `raw` = deflate without the frame of RFC 1950, which some servers send. */
  readonly decoders: Readonly<Partial<Record<Coding, (raw: boolean) => Decoder>>>;
}
