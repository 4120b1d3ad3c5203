/**
 * What functions of the package cost a program in a browser: minified and after gzip, with three bundlers, against
 * limits. `npm run try-package -- sizes` writes the table of docs/library.md, and `npm run try-package` compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { withParts } from '../generated-parts.ts';
import { root } from './published.ts';

const DOCUMENT = join(root, 'docs/library.md');

/** How far a size may be from that in the table, as a part of it. */
const TOLERANCE = 0.05;

/** A program, and how much it may cost. */
export interface SizedProgram {
  /** What it imports, for people. */
  readonly about: string;
  /** A module that uses it. */
  readonly code: string;
  /** In KiB. */
  readonly limit: number;
}

const used = (from: string, ...names: readonly string[]): string =>
  `import { ${names.join(', ')} } from '${from}'; globalThis.used = [${names.join(', ')}];`;

function chosen(schemes: readonly string[], option = ''): string {
  const imports = schemes.map((name) => `import { ${name} } from 'waypost/schemes/${name}';`);
  const names = option === '' ? 'createWaypost' : `createWaypost, ${option}`;
  return `import { ${names} } from 'waypost'; ${imports.join(' ')}
    const { canonicalize } = createWaypost([${schemes.join(', ')}], { ${option} }); globalThis.used = [canonicalize];`;
}

export const PROGRAMS: readonly SizedProgram[] = [
  {
    about: '`canonicalize`, `resolve` and `equivalent` of `waypost/canonical`',
    code: used('waypost/canonical', 'canonicalize', 'resolve', 'equivalent'),
    limit: 23.5,
  },
  {
    about: '`canonicalizeLines` of `waypost/canonical`',
    code: used('waypost/canonical', 'canonicalizeLines'),
    limit: 30,
  },
  { about: '`canonicalize` of `waypost`, with the faster pass', code: used('waypost', 'canonicalize'), limit: 31 },
  { about: '`parse`', code: used('waypost', 'parse'), limit: 26 },
  { about: '`explain`', code: used('waypost', 'explain'), limit: 52 },
  { about: '`surtOf` of `waypost/surt`', code: used('waypost/surt', 'surtOf'), limit: 26 },
  { about: '`checkUrl` of `waypost/webhooks`', code: used('waypost/webhooks', 'checkUrl'), limit: 40 },
  { about: '`createWaypost([])`, for your own definitions', code: chosen([]), limit: 14.5 },
  { about: '`createWaypost([http])`', code: chosen(['http']), limit: 15 },
  { about: '`createWaypost([gopher, ftp])`', code: chosen(['gopher', 'ftp']), limit: 20.5 },
  { about: '`createWaypost([gopher, ftp], { idna })`', code: chosen(['gopher', 'ftp'], 'idna'), limit: 26 },
];

/** Bundles a module in a folder, and returns the bundle. */
export type Bundle = (folder: string, code: string) => Promise<string> | string;

/** esbuild, as a program of others calls it. */
export async function withEsbuild(folder: string, code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    ...{ bundle: true, minify: true, write: false, format: 'esm', legalComments: 'none', logLevel: 'silent' },
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** The size of each program in KiB, in their order. */
export async function measure(folder: string, bundle: Bundle): Promise<readonly number[]> {
  const sizes: number[] = [];
  for (const { code } of PROGRAMS) sizes.push(gzipSync(await bundle(folder, code), { level: 9 }).length / 1024);
  return sizes;
}

type Measured = ReadonlyMap<string, readonly number[]>;

/** Writes the table. @param measured - the sizes by the name of the bundler */
export function writeSizes(measured: Measured): void {
  const head = ['minified, gzip, KiB', ...measured.keys(), 'limit'];
  const cells = PROGRAMS.map(({ about, limit }, row) => {
    const sizes = [...measured.values()].map((column) => (column[row] ?? 0).toFixed(1));
    return [about, ...sizes, String(limit)];
  });
  const rows = [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...cells];
  const table = rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
  writeFileSync(DOCUMENT, withParts(readFileSync(DOCUMENT, 'utf8'), { sizes: `\n${table}` }));
}

/** What is wrong with the sizes of a bundler: above a limit, or not as the table says. */
export function faultsOfSizes(bundler: string, sizes: readonly number[]): readonly string[] {
  const [, table = ''] = /<!-- sizes -->\n(.*?)<!-- \/sizes -->/s.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  const [head = [], , ...rows] = table
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| /, '')));
  const column = head.indexOf(bundler);
  return PROGRAMS.flatMap(({ about, limit }, index) => {
    const size = sizes[index] ?? Number.NaN;
    const reported = Number(rows.find(([name]) => name === about)?.[column]);
    const isTold = Math.abs(size / reported - 1) < TOLERANCE;
    return [
      ...(size <= limit ? [] : [`${about} has ${size.toFixed(2)} KiB with ${bundler}, limit ${limit}`]),
      ...(isTold
        ? []
        : [`docs/library.md says ${reported} KiB of ${about}, but with ${bundler} it has ${size.toFixed(1)}`]),
    ];
  });
}
