/**
 * What `explain` takes for links of 64 KiB, relative to `canonicalize`: units that make lists, escapes and changes,
 * each repeated after every beginning of a scheme's URL. The table has the slowest shapes of the search.
 */
import { canonicalize, explain, MAX_LENGTH, UrlError } from '../../src/index.ts';
import { figure, type Table } from './table.ts';

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
const SHORTEST_MS = 4;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SHOWN = 12;

interface Shape {
  readonly name: string;
  readonly canonicalize: number;
  readonly explain: number;
}

/** Searches for the slowest shapes, and measures those again. */
export function benchLongLinks(): Table {
  const found = BEGINNINGS.flatMap((beginning) => UNITS.map((unit) => [beginning, unit] as const))
    .map(([beginning, unit]) => [`${beginning}${unit}…`, longLink(beginning, unit)] as const)
    .filter(([, url]) => isUrl(url))
    .map(([name, url]) => ({ url, shape: measured(name, url, 1) }));
  const slowest = found.toSorted((a, b) => b.shape.explain - a.shape.explain).slice(0, SHOWN);
  const rows = slowest
    .map(({ url, shape }) => measured(shape.name, url, ROUNDS))
    .sort((a, b) => b.explain - a.explain)
    .map((shape) => [JSON.stringify(shape.name), figure(shape.canonicalize), figure(shape.explain), ratio(shape)]);
  const ratios = found.map(({ shape }) => shape.explain / shape.canonicalize).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
  return {
    about:
      `Milliseconds of the processor for links of 64 KiB: the slowest of ${found.length} shapes, each a unit that is ` +
      `repeated. The median of all ratios is ${figure(median)}.`,
    head: ['shape', '`canonicalize`', '`explain`', 'ratio'],
    rows,
  };
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

function measured(name: string, url: string, rounds: number): Shape {
  return { name, canonicalize: best(() => canonicalize(url), rounds), explain: best(() => explain(url), rounds) };
}

/** The least time of a call, in milliseconds: the rest is what the garbage collector and other programs take. */
function best(call: () => unknown, rounds: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    let calls = 0;
    let spent = 0;
    const start = process.threadCpuUsage();
    do {
      call();
      calls++;
      const { user, system } = process.threadCpuUsage(start);
      spent = (user + system) / 1000;
    } while (spent < SHORTEST_MS);
    least = Math.min(least, spent / calls);
  }
  return least;
}

function ratio({ canonicalize, explain }: Shape): string {
  return figure(explain / canonicalize);
}
