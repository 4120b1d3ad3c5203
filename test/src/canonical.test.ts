/**
 * The small door: `waypost/canonical` gives the results of `waypost`, and errors with the same codes and places, but it
 * ships no message, sentence or request.
 */
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import * as small from '../../src/canonical.ts';
import * as full from '../../src/index.ts';
import { definitions } from '../../src/schemes/registry.ts';
import { rules } from '../../src/schemes/rules.ts';
import { readDiagnosticHelp } from '../../worker/build/beside-definitions.ts';
import { makeCitations, makeCorpus } from '../bench/corpus.ts';
import fc, { PROPERTY_TIMEOUT, runs, scaled } from '../fast-check.ts';
import { anyInput, intricateBase, intricateReference } from './generators.ts';

/** A value, or what an error says besides its message and its clause. */
type Outcome = { readonly value: unknown } | { readonly error: object };

function outcome(call: () => unknown): Outcome {
  try {
    return { value: call() };
  } catch (error) {
    if (!(error instanceof small.UrlError)) throw error;
    const { code, index, input, at, cause } = error;
    return { error: { code, index, input, at, cause: cause instanceof small.UrlError ? cause.code : cause } };
  }
}

/** Runs a call with both, expects the same, and returns it. */
function expectSame(
  call: (library: Pick<typeof small, 'canonicalize' | 'resolve' | 'equivalent'>) => unknown,
): Outcome {
  const found = outcome(() => call(small));
  expect(found).toEqual(outcome(() => call(full)));
  return found;
}

const dialect = fc.constantFrom('current', 'url-1994');
const options = fc.record({ dialect, lax: fc.boolean() }, { requiredKeys: [] });

/** How many links of an archive are read. */
const LINKS = Math.max(500, scaled(10_000));

const examples = Object.entries(await readDiagnosticHelp()).flatMap(([code, { input, options }]) =>
  input === undefined ? [] : [[code, input, options] as const],
);

describe('it agrees with the library', () => {
  test('on a corpus, and on references against their bases', () => {
    for (const { url } of makeCorpus(LINKS)) expectSame(({ canonicalize }) => canonicalize(url));
    for (const { base, reference } of makeCitations(LINKS)) expectSame(({ resolve }) => resolve(reference, base));
  });

  test.each(examples)('on the URL with the diagnostic %s', (code, input, options) => {
    const found = expectSame(({ canonicalize }) => canonicalize(input, options));
    const entry = Object.values(full.diagnostics).find((diagnostic) => diagnostic.code === code);
    if (entry?.severity === 'error') {
      expect(found).toEqual({ error: expect.objectContaining({ code }) });
    }
  });

  test('on anything that a user may type', { timeout: PROPERTY_TIMEOUT }, () => {
    fc.assert(
      fc.property(anyInput, options, (input, options) => {
        expectSame(({ canonicalize }) => canonicalize(input, options));
      }),
      runs(),
    );
  });

  test('on references against bases', { timeout: PROPERTY_TIMEOUT }, () => {
    fc.assert(
      fc.property(intricateReference, fc.oneof(intricateBase, anyInput), options, (reference, base, options) => {
        expectSame(({ resolve }) => resolve(reference, base, options));
        expectSame(({ canonicalize }) => canonicalize(reference, { ...options, base }));
      }),
      runs(),
    );
  });

  test('on which URLs are equivalent', { timeout: PROPERTY_TIMEOUT }, () => {
    fc.assert(
      fc.property(anyInput, anyInput, (a, b) => {
        expectSame(({ equivalent }) => equivalent(a, b));
        expectSame(({ equivalent }) => equivalent(a, a));
      }),
      runs(),
    );
  });
});

describe('errors', () => {
  const result = small.safeCanonicalize('gopher://h.example/0a%0D%0Ab');
  const error = result.ok ? null : result.error;

  test('have code, index, input and a short message', () => {
    expect(error).toBeInstanceOf(small.UrlError);
    expect(error?.message).toBe('Not a URL: gopher-cr-lf.');
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'UrlError',
      code: 'gopher-cr-lf',
      message: 'Not a URL: gopher-cr-lf.',
      index: 21,
      input: 'gopher://h.example/0a%0D%0Ab',
    });
  });

  test('of the whole library are errors of this class too, but not the other way round', () => {
    const described = full.safeCanonicalize('gopher://h.example/0a%0D%0Ab');
    expect(described.ok ? null : described.error).toBeInstanceOf(small.UrlError);
    expect(error).not.toBeInstanceOf(full.UrlError);
  });

  test('are returned by the safe forms, which throw all others', () => {
    expect(small.safeCanonicalize('GO:a')).toEqual({ ok: true, value: 'go:a' });
    expect(small.safeResolve('b', 'a')).toMatchObject({ ok: false, error: { code: 'base-invalid' } });
    expect(small.safeEquivalent('go:a', 'x')).toMatchObject({ ok: false, error: { code: 'scheme-missing' } });
    expect(() => small.safeCanonicalize('go:a', JSON.parse('{ "dialect": "2001" }'))).toThrow(TypeError);
  });
});

test('its rules are those of the definitions, in their order', () => {
  const members = [
    'name',
    'defaultPort',
    'syntax',
    'canonical',
    'authority',
    'path',
    'query',
    'transform',
    'opaque',
  ] as const;
  const ruleOf = (rule: (typeof rules)[number] | (typeof definitions)[number]) =>
    members.map((member) => (member in rule ? Reflect.get(rule, member) : undefined));
  expect(rules.map(ruleOf)).toEqual(definitions.map(ruleOf));
});

test('lines of octets are canonical as strings are', async () => {
  const links = makeCorpus(200).map(({ url }) => url);
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of small.canonicalizeLines([new TextEncoder().encode(links.join('\n'))])) {
    text += decoder.decode(piece);
  }
  expect(text).toBe(links.map((url) => `${small.canonicalize(url)}\n`).join(''));
});

/** The modules that a bundle of these exports has. */
async function modulesOf(names: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: `export ${names} from './src/canonical.ts';`, resolveDir: process.cwd() },
    ...{ bundle: true, format: 'esm', minify: true, write: false, metafile: true },
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
}

test('a bundle has no definition, message or recorder', async () => {
  const modules = await modulesOf('*');
  expect(modules).toContain('src/schemes/gopher/rules.ts');
  const texts =
    /\/(?:definition|request|explanation|documentation|messages|sentence-parts|[a-z-]*diagnostics?|recorded-[a-z]+|error|waypost)\.ts$/;
  expect(modules.filter((path) => texts.test(path))).toEqual([]);
});

test('a bundle has the tables of lines only if it has lines', async () => {
  const isOfLines = (path: string) => path.startsWith('src/lines/');
  expect((await modulesOf('{ canonicalize, equivalent, resolve, safeCanonicalize }')).filter(isOfLines)).toEqual([]);
  expect((await modulesOf('{ canonicalizeLines }')).filter(isOfLines)).not.toEqual([]);
});
