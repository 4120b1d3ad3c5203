/**
 * The tasks of the library bench: each is a list of calls over the corpus, for every candidate that has the function.
 */
import { readFileSync } from 'node:fs';
import { type Citation, type Link, makeCitations, makeCorpus } from './corpus.ts';

/**
 * One call. Its result is written to memory, as whoever stores, compares or sends it does: engines put off the work of
 * a string that nobody reads. The lengths are added up.
 */
export type Call = (index: number) => number;

/** Room for the longest result. */
const memory = Buffer.alloc(1 << 20);

const written = (text: string): number => memory.write(text, 0, 'latin1');

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
  /** The parts that every candidate has: scheme, host and path. */
  readonly parse: ((url: string) => readonly (string | null | undefined)[]) | null;
  readonly resolve: ((reference: string, base: string) => string) | null;
  /** Everything, as JSON. */
  readonly explain: ((url: string) => string) | null;
}

/** The candidates by name, each loaded only in the process that measures it. */
export const candidates: Readonly<Record<string, () => Promise<Candidate>>> = {
  async waypost() {
    const { canonicalize, explain, parse, resolve } = await import('../../src/index.ts');
    return {
      normalize: (url) => canonicalize(url),
      parse: (url) => {
        const { scheme, host, path } = parse(url);
        return [scheme, host, path];
      },
      resolve: (reference, base) => resolve(reference, base),
      explain: (url) => JSON.stringify(explain(url)),
    };
  },
  async native() {
    return {
      normalize: (url) => new URL(url).href,
      parse: (url) => {
        const { protocol, hostname, pathname } = new URL(url);
        return [protocol, hostname, pathname];
      },
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
      parse: (url) => {
        const { scheme, host, path } = uri.parse(url);
        return [scheme, host, path];
      },
      resolve: (reference, base) => uri.resolve(base, reference),
      explain: null,
    };
  },
  async 'uri-js'() {
    const { default: uri } = await import('uri-js');
    return {
      normalize: (url) => uri.normalize(url),
      parse: (url) => {
        const { scheme, host, path } = uri.parse(url);
        return [scheme, host, path];
      },
      resolve: (reference, base) => uri.resolve(base, reference),
      explain: null,
    };
  },
  async urijs() {
    const { default: URI } = await import('urijs');
    return {
      normalize: (url) => new URI(url).normalize().toString(),
      parse: (url) => {
        const uri = new URI(url);
        return [uri.scheme(), uri.hostname(), uri.path()];
      },
      resolve: (reference, base) => new URI(reference).absoluteTo(base).toString(),
      explain: null,
    };
  },
  async 'whatwg-url'() {
    const { URL: Standard } = await import('whatwg-url');
    return {
      normalize: (url) => new Standard(url).href,
      parse: (url) => {
        const { protocol, hostname, pathname } = new Standard(url);
        return [protocol, hostname, pathname];
      },
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
    return resolve && over<Citation>(makeCitations(), ({ reference, base }) => written(resolve(reference, base)));
  }
  if (name === 'native canParse' && task !== 'canonicalize, mixed') return null;
  const links = await linksOf(task);
  if (task === 'parse') {
    const writeParts = (sum: number, part: string | null | undefined): number => sum + written(part ?? '');
    return parse && over<Link>(links, ({ url }) => parse(url).reduce(writeParts, 0));
  }
  if (task === 'explain') return explain && over<Link>(links, ({ url }) => written(explain(url)));
  return over<Link>(links, ({ url }) => written(normalize(url)));
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
