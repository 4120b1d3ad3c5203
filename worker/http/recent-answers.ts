/**
 * What this isolate answered last about URLs, QR codes and pages of its own. Such an answer depends on its address, its
 * media type and the settings alone, as its entity tag says, so it is never old, and whoever asks for it again gets the
 * same octets. They are kept here, because to look into a cache outside of the isolate costs more than to make them.
 */
import { BoundedMap } from '../../src/kept.ts';
import { perEnvironment } from '../settings/per-environment.ts';

/** The most octets of one answer, and of all of an isolate, which has 128 MiB. */
const LONGEST = 512 * 1024;
const MOST_OCTETS = 8 * 1024 * 1024;

/** The octets of an entry without its texts. If a character is outside of Latin-1, all of the text take two each. */
const ENTRY = 200;
const CHARACTER = 2;

/** An answer without what HTTP adds to it. */
interface RecentAnswer {
  readonly body: string;
  /** The scheme of the URL that it is about, for the log; `null` = none. */
  readonly scheme: string | null;
}

export class RecentAnswers {
  /** By media type and address; what was asked for least recently goes first. */
  readonly #answers = new BoundedMap<string, RecentAnswer>(MOST_OCTETS, answerSize);

  find(key: string): RecentAnswer | null {
    return this.#answers.use(key) ?? null;
  }

  keep(key: string, answer: RecentAnswer): void {
    if (answerSize(key, answer) <= LONGEST) this.#answers.set(key, answer);
  }
}

function answerSize(key: string, { body }: RecentAnswer): number {
  return ENTRY + CHARACTER * (key.length + body.length);
}

/** The recent answers of an isolate with these settings. */
export const recentAnswersOf = perEnvironment(() => new RecentAnswers());
