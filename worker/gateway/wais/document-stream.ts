/** A document as a stream: the server sends it in parts, each of which has to be requested by its place. */
import { type DiagnosticRecord, parseRetrievalAnswer } from '../../../src/schemes/wais/answer.ts';
import { type Retrieval, retrievalMessage } from '../../../src/schemes/wais/retrieval.ts';
import { GatewayError } from '../../gateway-error.ts';
import type { Pumped } from '../../net/pump.ts';
import { understood, type WaisSession } from './session.ts';
import { diagnosticError, OUT_OF_RANGE } from './status.ts';

/** The octets of an answer that are not text: header, document id, tags. */
const OVERHEAD = 4096;
const SMALLEST_PART = 1024;
/** With 100,000 octets a part, requests one by one carry a third of what the connection can. */
const OCTETS_AHEAD = 512 * 1024;

/** An answer without text and without a diagnostic means the same. */
const NOTHING: DiagnosticRecord = { code: OUT_OF_RANGE, information: new Uint8Array() };

/** Where a document begins and ends in the stream. */
export interface Extent {
  /** The position of the first octet. */
  readonly from: number;
  /** The position after the last octet; `null` = the end of the document. */
  readonly to: number | null;
}

/** `close` closes the session. */
export class DocumentStream implements Pumped {
  readonly #session: WaisSession;
  readonly #document: Pick<Retrieval, 'database' | 'documentId' | 'type'>;
  readonly #to: number;
  readonly #part: number;
  /** The positions after the last octets of the parts that were requested and have not come. */
  readonly #pending: number[] = [];
  /** The position after the last octet that was requested. */
  #requested: number;
  /** How many parts are requested ahead. It grows with each part, so that a short document needs one request. */
  #ahead = 1;
  #at: number;
  /** The octets that were put back, the next ones last. */
  readonly #unread: Uint8Array[] = [];

  constructor(
    session: WaisSession,
    document: Pick<Retrieval, 'database' | 'documentId' | 'type'>,
    { from, to }: Extent,
  ) {
    this.#session = session;
    this.#document = document;
    this.#at = from;
    this.#requested = from;
    this.#to = to ?? Number.MAX_SAFE_INTEGER;
    this.#part = Math.max(SMALLEST_PART, session.largest - OVERHEAD);
  }

  /**
   * The next octets of the document; `null` at its end, which may come before `from`.
   *
   * @throws GatewayError as the diagnostics of the server say; `not-found` if the server sends nothing for the beginning
   * of the document
   */
  async read(): Promise<Uint8Array | null> {
    const unread = this.#unread.pop();
    if (unread !== undefined) return unread;
    if (this.#at >= this.#to) return null;
    await this.#request();
    const end = this.#pending.shift() ?? this.#to;
    const wanted = end - this.#at;
    const answer = await this.#session.receive();
    const { text, diagnostics } = understood(() => parseRetrievalAnswer(answer));
    const failure = diagnostics.find(({ code }) => code !== OUT_OF_RANGE);
    if (failure !== undefined) throw diagnosticError(failure);
    if ((text?.byteLength ?? 0) > wanted) {
      throw new GatewayError('gateway-protocol', 'The server sent more of the document than it was asked for.');
    }
    if (text === null && this.#at === 0) throw diagnosticError(diagnostics[0] ?? NOTHING);
    const isLast = diagnostics.length > 0 || text === null || text.byteLength < wanted;
    this.#at = isLast ? this.#to : end;
    // The server works on the next parts while the client reads this one.
    this.#ahead *= 2;
    if (!isLast) await this.#request();
    return text === null || text.byteLength === 0 ? null : text;
  }

  /** Requests parts until as many are pending as the server should work on. */
  async #request(): Promise<void> {
    const most = Math.min(this.#ahead, Math.max(2, Math.ceil(OCTETS_AHEAD / this.#part)));
    while (this.#pending.length < most && this.#requested < this.#to) {
      const from = this.#requested;
      const to = Math.min(this.#to, from + this.#part);
      this.#requested = to;
      this.#pending.push(to);
      await this.#session.send(retrievalMessage({ ...this.#document, from, to }));
    }
  }

  unread(octets: Uint8Array): void {
    if (octets.byteLength > 0) this.#unread.push(octets);
  }

  liftTotal(): void {
    this.#session.connection.liftTotal();
  }

  close(): void {
    this.#session.close();
  }
}
