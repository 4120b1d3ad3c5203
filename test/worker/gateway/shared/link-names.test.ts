/** Names of links, for headings: only what a server says of itself, and only what names a thing. */
import { describe, expect, test } from 'vitest';
import { headingIn, LinkNames, linksBeside, nameOfLink } from '../../../../worker/gateway/shared/link-names.ts';

describe('the heading in the name of a link', () => {
  test.each([
    ['Floodgap Home', 'Floodgap Home'],
    ['  Gopher+: views,  attributes, forms ', 'Gopher+: views, attributes, forms'],
    ['[0] Three drawings', '[0] Three drawings'],
    ['notes.txt          2023-Jan-05 10:00    0.1 KB', 'notes.txt'],
    ['[TXT]     notes.txt     12k', 'notes.txt'],
    ['[Archive]', '[Archive]'],
    ['To do', 'To do'],
    ['--->      The way in', 'The way in'],
    ['Reports ........... 12k', 'Reports'],
    ['日', '日'],
    ['42', '42'],
    ['Home pages of members', 'Home pages of members'],
    ['Upper Lusatia', 'Upper Lusatia'],
    ['x'.repeat(120), `${'x'.repeat(100)}…`],
  ])('%j is %j', (name, heading) => {
    expect(headingIn(name)).toBe(heading);
  });

  test.each(['', '   ', '..', '---', '*', '<< Back', 'back to the main menu', 'Up', 'Up one level', 'Next page >>'])(
    '%j names nothing',
    (name) => {
      expect(headingIn(name)).toBeNull();
    },
  );

  test.each(['[Previous]', 'Home', 'Return to top', 'Go to the main menu', 'here', 'More'])(
    '%j names the way',
    (name) => {
      expect(headingIn(name)).toBeNull();
    },
  );
});

function page(link: string, names: Readonly<Record<string, string>>, part?: number): void {
  const taken = new LinkNames(link, part);
  for (const [url, name] of Object.entries(names)) taken.add(url, name);
  taken.remember();
}

describe('names are remembered', () => {
  test('of items of the same server, from the page read last', () => {
    page('gopher://a.example/1/', { 'gopher://a.example/1/x': 'The X files', 'gopher://a.example/0/y': 'Why' });
    page('gopher://a.example/1/news', { 'gopher://a.example/1/x': 'News of X' });
    expect(nameOfLink('gopher://a.example/1/x')).toBe('News of X');
    expect(nameOfLink('gopher://a.example/0/y')).toBe('Why');
    page('gopher://a.example/1/news', {});
    expect(nameOfLink('gopher://a.example/1/x')).toBe('The X files');
    expect(nameOfLink('gopher://a.example/1/')).toBeNull();
  });

  test('of every part of a long menu', () => {
    page('gopher://long.example/1/', { 'gopher://long.example/0/1': 'First' });
    page('gopher://long.example/1/', { 'gopher://long.example/0/2': 'Second' }, 2);
    expect([1, 2].map((number) => nameOfLink(`gopher://long.example/0/${number}`))).toEqual(['First', 'Second']);
  });

  test.each([
    ['another host', 'gopher://evil.example/1/'],
    ['another port', 'gopher://good.example:7070/1/'],
    ['TLS', 'gophers://good.example/1/'],
    ['a host that begins alike', 'gopher://good.example.evil.example/1/'],
  ])('not what %s says', (_, menu) => {
    page(menu, { 'gopher://good.example/1/bank': 'This bank has moved' });
    expect(nameOfLink('gopher://good.example/1/bank')).toBeNull();
  });

  test('not from links up, or to the page itself', () => {
    page('gopher://up.example/1/a/b', {
      'gopher://up.example/1/a': 'The menu above',
      'gopher://up.example/1/a/b': 'B',
    });
    expect(nameOfLink('gopher://up.example/1/a')).toBeNull();
    expect(nameOfLink('gopher://up.example/1/a/b')).toBeNull();
  });

  test('not if they are endless', () => {
    page('gopher://h.example/1/', { 'gopher://h.example/1/x': 'x'.repeat(500) });
    expect(nameOfLink('gopher://h.example/1/x')).toBeNull();
  });

  test('of the newest pages, when there are too many', () => {
    const names = (server: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Array.from({ length: 1000 }, (_, number) => [`gopher://${server}/0/${number}`, `${number} ${'x'.repeat(300)}`]),
      );
    for (const server of ['one', 'two', 'three', 'four']) page(`gopher://${server}/1/`, names(server));
    expect(nameOfLink('gopher://one/0/5')).toBeNull();
    expect(nameOfLink('gopher://four/0/5')).toMatch(/^5 x+…$/);
  });
});

test('the links of one kind beside a link, in the order of the page that was read last', () => {
  const at = (path: string) => `gopher://beside.example/${path}`;
  const names = new LinkNames(at('1/gallery'));
  for (const [path, name] of [
    ['g/a', 'First'],
    ['0/b', 'A text'],
    ['I/c', 'Second'],
    ['g/a', 'First again'],
    ['g/d', 'Third'],
  ] as const)
    names.add(at(path), name);
  names.remember();
  const isPicture = (link: string): boolean => /\/[gI]\/[^/]*$/.test(link);
  const found = (path: string) => {
    const { previous, next } = linksBeside(at(path), isPicture);
    return [previous?.name ?? null, next?.name ?? null];
  };
  expect(found('I/c')).toEqual(['First', 'First again']);
  expect(found('g/a')).toEqual([null, 'Second']);
  expect(found('g/d')).toEqual(['First again', null]);
  expect(found('g/none')).toEqual([null, null]);
});
