/**
 * A document as a stream: the server sends it in parts, each of which has to be requested by its place. The text of a
 * part is passed on as it arrives.
 */
import { type RetrievedDocument, retrievalMessages } from '../../schemes/wais/messages.ts';
import { PushbackBody, type Source, UnitReader } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { cutAnswer } from '../protocol-error.ts';
import { type DiagnosticRecord, diagnosticError, OUT_OF_RANGE } from './answer.ts';
import { type AnswerPart, RetrievalReader } from './retrieval-answer.ts';
import { understood, type WaisSession } from './session.ts';

/** The octets of an answer that are not text: header, document id, tags. */
const OVERHEAD = 4096;
const SMALLEST_PART = 1024;
/**
 * What the server is asked for ahead of the octets that were read. Half of it is more than one read brings, so that the
 * server is never idle. With parts of 100,000 octets, requests one by one carry a third of what the connection can.
 */
const OCTETS_AHEAD = 2 * 1024 * 1024;
/**
 * Of a server with small records. Their requests must fit into the buffers of the connection while nobody reads them.
 */
const REQUESTS_AHEAD = 24;

/** An answer without text and without a diagnostic means the same. */
const NOTHING: DiagnosticRecord = { code: OUT_OF_RANGE, information: new Uint8Array() };

/** Where a document begins and ends in the stream. */
export interface DocumentExtent {
  /** The position of the first octet. */
  readonly from: number;
  /** The position after the last octet; `null` = the end of the document. */
  readonly to: number | null;
}

/** What the stream needs of a session. */
export interface RetrievalSession extends Pick<WaisSession, 'largest' | 'send' | 'close'> {
  readonly connection: Source;
}

/** `close` closes the session. */
export class DocumentStream extends PushbackBody {
  readonly #session: RetrievalSession;
  /** What comes between two parts of the text: the end of one answer and the beginning of the next. */
  readonly #overhead: UnitReader;
  readonly #messageFor: ReturnType<typeof retrievalMessages>;
  readonly #to: number;
  readonly #part: number;
  /** The positions after the last octets of the parts that were requested and have not come. */
  readonly #pending: number[] = [];
  /** The position after the last octet that was requested. */
  #requested: number;
  /** How many parts are requested ahead. It grows with each part, so that a short document needs one request. */
  #ahead = 1;
  /** The position of the part that is read now. */
  #at: number;
  #answer: RetrievalReader | null = null;
  /** Why the document breaks off behind the octets that were read. */
  #failure: unknown = null;

  constructor(session: RetrievalSession, document: RetrievedDocument, { from, to }: DocumentExtent) {
    super();
    this.#session = session;
    this.#overhead = new UnitReader(session.connection);
    this.#messageFor = retrievalMessages(document);
    this.#at = from;
    this.#requested = from;
    this.#to = to ?? Number.MAX_SAFE_INTEGER;
    this.#part = Math.max(SMALLEST_PART, session.largest - OVERHEAD);
  }

  /**
   * The next octets of the document, valid until the next call; `null` at its end, which may come before `from`.
   *
   * @throws ProtocolError as the diagnostics of the server say; `not-found` if the server sends nothing for the
   *   beginning of the document
   */
  protected async next(): Promise<Uint8Array | null> {
    while (this.#at < this.#to) {
      if (this.#failure !== null) throw this.#failure;
      await this.#request();
      const octets = await this.#overhead.read();
      if (octets === null) throw cutAnswer();
      const text = this.#textIn(octets);
      if (text.byteLength === 0) continue;
      this.#overhead.finish();
      return text;
    }
    return null;
  }

  /**
   * The text in `octets`, which may be of several answers. Their texts are moved together: each read costs a
   * turn of the event loop.
   */
  #textIn(octets: Uint8Array): Uint8Array {
    let length = 0;
    let from = 0;
    try {
      while (from < octets.length && this.#at < this.#to && this.#pending.length > 0) {
        const { used, text } = this.#readAnswer(octets.subarray(from));
        const start = text.byteOffset - octets.byteOffset;
        octets.copyWithin(length, start, start + text.length);
        length += text.length;
        from += used;
      }
    } catch (error) {
      // The text before the failure is right.
      this.#failure = error;
    }
    this.#session.connection.unread(octets.subarray(from));
    return octets.subarray(0, length);
  }

  #readAnswer(octets: Uint8Array): AnswerPart {
    const end = this.#pending[0] ?? this.#to;
    const wanted = end - this.#at;
    this.#answer ??= new RetrievalReader({ message: protocolLimits.waisMessage, text: wanted });
    const answer = this.#answer;
    const part = understood(() => answer.read(octets));
    if (answer.complete) {
      const { diagnostics, textLength } = answer;
      const failure = diagnostics.find(({ code }) => code !== OUT_OF_RANGE);
      if (failure !== undefined) throw diagnosticError(failure);
      if (textLength === null && this.#at === 0) throw diagnosticError(diagnostics[0] ?? NOTHING);
      const isLast = diagnostics.length > 0 || textLength !== wanted;
      this.#at = isLast ? this.#to : end;
      this.#pending.shift();
      this.#answer = null;
      this.#ahead *= 2;
    }
    return part;
  }

  /**
   * Requests parts ahead of the one that is read, so that the server works while the client reads. They go out when
   * half of them have come, many in one write: each write costs a turn of the event loop, too.
   */
  async #request(): Promise<void> {
    const most = Math.min(this.#ahead, Math.max(2, Math.ceil(OCTETS_AHEAD / this.#part)), REQUESTS_AHEAD);
    if (this.#pending.length > most / 2) return;
    const messages: Uint8Array[] = [];
    while (this.#pending.length < most && this.#requested < this.#to) {
      const from = this.#requested;
      const to = Math.min(this.#to, from + this.#part);
      this.#requested = to;
      this.#pending.push(to);
      messages.push(this.#messageFor({ from, to }));
    }
    if (messages.length > 0) await this.#session.send(...messages);
  }

  close(): void {
    this.#session.close();
  }
}
