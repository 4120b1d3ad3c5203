/** The setting `DEADLINES`: how long servers may take. */
import { entriesIn } from '../egress/entries.ts';

/** Milliseconds; `null` = no limit. */
export interface Deadlines {
  /** For resolving the name and connecting. A TLS handshake gets the same again. */
  readonly connect: number | null;
  /** From a request to the first octet of the reply. */
  readonly first: number | null;
  /**
   * Between two octets of a reply; for the rest of a line of a menu, or of a whole reply line by line, once it has
   * begun; and for the server to accept octets that we send.
   */
  readonly idle: number | null;
  /** For a whole menu or page. Once a stream has begun, only `idle` applies. */
  readonly total: number | null;
  /** For a terminal session in which neither side sends anything. */
  readonly session: number | null;
  /** For a terminal session as a whole. */
  readonly longest: number | null;
}

export const defaultDeadlines: Deadlines = {
  connect: 10_000,
  first: 15_000,
  idle: 15_000,
  total: 60_000,
  session: 10 * 60_000,
  longest: 4 * 3_600_000,
};

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** 500 hours. A timer takes at most 2^31 milliseconds, and ends at once with more. */
const LONGEST_MS = 500 * 3_600_000;

/** Reads `DEADLINES`: `name=duration` pairs, in `ms`, `s`, `m` or `h`. A deadline without one keeps its default. */
export function parseDeadlines(text: string | null): Deadlines {
  const deadlines: Record<keyof Deadlines, number | null> = { ...defaultDeadlines };
  for (const pair of entriesIn(text ?? '')) {
    const [, name, duration = ''] = /^(\w+)=(\d+(?:ms|s|m|h))$/.exec(pair) ?? [];
    if (!isDeadline(name)) throw new TypeError(`DEADLINES: ${pair} is not name=duration`);
    const time = parseDuration(duration);
    if (time < 1 || time > LONGEST_MS) throw new TypeError(`DEADLINES: ${pair} is not from 1ms to 500h`);
    deadlines[name] = time;
  }
  return deadlines;
}

/** Reads a duration in `ms`, `s`, `m` or `h` as milliseconds: `parseDuration('10s')` is `10000`. */
export function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  if (amount === undefined) throw new TypeError(`${text} is not a duration`);
  return Number(amount) * (UNITS[unit] ?? 1);
}

function isDeadline(name: string | undefined): name is keyof Deadlines {
  return name !== undefined && Object.hasOwn(defaultDeadlines, name);
}
