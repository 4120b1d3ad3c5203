/** The pages of what a search has found. */
import { expect, test } from 'vitest';
import type { FoundDocument, Results } from '../../../../src/open/opened.ts';
import { pagesLike } from '../expected.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const URL = 'wais://h.example/docs?tea';
const NOTHING: Results = {
  shape: 'results',
  noun: 'search',
  title: 'docs: tea',
  form: null,
  isScored: false,
  about: null,
  found: [],
  catalogue: null,
  isCut: false,
  more: null,
  nothing: 'The database has no such document.',
  json: () => ({}),
};

const form = (type: string, url: string | null = null) => ({
  type,
  url,
  opened: url === null ? null : `${url}?bytes=1`,
});
const FOUND: FoundDocument = {
  title: 'The first',
  score: 1000,
  size: 2048,
  date: '1994-01-31',
  isAbout: false,
  tag: 'elsewhere',
  forms: [form('TEXT', 'wais://h.example/docs/TEXT/1/a'), form('PS', 'wais://h.example/docs/PS/1/a'), form('GIF')],
};
const POOR: FoundDocument = {
  title: '',
  score: null,
  size: null,
  date: null,
  isAbout: false,
  tag: null,
  forms: [form('TEXT')],
};
const ABOUT: FoundDocument = { ...POOR, title: 'About it', isAbout: true };

const FULL: Results = {
  ...NOTHING,
  form: { url: 'wais://h.example/docs', label: 'Search terms', words: 'tea', choices: [] },
  isScored: true,
  about: {
    text: 'What it is,\r\nin words.',
    facts: [
      ['Maintainer', 'Jane'],
      ['Nothing', null],
    ],
  },
  found: [FOUND, POOR, ABOUT],
  catalogue: { ...POOR, title: 'Catalogue', forms: [form('TEXT', 'wais://h.example/docs/TEXT/1/c')] },
  isCut: true,
  more: { text: 'Ask for 200', options: { limit: '200' } },
};

const page = async (results: Results, asked: Asked = {}) => outlineOf(await shown(URL, results, asked));

const pageOf = pagesLike`
  200
  kicker: WAIS search
  way: h.example → /wais/h.example/ / docs → /wais/h.example/docs / tea (aria-current=page)
  h1: docs: tea
  canonical: wais://h.example/docs?tea
  More: [JSON → /open?url=wais%3A%2F%2Fh.example%2Fdocs%3Ftea&format=json (a view)]
`;

test('results with everything that they may have', async () => {
  expect(await page(FULL)).toBe(pageOf`
    search
      form.search (method=get, action=/wais/h.example/docs)
        label (for=search): Search terms
        input#search (name=search, type=search, value=tea, required)
        button (type=submit): Search
    section
      h2: About this database
      pre.text (tabindex=0, aria-label=Text)
        | <.lines: What it is,
        | in words.>
      dl.details
        Maintainer = Jane
    table.hits
      caption: The first 2 documents
      thead
        tr: Score.number (scope=col) | Document (scope=col) | Also as (scope=col) | Size.number (scope=col) | Date (scope=col)
      tr: 1000.number.score | [The first → /open?url=wais%3A%2F%2Fh.example%2Fdocs%2FTEXT%2F1%2Fa%3Fbytes%3D1 (a stranger’s)]<.tag: elsewhere> (scope=row) | [PS → /open?url=wais%3A%2F%2Fh.example%2Fdocs%2FPS%2F1%2Fa%3Fbytes%3D1 (a stranger’s)]GIF .types | 2.0 KiB.number | 1994-01-31.date
      tr: .number.score | (without a title) (scope=row) |  | .number | .date
    p: The server may have more. [Ask for 200.go → /open?url=wais%3A%2F%2Fh.example%2Fdocs%3Ftea&limit=200]
    .notice.info (role=note)
      p.notice-title: The catalogue of this database
      [All of its documents → /open?url=wais%3A%2F%2Fh.example%2Fdocs%2FTEXT%2F1%2Fc%3Fbytes%3D1 (a stranger’s)]
  `);
});

test('nothing', async () => {
  expect(await page(NOTHING)).toBe(pageOf`
    p.empty: The database has no such document.
  `);
});

test('what a database says of itself, without a text, and no document', async () => {
  const outline = await page({ ...NOTHING, about: { text: null, facts: [['Maintainer', 'Jane']] }, found: [ABOUT] });
  expect(outline).toBe(pageOf`
    section
      h2: About this database
      dl.details
        Maintainer = Jane
  `);
});

test('documents in one form, of which the server may have more, but no option helps', async () => {
  expect(
    await page({ ...NOTHING, found: [{ ...FOUND, forms: FOUND.forms.slice(0, 1) }, ABOUT], isCut: true }),
  ).toBe(pageOf`
    table.hits
      caption: The first 2 documents
      thead
        tr: Document (scope=col) | Size.number (scope=col) | Date (scope=col)
      tr: [The first → /open?url=wais%3A%2F%2Fh.example%2Fdocs%2FTEXT%2F1%2Fa%3Fbytes%3D1 (a stranger’s)]<.tag: elsewhere> (scope=row) | 2.0 KiB.number | 1994-01-31.date
      tr: About it (scope=row) | .number | .date
    p: The server may have more. Search for more words to find fewer documents.
  `);
});
