/** The pages of lists of groups: short ones in full, long ones by hierarchies. */
import { describe, expect, test } from 'vitest';
import type { ListedGroup, ListedGroups } from '../../../../src/open/articles.ts';
import type { Groups } from '../../../../src/open/opened.ts';
import { lines, pagesLike } from '../expected.ts';
import { serverLinks } from '../newsstand.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const group = (name: string, members: Partial<ListedGroup> = {}): ListedGroup =>
  ({ name, description: null, status: 'open', alias: null, count: null, low: 1, high: 10, ...members }) as ListedGroup;

const listOf = (groups: readonly ListedGroup[]): ListedGroups => ({
  size: groups.length,
  names: () => groups.map(({ name }) => name),
  [Symbol.iterator]: () => groups.values(),
});

const NONE: Groups = {
  shape: 'groups',
  freshFor: 60,
  server: serverLinks,
  archive: null,
  wildmat: '*',
  match: '',
  groups: listOf([]),
  truncated: false,
  plain: () => ['plain\n'],
};

const page = async (groups: Partial<Groups>, asked: Asked = {}, url = 'news://h.example/*') =>
  outlineOf(await shown(url, { ...NONE, ...groups }, asked));

const pageOf = pagesLike`
  200
  cache-control: public, max-age=60
  page: wide viewer
  kicker: Newsgroups
  canonical: news://h.example/*
`;

test('groups with everything that a server may say of them', async () => {
  const groups = listOf([
    group('misc.closed', { status: 'closed' as ListedGroup['status'], low: 5, high: 4 }),
    group('misc.counted', { count: 12_345, description: 'About \u202etea' }),
    group('misc.empty', { low: 0, high: 0 }),
    group('misc.junk', { status: 'junk' as ListedGroup['status'], low: 10, high: 10 }),
    group('misc.moderated', { status: 'moderated' as ListedGroup['status'], high: 5000 }),
    group('misc.old', { status: 'moderated' as ListedGroup['status'], alias: 'misc.new' }),
    group('misc.unknown'),
  ]);
  const outline = await page({ groups, wildmat: 'misc.*', match: 'tea', truncated: true }, { query: 'match=tea' });
  expect(outline).toBe(pageOf`
    way: h.example → /news/h.example/* / misc.* (aria-current=page)
    h1: Groups with “tea”
    More: [JSON → /news/h.example/*?match=tea&format=json (a view)] [As the server sent it → /news/h.example/*?match=tea&format=raw (a view)]

    search
      form.search (method=get, action=/news/h.example/*)
        label (for=match): Group name or topic
        input#match (type=search, name=match, value=tea, maxlength=60, autocapitalize=none)
        button (type=submit): Search groups
    .notice.caution (role=note)
      p.notice-title: This list is incomplete
      The server has more groups than this gateway lists. Search for a word in their names.
    table.groups
      caption: 7 groups
      thead
        tr: Group (scope=col) | About (scope=col) | Articles.number (scope=col)
      tr: [misc.closed → /news/h.example/misc.closed] (scope=row) | <.tag: closed>.about | 0.number
      tr: [misc.counted → /news/h.example/misc.counted] (scope=row) | About tea.about | 12,345.number
      tr: [misc.empty → /news/h.example/misc.empty] (scope=row) | .about | 0.number
      tr: [misc.junk → /news/h.example/misc.junk] (scope=row) | <.tag: no longer carried>.about | ≤ 1.number
      tr: [misc.moderated → /news/h.example/misc.moderated] (scope=row) | <.tag: moderated>.about | ≤ 5,000.number
      tr: [misc.old → /news/h.example/misc.old] (scope=row) | <.tag: now misc.new>.about | ≤ 10.number
      tr: misc.unknown (scope=row) | .about | ≤ 10.number
  `);
});

test('no groups', async () => {
  expect(await page({})).toBe(pageOf`
    way: h.example (aria-current=page)
    h1: All groups
    More: [JSON → /news/h.example/*?format=json (a view)] [As the server sent it → /news/h.example/*?format=raw (a view)]

    search
      form.search (method=get, action=/news/h.example/*)
        label (for=match): Group name or topic
        input#match (type=search, name=match, value, maxlength=60, autocapitalize=none)
        button (type=submit): Search groups
    p.empty: The server has no such groups.
  `);
});

describe('the title', () => {
  test.each([
    ['*', '', 'All groups', 'way: h.example (aria-current=page)'],
    ['*', 'tea', 'Groups with “tea”', 'way: h.example (aria-current=page)'],
    ['misc.*', '', 'misc.*', 'way: h.example → /news/h.example/* / misc.* (aria-current=page)'],
  ])('of %s with “%s”', async (wildmat, match, title, way) => {
    const outline = await page({ wildmat, match });
    expect(outline).toContain(`\n${way}\nh1: ${title}\n`);
  });
});

describe('a long list', () => {
  const groups = (count: number, prefix = '') =>
    listOf([
      ...Array.from({ length: count - 3 }, (_, index) => group(`${prefix}alt.g${String(index).padStart(4, '0')}`)),
      group(`${prefix}control`),
      group(`${prefix}unknown.a`),
      group(`${prefix}unknown.b`),
    ]);

  test('has its hierarchies', async () => {
    expect((await page({ groups: groups(1503) })).split('\n\n')[1]).toBe(lines`
      search
        form.search (method=get, action=/news/h.example/*)
          label (for=match): Group name or topic
          input#match (type=search, name=match, value, maxlength=60, autocapitalize=none)
          button (type=submit): Search groups
      p.count: 1,503 groups, by hierarchy
      ul.hierarchies.link-list
        li: [alt.* → /news/h.example/alt.*] <.number: 1,500>
        li: [control → /news/h.example/control]
        li: [unknown.* → /news/h.example/unknown.*] <.number: 2>
    `);
  });

  test('of groups that begin alike has those below', async () => {
    expect((await page({ groups: groups(501, 'comp.') })).split('\n\n')[1]).toBe(lines`
      search
        form.search (method=get, action=/news/h.example/*)
          label (for=match): Group name or topic
          input#match (type=search, name=match, value, maxlength=60, autocapitalize=none)
          button (type=submit): Search groups
      p.count: 501 groups, by hierarchy
      ul.hierarchies.link-list
        li: [comp.alt.* → /news/h.example/comp.alt.*] <.number: 498>
        li: [comp.control → /news/h.example/comp.control]
        li: [comp.unknown.* → /news/h.example/comp.unknown.*] <.number: 2>
    `);
  });

  test('has more than 500 groups', async () => {
    expect((await page({ groups: groups(500) })).split('\n\n')[1]).toContain('caption: 500 groups');
  });
});

test('groups for programs that want text', async () => {
  const response = await shown('news://h.example/*', NONE, { query: 'format=raw' });
  expect([response.headers.get('Content-Type'), response.headers.get('Cache-Control'), await response.text()]).toEqual([
    ...['text/plain; charset=utf-8', 'public, max-age=60', 'plain\n'],
  ]);
});
