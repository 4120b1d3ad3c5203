/** The lines of group lists and of capability lists (RFC 3977 §5.2, §7.6; RFC 6048 §2.2). */

/** The posting status of a group (RFC 6048 §3.1); `unknown` for a character that RFC 6048 does not define. */
export type GroupStatus = 'posting' | 'no-posting' | 'moderated' | 'junk' | 'closed' | 'alias' | 'unknown';

const STATUS: Readonly<Record<string, GroupStatus>> = {
  y: 'posting',
  n: 'no-posting',
  m: 'moderated',
  j: 'junk',
  x: 'closed',
};

export interface GroupLine {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** The number of articles from LIST COUNTS; `null` in other lists. */
  readonly count: number | null;
  readonly status: GroupStatus;
  /** The group that this name is an alias of. */
  readonly alias: string | null;
}

const GROUP_LINE = /^(\S+)\s+(\d{1,15})\s+(\d{1,15})\s+(?:(\d{1,15})\s+)?(\S+)\s*$/;

/** Whether {@link parseGroupLine} can read a line. It costs less memory. */
export function isGroupLine(line: string): boolean {
  return GROUP_LINE.test(line);
}

/**
 * Parses a line of LIST ACTIVE, `group high low status`, or of LIST COUNTS, `group high low count status`.
 *
 * @example
 * ```ts
 * parseGroupLine('misc.test 3002322 3000234 y')?.low; // 3000234
 * ```
 */
export function parseGroupLine(line: string): GroupLine | null {
  const match = GROUP_LINE.exec(line);
  if (match === null) return null;
  const [, name = '', high, low, count, status = ''] = match;
  const alias = status.startsWith('=') && status.length > 1 ? status.slice(1) : null;
  return {
    name,
    low: Number(low),
    high: Number(high),
    count: count === undefined ? null : Number(count),
    status: alias === null ? (STATUS[status] ?? 'unknown') : 'alias',
    alias,
  };
}

/** Parses a line of LIST NEWSGROUPS: a name, blanks, a description. */
export function parseDescription(line: string): readonly [name: string, description: string] | null {
  const trimmed = line.trim();
  const blank = trimmed.search(/\s/);
  return blank < 0 ? null : [trimmed.slice(0, blank), trimmed.slice(blank).trimStart()];
}

/** Arguments by the name of the capability in upper case. */
export type NntpCapabilities = ReadonlyMap<string, readonly string[]>;

/**
 * Parses the lines of CAPABILITIES.
 *
 * @example
 * ```ts
 * parseCapabilities(['VERSION 2', 'LIST ACTIVE COUNTS']).get('LIST'); // ['ACTIVE', 'COUNTS']
 * ```
 */
export function parseCapabilities(lines: readonly string[]): NntpCapabilities {
  return new Map(
    lines.map((line) => {
      const [label = '', ...rest] = line.trim().split(/\s+/);
      return [label.toUpperCase(), rest] as const;
    }),
  );
}
