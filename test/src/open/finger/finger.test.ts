/** The opener of finger links: the query that goes out, the text that comes back, and the end of the connection. */
import { expect, test } from 'vitest';
import { latin1Of } from '../../../../src/octets/octets.ts';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { finger } from '../../../../src/open/finger/finger.ts';
import { protocolLimits } from '../../../../src/protocols/limits.ts';
import { memoryServer } from '../../protocols/memory-server.ts';
import { connectTo } from '../connect.ts';
import { contextOf, linkOf, shaped } from '../context.ts';

const LINKS = { open: () => null, openCanonical: () => null, self: () => '' };

async function open(path: string, parts: readonly string[], asked: Partial<OpenContext> = {}) {
  const server = memoryServer(() => ({ parts, end: 'closed' }));
  const link = linkOf('finger', `finger://h.example${path}`);
  const opened = finger.open(link, contextOf({ ...connectTo(server), ...asked }));
  return { opened, server };
}

test.each([
  ['/user', 'user\r\n', 'user'],
  ['/', '\r\n', 'Who is logged in'],
  ['', '\r\n', 'Who is logged in'],
  ['/%2FW%20user', '/W user\r\n', 'user'],
  ['/%2FW', '/W\r\n', 'Who is logged in'],
  ['/user@a.example@b.example', 'user@a.example@b.example\r\n', 'user'],
  ['/@a.example', '@a.example\r\n', 'Who is logged in'],
  ['/%E9', '\xe9\r\n', 'é'],
])('%s asks %j', async (path, line, name) => {
  const { opened, server } = await open(path, ['Login: x\r\n']);
  expect(await opened).toMatchObject({ shape: 'text', noun: 'reply', name, freshFor: 60 });
  expect([server.requests, server.dialled, server.open]).toEqual([[line], ['none'], 0]);
});

test('the text is that of its JSON, and the octets are those of the server', async () => {
  const text = shaped(await (await open('/user', ['Login: Zo', '\xeb\r\n'])).opened, 'text');
  expect(latin1Of(text.octets)).toBe('Login: Zo\xeb\r\n');
  expect(text.text).toBe('Login: Zoë\r\n');
  expect(text.json(LINKS)).toEqual({
    kind: 'text',
    charset: text.charset,
    text: text.text,
  });
});

test('the reader can choose a charset', async () => {
  const text = shaped(await (await open('/user', ['\xeb'], { charset: 'iso-8859-5' })).opened, 'text');
  expect([text.charset, text.text]).toEqual(['iso-8859-5', 'ы']);
});

test('a reply that is too long ends the connection', async () => {
  const { opened, server } = await open('/user', ['x'.repeat(protocolLimits.menu), 'x']);
  await expect(opened).rejects.toMatchObject({ code: 'too-large' });
  expect(server.open).toBe(0);
});

test('a server that cannot be reached is the error of the caller', async () => {
  const failed = new Error('closed');
  const { opened } = await open('/user', [], { connect: () => Promise.reject(failed) });
  await expect(opened).rejects.toBe(failed);
});
