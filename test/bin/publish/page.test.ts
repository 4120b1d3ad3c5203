/** Pages of published short links: where they lead, and which of them name an archive. */
import { describe, expect, test } from 'vitest';
import { locationOf, staticPage } from '../../../bin/publish/run.ts';
import { explain } from '../../../src/index.ts';

const liveLink = (url: string) => ({ kind: 'live', target: explain(url) }) as const;

describe('the page of a link', () => {
  test.each([
    ['http://h.example/a', true],
    ['https://h.example/a', true],
    ['ftp://h.example/a', true],
    ['ftps://h.example/a', true],
    ['gopher://h.example/1/a', true],
    ['wais://h.example/a', false],
    ['telnet://h.example/', false],
    ['mailto:a@h.example', false],
    ['x-new:a', false],
  ])('about %s names the Wayback Machine: %s', (url, isArchived) => {
    const page = staticPage({ slug: 'a', isPermanent: false, state: liveLink(url) }, null);
    expect(page.includes(`<a href="https://web.archive.org/web/${url}">Copies in the Wayback Machine</a>`)).toBe(
      isArchived,
    );
  });

  test.each([
    ['https://h.example/a', true],
    ['gopher://h.example/1/a', false],
  ])('about %s links it: %s', (url, isLinked) => {
    expect(
      staticPage({ slug: 'a', isPermanent: false, state: liveLink(url) }, null).includes(`<a href="${url}">${url}</a>`),
    ).toBe(isLinked);
  });
});

test.each([
  ['https://h.example/a', null, 'https://h.example/a'],
  ['gopher://h.example/1/a', null, null],
  ['gopher://h.example/1/a', 'https://w.example/', 'https://w.example/r?url=gopher%3A%2F%2Fh.example%2F1%2Fa'],
  ['javascript:alert(1)', 'https://w.example', null],
])('%s leads, with the Waypost %s, to %s', (url, waypost, location) => {
  expect(locationOf(liveLink(url), waypost)).toBe(location);
});
