/** Checks the picture at the top of components.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Scheme } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { unknown } from '../../../src/schemes/unknown.ts';
import { schemeEnd, splitAuthority, splitUrl } from '../../../src/uri/components.ts';
import { withoutIdna } from '../../../src/uri/idna.ts';
import { readUrl } from '../../../src/uri/read-url.ts';
import { Rewrite } from '../../../src/uri/rewrite.ts';
import { dialects, SchemeIndex } from '../../../src/uri/scheme-rules.ts';

const source = readFileSync(join(import.meta.dirname, '../../../src/uri/components.ts'), 'utf8');
const [url = '', ...lines] = (/```\n(.*?) \* ```/s.exec(source)?.[1] ?? '').split('\n').map((line) => line.slice(5));

/** Each name of the picture, with the column under which it begins. */
const drawn = lines.flatMap((line) => {
  const label = /[a-zA-Z].*/.exec(line);
  return label === null ? [] : label[0].split(', ').map((name): [string, number] => [name, label.index]);
});

describe('the picture of the offsets', () => {
  it('shows every offset of a component that a pass has', () => {
    const offsets = Object.keys(new Rewrite(withoutIdna)).filter((name) => /(?:From|To)$/.test(name));
    expect(drawn.map(([name]) => name).sort()).toEqual(offsets.sort());
  });

  it.each(drawn)('%s is %i', (name, column) => {
    const index = new SchemeIndex<Scheme>(definitions, unknown);
    const pass = new Rewrite<string>(withoutIdna).begin(url, url, null);
    readUrl(pass, index, dialects.current);
    expect(pass).toHaveProperty(name, column);
    const offsets: object = splitUrl(url);
    if (name in offsets) expect(offsets).toHaveProperty(name, column);
  });
});

describe('splitting', () => {
  test.each<[url: string, ...offsets: (number | boolean)[]]>([
    ['a:', 1, false, 2, 2, 2],
    ['a://h/p?q#f', 1, true, 5, 7, 9],
    ['a://h?q/#f/?', 1, true, 5, 5, 8],
    ['a://h#f?/', 1, true, 5, 5, 5],
    ['a:/p', 1, false, 2, 4, 4],
    ['a:b//c', 1, false, 2, 6, 6],
    ['//h/p', -1, true, 3, 5, 5],
    ['p?a#b', -1, false, 0, 1, 3],
    ['/a/:b', -1, false, 0, 5, 5],
  ])('%s', (text, ...offsets) => {
    const { schemeTo, hasAuthority, pathFrom, pathTo, queryTo } = splitUrl(text);
    expect([schemeTo, hasAuthority, pathFrom, pathTo, queryTo]).toEqual(offsets);
  });

  test.each([
    ['aZ09+-.:b', 7],
    ['Z:', 1],
    ['z:', 1],
    ['0a:', -1],
    ['@:', -1],
    ['[:', -1],
    ['`:', -1],
    ['{:', -1],
    ['a@:', -1],
    ['a[:', -1],
    ['a{:', -1],
    ['a/:', -1],
    ['a,:', -1],
    ['a;:', -1],
    ['a_:', -1],
    ['ab', -1],
    ['a\u00c1:', -1],
    [':', -1],
    ['', -1],
  ])('the scheme of %j ends at %i', (text, to) => {
    expect(schemeEnd(text)).toBe(to);
  });

  test.each([
    ['h', null, null, 'h', null],
    ['u@h:8', 'u', null, 'h', 8],
    ['u:p:q@[::1]:80', 'u', 'p:q', '[::1]', 80],
    ['@h:', '', null, 'h:', null],
    [':@', '', '', '', null],
    ['a@b@h', 'a@b', null, 'h', null],
    ['[::1]', null, null, '[::1]', null],
  ])('the authority %s', (text, user, password, host, port) => {
    expect(splitAuthority(text)).toEqual({ user, password, host, port });
  });
});
