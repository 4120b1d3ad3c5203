/** A comparison that sees nothing says so, by the name of the part. */
import { expect, test } from 'vitest';
import { type AnsweredRequest, blindSpots, blindSpotsOfRun } from './blindness.ts';
import { REQUIRED } from './required.ts';

const answers = (count: number): readonly AnsweredRequest[] =>
  Array.from({ length: count }, () => ({ what: 'GET /', served: false }));

test('most pairs of a part are answers', () => {
  expect(blindSpots({ name: 'pages', answers: answers(10), refused: 9 })).toEqual([]);
  expect(blindSpots({ name: 'pages', answers: answers(10), refused: 10 })).toEqual([
    'pages is blind: 10 pairs are refusals, 10 are answers.',
  ]);
  expect(blindSpots({ name: 'pages', answers: [], refused: 0 })).toHaveLength(1);
});

test('a required request is answered by a server', () => {
  const blind = 'go is blind to a page of a go link: no such request was answered on both sides.';
  const what = 'GET /open?url=go%3Ax&format=html';
  const seen = (answer: AnsweredRequest) => blindSpots({ name: 'go', answers: [answer], refused: 0 });
  expect(seen({ what, served: true })).not.toContain(blind);
  expect(seen({ what, served: false })).toContain(blind);
  expect(seen({ what: what.replace('html', 'json'), served: true })).toContain(blind);
  expect(seen({ what: what.replace('go%3A', 'wais%3A'), served: true })).toContain(blind);
});

test('an answer that needs no server may have none', () => {
  const [first] = blindSpots({ name: 'mailto', answers: answers(1), refused: 0 });
  expect(first).toBe('mailto is blind to pages: no such request was answered on both sides.');
  const what = 'GET /open?url=mailto%3Aa&format=html';
  expect(blindSpots({ name: 'mailto', answers: [{ what, served: false }], refused: 0 })).not.toContain(first);
});

test('every kind of link has required requests', () => {
  const kinds = ['gopher', 'ftp', 'wais', 'prospero', 'news', 'go', 'dict', 'finger', 'mailto', 'terminals', 'check'];
  expect(Object.keys(REQUIRED).toSorted()).toEqual([...kinds, 'command-line'].toSorted());
});

test('a whole run has thousands of pairs besides those of the library', () => {
  const library = { name: 'library', total: 100_000 };
  expect(blindSpotsOfRun([library, { name: 'ftp', total: 5000 }, { name: 'wais', total: 3000 }])).toEqual([]);
  expect(blindSpotsOfRun([library, { name: 'ftp', total: 7999 }])).toEqual([
    'A whole run has at least 8000 pairs, this one has 7999.',
  ]);
});
