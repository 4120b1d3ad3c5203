/** The libraries of both checkouts in one process: each function, with generated, damaged and real links. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type * as Exports from '../../src/index.ts';
import type * as SurtExports from '../../src/surt.ts';
import { anyInput, intricateBase, intricateReference, webBase, webReference } from '../src/generators.ts';
import { firstDifference } from './comparable.ts';
import type { Comparison } from './comparison.ts';
import { jsonLines } from './documents.ts';
import type { Outcome } from './report.ts';

type Library = typeof Exports & Pick<typeof SurtExports, 'surtOf'>;

/** The same inputs in every run. */
const SEED = 1738;
const GENERATED = 9000;
const PAIRS = 6000;
/** Every which real link is damaged. */
const DAMAGED_SHARE = 5;

/** What is asked about one URL. */
const ABOUT_ONE: Readonly<Record<string, (library: Library, url: string) => unknown>> = {
  canonicalize: ({ canonicalize }, url) => canonicalize(url),
  'canonicalize, of 1994': ({ canonicalize }, url) => canonicalize(url, { dialect: 'url-1994' }),
  parse: ({ parse }, url) => parse(url),
  'parse, of 1994': ({ parse }, url) => parse(url, { dialect: 'url-1994' }),
  explain: ({ explain }, url) => explain(url),
  'explain, of 1994': ({ explain }, url) => explain(url, { dialect: 'url-1994' }),
  'sentence, wire octets and parts': (library, url) => {
    const resolution = library.explain(url);
    return [
      library.sentenceOf(resolution),
      library.wireOctetsOf(resolution).map((octets) => Buffer.from(octets).toString('latin1')),
      library.anatomyOf(resolution.canonical),
    ];
  },
  'the link behind a gateway': ({ linkBehindGateway }, url) =>
    linkBehindGateway(url, { wayposts: ['https://waypost.example'] }),
  surtOf: ({ surtOf }, url) => surtOf(url),
};

/** What is asked about a reference and its base, or about two URLs. */
const ABOUT_TWO: Readonly<Record<string, (library: Library, url: string, other: string) => unknown>> = {
  resolve: ({ resolve }, url, other) => resolve(url, other),
  'resolve, lax': ({ resolve }, url, other) => resolve(url, other, { lax: true }),
  'resolve, of 1994': ({ resolve }, url, other) => resolve(url, other, { dialect: 'url-1994' }),
  resolver: ({ resolver }, url, other) => resolver(other)(url),
  'explain with a base': ({ explain }, url, other) => explain(url, { base: other }),
  'explain with a base, lax, of 1994': ({ explain }, url, base) =>
    explain(url, { base, lax: true, dialect: 'url-1994' }),
  equivalent: ({ equivalent }, url, other) => equivalent(url, other),
  'the rung at which two links meet': ({ canonicalize, meetingRung }, url, other) =>
    meetingRung(canonicalize(url), canonicalize(other)),
  replaceParts: ({ replaceParts }, url, other) =>
    replaceParts(url, { path: `/${other}`, query: other, fragment: null, user: other }),
};

/** Compares the libraries. */
export async function compareLibraries({ before, after, report }: Comparison): Promise<void> {
  const [old, current] = [await load(before.folder), await load(after.folder)];
  const compare = (what: string, call: (library: Library) => unknown): void => {
    const [one, other] = [resultOf(old, call), resultOf(current, call)];
    report.count({
      what,
      outcomes: [outcomeOf(one), outcomeOf(other)],
      found: [['the result', one === other ? null : firstDifference(what, jsonLines(one), jsonLines(other))]],
    });
  };
  for (const url of urls()) {
    for (const [name, call] of Object.entries(ABOUT_ONE)) {
      compare(`${name}: ${JSON.stringify(url)}`, (library) => call(library, url));
    }
  }
  for (const [url, other] of pairs()) {
    for (const [name, call] of Object.entries(ABOUT_TWO)) {
      compare(`${name}: ${JSON.stringify([url, other])}`, (library) => call(library, url, other));
    }
  }
  compare('the schemes', ({ schemes }) => [...schemes.values()]);
  compare('the diagnostics', ({ diagnostics }) => diagnostics);
  compare('the exports', (library) => Object.keys(library).toSorted());
}

async function load(folder: string): Promise<Library> {
  const entry = (path: string): string => pathToFileURL(join(folder, path)).href;
  const library: typeof Exports = await import(entry('src/index.ts'));
  const { surtOf }: typeof SurtExports = await import(entry('src/surt.ts'));
  return { ...library, surtOf };
}

/** The value of a call, or its error, as JSON. */
function resultOf(library: Library, call: (library: Library) => unknown): string {
  try {
    return JSON.stringify({ value: call(library) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return JSON.stringify({ error: { ...error, name: error.name, message: error.message } });
  }
}

const outcomeOf = (result: string): Outcome => (result.startsWith('{"error"') ? 'refused' : 'answered');

function urls(): readonly string[] {
  const real = realLinks();
  const damages = fc.sample(fc.tuple(fc.nat(), fc.constantFrom(...DAMAGES)), { seed: SEED, numRuns: real.length });
  const damaged = real
    .filter((_, index) => index % DAMAGED_SHARE === 0)
    .map((url, index) => {
      const [position = 0, damage = ''] = damages[index] ?? [];
      const at = position % (url.length + 1);
      return url.slice(0, at) + damage + url.slice(at);
    });
  return [...fc.sample(anyInput, { seed: SEED, numRuns: GENERATED }), ...real, ...damaged];
}

/** What damage puts into links. */
const DAMAGES: readonly string[] = [
  '%',
  '%2',
  '%00',
  '%0d%0a',
  ' ',
  '\t',
  '//',
  '?',
  '#',
  ':',
  '@',
  ';',
  '\u00e9',
  '..',
  '%2e/',
  '<',
  '[',
  '|',
  '\\',
];

function pairs(): readonly (readonly [url: string, other: string])[] {
  const options = { seed: SEED, numRuns: PAIRS };
  return [
    ...fc.sample(fc.tuple(intricateReference, intricateBase), options),
    ...fc.sample(fc.tuple(webReference, webBase), options),
    ...fc.sample(fc.tuple(anyInput, anyInput), options),
  ];
}

/** The links that people wrote. They stand beside the checkout on machines that have them. */
function realLinks(): readonly string[] {
  const folder = join(import.meta.dirname, '../../../shared/bench');
  return ['legacy-urls.txt', 'real-links.tsv'].flatMap((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) {
      console.log(`The real links of ${file} are missing: only generated ones are compared.`);
      return [];
    }
    const lines = readFileSync(file, 'latin1').split('\n');
    return lines.map((line) => line.split('\t')[0] ?? '').filter((url) => url !== '');
  });
}
