/** The parameters that follow from an opener, in the order in which an error names them. */
import { expect, test } from 'vitest';
import { openers } from '../../../../src/open/registry.ts';
import { besideOptions, describedParameters, parametersOf } from '../../../../worker/gateway/shapes/parameters.ts';

test.each([
  ['finger', ['page']],
  ['dict', ['search', 'database', 'strategy', 'page', 'sort', 'order']],
  ['ftp', ['sort', 'order', 'page', 'tls', 'login', 'password', 'view', 'images']],
  ['go', ['redirect']],
  ['gopher', ['search', 'page', 'filter', 'images', 'view', 'field.*', 'return', 'help']],
  ['terminal', ['user', 'password', 'model', 'lu']],
  ['wais', ['search', 'page', 'part', 'hits', 'view', 'images']],
  ['prospero', ['search', 'match', 'sort', 'order', 'page', 'view', 'images']],
  ['news', ['match', 'to', 'part', 'view', 'images', 'literal']],
  ['mid', ['part', 'view', 'images', 'literal']],
])('%s', (kind, expected) => {
  const opener = openers.find((one) => one.kind === kind);
  expect(opener && parametersOf(opener)).toEqual(expected);
});

test('each has a sentence', () => {
  const sentences = openers.flatMap((opener) => describedParameters(opener).map(([, about]) => about));
  expect(sentences.filter((sentence) => !/^[A-Z`].*\.$/.test(sentence))).toEqual([]);
});

test('a parameter of two shapes is named once', () => {
  const [opener] = openers;
  const names = opener && parametersOf({ ...opener, shapes: ['menu', 'file'] });
  expect(names).toEqual(['page', 'filter', 'images', 'view']);
});

test.each([
  ['ftp', []],
  ['wais', []],
  ['news', ['match', 'to', 'part', 'literal']],
  ['mid', ['part', 'literal']],
])('%s gets some beside its options', (kind, expected) => {
  const opener = openers.find((one) => one.kind === kind);
  expect(opener && besideOptions(opener)).toEqual(expected);
});
