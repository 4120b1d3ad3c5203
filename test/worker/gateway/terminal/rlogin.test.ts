/** rlogin sessions (RFC 1282): the name that a person confirms, sizes, and servers that refuse high ports. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '../../../servers/conversation.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { startGateway, until } from '../worker.ts';
import { PageClient } from './page-client.ts';

let serve: (client: Conversation) => Promise<void> = async () => {};
let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await listen('rlogin', {}, (client) => serve(client));
  worker = await startGateway([server]);
});
afterAll(() => Promise.all([worker?.close(), server?.close()]));

const path = (query = '') => `/rlogin/localhost:${server.port}/${query}`;
const received = () => server.log.at(-1)?.octets.toString('latin1') ?? '';

test('the name is sent when the page says so, then sizes and text, unescaped', async () => {
  serve = async (client) => {
    await client.exactly('\0ada\0ada\0xterm-256color/38400\0'.length);
    await client.reply('\0Password: ');
    while ((await client.exactly(1)).length > 0);
  };
  const client = await PageClient.open(worker.origin, path('?user=guest'));
  await until(() => client.messages.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(received()).toBe('');
  client.tell({ type: 'user', user: 'ada' });
  client.tell({ type: 'user', user: 'again' });
  await client.sees('Password: ');
  expect(client.text).toBe('Password: ');
  client.tell({ type: 'size', columns: 132, rows: 43 });
  client.type('\xffx\r');
  const start = '\0ada\0ada\0xterm-256color/38400\0';
  const sizes = '\xff\xffss\0\x18\0\x50\0\0\0\0\xff\xffss\0\x2b\0\x84\0\0\0\0';
  await until(() => received().length >= (start + sizes).length + 3);
  expect(received()).toBe(`${start}${sizes}\xffx\r`);
  await client.close();
});

test.each([
  ['\x01rlogind: Permission denied.\r\n', 'The server says: rlogind: Permission denied.'],
  ['', 'The server ended the session before the login.'],
])('a server that refuses with %j: the rule is explained', async (reply, words) => {
  serve = async (client) => {
    await client.exactly(1);
    await client.reply(reply);
  };
  const client = await PageClient.open(worker.origin, path());
  client.tell({ type: 'user', user: 'ada' });
  const end = await client.ends();
  expect(end.code).toBe('login-refused');
  expect(end.message).toContain(words);
  expect(end.message).toContain('Most rlogin servers refuse web gateways.');
});

test.each(['\0', '\r\n', '\n', '\t', '\x7f'])('a name with %j closes the WebSocket', async (control) => {
  serve = async (client) => {
    while ((await client.exactly(1)).length > 0);
  };
  const client = await PageClient.open(worker.origin, path());
  client.tell({ type: 'user', user: `ada${control}root` });
  await until(() => client.closed !== null);
  expect(client.closed?.code).toBe(1008);
  expect(received()).toBe('');
});

test('a character whose last octet would be LF is sent as UTF-8', async () => {
  serve = async (client) => {
    while ((await client.exactly(1)).length > 0);
  };
  const client = await PageClient.open(worker.origin, path());
  client.tell({ type: 'user', user: '\u010a\u560a' });
  const start = '\0\xc4\x8a\xe5\x98\x8a\0\xc4\x8a\xe5\x98\x8a\0xterm-256color/38400\0';
  await until(() => received().length >= start.length);
  expect(received()).toBe(start);
  await client.close();
});
