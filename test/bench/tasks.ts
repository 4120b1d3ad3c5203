/**
 * The tasks of the library bench: each is a list of calls over the corpus, for every candidate that has the function.
 */
import { readFileSync } from 'node:fs';
import { type Citation, type Link, makeCitations, makeCorpus } from './corpus.ts';

/** One call. The sizes of its results are added up, so that no engine can skip the work. */
export type Call = (index: number) => number;

export interface Prepared {
  readonly size: number;
  readonly call: Call;
}

type Normalize = (url: string) => string;

const over = <Item>(items: readonly Item[], use: (item: Item) => number): Prepared => ({
  size: items.length,
  call: (index) => {
    const item = items[index];
    return item === undefined ? 0 : use(item);
  },
});

/** The functions of a candidate; `null` if it has no such function. */
export interface Candidate {
  readonly normalize: Normalize;
  readonly parse: ((url: string) => number) | null;
  readonly resolve: ((reference: string, base: string) => string) | null;
  readonly explain: ((url: string) => number) | null;
}

/** The candidates by name, each loaded only in the process that measures it. */
export const candidates: Readonly<Record<string, () => Promise<Candidate>>> = {
  async waypost() {
    const { canonicalize, explain, parse, resolve } = await import('../../src/index.ts');
    return {
      normalize: (url) => canonicalize(url),
      parse: (url) => parse(url).scheme.length,
      resolve: (reference, base) => resolve(reference, base),
      explain: (url) => explain(url).canonical.length,
    };
  },
  async native() {
    return {
      normalize: (url) => new URL(url).href,
      parse: (url) => new URL(url).protocol.length,
      resolve: (reference, base) => new URL(reference, base).href,
      explain: null,
    };
  },
  async 'native canParse'() {
    return { normalize: (url) => (URL.canParse(url) ? url : ''), parse: null, resolve: null, explain: null };
  },
  async 'fast-uri'() {
    const { default: uri } = await import('fast-uri');
    return {
      normalize: (url) => uri.normalize(url),
      parse: (url) => uri.parse(url).scheme?.length ?? 0,
      resolve: (reference, base) => uri.resolve(base, reference),
      explain: null,
    };
  },
  async 'uri-js'() {
    const { default: uri } = await import('uri-js');
    return {
      normalize: (url) => uri.normalize(url),
      parse: (url) => uri.parse(url).scheme?.length ?? 0,
      resolve: (reference, base) => uri.resolve(base, reference),
      explain: null,
    };
  },
  async urijs() {
    const { default: URI } = await import('urijs');
    return {
      normalize: (url) => new URI(url).normalize().toString(),
      parse: (url) => new URI(url).scheme().length,
      resolve: (reference, base) => new URI(reference).absoluteTo(base).toString(),
      explain: null,
    };
  },
  async 'whatwg-url'() {
    const { URL: Standard } = await import('whatwg-url');
    return {
      normalize: (url) => new Standard(url).href,
      parse: (url) => new Standard(url).protocol.length,
      resolve: (reference, base) => new Standard(reference, base).href,
      explain: null,
    };
  },
};

export const KINDS: readonly string[] = ['http', 'gopher', 'ftp', 'news', 'nntp', 'session', 'wais', 'file', 'mailto'];

/** Every task by name. */
export const tasks: readonly string[] = [
  'canonicalize, mixed',
  'canonicalize, already canonical',
  'resolve',
  'parse',
  'explain',
  ...KINDS.map((kind) => `canonicalize, ${kind}`),
];

/** Prepares a task for a candidate; `null` if the candidate has no such function. */
export async function prepare(task: string, name: string): Promise<Prepared | null> {
  const candidate = await candidates[name]?.();
  if (candidate === undefined) return null;
  const { normalize, parse, resolve, explain } = candidate;
  if (task === 'resolve') {
    return resolve && over<Citation>(makeCitations(), ({ reference, base }) => resolve(reference, base).length);
  }
  if (name === 'native canParse' && task !== 'canonicalize, mixed') return null;
  const links = await linksOf(task);
  if (task === 'parse') return parse && over<Link>(links, ({ url }) => parse(url));
  if (task === 'explain') return explain && over<Link>(links, ({ url }) => explain(url));
  return over<Link>(links, ({ url }) => normalize(url).length);
}

/** The links of the file in `BENCH_CORPUS`, one per line; by default our own corpus. */
function corpusOf(): readonly Link[] {
  const file = process.env.BENCH_CORPUS;
  if (file === undefined) return makeCorpus();
  return readFileSync(file, 'latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ kind: kindOf(line), url: Buffer.from(line, 'latin1').toString('latin1') }));
}

function kindOf(url: string): string {
  const scheme = url.slice(0, url.indexOf(':')).toLowerCase();
  return KINDS.includes(scheme) ? scheme : 'session';
}

async function linksOf(task: string): Promise<readonly Link[]> {
  const corpus = corpusOf();
  if (task === 'canonicalize, already canonical') {
    const { canonicalize } = await import('../../src/index.ts');
    return corpus.map(({ kind, url }) => ({ kind, url: Buffer.from(canonicalize(url), 'latin1').toString('latin1') }));
  }
  const kind = KINDS.find((name) => task === `canonicalize, ${name}`);
  return kind === undefined ? corpus : corpus.filter((link) => link.kind === kind);
}
