/** The opener of wais links: the link of a submitted form, searches, and checks. */
import { describe, expect, test } from 'vitest';
import type { OpenContext } from '../../../../src/open/contract.ts';
import type { Results } from '../../../../src/open/opened.ts';
import { wais } from '../../../../src/open/wais/wais.ts';
import {
  answerOf,
  diagnosticRecord,
  fieldOf,
  type HitText,
  hitRecord,
  textRecord,
} from '../../../servers/wais/records.ts';
import { initAnswer } from '../../../servers/wais/scripted.ts';
import { waisServer } from '../../protocols/wais/server.ts';
import { connectTo } from '../connect.ts';
import { contextOf, linkOf, shaped } from '../context.ts';

const SERVER = 'wais://h.example';
const ID = Uint8Array.of(1, 2, 0x2f, 0x61, 7, 1, 0);
const WPATH = '1=%2Fa;7=%00;';
const OUT_OF_RANGE = diagnosticRecord('SF', 'Request out of range');

const hit = (headline: string, more: Partial<HitText> = {}) => hitRecord({ id: ID, headline, ...more });

/** Opens a link at a server with these answers. */
async function open(path: string, answers: readonly Uint8Array[], asked: Partial<OpenContext> = {}) {
  const server = waisServer(answers);
  const results = shaped(
    await wais.open(linkOf('wais', SERVER + path), contextOf({ ...connectTo(server), ...asked })),
    'results',
  );
  return { results, server };
}

const LINKS = {
  open: (url: string | null) => url && `/open/${url}`,
  openCanonical: (url: string) => `/open/${url}`,
  self: () => '/self',
};

describe('a form', () => {
  const submitted = (path: string, form: Readonly<Record<string, string>>) =>
    wais.search?.(linkOf('wais', SERVER + path), form, contextOf({})) ?? null;

  test.each([
    ['/db', 'tea', '/db?tea'],
    ['/db?old', ' green tea ', '/db?green%20tea'],
    ['/db?old', 'a+b', '/db?a%2Bb'],
    // A server without a database has no form, and answers it all the same.
    ['/', 'tea', '/?tea'],
    ['', 'tea', '/?tea'],
  ])('at %s with %j leads to %s', (path, search, expected) => {
    expect(submitted(path, { search })).toBe(SERVER + expected);
  });

  test.each([
    ['/db', {}],
    ['/db', { search: '' }],
    ['/db', { search: ' ' }],
    ['/db', { hits: '100' }],
    [`/db/TEXT/${WPATH}`, { search: 'tea' }],
  ])('at %s with %j leads nowhere', (path, form) => {
    expect(submitted(path, form)).toBeNull();
  });

  test('a link that no message can name has an error, with advice', () => {
    expect(() => submitted('/a%40b', { search: 'tea' })).toThrow(
      expect.objectContaining({ code: 'invalid-request', advice: expect.stringContaining('“@”') }),
    );
  });
});

