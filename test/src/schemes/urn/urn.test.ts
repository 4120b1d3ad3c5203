/** urn (RFC 8141): the examples of its §3.2, the parts, and what is not a URN. */
import { describe, expect, it } from 'vitest';
import { equivalent as equivalentInSmallDoor } from '../../../../src/canonical.ts';
import { canonicalize, compare, equivalent, explain } from '../../../../src/index.ts';

describe('the examples of RFC 8141 §3.2', () => {
  const name = 'urn:example:a123,z456';
  it.each([
    ['URN:example:a123,z456', name],
    ['urn:EXAMPLE:a123,z456', name],
    ['urn:example:a123%2cz456', 'urn:example:a123%2Cz456'],
    ['URN:EXAMPLE:a123%2Cz456', 'urn:example:a123%2Cz456'],
    ['urn:example:A123,z456', 'urn:example:A123,z456'],
    ['urn:example:%D0%B0123,z456', 'urn:example:%D0%B0123,z456'],
    [`${name}/foo`, `${name}/foo`],
  ])('%s is %s', (url, canonical) => {
    expect(canonicalize(url)).toBe(canonical);
    expect(canonicalize(canonical)).toBe(canonical);
  });

  // Each row of §3.2 is one class: equivalent to the others of its row, and to none of another row.
  const classes: readonly (readonly string[])[] = [
    [name, 'URN:example:a123,z456', 'urn:EXAMPLE:a123,z456', `${name}?+abc`, `${name}?=xyz`, `${name}#789`],
    [`${name}/foo`],
    [`${name}/bar`],
    [`${name}/baz`],
    ['urn:example:a123%2Cz456', 'URN:EXAMPLE:a123%2cz456'],
    ['urn:example:A123,z456'],
    ['urn:example:a123,Z456'],
    ['urn:example:%D0%B0123,z456'],
  ];
  it('are equivalent to those of their class alone', () => {
    for (const one of classes) {
      for (const [a, b] of one.flatMap((a) => classes.flat().map((b) => [a, b] as const))) {
        const expected = one.includes(b);
        expect([a, b, equivalent(a, b), equivalentInSmallDoor(a, b), compare(a, b).equivalent]).toEqual([
          ...[a, b, expected, expected, expected],
        ]);
      }
    }
  });
});

describe('URN-equivalence (RFC 8141 §3.1)', () => {
  const spec = { document: 'RFC 8141', section: '3.1' };
  it.each([
    ['urn:a:b?+c', 'urn:a:b', ['query']],
    ['urn:a:b?+c?=d#e', 'urn:a:b?=d', ['query', 'fragment']],
    ['urn:a:b#', 'urn:a:b', ['fragment']],
    ['URN:A:b?=c', 'urn:a:b?+c', ['query']],
    ['urn:a:b?+c?d/e', 'urn:a:b#?x', ['query', 'fragment']],
    // What begins with another character is no component. A fragment is one, wherever it stands.
    ['urn:a:b?c#d', 'urn:a:b?c#e', ['fragment']],
    ['urn:a:b?c?+d#e', 'urn:a:b?c?+d', ['fragment']],
  ] as const)('%s and %s have two forms, and name one thing', (a, b, differs) => {
    expect(compare(a, b)).toMatchObject({ equivalent: true, because: 'urn-equivalence', spec, differs });
    expect(canonicalize(a)).not.toBe(canonicalize(b));
  });

  it.each([
    ['urn:a:b?c', 'urn:a:b', '2'],
    ['urn:a:b?c?+d', 'urn:a:b?c', '2'],
    ['urn:a:b?+c', 'urn:a:B?+c', '2'],
    ['urn:a:b?', 'urn:a:b', '2'],
  ])('%s and %s name two things', (a, b, section) => {
    expect(equivalentInSmallDoor(a, b)).toBe(false);
    expect(compare(a, b)).toMatchObject({ equivalent: false, because: null, spec: { document: 'RFC 8141', section } });
  });

  it('has a rung of the ladder where the forms are the same', () => {
    expect(compare('URN:a:b?+c', 'urn:a:b?+c')).toMatchObject({ because: 'case', differs: [] });
    const base = 'urn:a:b?+c';
    expect(compare('', 'URN:a:b?+c', { base })).toMatchObject({ equivalent: true, because: null, spec: null });
    expect(compare('#d', '', { base })).toMatchObject({ equivalent: true, because: 'urn-equivalence', spec });
  });
});

