/**
 * `npm run fuzz-grammar -- COUNT [FOLDER] [SEED]`: reads COUNT URLs made from the words of grammars with the octet pass
 * and with the expressions of this checkout, and compares canonical forms, errors and targets with those of the text
 * pass; in every twentieth URL also what `explain` finds (the same changes may be told in smaller parts), and the other
 * dialect. The text pass is that of the checkout
 * in FOLDER, such as a worktree of the commit before, or our own. `REAL_LINKS` names a file whose links are read first:
 * on each line a link, a tab, and how often it was found. Ends with status 1 if anything differs.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { createWaypost, explain, explainOf, idna, octetForms } from '../src/index.ts';
import type { definitions } from '../src/schemes/registry.ts';
import { grammarUrl, randomOf } from './src/generators/grammar-url.ts';

const OWN = join(import.meta.dirname, '..');
const ENTRY = `export * from './src/index.ts';
export { definitions } from './src/schemes/registry.ts';`;

/** The explained URLs are one of so many, because that takes ten times as long as all other comparisons. */
const EXPLAINED = 20;
/** Differences that are printed. */
const MOST_PRINTED = 30;

interface Checkout {
  readonly createWaypost: typeof createWaypost;
  /** Absent in checkouts of 0.3, whose libraries have `explain` as a member. */
  readonly explainOf?: typeof explainOf;
  readonly definitions: typeof definitions;
  readonly idna: typeof idna;
  readonly octetForms: typeof octetForms;
}

