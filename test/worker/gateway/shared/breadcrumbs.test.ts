/** Breadcrumbs: how many there are, and the first step of a link without a server. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { breadcrumbsOf } from '../../../../worker/gateway/shared/breadcrumbs.ts';
import { contextOf } from '../context.ts';

const stepsOf = (url: string, trail?: Parameters<typeof breadcrumbsOf>[2]) =>
  breadcrumbsOf(explain(url), contextOf({ link: url }).links, trail);

describe('a long path loses its middle', () => {
  test.each([
    ['ftp://h.example/a/b/c/d/e/f/g', ['h.example', 'a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['ftp://h.example/a/b/c/d/e/f/g/h', ['h.example', 'a', '…', 'd', 'e', 'f', 'g', 'h']],
  ])('%s', (url, texts) => {
    const steps = stepsOf(url);
    expect(steps.map(({ text }) => text)).toEqual(texts);
    expect(steps.filter(({ text }) => text === '…').every(({ href }) => href === null)).toBe(true);
  });
});

describe('the first step', () => {
  const home = { text: 'home', url: 'gopher://h.example/' };

  test('is the server, whatever the home of others is', () => {
    expect(stepsOf('gopher://h.example:7070/', { home, browse: 'Browse', steps: () => [] })).toEqual([
      { text: 'h.example:7070', href: '/gopher/h.example:7070/', offer: 'Browse' },
    ]);
  });

  test('of a link without a server is that home, or there is none', () => {
    expect(stepsOf('news:a.b', { home, browse: 'Browse', steps: () => [] })).toEqual([
      { text: 'home', href: '/gopher/h.example/', offer: 'Browse' },
    ]);
    expect(stepsOf('news:a.b', { home, steps: () => [] })).toEqual([{ text: 'home', href: '/gopher/h.example/' }]);
    expect(stepsOf('news:a.b', { steps: () => [] })).toEqual([]);
    expect(stepsOf('news:a.b', {})).toEqual([{ text: 'a.b', href: null }]);
    expect(stepsOf('news:a.b')).toEqual([{ text: 'a.b', href: null }]);
  });

  test('has no server with an empty name', () => {
    const link = explain('go://?x');
    const { links } = contextOf({ link: 'go:x' });
    expect(breadcrumbsOf(link, links, { home, steps: () => [] })).toEqual([
      { text: 'home', href: '/gopher/h.example/' },
    ]);
  });
});

test('a step has its text for people, and its address if there is one', () => {
  const steps = [
    { text: 'a\x1b[1mb', url: null },
    { text: 'c', url: 'gopher://h.example/1/c' },
    { text: 'd', url: 'javascript:alert(1)' },
  ];
  expect(stepsOf('gopher://h.example/', { steps: () => steps }).slice(1)).toEqual([
    { text: 'ab', href: null },
    { text: 'c', href: '/gopher/h.example/1/c' },
    { text: 'd', href: null },
  ]);
});
