/** Requests to web servers: which links have one, and where `Location` leads. */
import { expect, test } from 'vitest';
import { askWeb, redirectTarget } from '../../../../src/open/http/request.ts';
import { contextOf } from '../context.ts';
import { answerOf, webDouble } from './web.ts';

test.each(['ftp://h.example/', 'mailto:a@h.example'])('%s is no request, and nobody is asked', async (url) => {
  const asked = askWeb(contextOf({}), { url, method: 'GET' });
  await expect(asked).rejects.toMatchObject({
    ...{ name: 'ProtocolError', code: 'invalid-request', message: 'The link does not say which server.' },
  });
});

test('the head of an answer comes with the connection, whose next octets are the body', async () => {
  const web = webDouble(answerOf('200 OK', ['A: b'], 'Tea'));
  const { head, connection } = await askWeb(contextOf({ connect: web.connect }), {
    url: 'http://h.example/',
    method: 'GET',
  });
  expect([head.status, head.fields, web.server.open]).toEqual([200, [['a', 'b']], 1]);
  expect(Buffer.from((await connection.read()) ?? []).toString()).toBe('Tea');
});

test.each([
  ['/b', 'http://h.example/b'],
  ['?r', 'http://h.example/a?r'],
  ['//other.example', 'http://other.example/'],
  ['https://u:p@other.example/', 'https://u:p@other.example/'],
  ['/\xc3\xa9', 'http://h.example/%C3%A9'],
  ['/\xe9', 'http://h.example/%C3%A9'],
  ['http://[', null],
  ['http://h:x/', null],
])('%j leads to %s', (location, target) => {
  expect(redirectTarget(location, 'http://h.example/a?q')).toBe(target);
});