describe('a search', () => {
  test('has results with scores, forms and links', async () => {
    const { results, server } = await open('/db?tea', [
      answerOf(
        hit(' Green\r\n tea ', { types: ['TEXT', 'ps'] }),
        hit('http://h.example/', { types: ['URL'] }),
        hit('Untyped', { types: [], score: 0 }),
      ),
    ]);
    expect(results).toMatchObject({
      noun: 'search',
      title: 'tea in db',
      form: { url: `${SERVER}/db`, label: 'Search terms', words: 'tea', choices: [] },
      isScored: true,
      about: null,
      catalogue: null,
      isCut: false,
      freshFor: 300,
    });
    expect(results.found).toEqual([
      {
        title: 'Green tea',
        score: 1000,
        size: 119,
        date: '1994-11-16',
        isAbout: false,
        tag: null,
        forms: [
          { type: 'TEXT', url: `${SERVER}/db/TEXT/${WPATH}`, opened: `${SERVER}/db/TEXT/119/${WPATH}` },
          // The size is that of the usual form.
          { type: 'PS', url: `${SERVER}/db/ps/${WPATH}`, opened: `${SERVER}/db/ps/${WPATH}` },
        ],
      },
      expect.objectContaining({
        tag: 'link',
        forms: [{ type: 'URL', url: 'http://h.example/', opened: 'http://h.example/' }],
      }),
      expect.objectContaining({ score: 0, forms: [expect.objectContaining({ type: 'TEXT' })] }),
    ]);
    expect(server.state.closed).toBe(1);
  });

  test('has JSON with the values of its page', async () => {
    const { results } = await open('/db?tea', [answerOf(hit('Tea'), hit('Search produced no result', { score: 0 }))]);
    const [found] = results.found;
    expect(results.json(LINKS)).toEqual({
      kind: 'search',
      database: 'db',
      search: 'tea',
      description: null,
      hits: [
        {
          headline: found?.title,
          score: found?.score,
          bytes: found?.size,
          lines: 3,
          date: found?.date,
          types: found?.forms.map(({ type, url, opened }) => ({ type, url, open: LINKS.open(opened) })),
        },
      ],
      mayHaveMore: false,
      catalogue: expect.objectContaining({ headline: results.catalogue?.title }),
    });
  });

  test.each([
    [39, {}, false, '100'],
    [40, {}, true, '100'],
    [41, {}, false, '100'],
    [100, { hits: '100' }, true, '200'],
    // A server that refuses so many sends the usual number.
    [40, { hits: '200' }, true, '500'],
    [500, { hits: '500' }, true, null],
  ])('of %i hits with %j: cut %s, more %s', async (count, options, isCut, hits) => {
    const records = Array.from({ length: count }, (_, index) => hit(`Tea ${index}`));
    const { results } = await open('/db?tea', [answerOf(...records)], { options });
    const more: Results['more'] = hits === null ? null : { text: `Ask for ${hits}`, options: { hits } };
    expect([results.isCut, results.more]).toEqual([isCut, more]);
  });

  test('for nothing is never cut', async () => {
    const { results } = await open('/db', [answerOf(...Array.from({ length: 40 }, () => hit('Tea')))]);
    expect([results.isCut, results.isScored]).toEqual([false, false]);
  });

  test('that finds nothing says so, and names the catalogue', async () => {
    const catalogue = hit('Search produced no result. Here is the Catalog of database db.', { score: 0 });
    const { results } = await open('/db?tea', [answerOf(catalogue)]);
    expect([results.found, results.nothing]).toEqual([[], 'The search found nothing.']);
    expect(results.catalogue?.forms[0]?.url).toBe(`${SERVER}/db/TEXT/${WPATH}`);
  });

  // The length in a link has ten digits at most.
  test.each([
    [[0x02, 0x54, 0x0b, 0xe3, 0xff], `/db/TEXT/9999999999/${WPATH}`],
    [[0x02, 0x54, 0x0b, 0xe4, 0x00], `/db/TEXT/${WPATH}`],
  ])('a document of %j octets opens with %s', async (octets, opened) => {
    const record = fieldOf(150, fieldOf(116, ID), fieldOf(120, Uint8Array.from(octets)), fieldOf(123, 'Tea'));
    const { results } = await open('/db?tea', [answerOf(record)]);
    expect(results.found[0]?.forms[0]?.opened).toBe(SERVER + opened);
  });

  test('a document whose id no URL can hold has no link', async () => {
    const { results } = await open('/db?tea', [answerOf(hit('Tea', { id: Uint8Array.of(1, 9, 0x61) }))]);
    expect(results.found[0]?.forms[0]).toEqual({ type: 'TEXT', url: null, opened: null });
  });

  test('headlines are in the charset that is chosen, or else in the likeliest one', async () => {
    const answers = [answerOf(hit('J\xf6rg'))];
    const titleIn = async (charset: string | null) =>
      (await open('/db?tea', answers, { charset })).results.found[0]?.title;
    expect(await Promise.all([titleIn(null), titleIn('koi8-r')])).toEqual(['Jörg', 'JЖrg']);
  });

  test('that the server refuses ends the session', async () => {
    const server = waisServer([answerOf(diagnosticRecord('S1', ''))]);
    const opened = wais.open(linkOf('wais', `${SERVER}/db?tea`), contextOf(connectTo(server)));
    await expect(opened).rejects.toMatchObject({ code: 'not-found' });
    expect(server.state.closed).toBe(1);
  });
});

