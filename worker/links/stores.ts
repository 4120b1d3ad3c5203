/** The stores of short links: at Cloudflare, and on one machine. */
import { BRISK, PATIENT, STEADY } from './pace.ts';
import { LinkStore } from './store.ts';

/** Shards somewhere else, each with a thread and a disk of its own: they work, and wait for their disks, together. */
export class ShardedStore extends LinkStore {
  readonly pace = () => STEADY;

  noteRequest(): void {}

  protected ask<Answer>(questions: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]> {
    return Promise.all(questions.map((question) => question()));
  }
}

/** Nobody else asks if nobody has asked for so long. */
const ALONE_AFTER_MS = 2000;

/**
 * Shards in the thread of all requests, as on self-host. They work one after the other, because what they do together
 * is one long stop, and slowly while somebody else asks.
 */
export class LocalStore extends LinkStore {
  #askedAt = Number.NEGATIVE_INFINITY;

  readonly pace = () => (Date.now() - this.#askedAt > ALONE_AFTER_MS ? BRISK : PATIENT);

  noteRequest(): void {
    this.#askedAt = Date.now();
  }

  protected async ask<Answer>(questions: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const question of questions) answers.push(await question());
    return answers;
  }
}
