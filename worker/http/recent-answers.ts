/**
 * What this isolate answered last about URLs, QR codes and pages of its own. Such an answer depends on its address, its
 * media type and the settings alone, as its entity tag says, so it is never old, and whoever asks for it again gets the
 * same octets. They are kept here, because to look into a cache outside of the isolate costs more than to make them.
 */
import type { Environment } from '../settings/environment.ts';

/** The most octets of one answer, and of all of an isolate, which has 128 MiB. */
const LONGEST = 512 * 1024;
const MOST_OCTETS = 8 * 1024 * 1024;

/** The octets of an entry without its texts. If a character is outside of Latin-1, all of the text take two each. */
const ENTRY = 200;
const CHARACTER = 2;

/** An answer without what HTTP adds to it. */
export interface RecentAnswer {
  readonly body: string;
  /** The scheme of the URL that it is about, for the log; `null` = none. */
  readonly scheme: string | null;
}

export class RecentAnswers {
  /** By media type and address; what was asked for least recently is first. */
  readonly #answers = new Map<string, RecentAnswer>();
  #octets = 0;

  find(key: string): RecentAnswer | null {
    const answer = this.#answers.get(key);
    if (answer === undefined) return null;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  keep(key: string, answer: RecentAnswer): void {
    const size = sizeOf(key, answer);
    if (size > LONGEST) return;
    this.#drop(key);
    this.#answers.set(key, answer);
    this.#octets += size;
    for (const first of this.#answers.keys()) {
      if (this.#octets <= MOST_OCTETS) break;
      this.#drop(first);
    }
  }

  #drop(key: string): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#answers.delete(key);
    this.#octets -= sizeOf(key, answer);
  }
}

function sizeOf(key: string, { body }: RecentAnswer): number {
  return ENTRY + CHARACTER * (key.length + body.length);
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
