/**
 * What this isolate answered last about URLs, QR codes and pages of its own. Such an answer depends on its address, its
 * media type and the settings alone, as its entity tag says, so it is never old, and whoever asks for it again gets the
 * same octets. They are kept here, because to look into a cache outside of the isolate costs more than to make them.
 */
import type { Environment } from '../settings/environment.ts';

/** The most characters of one answer, and of all of an isolate. They are ASCII, so that is 8 of its 128 MiB. */
const LONGEST = 256 * 1024;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** An answer without what HTTP adds to it. */
export interface RecentAnswer {
  readonly body: string;
  /** The scheme of the URL that it is about, for the log; `null` = none. */
  readonly scheme: string | null;
}

export class RecentAnswers {
  /** By address, of each media type; the oldest first. */
  readonly #answers = new Map<string, RecentAnswer>();
  #characters = 0;

  find(key: string): RecentAnswer | null {
    return this.#answers.get(key) ?? null;
  }

  keep(key: string, answer: RecentAnswer): void {
    const size = sizeOf(key, answer);
    if (size > LONGEST) return;
    this.#drop(key);
    this.#answers.set(key, answer);
    this.#characters += size;
    for (const oldest of this.#answers.keys()) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#answers.delete(key);
    this.#characters -= sizeOf(key, answer);
  }
}

function sizeOf(key: string, { body }: RecentAnswer): number {
  return key.length + body.length;
}

const ofEnvironments = new WeakMap<Environment, RecentAnswers>();

/** The recent answers of an isolate with these settings. */
export function recentAnswersOf(environment: Environment): RecentAnswers {
  const known = ofEnvironments.get(environment);
  if (known !== undefined) return known;
  const answers = new RecentAnswers();
  ofEnvironments.set(environment, answers);
  return answers;
}
