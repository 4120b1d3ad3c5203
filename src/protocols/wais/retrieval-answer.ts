/**
 * Reads the answer to a retrieval while it arrives. The text of a document is passed on as it comes, so that a record
 * of a megabyte needs no buffer of a megabyte. All lengths are judged before the octets that they announce.
 *
 * ```
 *   header  header part of the APDU  99 length [ 153 length [ 116 document id … 127 length TEXT … ] diagnostics … ] …
 * ```
 */
import { Collector } from '../../octets/collector.ts';
import {
  HEADER_LENGTH,
  LONGEST_INTEGER,
  MessageReader,
  messageTypes,
  parseHeader,
  tags,
  WaisError,
} from '../../schemes/wais/fields.ts';
import { type DiagnosticRecord, diagnosticIn, MOST_RECORDS } from './answer.ts';

/** What the parser takes next. It collects octets; text and other values pass by. */
interface Need {
  readonly kind: 'octets' | 'text' | 'nothing';
  readonly length: number;
}

type ReadSteps<Result = void> = Generator<Need, Result, Uint8Array>;

/** What a part of a stream has of an answer. */
export interface AnswerPart {
  /** How many of the octets belong to the answer. Fewer than all: the answer has ended. */
  readonly used: number;
  /** The octets that are text. They are a view. */
  readonly text: Uint8Array;
}

export class RetrievalReader {
  readonly diagnostics: DiagnosticRecord[] = [];
  /** The length of the text, in octets, as soon as the answer says it; `null` = no text so far. */
  textLength: number | null = null;
  readonly #most: { readonly message: number; readonly text: number };
  readonly #steps: ReadSteps;
  readonly #collector = new Collector();
  #need: Need | null;
  #left: number;

  /** @param most - the most octets of the message, and of the text in it */
  constructor(most: { readonly message: number; readonly text: number }) {
    this.#most = most;
    this.#steps = this.#message();
    this.#need = this.#steps.next().value ?? null;
    this.#left = this.#need?.length ?? 0;
  }

  get complete(): boolean {
    return this.#need === null;
  }

  /** Reads the next octets. Throws a `WaisError` if the answer breaks the protocol. */
  read(octets: Uint8Array): AnswerPart {
    let used = 0;
    let text = octets.subarray(0, 0);
    while (this.#need !== null && (used < octets.length || this.#left === 0)) {
      const part = octets.subarray(used, used + this.#left);
      used += part.length;
      this.#left -= part.length;
      if (this.#need.kind === 'text') text = part;
      const isCut = this.#left > 0 || this.#collector.length > 0;
      if (isCut && this.#need.kind === 'octets') this.#collector.add(part);
      if (this.#left > 0) break;
      this.#need = this.#steps.next(isCut ? this.#collector.take() : part).value ?? null;
      this.#left = this.#need?.length ?? 0;
    }
    return { used, text };
  }

  *#message(): ReadSteps {
    const header = yield { kind: 'octets', length: HEADER_LENGTH };
    const message = new LevelExtent(parseHeader(header, this.#most.message));
    const part = message.within(numberOf(yield message.octets(2)));
    if (numberOf(yield part.octets(1)) !== messageTypes.searchResponse) {
      throw new WaisError('The server sent an unexpected answer.');
    }
    yield part.rest();
    for (let records = 0; message.left > 0; ) {
      const tag = yield* compressed(message);
      const value = message.within(yield* compressed(message));
      while (tag === tags.userInformation && value.left > 0) {
        if (records++ >= MOST_RECORDS) throw new WaisError('The answer has too many records.');
        yield* this.#record(value);
      }
      yield value.rest();
    }
  }

  *#record(information: LevelExtent): ReadSteps {
    const tag = yield* compressed(information);
    if (tag === tags.diagnosticRecords) {
      const record = yield information.octets(numberOf(yield information.octets(2)));
      this.diagnostics.push(diagnosticIn(record));
      yield information.octets(1);
      return;
    }
    const group = information.within(yield* compressed(information));
    while (tag === tags.documentTextGroup && group.left > 0) {
      const field = yield* compressed(group);
      const value = group.within(yield* compressed(group));
      // An answer has one text. Octets of another one are not of the document.
      const isText = field === tags.documentText && this.textLength === null;
      if (isText) this.textLength = value.left;
      if (isText && value.left > this.#most.text) {
        throw new WaisError('The server sent more of the document than requested.');
      }
      yield value.rest(isText ? 'text' : 'nothing');
    }
    yield group.rest();
  }
}

/** The octets of a level of the message that were not read yet. */
class LevelExtent {
  left: number;

  constructor(length: number) {
    this.left = length;
  }

  #take(length: number): number {
    if (length > this.left) throw new WaisError('The answer ends too early.');
    this.left -= length;
    return length;
  }

  octets(length: number): Need {
    return { kind: 'octets', length: this.#take(length) };
  }

  within(length: number): LevelExtent {
    return new LevelExtent(this.#take(length));
  }

  rest(kind: 'text' | 'nothing' = 'nothing'): Need {
    return { kind, length: this.#take(this.left) };
  }
}

function numberOf(octets: Uint8Array): number {
  return new MessageReader(octets).fixed(octets.length);
}

function* compressed(extent: LevelExtent): ReadSteps<number> {
  const octets: number[] = [];
  do octets.push(numberOf(yield extent.octets(1)));
  while ((octets.at(-1) ?? 0) >= 0x80 && octets.length < LONGEST_INTEGER);
  return new MessageReader(Uint8Array.from(octets)).compressed();
}