/** The library of a checkout as JavaScript: Node's own types take more time. */
async function load(folder: string, name: string): Promise<Checkout> {
  const outfile = join(OWN, `node_modules/.cache/waypost-fuzz/${name}.mjs`);
  const stdin = { contents: ENTRY, resolveDir: folder };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', target: 'es2022', logLevel: 'error' });
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`);
}

type Library = ReturnType<typeof createWaypost>;
type Explain = typeof explain;

function libraryOf({ createWaypost, definitions, idna }: Checkout, octets?: Checkout['octetForms']): Library {
  return createWaypost<(typeof definitions)[number]>(definitions, octets === undefined ? { idna } : { idna, octets });
}

function explainIn({ explainOf }: Checkout, library: Library & { readonly explain?: Explain }): Explain {
  // Every scheme is in the library, so its `explain` is that of all schemes.
  return library.explain ?? (explainOf?.(library) as Explain);
}

/** A result, or what is wrong and where. */
function answerOf(read: () => string): string {
  try {
    return read();
  } catch (error) {
    const { code, index } = error as { code?: string; index?: number };
    return code === undefined ? String(error) : `${code} at ${index}`;
  }
}

const [count = '100000', folder = OWN, seed = '1994'] = process.argv.slice(2);
const own = await load(OWN, 'own');
const other = await load(resolve(folder), 'other');
const octets = libraryOf(own, own.octetForms);
const expressions = libraryOf(own);
const texts = libraryOf(other);
const [explainOwn, explainOther] = [explainIn(own, octets), explainIn(other, texts)];
const readText = texts.lineReader.canonicalizeLine;
const form = own.octetForms(own.definitions, octets.lineReader.unknown);
const old = { dialect: 'url-1994' } as const;

/** By scheme: URLs, and those that the octet pass does not leave. */
const schemes = new Map<string, { urls: number; taken: number }>();
const differences = new Map<string, number>();
let compared = 0;

function compare(what: string, url: string, wanted: string, found: string): void {
  compared++;
  if (wanted === found) return;
  const scheme = url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase();
  const number = differences.get(`${what}, ${scheme}`) ?? 0;
  differences.set(`${what}, ${scheme}`, number + 1);
  if (number < MOST_PRINTED / 10) console.log(`${what}: ${JSON.stringify({ url, wanted, found }, null, 1)}`);
}

type Finding = ReturnType<Explain>['diagnostics'][number];

function findingsOf(explain: Explain, url: string): readonly Finding[] {
  try {
    return explain(url).diagnostics;
  } catch {
    return [];
  }
}

/** Findings that tell of the same changes in smaller parts. */
let finer = 0;

function compareFindings(url: string): void {
  const [wanted, found] = [findingsOf(explainOther, url), findingsOf(explainOwn, url)];
  const [before, now] = [wanted, found].map((findings) => JSON.stringify(findings));
  if (before !== now && isFiner(wanted, found)) finer++;
  else compare('findings', url, before ?? '', now ?? '');
}

/** Whether each finding meets one of the others, and each of those, but for steps between, one with its code. */
function isFiner(others: readonly Finding[], findings: readonly Finding[]): boolean {
  const meets = ({ at: a }: Finding, { at: b }: Finding): boolean =>
    a === null || b === null ? a === b : a[0] <= b[1] && b[0] <= a[1];
  // One of two findings about the same range was a step between.
  const isStep = (outer: Finding): boolean => others.some((other) => other !== outer && meets(outer, other));
  return (
    findings.every((inner) => others.some((outer) => meets(inner, outer))) &&
    others.every((outer) =>
      findings.some((inner) => meets(inner, outer) && (inner.code === outer.code || isStep(outer))),
    )
  );
}

/** Compares what is read of one URL, and returns its canonical form or its error. */
function tryUrl(url: string, before: string, isExplained: boolean): string {
  const wanted = answerOf(() => readText(url));
  compare(
    'octets',
    url,
    wanted,
    answerOf(() => octets.canonicalize(url)),
  );
  compare(
    'expressions',
    url,
    wanted,
    answerOf(() => expressions.canonicalize(url)),
  );
  if (!isExplained) return wanted;
  compareFindings(url);
  compare(
    'old dialect',
    url,
    answerOf(() => texts.canonicalize(url, old)),
    answerOf(() => expressions.canonicalize(url, old)),
  );
  for (const reference of [url, url.slice(url.indexOf(':') + 1)]) {
    const target = answerOf(() => texts.resolve(reference, before));
    compare(
      'targets',
      `${before} + ${reference}`,
      target,
      answerOf(() => octets.resolve(reference, before)),
    );
  }
  return wanted;
}

function countUrl(url: string): void {
  const scheme = url.slice(0, url.indexOf(':')).toLowerCase();
  const counted = schemes.get(scheme) ?? { urls: 0, taken: 0 };
  schemes.set(scheme, counted);
  counted.urls++;
  if (form.of(url) !== null) counted.taken++;
}

const real = process.env.REAL_LINKS;
const links =
  real === undefined
    ? []
    : readFileSync(real, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
let before = 'http://h/a/b';
for (const line of links) before = tryUrl(line.slice(0, line.lastIndexOf('\t')), before, true);

const random = randomOf(Number(seed));
before = 'http://h/a/b';
for (let number = 0; number < Number(count); number++) {
  const url = grammarUrl(random);
  const isExplained = number % EXPLAINED === 0;
  const wanted = tryUrl(url, before, isExplained);
  if (isExplained) countUrl(url);
  // The canonical form is read, too, and may be the base of the next URL.
  if (!/ at -?\d+$/.test(wanted)) before = tryUrl(wanted, before, isExplained);
}

for (const [scheme, { urls, taken }] of schemes) {
  console.log(`${scheme}: ${urls} counted, ${Math.round((100 * taken) / urls)} % by the octet pass`);
}
for (const [what, number] of differences) console.log(`${what}: ${number} differ`);
if (finer > 0) console.log(`findings in smaller parts: ${finer}`);
const total = [...differences.values()].reduce((sum, number) => sum + number, 0);
console.log(
  `${links.length} links of people and ${count} URLs, seed ${seed}: ${compared} comparisons, ${total} differ.`,
);
process.exitCode = total > 0 ? 1 : 0;
