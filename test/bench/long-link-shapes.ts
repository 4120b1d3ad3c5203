/**
 * The process that measures links of 64 KiB: units that make lists, escapes and changes, each repeated after every
 * beginning of a scheme's URL. It reports every shape, the slowest of them measured again.
 */
import { canonicalize, explain, MAX_LENGTH, UrlError } from '../../src/index.ts';

const BEGINNINGS: readonly string[] = [
  ...[
    'http://h/',
    'http://h/?',
    'http://h/#',
    'http://',
    'http://u:',
    'ftp://h/',
    'ftp://u:',
    'ftps://h/',
    'gopher://h/0',
  ],
  ...['gopher://h/0x%09%09+', 'gopher://h/0x%09%09!', 'gopher://h/0x%09%09+%091%0D%0A+-1%0D%0A', 'news:', 'news:a@'],
  ...[
    'nntp://h/',
    'telnet://h/',
    'telnet://u',
    'wais://h/',
    'wais://h/db?',
    'wais://h/db/T/',
    'prospero://h/x;',
    'go:',
  ],
  ...[
    'go://h?',
    'go://?id=',
    'file:///',
    'file:',
    'afs://c/',
    'mailto:',
    'mailto:a@b?',
    'mid:a@b/',
    'cid:',
    'x-a:/',
    'x-a:',
  ],
  ...['https://h/a?b=', 'gopher://h/7a%09', 'gopher://h/0x%09%09$', 'mailto:a@b?subject=', 'prospero://h/'],
  ...['urn:x:', 'urn:x:a?+', 'ws://h/', 'data:', 'x-a://h/?'],
];
const UNITS: readonly string[] = [
  ...[
    'a',
    'A',
    '/',
    ';',
    '=',
    ',',
    ';=',
    ';a=b',
    ';a=t,v',
    'a/',
    '../',
    'a/../',
    '%7e',
    '%41a',
    '%2f',
    '%00',
    '%',
    'é',
  ],
  ...['ü.', 'a.', '😀', '\ud800', ' ', 'a\t', ' \n', '\\', '?', '#', 'a@', 'a@b,', 'A@B,', ':', '&', '&A=b', '&to=a'],
  ...['./', '//', '%2e%2e/', '%7E', '%41', '%41/', 'a%7e/', '%2fa', '%e9a', '%c3%a9', '%20', '%3a', '%41%c3', '&&&'],
  ...['/..', '/./', 'A%2fé', ';a=%41', '-', '1.', '%2ea', '&to=a@b', '\u0000', '"', '^'],
  ...['%3c%3e', '<', '*', '+', '+a', '%09', 'a%0D%0A', 'C|/', '1=a;', '1=;', '0', 'xn--a.'],
];

/** The shortest measurement, in milliseconds of the processor. */
const SHORTEST_MS = 2;
/** Of one measurement, and of the slowest shapes again. */
const [SEARCH_ROUNDS, ROUNDS] = [3, Number(process.env.BENCH_ROUNDS ?? 9)];
const SLOWEST = 24;

/** A shape, with medians in milliseconds. */
export interface Shape {
  readonly name: string;
  readonly canonicalize: number;
  readonly explain: number;
  /** The median of the ratios of the rounds. */
  readonly ratio: number;
}

function longLink(beginning: string, unit: string): string {
  // An escaped character may become nine characters of the canonical form.
  const growth = /^[\x21-\x7e]*$/.test(unit) ? 1 : 9;
  const space = (MAX_LENGTH - 100) / growth - beginning.length;
  return beginning + unit.repeat(Math.floor(space / unit.length));
}

function isUrl(url: string): boolean {
  try {
    canonicalize(url);
    return true;
  } catch (error) {
    if (error instanceof UrlError) return false;
    throw error;
  }
}

const written = Buffer.alloc(MAX_LENGTH);

/** The milliseconds of a call, its result written to memory: a joined text is only built when somebody reads it. */
function timeOf(call: () => string): number {
  let calls = 0;
  let spent = 0;
  // Not `threadCpuUsage`, which counts in ticks of 4 ms.
  const start = process.cpuUsage();
  do {
    written.latin1Write(call());
    calls++;
    const { user, system } = process.cpuUsage(start);
    spent = (user + system) / 1000;
  } while (spent < SHORTEST_MS);
  return spent / calls;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function measured(name: string, url: string, rounds: number): Shape {
  const times = Array.from(
    { length: rounds },
    () => [timeOf(() => canonicalize(url)), timeOf(() => explain(url).canonical)] as const,
  );
  return {
    name,
    canonicalize: median(times.map(([time]) => time)),
    explain: median(times.map(([, time]) => time)),
    ratio: median(times.map(([ours, theirs]) => theirs / ours)),
  };
}

const urls = new Map<string, string>(
  BEGINNINGS.flatMap((beginning) => UNITS.map((unit) => [`${beginning}${unit}…`, longLink(beginning, unit)] as const)),
);
const found = [...urls].filter(([, url]) => isUrl(url)).map(([name, url]) => measured(name, url, SEARCH_ROUNDS));
const slowest = found.toSorted((a, b) => b.explain - a.explain).slice(0, SLOWEST);
const again = new Map(slowest.map(({ name }) => [name, measured(name, urls.get(name) ?? '', ROUNDS)]));
process.send?.(found.map((shape): Shape => again.get(shape.name) ?? shape));
