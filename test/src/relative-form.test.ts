/** Relative references without a base: their normal form leads to the same target, whatever the base is. */
import { expect, it, test } from 'vitest';
import { normalizeReference, resolve, safeResolve } from '../../src/index.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../fast-check.ts';
import { anyModel, intricateBase, intricateReference } from './generators.ts';

test.each([
  ['a/%7eb', 'a/~b'],
  ['/a/./b/../c', '/a/c'],
  ['/..', '/'],
  ['/a//b/../c', '/a//c'],
  ['../a/./b', '../a/./b'],
  ['?q=%c3%a9&%41', '?q=%C3%A9&A'],
  ['#%41', '#A'],
  ['a b', 'a%20b'],
  ['a%2fb', 'a%2Fb'],
  ['./a:b', './a:b'],
  // It must not become a URL, nor name a host.
  ['%6Aavascript:alert(1)', './javascript:alert(1)'],
  ['%41:', './A:'],
  ['/..//h.example/x', '/.//h.example/x'],
  ['/a/..//x/./y?%41', '/.//x/y?A'],
  ['/.//x', '/.//x'],
  ['', ''],
  // What the base decides stays.
  ['%2e%2e/a', '%2e%2e/a'],
  ['a\\..\\b', 'a\\..\\b'],
  ['C|/x', 'C|/x'],
  ['/C:/..', '/C:/..'],
  ['/a/../%43:?%41', '/a/../%43:?%41'],
  ['//H/%7ea', '//H/%7ea'],
  [' a', ' a'],
  ['é', 'é'],
  // A URL gets its canonical form.
  ['GOPHER://H:70/', 'gopher://h/'],
])('%j → %j', (reference, normal) => {
  expect(normalizeReference(reference)).toBe(normal);
});

const base = fc.oneof(
  intricateBase,
  anyModel.map(({ a }) => a),
);

/** References whose normal form may look like a URL, or like an authority. */
const ambiguous = fc
  .array(fc.constantFrom('a', '%61', 'bc', '%68ttp', ':', '/', '//', '/.', '/..', '?', '#', '%7e'), { maxLength: 6 })
  .map((pieces) => pieces.join(''))
  .filter((text) => !/^[a-z]+:/i.test(text));

/** These schemes resolve references by forms of their own (draft-ietf-uri-url-03, "NEWS"). */
const PARTIAL = /^(?:news|snews|nntps?):/;

it(
  'the normal form leads to the same target, and is its own normal form',
  () => {
    fc.assert(
      fc.property(fc.oneof(intricateReference, ambiguous), base, (reference, from) => {
        const target = safeResolve(reference, from);
        fc.pre(target.ok && !PARTIAL.test(target.value));
        const normal = normalizeReference(reference);
        expect(target.ok && resolve(normal, from)).toBe(target.ok && target.value);
        expect(normalizeReference(normal)).toBe(normal);
      }),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);
