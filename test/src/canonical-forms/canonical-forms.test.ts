/**
 * Same form ⇔ same request: two URLs have one canonical form exactly if details and request are the same, but for the
 * declared exceptions. Checked on generated twins, with a reader that is not part of the library as the judge.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { canonicalize, explain, schemes, UrlError } from '../../../src/index.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { readDocument, withTables } from './document.ts';
import { EXCEPTIONS, withoutExceptions } from './exceptions.ts';
import { readingOf } from './independent-reading.ts';
import { SPELLINGS } from './spellings.ts';
import { familyOf, WRITTEN_SCHEMES } from './twins.ts';

/** What `explain` says that a URL means. */
function answerOf(url: string): { canonical: string; answer: string } | null {
  try {
    const { canonical, scheme, components, details, request } = explain(url, { complete: true });
    const { host, port } = components;
    return { canonical, answer: JSON.stringify([scheme, host || null, port, details, request]) };
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** Of the twins of a URL, some are the URL itself, or are refused. */
const TWINS = 8;
const COMPARED = 5;
/** A million pairs over all schemes with `npm run fuzz`, and 400 families of each scheme in the runs before. */
const { numRuns } = runs();
const families = { numRuns: Math.ceil(Math.max(Math.min(400, numRuns), numRuns / COMPARED / schemes.size)) };

/** Pairs of twins: with the same form and with different ones; among them, the exceptions and those with a judge. */
const nothing = { same: 0, different: 0, excepted: 0, judged: 0, refused: 0 };
const counts = new Map([...schemes.keys()].map((scheme) => [scheme, { ...nothing }]));

afterAll(() => {
  if (process.env.FC_RUNS !== undefined) console.table(Object.fromEntries(counts));
});

describe.each([...schemes.values()])('$name', (definition) => {
  const count = counts.get(definition.name) ?? { ...nothing };

  test('same form ⇔ same request and details', { timeout: PROPERTY_TIMEOUT }, () => {
    fc.assert(
      fc.property(familyOf(definition, TWINS), ({ url, twins }) => {
        const first = answerOf(url);
        const meaning = readingOf(url);
        for (const twin of twins) {
          if (twin === url) continue;
          const second = answerOf(twin);
          const sameMeaning = meaning === null ? null : bothRead(meaning, readingOf(twin));
          if (first === null || second === null) {
            count.refused++;
            if (sameMeaning === true) expect({ url: first, twin: second }).toEqual({ url: null, twin: null });
            continue;
          }
          const sameForm = first.canonical === second.canonical;
          if (sameForm) count.same++;
          else count.different++;
          if (sameMeaning !== null) {
            count.judged++;
            expect({ url, twin, forms: [first.canonical, second.canonical], sameForm }).toMatchObject({
              sameForm: sameMeaning,
            });
          }
          if (sameForm) expect(second.answer).toBe(first.answer);
          else if (second.answer === first.answer) {
            count.excepted++;
            expect(withoutExceptions(second.canonical), `${url} and ${twin}`).toBe(withoutExceptions(first.canonical));
          }
        }
      }),
      families,
    );
  });

  test.runIf(WRITTEN_SCHEMES.includes(definition.name))('the twins are of both kinds', () => {
    expect(count.same).toBeGreaterThan(families.numRuns / 2);
    expect(count.different).toBeGreaterThan(families.numRuns / 2);
    expect(count.judged).toBeGreaterThan(families.numRuns);
  });
});

/** Whether two readings are the same; `null` if the reader has no opinion on one. */
function bothRead(a: string, b: string | null): boolean | null {
  return b === null ? null : a === b;
}

describe.each(SPELLINGS)('$reserved of $schemes.0', ({ same: [canonical, ...others], different }) => {
  test.each([canonical, ...others])('%s has the form of the first', (url) => {
    expect(canonicalize(url)).toBe(canonical);
    expect(answerOf(url)?.answer).toBe(answerOf(canonical)?.answer);
    expect(readingOf(url)).toBe(readingOf(canonical));
  });

  test.each(different === undefined ? [] : [different])('%s is another link', (url) => {
    expect(canonicalize(url)).toBe(url);
    expect(answerOf(url)?.answer).not.toBe(answerOf(canonical)?.answer);
    expect(readingOf(url)).not.toBe(readingOf(canonical));
  });
});

test('the tables of docs/canonical-forms.md are up to date; `npm run readme` writes them', () => {
  expect(readDocument()).toBe(withTables(readDocument()));
  const described = new Set(SPELLINGS.flatMap(({ schemes: own }) => own));
  expect([...described].toSorted()).toEqual(WRITTEN_SCHEMES.toSorted());
});

describe('the exceptions', () => {
  test.each(EXCEPTIONS)('$name: $example.0 is not $example.1', ({ schemes: own, example }) => {
    const [a, b] = example.map((url) => answerOf(url));
    expect([a?.canonical, b?.canonical]).toEqual(example);
    expect(a?.answer).toBe(b?.answer);
    expect(withoutExceptions(example[0])).toBe(withoutExceptions(example[1]));
    for (const name of own ?? []) expect(schemes.has(name), name).toBe(true);
  });

  test('none says more than that two canonical forms stay apart', () => {
    for (const { example } of EXCEPTIONS) for (const url of example) expect(canonicalize(url)).toBe(url);
  });
});
