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
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), `${'x'.repeat(100)}…`],
    ['x'.repeat(120), `${'x'.repeat(100)}…`],
    [`${'x'.repeat(98)} ${'y'.repeat(9)}`, `${'x'.repeat(98)} y…`],
    [`${'x'.repeat(99)} ${'y'.repeat(9)}`, `${'x'.repeat(99)}…`],
    ['Two  columns', 'Two columns'],
    ['Two   columns', 'Two'],
    ['Two\tcolumns', 'Two'],
    ['Three...dots', 'Three...dots'],
    ['Four....dots', 'Four'],
    ['(TXT)   <b>   a1', 'a1'],
    ['(ab) cd', '(ab) cd'],
    ['[ab   cd', '[ab'],
    ['Upper', 'Upper'],
    ['Backgammon', 'Backgammon'],
    ['Homes', 'Homes'],
    ['The menu', 'The menu'],
    ['ab Next', 'ab Next'],
    ['日 [x]', '日 [x]'],
  ])('%j is %j', (name, heading) => {
    expect(headingIn(name)).toBe(heading);
  });

  test.each(['', '   ', '..', '---', '*', '<< Back', 'back to the main menu', 'Up', 'Up one level', 'Next page >>'])(
    '%j names nothing',
    (name) => {
      expect(headingIn(name)).toBeNull();
    },
  );

  test.each([
    ...['[Previous]', 'Home', 'Return to top', 'Go to the main menu', 'here', 'More', 'Prev', 'next menu', 'Top one'],
    ...['INDEX', '1. Menu 2', 'jump back', 'Go up', 'back: the front', 'go to'],
  ])('%j names the way', (name) => {
    expect(headingIn(name)).toBeNull();
  });
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
    const link = 'gopher://h.example/1/x';
    page('gopher://h.example/1/', { [link]: 'x'.repeat(401 - link.length) });
    expect(nameOfLink(link)).toBeNull();
    page('gopher://h.example/1/', { [link]: 'x'.repeat(400 - link.length) });
    expect(nameOfLink(link)).toMatch(/^x+…$/);
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

describe('so much is remembered', () => {
  /** A page whose text has so many characters. */
  function long(server: string, length: number): void {
    const names = new LinkNames(`gopher://${server}/1/`);
    const link = (number: number) => `gopher://${server}/0/${String(number).padStart(5, '0')}`;
    let left = length - 1;
    for (let number = 0; left > 0; number += 1) {
      const rest = Math.min(400, left >= 800 || left <= 400 ? left - 2 : 300);
      names.add(link(number), 'n'.repeat(rest - link(number).length));
      left -= rest + 2;
    }
    names.remember();
  }
  const isKnown = (server: string) => nameOfLink(`gopher://${server}/0/00000`) !== null;

  test('a page of a million characters, and none that is longer', () => {
    long('million.example', 1_000_000);
    expect(isKnown('million.example')).toBe(true);
    long('longer.example', 1_000_001);
    expect([isKnown('longer.example'), isKnown('million.example')]).toEqual([false, true]);
  });

  test('a million characters of all pages: the oldest go, one by one', () => {
    long('a.example', 300_000);
    expect(isKnown('million.example')).toBe(false);
    long('b.example', 300_000);
    long('c.example', 400_000);
    const known = () => ['a', 'b', 'c', 'd'].map((name) => isKnown(`${name}.example`));
    expect(known()).toEqual([true, true, true, false]);
    long('d.example', 1000);
    expect(known()).toEqual([false, true, true, true]);
    // What a page had before makes room for what it has now.
    long('b.example', 599_000);
    expect(known()).toEqual([false, true, true, true]);
  });
});

test('the next link of a kind is near, or it is none', () => {
  const at = (number: number) => `gopher://far.example/0/${number}`;
  const names = new LinkNames('gopher://far.example/1/');
  for (let number = 0; number <= 402; number += 1) names.add(at(number), `Text ${number}`);
  names.remember();
  const beside = (number: number, found: readonly number[]) => {
    const { previous, next } = linksBeside(at(number), (link) => found.some((number) => at(number) === link));
    return [previous, next].map((named) => named?.link ?? null);
  };
  expect(beside(201, [1, 401])).toEqual([at(1), at(401)]);
  expect(beside(201, [0, 402])).toEqual([null, null]);
  expect(linksBeside(at(7), (link) => link === at(8)).next).toEqual({ link: at(8), name: 'Text 8' });
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
