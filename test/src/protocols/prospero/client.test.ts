/** The client of Prospero servers without a network: versions, forwards, unions, and what a server does not give. */
import { describe, expect, it, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import {
  type AskProspero,
  findObject,
  lastName,
  linkedObject,
  lookUp,
  mergeUnions,
} from '../../../../src/protocols/prospero/client.ts';
import type { ObjectPlace } from '../../../../src/protocols/prospero/links.ts';

const place = (hsoname: string, host = 'h.example'): ObjectPlace => ({ host, port: 1525, hsoname, version: null });
const PLACE = place('/pub');
const link = (type: string, name: string, kind: 'L' | 'U' = 'L') =>
  `LINK  ${kind} ${type} ${name} INTERNET-D h.example(1525) ASCII /pub/${name} 0\n`;
const forward = (host: string) => `FORWARDED INTERNET-D ${host} ASCII /there 0\n`;

/** Servers that give these answers, by host, question and name; they know the versions from this one on. */
function serversOf(answers: Readonly<Record<string, string | Error>>, oldest = 5) {
  const asked: string[] = [];
  const ask: AskProspero = async ({ host, hsoname }, what, version) => {
    asked.push(`${version} ${what} ${host}${hsoname}`);
    if (version > oldest) return 'VERSION-NOT-SUPPORTED\n';
    const answer = answers[`${what} ${host}${hsoname}`] ?? 'FAILURE NOT-FOUND\n';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { ask, asked };
}

test('a link names an object with its version', () => {
  const named = (url: string) => {
    const link = explain(url);
    return link.kind === 'prospero' ? linkedObject(link) : null;
  };
  expect(named('prospero://H.example//pub/it%27s%3Bhere;OBJECT-VERSION=3')).toEqual({
    ...{ host: 'h.example', port: 1525, hsoname: "/pub/it's;here", version: '3' },
  });
});

describe('a look-up', () => {
  test('asks version 1 where a server knows no later one', async () => {
    const { ask, asked } = serversOf({ 'list h.example/pub': 'LINK L FILE a INTERNET-D h.example ASCII /a 0 0\n' }, 1);
    const { answer, object } = await lookUp(ask, PLACE, 'list');
    expect(answer.links.map(({ name }) => name)).toEqual(['a']);
    expect(object).toEqual(PLACE);
    expect(asked).toEqual(['5 list h.example/pub', '1 list h.example/pub']);
  });

  test('follows a server that forwards its clients', async () => {
    const { ask, asked } = serversOf({
      'list h.example/pub': forward('Other.Example(99)'),
      'list other.example/there': link('FILE', 'a'),
    });
    const { object } = await lookUp(ask, PLACE, 'list');
    expect(object).toMatchObject({ host: 'other.example', port: 99, hsoname: '/there' });
    expect(asked).toHaveLength(2);
  });

  test('ends where servers forward in circles', async () => {
    const { ask, asked } = serversOf({
      'list h.example/pub': forward('a.example'),
      'list a.example/there': forward('a.example'),
    });
    await expect(lookUp(ask, PLACE, 'list')).rejects.toMatchObject({
      code: 'malformed',
      message: 'The servers forward the request in a loop.',
    });
    expect(asked).toHaveLength(6);
  });

  test.each(["LINK  L FILE 'a", 'LINK  L FILE a\n'])('an answer that cannot be parsed: %j', async (answer) => {
    const { ask } = serversOf({ 'list h.example/pub': answer });
    await expect(lookUp(ask, PLACE, 'list')).rejects.toMatchObject({ code: 'malformed', status: null });
  });

  test('does not change what the transport throws, such as a refusal of its policy', async () => {
    const refusal = new TypeError('not there');
    const { ask } = serversOf({ 'list h.example/pub': forward('127.0.0.1'), 'list 127.0.0.1/there': refusal });
    await expect(lookUp(ask, PLACE, 'list')).rejects.toBe(refusal);
  });
});

describe('an object', () => {
  const NO_DIRECTORY = { 'list h.example/pub': 'FAILURE NOT-A-DIRECTORY\n' };
  const METHOD = 'ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE AFTP INTERNET-D ftp.example ASCII /a BINARY\n';

  it('is a directory', async () => {
    const { ask } = serversOf({ 'list h.example/pub': link('FILE', 'a') });
    expect(await findObject(ask, PLACE)).toMatchObject({ kind: 'directory', found: { text: link('FILE', 'a') } });
  });

  it('is a file', async () => {
    const contents = "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA 'one\ntwo'\n";
    const { ask, asked } = serversOf({ ...NO_DIRECTORY, 'contents h.example/pub': contents });
    expect(await findObject(ask, PLACE)).toEqual({ kind: 'file', contents: 'one\ntwo' });
    expect(asked).toEqual(['5 list h.example/pub', '5 contents h.example/pub']);
  });

  it('is one that other servers have', async () => {
    const { ask } = serversOf({ ...NO_DIRECTORY, 'object h.example/pub': METHOD });
    expect(await findObject(ask, PLACE)).toMatchObject({
      kind: 'other',
      link: { ...PLACE, kind: 'link', type: 'FILE', name: 'pub', attributes: [{ name: 'ACCESS-METHOD' }] },
      refusal: { code: 'not-found', status: 'NOT-FOUND' },
    });
  });

  it.each([
    [{}, 'not-found', 'NOT-FOUND', 'The server has no object with this name.'],
    [
      { 'list h.example/pub': "FAILURE NOT-AUTHORIZED 'not in /etc/acl'\n" },
      ...(['forbidden', 'NOT-AUTHORIZED'] as const),
      'The server requires a login for this object. It says: “not in …”.',
    ],
    [
      { ...NO_DIRECTORY, 'contents h.example/pub': 'FAILURE NOT-AUTHORIZED\n' },
      ...(['forbidden', 'NOT-AUTHORIZED'] as const),
      'The server requires a login for this object.',
    ],
  ])('is refused: %j', async (answers, code, status, message) => {
    await expect(findObject(serversOf(answers).ask, PLACE)).rejects.toMatchObject({ code, status, message });
  });
});

describe('unions', () => {
  test('are replaced by their links, without the unions in them', async () => {
    const { ask } = serversOf({
      'list h.example/pub': link('FILE', 'a') + link('DIRECTORY', 'more', 'U'),
      'list h.example/pub/more': link('FILE', 'b') + link('DIRECTORY', 'most', 'U'),
    });
    const { answer } = await lookUp(ask, PLACE, 'list');
    const { links, unmerged } = await mergeUnions(ask, answer.links);
    expect([links.map(({ name }) => name), unmerged]).toEqual([['a', 'b'], []]);
  });

  test('that nobody reads come with the reason: more than five, or no answer', async () => {
    const failure = new TypeError('not there');
    const names = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6'];
    const lists = names.map((name, index) => [`list h.example/pub/${name}`, link('FILE', `f${index}`)]);
    const { ask, asked } = serversOf({
      ...Object.fromEntries(lists),
      'list h.example/pub': names.map((name) => link('DIRECTORY', name, 'U')).join(''),
      'list h.example/pub/u1': failure,
      'list h.example/pub/u2': 'FAILURE NOT-AUTHORIZED\n',
    });
    const { answer } = await lookUp(ask, PLACE, 'list');
    const { links, unmerged } = await mergeUnions(ask, answer.links);
    expect(links.map(({ name }) => name)).toEqual(['f0', 'f3', 'f4']);
    expect(unmerged.map(({ link: { name }, error }) => [name, error])).toEqual([
      ['u1', failure],
      ['u2', expect.objectContaining({ code: 'forbidden' })],
      ['u5', null],
      ['u6', null],
    ]);
    expect(asked).toHaveLength(6);
  });
});

test.each([
  ['/pub/a', 'a'],
  ['/pub/', 'pub'],
  ['a', 'a'],
  ['/', 'file'],
  ['', 'file'],
])('the last part of the name %j is %s', (hsoname, name) => {
  expect(lastName({ hsoname })).toBe(name);
});
