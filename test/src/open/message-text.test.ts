/** What is read of a message, and what is said of it. */
import { expect, test } from 'vitest';
import { readMessage } from '../../../src/message/message.ts';
import { noteOf, textOf } from '../../../src/open/message-text.ts';

const entity = (type: string, body: string) => `Content-Type: ${type}\r\n\r\n${body}\r\n`;
const multipart = (...parts: readonly string[]) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}`).join('')}--b--\r\n`;
const attached = (name: string) => `Content-Disposition: attachment; filename=${name}\r\n${entity('image/gif', 'GIF')}`;
const PLAIN = entity('text/plain', 'Tea');
const HTML = entity('text/html; charset=koi8-r', '<p>\xf4\xc5\xc1');

test.each<[string, string, string | null, string[], string | null]>([
  ['a text', PLAIN, 'plain', ['Tea'], null],
  ['text and HTML', multipart(PLAIN, HTML), 'plain', ['Tea'], null],
  ['HTML alone', HTML, 'html', ['Теа'], 'This article is HTML. Below is its text.'],
  [
    'an empty text and HTML',
    multipart(entity('text/plain', ' '), HTML),
    'html',
    ['Теа'],
    'This article is HTML. Below is its text.',
  ],
  ['nothing', entity('text/plain', ''), null, [], 'This article has no text.'],
  ['HTML without a text', entity('text/html', '<img src=a>'), null, [], 'This article has no text.'],
  ['one file', multipart(attached('a.gif')), null, [], 'This article has no text, but an attachment: a.gif.'],
  [
    'two files',
    multipart(attached('a.gif'), attached('b.gif')),
    null,
    [],
    'This article has no text, but 2 attachments: a.gif, b.gif.',
  ],
  [
    'five',
    multipart(...'12345'.split('').map(attached)),
    null,
    [],
    'This article has no text, but 5 attachments: 1, 2, 3, 4, 5.',
  ],
  [
    'six',
    multipart(...'123456'.split('').map(attached)),
    null,
    [],
    'This article has no text, but 6 attachments: 1, 2, 3, 4, 5 and 1 more.',
  ],
  [
    'one without a name',
    entity('image/gif', 'GIF'),
    null,
    [],
    'This article has no text, but an attachment: image/gif.',
  ],
])('%s', (_, article, from, texts, note) => {
  const message = readMessage(Uint8Array.from(Buffer.from(article, 'latin1')), null);
  const read = textOf(message, null);
  expect([read.from, read.texts.map(({ text }) => text.trim()), noteOf('article', read, message)]).toEqual([
    from,
    texts,
    note,
  ]);
});

test('HTML is decoded in the charset that the reader chose', () => {
  const message = readMessage(Uint8Array.from(Buffer.from(entity('text/html', '<p>\xf4\xc5\xc1'), 'latin1')), 'koi8-r');
  expect(textOf(message, 'koi8-r').texts[0]?.text).toBe('Теа');
});
