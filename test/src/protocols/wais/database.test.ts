/**
 * Sessions with a WAIS server in memory: the first exchange, searches, descriptions, documents, and what servers
 * refuse.
 */
import { describe, expect, it, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { collect } from '../../../../src/protocols/connection.ts';
import { describeDatabase, isCatalogue, searchDatabase, sourcesIn } from '../../../../src/protocols/wais/database.ts';
import { DocumentStream } from '../../../../src/protocols/wais/document-stream.ts';
import { WaisSession } from '../../../../src/protocols/wais/session.ts';
import { searchMessage } from '../../../../src/schemes/wais/messages.ts';
import { waisTarget } from '../../../../src/schemes/wais/request.ts';
import { answerOf, diagnosticRecord, hitRecord, textRecord } from '../../../servers/wais/records.ts';
import { initAnswer } from '../../../servers/wais/scripted.ts';
import { waisServer } from './server.ts';

const ID = Uint8Array.of(3, 1, 0x61);
const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const OUT_OF_RANGE = diagnosticRecord('SF', 'Request out of range');

function targetOf(url: string) {
  const link = explain(url);
  const target = link.kind === 'wais' ? waisTarget(link.components, link.details) : null;
  if (target === null) throw new Error(`no message can name ${url}`);
  return target;
}

/** What a search finds at a server that gives these answers. */
async function searched(url: string, ...answers: readonly Uint8Array[]) {
  const { connect, state } = waisServer(answers);
  const session = await WaisSession.open(connect);
  return { session, state, found: await searchDatabase(session, targetOf(url)) };
}

describe('a session', () => {
  test.each([
    [30_000, 30_000],
    [10_000_000, 1_048_576],
  ])('whose server agrees to %i octets has records of %i', async (agreed, largest) => {
    const session = await WaisSession.open(waisServer([], initAnswer(agreed)).connect);
    expect(session.largest).toBe(largest);
  });

  test.each([
    ['that is refused', Uint8Array.of(0, 2, 21, 0), 'The server refused the session.'],
    ['with another answer', Uint8Array.of(0, 2, 23, 1), 'The server sent an unexpected answer.'],
    ['with an answer of nothing', new Uint8Array(), 'The answer ends too early.'],
  ])('%s is closed', async (_, init, message) => {
    const { connect, state } = waisServer([], init);
    await expect(WaisSession.open(connect)).rejects.toMatchObject({ code: 'malformed', message });
    expect(state.closed).toBe(1);
  });

  test('sends no request that is too long', async () => {
    const { connect, state } = waisServer([]);
    const session = await WaisSession.open(connect);
    await expect(session.send(new Uint8Array(4097))).rejects.toMatchObject({ code: 'invalid-request' });
    expect(state.requests).toHaveLength(1);
  });
});

describe('a search', () => {
  it('finds documents', async () => {
    const { found, state } = await searched('wais://h/db?tea', answerOf(hitRecord({ id: ID, headline: 'Tea' })));
    expect(found.hits).toMatchObject([{ score: 1000, bytes: 119, date: '1994-11-16' }]);
    expect(Buffer.from(state.requests[1] ?? []).toString('latin1')).toContain('tea');
  });

  it('counts its hits although the server reports a failure, too', async () => {
    const answer = answerOf(hitRecord({ id: ID, headline: 'Tea' }), diagnosticRecord('S2', 'busy'));
    expect((await searched('wais://h/db?tea', answer)).found.hits).toHaveLength(1);
  });

  it.each([
    ['S1', 'not-found', 'The server does not have this database. It says: “no …”.'],
    ['S2', 'busy', 'The server cannot answer now. It says: “no …”.'],
    ['T2', 'forbidden', 'The server refuses access. It says: “no …”.'],
    ['SD', 'too-large', 'The search has more results than the server sends. It says: “no …”.'],
    ['Q9', 'server-failure', 'The server reported an error. It says: “no …”.'],
  ])('that the server refuses with %s is an error with its code', async (status, code, message) => {
    const answer = answerOf(diagnosticRecord(status, 'no /wais/db'));
    await expect(searched('wais://h/db?tea', answer)).rejects.toMatchObject({ code, message, status, reply: 'no …' });
  });

  it.each([
    ['S1', null],
    ['S3', null],
    ['S2', 'busy'],
  ])('for the list of databases, which the server refuses with %s', async (status, code) => {
    const search = searched('wais://h/', answerOf(diagnosticRecord(status, '')));
    if (code === null) expect((await search).found.hits).toEqual([]);
    else await expect(search).rejects.toMatchObject({ code, status });
  });

  it('asks for as many hits as somebody wants, and for the usual number if the server refuses', async () => {
    const { connect, state } = waisServer([
      answerOf(diagnosticRecord('SD', 'too many')),
      answerOf(hitRecord({ id: ID, headline: 'Tea' })),
    ]);
    const session = await WaisSession.open(connect);
    expect((await searchDatabase(session, targetOf('wais://h/db?tea'), 200)).hits).toHaveLength(1);
    const usual = searchMessage(octets('db'), octets('tea'));
    expect(state.requests.slice(1).map((request) => Buffer.from(usual).includes(request))).toEqual([false, true]);
  });

  it('for nothing that finds nothing is asked again for a word, to know whether there is such a database', async () => {
    const missing = searched('wais://h/nosuch', answerOf(), answerOf(diagnosticRecord('S1', '')));
    await expect(missing).rejects.toMatchObject({ code: 'not-found' });
    const { found, state } = await searched('wais://h/silent', answerOf(), answerOf());
    expect([found.hits, state.requests.length]).toEqual([[], 3]);
  });

  it('whose connection breaks', async () => {
    await expect(searched('wais://h/db?tea')).rejects.toMatchObject({ code: 'unreachable', status: null });
  });
});

test('a description with lists in it is read whole', () => {
  const text =
    '(:source :version 3 :ip-name "h.example" :tcp-port 210 :database-name "tea" :keyword-list ( and document ( of ) tea ) ' +
    ':description "About tea." :maintainer "m@h.example") (:source :ip-name "g.example" :database-name "two")';
  expect(sourcesIn(text)).toEqual([
    { host: 'h.example', port: 210, database: 'tea', description: 'About tea.', maintainer: 'm@h.example' },
    { host: 'g.example', port: 210, database: 'two', description: null, maintainer: null },
  ]);
});

describe('the description of a database', () => {
  const DESCRIBED = answerOf(
    hitRecord({ id: ID, headline: 'Catalogue', types: ['WCAT'] }),
    hitRecord({ id: ID, headline: 'About', types: ['TEXT', 'wsrc'] }),
  );

  test.each([
    ['is the document of its type', answerOf(textRecord(ID, '(:source)'), OUT_OF_RANGE), '(:source)'],
    ['is missing where the server refuses it', answerOf(diagnosticRecord('SG', '')), null],
    ['is missing where the answer is broken', Uint8Array.of(0, 2, 21, 1), null],
  ])('%s', async (_, answer, text) => {
    const { session, found } = await searched('wais://h/db', DESCRIBED, answer);
    const description = await describeDatabase(session, octets('db'), found.hits);
    expect(description && Buffer.from(description).toString('latin1')).toBe(text);
  });

  test('is not asked for where no hit has it', async () => {
    const { session, found, state } = await searched('wais://h/db', answerOf(hitRecord({ id: ID, headline: 'Tea' })));
    expect(await describeDatabase(session, octets('db'), found.hits)).toBeNull();
    expect(state.requests).toHaveLength(2);
  });

  test('does not hide a fault of our own, or the reason of a signal', async () => {
    const { found } = await searched('wais://h/db', DESCRIBED);
    const gone = new TypeError('gone');
    const connection = { read: () => Promise.reject(gone), unread() {} };
    const session = { connection, largest: 0, send: async () => {}, close() {} };
    await expect(describeDatabase(session, octets('db'), found.hits)).rejects.toBe(gone);
  });
});

test.each([
  ['Search produced no result. Here is the Catalog for database: db', 0, 'TEXT', true],
  ['Catalogue of  the\tdatabase db', 0, 'TEXT', true],
  ['Catalogue of the database db', 900, 'TEXT', false],
  ['Everything', 1000, 'wcat', true],
  ['Search', 0, 'TEXT', false],
])('a hit called %j with the score %i and the type %s is the catalogue: %s', async (headline, score, type, is) => {
  const { found } = await searched('wais://h/db?x', answerOf(hitRecord({ id: ID, headline, score, types: [type] })));
  expect(found.hits.map(isCatalogue)).toEqual([is]);
});

test('a document of several parts, and a part of it', async () => {
  const parts = ['a'.repeat(5904), 'b'.repeat(100)];
  const answers = [
    answerOf(textRecord(ID, parts[0] ?? '')),
    answerOf(textRecord(ID, parts[1] ?? ''), OUT_OF_RANGE),
    answerOf(OUT_OF_RANGE),
  ];
  const session = await WaisSession.open(waisServer(answers, initAnswer(10_000)).connect);
  const document = { database: octets('db'), documentId: ID, type: octets('TEXT') };
  const whole = await collect(new DocumentStream(session, document, { from: 0, to: null }), 10_000);
  expect(Buffer.from(whole.octets).toString('latin1')).toBe(parts.join(''));
});