describe('a database', () => {
  const SOURCE = '(:source :ip-name "h.example" :database-name "db" :description "All about tea." :maintainer "m@h")';

  test('says what it is, and the hit that says so is no result for people', async () => {
    const { results, server } = await open('/db', [
      answerOf(hit('db.src', { types: ['WSRC'] }), hit('Tea')),
      answerOf(textRecord(ID, SOURCE), OUT_OF_RANGE),
    ]);
    expect(results).toMatchObject({ noun: 'database', title: 'db', form: { words: '' } });
    expect(results.about).toEqual({
      text: 'All about tea.',
      facts: [
        ['Database', 'db'],
        ['Server', 'h.example:210'],
        ['Maintainer', 'm@h'],
      ],
    });
    expect(results.found.map(({ title, isAbout }) => [title, isAbout])).toEqual([
      ['db.src', true],
      ['Tea', false],
    ]);
    expect(results.json(LINKS)).toMatchObject({ search: null, description: { database: 'db', port: 210 } });
    expect(server.state.closed).toBe(1);
  });

  test.each([
    ['(:source :ip-name "h.example" :database-name "db")', null, 'db', null],
    ['(:source :ip-name "h.example" :database-name "d\x07b" :maintainer "m\x07@h")', null, 'db', 'm@h'],
  ])('that says little has no more: %j', async (source, text, database, maintainer) => {
    const { results } = await open('/db', [
      answerOf(hit('db.src', { types: ['WSRC'] })),
      answerOf(textRecord(ID, source), OUT_OF_RANGE),
    ]);
    expect(results.about).toEqual({
      text,
      facts: [
        ['Database', database],
        ['Server', 'h.example:210'],
        ['Maintainer', maintainer],
      ],
    });
  });

  test('that says nothing has a sentence in its place', async () => {
    const { results } = await open('/db', [answerOf(), answerOf(hit('Help'))]);
    expect([results.about, results.found, results.nothing]).toEqual([
      null,
      [],
      'The database does not describe itself.',
    ]);
  });

  test('of no name is the list of databases, which has no form', async () => {
    const { results } = await open('/', [answerOf(hit('Information on database: db'))]);
    expect([results.title, results.form, results.found.length]).toEqual(['The databases of this server', null, 1]);
    const refused = await open('/', [answerOf(diagnosticRecord('S1', ''))]);
    expect(refused.results.nothing).toContain('does not list its databases');
  });
});

describe('a check', () => {
  const check = (path: string, answers: readonly Uint8Array[]) => {
    const server = waisServer(answers, initAnswer(100_000));
    return { server, finding: wais.check?.(linkOf('wais', SERVER + path), contextOf(connectTo(server))) };
  };

  test('searches a database', async () => {
    const { finding } = check('/db?tea', [answerOf(hit('Tea'))]);
    expect(await finding).toEqual({ status: 'alive' });
  });

  test('asks for one octet of a document', async () => {
    const { finding, server } = check(`/db/TEXT/${WPATH}`, [answerOf(textRecord(ID, 't'))]);
    expect(await finding).toEqual({ status: 'alive' });
    expect(server.state.requests).toHaveLength(2);
  });

  test.each([
    ['/db?tea', 'S1', 'not-found'],
    [`/db/TEXT/${WPATH}`, 'SF', 'not-found'],
    [`/db/TEXT/${WPATH}`, 'S2', 'busy'],
  ])('of %s that ends with %s is the error %s', async (path, diagnostic, code) => {
    await expect(check(path, [answerOf(diagnosticRecord(diagnostic, ''))]).finding).rejects.toMatchObject({ code });
  });
});