it.each([
  ['urn:ISBN:0395363411', 'urn:isbn:0395363411'],
  ['urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6', 'urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6'],
  ['urn:%69sbn:1', 'urn:isbn:1'],
  ['urn:example:%41~%7e', 'urn:example:%41~%7E'],
  ['urn:example:a/./../b', 'urn:example:a/./../b'],
  ['urn:example:é', 'urn:example:%C3%A9'],
  ['urn:ISBN', 'urn:ISBN'],
  ['urn:A-9:B', 'urn:a-9:B'],
  ['urn:%41%5a%6A%7a%2D%39:B', 'urn:azjz-9:B'],
  ['urn:%40:B', 'urn:%40:B'],
  ['urn:A%40:B', 'urn:A%40:B'],
  ['urn:A%2E:B', 'urn:A%2E:B'],
  ['urn:A%5B:B', 'urn:A%5B:B'],
  ['urn:A%60:B', 'urn:A%60:B'],
  ['urn:A%7B:B', 'urn:A%7B:B'],
  ['urn:A%3A:B', 'urn:A%3A:B'],
  ['urn:A_:B', 'urn:A_:B'],
  ['urn:A/B:C', 'urn:A/B:C'],
  ['urn::A', 'urn::A'],
  ['urn://A:B', 'urn:%2F/A:B'],
  ['urn:/A:B', 'urn:/A:B'],
])('%s is %s', (url, canonical) => {
  expect([canonicalize(url), explain(url).canonical, canonicalize(canonical)]).toEqual([
    ...[canonical, canonical, canonical],
  ]);
});

it.each([
  ['urn:example:a?+res?x=1?=q?+r#f', { namespace: 'example', name: 'a', resolution: 'res?x=1', query: 'q?+r' }],
  ['urn:a', { namespace: null, name: 'a', resolution: null, query: null }],
  ['urn:a:b:c', { namespace: 'a', name: 'b:c', resolution: null, query: null }],
  ['urn:a:b?', { namespace: 'a', name: 'b', resolution: null, query: null }],
  ['urn:a:b?c?=d', { namespace: 'a', name: 'b', resolution: null, query: null }],
  ['urn:a:b?=', { namespace: 'a', name: 'b', resolution: null, query: '' }],
  ['urn:a:b?+?=c', { namespace: 'a', name: 'b', resolution: '', query: 'c' }],
  ['urn:a:b?+r', { namespace: 'a', name: 'b', resolution: 'r', query: null }],
  ['urn:a:b?=c?=d', { namespace: 'a', name: 'b', resolution: null, query: 'c?=d' }],
])('%s has its parts', (url, details) => {
  expect(explain(url)).toMatchObject({ kind: 'urn', details, request: null });
});

it.each([
  ['urn:example:a', false],
  [`urn:${'a'.repeat(32)}:x`, false],
  ['urn:urn-7:x', false],
  [`urn:${'a'.repeat(33)}:x`, true],
  ['urn:a:x', true],
  ['urn:-a:x', true],
  ['urn:a-:x', true],
  ['urn:a_b:x', true],
  ['urn:isbn', true],
  ['urn:isbn:', true],
  ['urn:example:/x', true],
])('%s has the warning: %s', (url, warned) => {
  expect(explain(url).diagnostics.some(({ code }) => code === 'urn-syntax')).toBe(warned);
});
