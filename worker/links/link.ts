/**
 * A short link: its record, and what the API says about it. Browser scripts use these types, so they import nothing.
 */

/** An owner's claim, which keeps a link alive until it ends. */
export interface Claim {
  readonly owner: string;
  /** ISO 8601, like every time in records. */
  readonly createdAt: string;
  /** `null` = never. */
  readonly expiresAt: string | null;
  /** The name of the link in the lists of its owner; `null` = none. */
  readonly title: string | null;
  /** The owner's remarks about the link; `null` = none. */
  readonly note: string | null;
}

export interface Block {
  readonly at: string;
  /** Shown to those who follow the link. */
  readonly reason: string;
}

/** The clicks of a day in UTC. */
export interface DayClicks {
  /** Such as `2026-01-31`. */
  readonly day: string;
  readonly clicks: number;
}

export interface LinkRecord {
  readonly slug: string;
  /** Canonical when it was stored. It is never rewritten, even if the rules change. */
  readonly url: string;
  readonly createdAt: string;
  readonly clicks: number;
  readonly lastClickAt: string | null;
  readonly blocked: Block | null;
  /** In the order of their owners. */
  readonly claims: readonly Claim[];
  /** The clicks of each day on which there were any, in their order; absent = none are known. */
  readonly days?: readonly DayClicks[];
  /** Present if the slug is an imported alias that looks like a hash slug. */
  readonly alias?: true;
}

/** Of a link that was purged, only the slug is left. */
export interface Tombstone {
  readonly slug: string;
  readonly purged: true;
}

/** The JSON of a link in the API. */
export interface LinkAnswer {
  readonly slug: string;
  /** The canonical URL that the link leads to. */
  readonly url: string;
  readonly short: string;
  /** The page about the link, which does not follow it. */
  readonly inspect: string;
  readonly qr: string;
  readonly createdAt: string;
  /** The end of the reader's claim, or of the last claim if the reader has none; `null` = never. */
  readonly expiresAt: string | null;
  readonly clicks: number;
  readonly lastClickAt: string | null;
  readonly blocked: Block | null;
  /** The reader's own title and note. The public sees neither. */
  readonly title?: string | null;
  readonly note?: string | null;
  /** The clicks of each day of the last 400 on which there were any. Only in the answer for one link. */
  readonly days?: readonly DayClicks[];
  /** Only for administrators. */
  readonly claims?: readonly Claim[];
}
