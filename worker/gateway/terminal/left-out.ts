/**
 * Output that is older than an interrupt, and that nobody waits for. A page that has not taken all of its credit is
 * behind, with megabytes more in the buffers of both systems. So after an interrupt the Worker asks a question, and
 * leaves out what comes before the answer, as telnet clients have done since 4.3BSD.
 */
import { concatOctets } from '../../../src/octets/octets.ts';

/** A page that has not taken so many octets is behind. */
export const BEHIND = 256 * 1024;
/** How long output is left out at most, for servers that do not answer, in milliseconds. */
const LEAVE_OUT_MS = 10_000;
/** The most octets at the end of it that are shown all the same: a prompt must not get lost. */
const MOST_KEPT = 4096;

const NOTHING = new Uint8Array(0);
const LF = 0x0a;

export class LeftOut {
  /** How many answers are still to come. */
  #answers: number;
  #kept: Uint8Array = NOTHING;
  readonly #deadline: ReturnType<typeof setTimeout>;

  /**
   * @param answers - how many answers of the server end this
   * @param late - is called if they do not come
   */
  constructor(answers: number, late: () => void) {
    this.#answers = answers;
    this.#deadline = setTimeout(late, LEAVE_OUT_MS);
  }

  /**
   * Takes output. Returns what to show once the last answer has come; `null` before.
   *
   * @param answers - for each answer in the output, how many octets came before it
   */
  take(output: Uint8Array, answers: readonly number[]): Uint8Array | null {
    const answer = answers[this.#answers - 1];
    this.#answers -= answers.length;
    const older = output.subarray(0, answer ?? output.length);
    this.#kept = concatOctets([this.#kept, older.subarray(-MOST_KEPT)]).slice(-MOST_KEPT);
    return answer === undefined ? null : concatOctets([this.end(), output.subarray(answer)]);
  }

  /** Returns the last lines of what was left out. */
  end(): Uint8Array {
    clearTimeout(this.#deadline);
    return this.#kept.length < MOST_KEPT ? this.#kept : this.#kept.subarray(this.#kept.indexOf(LF) + 1);
  }
}
