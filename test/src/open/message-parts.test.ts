/** The parts of messages: how they are found, and how each is served. */
import { describe, expect, test } from 'vitest';
import { findPart, isTextual, partJson, servedPart, servedType } from '../../../src/open/message-parts.ts';

const octetsOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

const part = (type: string, body: string, more = '') => `--b\r\nContent-Type: ${type}\r\n${more}\r\n${body}\r\n`;
const message = octetsOf(
  [
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
    part('text/plain; charset=iso-8859-1', 'Caf\xe9'),
    part('text/html', '<p>Tea'),
    part('image/gif', 'GIF89a', 'Content-ID: <pot@h.example>\r\n'),
    part('application/x-tea', '\x00'),
    '--b--\r\n',
  ].join(''),
);

describe('a part is found', () => {
  test.each([
    ['1', 1],
    ['4', 4],
    ['004', 4],
    ['pot@h.example', 3],
  ])('by %s', (id, number) => {
    const { part: found, described, bodies } = findPart(message, true, id);
    expect([found.number, described.number, bodies.length]).toEqual([number, number, 4]);
  });

  test.each(['0', '5', '0001', '', 'tea@h.example', '1 '])('not by %j', (id) => {
    expect(() => findPart(message, true, id)).toThrow(
      expect.objectContaining({ code: 'not-found', advice: 'The page of the message lists its parts.' }),
    );
  });

  test('only in a whole message', () => {
    expect(() => findPart(message, false, '1')).toThrow(expect.objectContaining({ code: 'too-large' }));
    expect(() => findPart(message, false, '9')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });
});

describe('a part is served', () => {
  test.each([
    ['1', null, 'text/plain; charset=utf-8', 'Café'],
    ['1', 'cp437', 'text/plain; charset=utf-8', 'CafΘ'],
    ['2', null, 'text/html; charset=utf-8', '<p>Tea'],
    ['3', null, 'image/gif', 'GIF89a'],
    ['4', null, 'application/octet-stream', '\x00'],
  ])('%s in the charset %s', (id, charset, type, text) => {
    const served = servedPart(findPart(message, true, id).part, charset);
    expect([served.type, Buffer.from(served.octets).toString()]).toEqual([type, text]);
  });

  test.each([
    ['image/gif', 'image/gif'],
    ['image/svg+xml', 'application/octet-stream'],
    ['audio/x-wav', 'audio/x-wav'],
    ['video/mp4', 'video/mp4'],
    ['application/pdf', 'application/pdf'],
    ['application/pdfx', 'application/octet-stream'],
    ['text/html', 'application/octet-stream'],
    ['image/png', 'image/png'],
    ['image/jpeg', 'image/jpeg'],
    ['image/webp', 'image/webp'],
    ['image/avif', 'image/avif'],
    ['image/giff', 'application/octet-stream'],
    ['video/x-ms.wmv+a', 'video/x-ms.wmv+a'],
    ['video/', 'application/octet-stream'],
    ['audio/', 'application/octet-stream'],
    ['audio/a b', 'application/octet-stream'],
    ['x-image/gif', 'application/octet-stream'],
  ])('%s as %s', (type, served) => {
    expect(servedType(type)).toBe(served);
  });

  test.each([
    ['text/plain', true],
    ['text/html', false],
    ['text/html5', true],
    ['message/rfc822', true],
    ['application/json', true],
    ['application/xml', true],
    ['application/pgp-signature', true],
    ['application/javascript', false],
    ['x-text/plain', false],
    ['text/x.y+z-1', true],
    ['text/', false],
    ['text/a b', false],
    ['message/', false],
    ['message/delivery-status', true],
    ['application/pgp-keys', true],
    ['application/xml2', false],
  ])('%s as a text: %s', (type, textual) => {
    expect(isTextual(type)).toBe(textual);
  });
});

test('JSON has the addresses of message and part', () => {
  const links = {
    open: (url: string | null) => `open ${url}`,
    part: (url: string, id: string) => `part ${url} ${JSON.stringify(id)}`,
  };
  expect(partJson(findPart(message, true, '3'), 'news:a@h', links)).toEqual({
    number: 3,
    type: 'image/gif',
    name: null,
    size: 6,
    contentId: 'pot@h.example',
    role: 'attachment',
    article: { url: 'news:a@h', open: 'open news:a@h' },
    open: 'part news:a@h "3"',
  });
});
