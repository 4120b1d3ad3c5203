/** The status line of a terminal: the state of the session, octets in both directions, and its time. */
import type { EndMessage } from '../messages.ts';
import { elementById } from './page-elements.ts';

/** How often the time changes, in milliseconds. */
const TICK_MS = 1000;
/** How often octets change, in milliseconds. */
const TRAFFIC_MS = 250;

export class StatusLine {
  readonly #status = elementById('status', HTMLElement);
  readonly #traffic = elementById('traffic', HTMLElement);
  #sent = 0;
  #received = 0;
  #openedAt: number | null = null;
  #trafficAt = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  connecting(): void {
    this.#stop();
    this.#sent = 0;
    this.#received = 0;
    this.#openedAt = null;
    this.#trafficAt = 0;
    this.#status.textContent = 'Connecting…';
    this.#traffic.textContent = '';
  }

  opened(): void {
    this.#status.textContent = 'Connected.';
    this.#openedAt = Date.now();
    this.#timer = setInterval(() => this.#show(), TICK_MS);
    this.#show();
  }

  /**
   * Octets since the session began. The first ones are shown at once, and later ones with the next tick at the latest.
   */
  traffic(sent: number, received: number): void {
    this.#sent = sent;
    this.#received = received;
    if (Date.now() - this.#trafficAt < TRAFFIC_MS) return;
    this.#trafficAt = Date.now();
    this.#show();
  }

  ended({ message, code, rule }: EndMessage): void {
    this.#stop();
    this.#show();
    this.#status.textContent = `${message} (${rule === null ? code : `${code}: ${rule}`})`;
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #show(): void {
    if (this.#openedAt === null) return;
    const seconds = Math.floor((Date.now() - this.#openedAt) / TICK_MS);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    this.#traffic.textContent = `${time} · ${formatOctets(this.#received)} in · ${formatOctets(this.#sent)} out`;
  }
}

function formatOctets(octets: number): string {
  if (octets < 1024) return `${octets} B`;
  const kibibytes = octets / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}
