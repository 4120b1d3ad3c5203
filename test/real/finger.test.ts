/** The finger client with fingerd of Debian. */
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo } from '../../bin/protocols-node.ts';
import { latin1Of } from '../../src/octets/octets.ts';
import { ask } from '../../src/protocols/finger/client.ts';
import type { Daemon } from './daemon.ts';
import { startFingerd } from './dict-servers.ts';

let fingerd: Daemon;
beforeAll(async () => {
  fingerd = await startFingerd();
});
afterAll(() => fingerd?.close());

const query = async (line: string) => latin1Of(await ask(connectTo({ host: fingerd.host, port: fingerd.port }), line));

const { username } = userInfo();

test.each([
  [username, new RegExp(`^Login: ${username} `, 'm')],
  [`/W ${username}`, new RegExp(`^Login: ${username} `, 'm')],
  ['nonesuch', /nonesuch: no such user/],
  ['nobody@other.example', /forwarding not allowed/],
  ['', /No one logged on|^Login /m],
])('%j', async (line, text) => {
  expect(await query(line)).toMatch(text);
});
