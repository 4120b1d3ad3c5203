/** The questions about objects that servers name: their hosts are canonical, as the egress policy judges only such. */
import { describe, expect, test } from 'vitest';
import { type ProsperoQuestion, questionOctets, questionOf } from '../../../../src/open/prospero/question.ts';

const object = (host: string, port: number | null = null, hsoname = '/pub') => ({ host, port, hsoname, version: null });

test.each([
  ['0x7f.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['127。0。0。1', '127.0.0.1'],
  ['LOCALHOST', 'localhost'],
  ['[::FFFF:127.0.0.1]', '[::ffff:7f00:1]'],
  ['h.example', 'h.example'],
])('the host %j is %s', (host, canonical) => {
  const octets = Buffer.from(host, 'utf8').toString('latin1');
  expect(questionOf(object(octets), 'list', 5)).toMatchObject({ host: canonical, port: 1525 });
});

test('the port and the octets of the name stay', () => {
  const named = object('h.example', 99, "/it's;a \xff%41");
  expect(questionOf({ ...named, version: '3' }, 'contents', 1)).toEqual({
    ...{ host: 'h.example', port: 99, hsoname: '/it%27s%3Ba%20%FF%2541', objectVersion: '3', version: 1 },
    ask: 'contents',
  });
});

test.each([
  ['', 1525, '/pub'],
  ['h.example', 65_536, '/pub'],
  ['h .example', null, '/pub'],
  ['user@h.example/', null, '/pub'],
  ['h.example', null, '/\0'],
])('no question goes to %j, port %j, for %j', (host, port, hsoname) => {
  expect(() => questionOf(object(host, port, hsoname), 'list', 5)).toThrow('without a target');
});

describe('the octets of a question', () => {
  const question: ProsperoQuestion = {
    ...{ host: 'h.example', port: 1525, hsoname: '/pub%20b', objectVersion: null, version: 5, ask: 'list' },
  };
  const textOf = (changes: Partial<ProsperoQuestion>) =>
    Buffer.from(questionOctets({ ...question, ...changes })).toString();

  test('name the object, its version and what is asked', () => {
    const texts = [{}, { ask: 'contents' }, { ask: 'object' }, { objectVersion: '3' }, { version: 1 }] as const;
    const [list, contents, object, version, old] = texts.map(textOf);
    expect(list).toContain("'/pub b'");
    expect(new Set([list, contents, object, version, old]).size).toBe(5);
  });

  test('have the name as it is, with its semicolons', () => {
    expect(textOf({ hsoname: '/a;version=3' })).toContain('/a;version=3');
  });

  test.each([{ hsoname: '/a%0Ab' }, { hsoname: `/${'a'.repeat(5000)}` }, { objectVersion: 'a\nb' }])(
    'cannot be made of %j',
    (changes) => {
      expect(() => textOf(changes)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
    },
  );
});
