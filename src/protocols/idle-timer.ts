/** Timers for servers that fall silent. */

/**
 * Calls back when a wait takes too long. It is fast in loops of many short waits: starting and ending a wait only reads
 * the clock, and a new timer is set only when the last one has run out.
 */
export class IdleTimer {
  readonly #expired: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** When `#timer` fires, and when the wait is over its limit, in milliseconds of the clock. */
  #fires = 0;
  #due = Number.POSITIVE_INFINITY;

  constructor(expired: () => void) {
    this.#expired = expired;
  }

  start(milliseconds: number | null): void {
    if (milliseconds === null) {
      this.pause();
      return;
    }
    this.#due = Date.now() + milliseconds;
    if (this.#timer !== null && this.#fires > this.#due) this.stop();
    if (this.#timer === null) this.#set(milliseconds);
  }

  pause(): void {
    this.#due = Number.POSITIVE_INFINITY;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(milliseconds: number): void {
    this.#fires = Date.now() + milliseconds;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#due === Number.POSITIVE_INFINITY) return;
      const left = this.#due - Date.now();
      if (left > 0) this.#set(left);
      else this.#expired();
    }, milliseconds);
  }
}
