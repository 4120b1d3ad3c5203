/** The steps to what links name: which text, and which of them can be opened. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import type { Step } from '../../../src/open/contract.ts';
import { openerOf } from '../../../src/open/registry.ts';
import { directorySteps, pathSteps, serverUrlOf } from '../../../src/open/trail.ts';

test.each([
  ['ftp://h.example/pub/', 'ftp://h.example'],
  ['ftp://ada:secret@h.example:2121/pub/', 'ftp://h.example:2121'],
  ['go://h.example?x', 'go://h.example'],
  ['news:a.b', ''],
  ['data:,x://y', ''],
])('the server of %s is %j', (url, server) => {
  expect(serverUrlOf(explain(url))).toBe(server);
});

test.each([
  ['', []],
  ['/', []],
  ['/a', [['a', '/a']]],
  [
    '/a%20b//c/',
    [
      ['a b', '/a%20b/'],
      ['c', '/a%20b//c/'],
    ],
  ],
])('the steps of the path %j are %j', (path, steps) => {
  expect(pathSteps(path, (upTo) => upTo).map(({ text, url }) => [text, url])).toEqual(steps);
  expect(pathSteps(path, () => null).every(({ url }) => url === null)).toBe(true);
});

test('directories have links, and the type of a file is no part of its step', () => {
  expect(directorySteps(explain('ftp://h.example/pub/a.txt;type=a'))).toMatchObject([
    { text: 'pub', url: 'ftp://h.example/pub/' },
    { text: 'a.txt', url: 'ftp://h.example/pub/a.txt' },
  ]);
  expect(directorySteps(explain('ftp://h.example/a;type=ab/')).map(({ text }) => text)).toEqual(['a;type=ab']);
});

describe('the trail of an opener', () => {
  const stepsOf = (url: string): readonly Step[] | undefined => {
    const link = explain(url);
    return openerOf(link.scheme)?.trail?.steps?.(link);
  };

  test.each<[string, readonly (readonly [text: string, url: string | null])[]]>([
    ['go://h.example?Fidonet', [['Fidonet', null]]],
    ['go://h.example?id=7', [['7', null]]],
    ['go://h.example', []],
    ['wais://h.example/db', [['db', 'wais://h.example/db']]],
    [
      'wais://h.example/db?words',
      [
        ['db', 'wais://h.example/db'],
        ['words', null],
      ],
    ],
    ['wais://h.example/db?', [['db', 'wais://h.example/db']]],
    ['wais://h.example/', []],
    [
      'prospero://h.example//a/b',
      [
        ['a', 'prospero://h.example//a/'],
        ['b', 'prospero://h.example//a/b'],
      ],
    ],
    [
      'gopher://h.example/0/a/b',
      [
        ['a', 'gopher://h.example/1/a'],
        ['b', 'gopher://h.example/0/a/b'],
      ],
    ],
    [
      'gopher://h.example/01/a/b',
      [
        ['a', 'gopher://h.example/11/a'],
        ['b', 'gopher://h.example/01/a/b'],
      ],
    ],
    // The type may be an escape.
    [
      'gopher://h.example/</a/b',
      [
        ['a', 'gopher://h.example/1/a'],
        ['b', 'gopher://h.example/%3C/a/b'],
      ],
    ],
    // A directory ends with a slash, which its menu does without; a selector without one has no directories.
    [
      'gopher://h.example:7070/1pub//b%20c/',
      [
        ['pub', 'gopher://h.example:7070/1pub'],
        ['b c', 'gopher://h.example:7070/1pub//b%20c/'],
      ],
    ],
    ['gopher://h.example/0a.txt', [['a.txt', 'gopher://h.example/0a.txt']]],
    [
      'gopher://h.example/0-/a',
      [
        ['-', 'gopher://h.example/1-'],
        ['a', 'gopher://h.example/0-/a'],
      ],
    ],
    ['gopher://h.example/0/a%09%09!', [['a', 'gopher://h.example/0/a']]],
    ['gopher://h.example/', []],
    ['gopher://h.example/7%09gold', [['gold', null]]],
    ['gopher://h.example/7/f%09gold', [['f: gold', 'gopher://h.example/7/f']]],
  ])('of %s', (url, steps) => {
    expect(stepsOf(url)?.map((step) => [step.text, step.url])).toEqual(steps);
  });

  test.each(['telnet://h.example/', 'mailto:a@h.example', 'mid:a@h.example'])(
    'of %s has no steps of its own',
    (url) => {
      expect(stepsOf(url)).toBeUndefined();
    },
  );
});
