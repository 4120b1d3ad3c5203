/** The libraries that `npm run conformance` compares on the same rows, and how a result is judged. */
import { createRequire } from 'node:module';
import fastUri from 'fast-uri';
import uriJs from 'uri-js';
import URI from 'urijs';
import { URL as WhatwgUrl } from 'whatwg-url';
import { canonicalize, equivalent, resolve, UrlError } from '../../src/index.ts';
import type { Row } from './rows.ts';

/** What every library can do with a URL. Each function may throw. */
export interface Library {
  readonly name: string;
  readonly version: string;
  normalize(url: string): string;
  resolve(reference: string, base: string): string;
  equal(a: string, b: string): boolean;
}

const versionOf = (name: string): string => {
  const manifest: { version: string } = createRequire(import.meta.url)(`../../node_modules/${name}/package.json`);
  return manifest.version;
};

/** A library that compares URLs by their normal forms. */
const byForm = (name: string, version: string, rest: Pick<Library, 'normalize' | 'resolve'>): Library => ({
  name,
  version,
  ...rest,
  equal: (a, b) => rest.normalize(a) === rest.normalize(b),
});

/** fast-uri and uri-js say what is wrong in a member of the parsed URL, and return the text as it came. */
function withoutError<Value>(value: Value, error: string | undefined): Value {
  if (error !== undefined) throw new TypeError(error);
  return value;
}

export const waypost: Library = {
  name: 'Waypost',
  version: '',
  normalize: (url) => canonicalize(url),
  resolve: (reference, base) => resolve(reference, base),
  equal: (a, b) => equivalent(a, b),
};

/** Waypost, and the others in the order of the table. */
export const libraries: readonly Library[] = [
  waypost,
  byForm('native `URL`', `Node ${process.version}`, {
    normalize: (url) => new URL(url).href,
    resolve: (reference, base) => new URL(reference, base).href,
  }),
  byForm('whatwg-url', versionOf('whatwg-url'), {
    normalize: (url) => new WhatwgUrl(url).href,
    resolve: (reference, base) => new WhatwgUrl(reference, base).href,
  }),
  {
    name: 'fast-uri',
    version: versionOf('fast-uri'),
    normalize: (url) => withoutError(fastUri.normalize(url), fastUri.parse(url).error),
    resolve: (reference, base) => fastUri.resolve(base, reference),
    equal: (a, b) => fastUri.equal(a, b),
  },
  {
    name: 'uri-js',
    version: versionOf('uri-js'),
    normalize: (url) => withoutError(uriJs.normalize(url), uriJs.parse(url).error),
    resolve: (reference, base) => uriJs.resolve(base, reference),
    equal: (a, b) => uriJs.equal(a, b),
  },
  byForm('urijs', versionOf('urijs'), {
    normalize: (url) => new URI(url).normalize().toString(),
    resolve: (reference, base) => new URI(reference).absoluteTo(base).toString(),
  }),
];

/** What a library made of a row. */
export interface Outcome {
  readonly pass: boolean;
  /** For the report. */
  readonly got: string;
  /** The code of our error. */
  readonly codes: readonly string[];
}

/** The operations that every library has. */
export const COMPARED: ReadonlySet<Row['op']> = new Set<Row['op']>(['resolve', 'normalize', 'equal']);

/**
 * Judges a library on a row. A result is right if it is the expected text, or the library's own normal form of it:
 * libraries disagree on normal forms, and no suite asks for all of one. `null` expects an error, and a URL that is
 * refused is not equal to another.
 */
export function outcomeOf(library: Library, row: Row): Outcome {
  const { op, expect } = row;
  try {
    const got = resultOf(library, row);
    const pass =
      got === String(expect) || (op !== 'equal' && typeof expect === 'string' && isFormOf(library, got, expect));
    return { pass, got, codes: [] };
  } catch (error) {
    const pass = expect === null || (op === 'equal' && expect === false);
    const message = error instanceof Error ? error.message : String(error);
    return { pass, got: `an error: ${message}`, codes: error instanceof UrlError ? [error.code] : [] };
  }
}

function resultOf(library: Library, { op, input, base = '', other = '' }: Row): string {
  if (op === 'equal') return String(library.equal(input, other));
  return op === 'resolve' ? library.resolve(input, base) : library.normalize(input);
}

function isFormOf(library: Library, got: string, expected: string): boolean {
  try {
    return library.normalize(got) === library.normalize(expected);
  } catch {
    return false;
  }
}
