/** Answers of earlier runs of `check`, in a file: links that were alive a short while ago are not asked about again. */
import { constants } from 'node:fs';
import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { safeCanonicalize } from '../../src/index.ts';
import { withoutPasswords } from '../../src/uri/user-info.ts';
import type { CheckedLink, LinkChecker } from '../network/contract.ts';
import { isSystemError, systemErrorText } from '../system-error.ts';
import { UsageError } from '../usage/usage-error.ts';

type Answer = Exclude<CheckedLink, { readonly error: unknown }>;

/** What `--answers` and `--answers-for` say. */
export interface AnswersOptions {
  readonly file: string;
  /** How long an answer is young, in milliseconds. */
  readonly youngFor: number;
}

/** A link without what no server is told: its fragment, and its password. */
export const keyOf = (canonical: string): string => withoutPasswords(canonical.replace(/#.*$/, ''));

/** Answers that are young, by the links that they are about. */
export class RememberedAnswers {
  readonly #file: string;
  readonly #answers: Map<string, Answer>;

  private constructor(file: string, answers: Map<string, Answer>) {
    this.#file = file;
    this.#answers = answers;
  }

  /**
   * Reads the file; one that is not there yet has no answers.
   *
   * @param now - in milliseconds since 1970
   * @throws UsageError if it is not a file of answers, which must not be written over
   */
  static async read({ file, youngFor }: AnswersOptions, now = Date.now()): Promise<RememberedAnswers> {
    const answers = new Map<string, Answer>();
    for (const [index, line] of (await textOf(file)).split('\n').entries()) {
      if (line === '') continue;
      const answer = answerIn(line);
      if (answer === null)
        throw new UsageError(`${file}:${index + 1}: this line is not an answer, so the file stays as it is`);
      const age = now - Date.parse(answer.checkedAt);
      if (age >= 0 && age < youngFor) answers.set(keyOf(answer.canonical), answer);
    }
    return new RememberedAnswers(file, answers);
  }

  /** Asks about links of which no answer is young. */
  of(check: LinkChecker['check']): LinkChecker['check'] {
    return async (url) => {
      const canonical = safeCanonicalize(url);
      if (!canonical.ok) return check(url);
      const key = keyOf(canonical.value);
      const known = this.#answers.get(key);
      if (known !== undefined) return { ...known, input: url, canonical: canonical.value };
      const found = await check(url);
      if (!('error' in found) && found.status === 'alive') this.#answers.set(key, found);
      return found;
    };
  }

  /** Writes the file, in one step. */
  async save(): Promise<void> {
    const lines = [...this.#answers].map(
      ([canonical, answer]) => `${JSON.stringify({ ...answer, input: canonical, canonical })}\n`,
    );
    const fresh = `${this.#file}.new`;
    await writeFile(fresh, lines.join(''));
    await rename(fresh, this.#file);
  }
}

async function textOf(file: string): Promise<string> {
  try {
    // What cannot be kept is said before anybody is asked.
    await access(dirname(file), constants.W_OK);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code !== 'ENOENT' || error.syscall === 'access')
      throw new UsageError(systemErrorText(error, `--answers ${file}`));
    return '';
  }
}

/** The answer in a line; `null` = there is none. */
function answerIn(line: string): Answer | null {
  try {
    const value: unknown = JSON.parse(line);
    return isAnswer(value) ? value : null;
  } catch {
    return null;
  }
}

/** What {@link RememberedAnswers} writes is read again: whoever changes the file decides what is alive. */
function isAnswer(value: unknown): value is Answer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'canonical' in value &&
    typeof value.canonical === 'string' &&
    'checkedAt' in value &&
    typeof value.checkedAt === 'string' &&
    !Number.isNaN(Date.parse(value.checkedAt)) &&
    'status' in value &&
    value.status === 'alive'
  );
}
