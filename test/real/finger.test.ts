/** finger with fingerd of Debian: the client, the Worker and `waypost get`, beside the program `finger`. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectTo } from '../../bin/protocols-node.ts';
import { latin1Of } from '../../src/octets/octets.ts';
import { ask } from '../../src/protocols/finger/client.ts';
import { get } from '../bin/network/harness.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import type { Daemon } from './daemon.ts';
import { startFingerd } from './dict-servers.ts';

let fingerd: Daemon;
let worker: RunningWorker;
beforeAll(async () => {
  fingerd = await startFingerd();
  worker = await startGateway([fingerd]);
});
afterAll(() => Promise.all([worker, fingerd].map((running) => running?.close())));

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

describe(`finger://host/${username}`, () => {
  const at = (path = username) => `/finger/localhost:${fingerd.port}/${path}`;
  const url = (path = username) => `finger://localhost:${fingerd.port}/${path}`;
  /** What the program writes, which the server calls with this option. Times go by between two calls. */
  const written = () => withoutTimes(withLf(execFileSync('finger', ['-l', username], { encoding: 'latin1' })));
  const withoutTimes = (text: string) => text.replace(/^(?:On since|Last login|Never|No mail|Mail|New mail).*$/gm, '');
  const withLf = (text: string) => text.replaceAll('\r\n', '\n');

  test('its octets are what the program finger writes', async () => {
    const response = await worker.fetch(`${at()}?format=raw`);
    expect(withoutTimes(withLf(await response.text()))).toBe(written());
  });

  test('page and JSON have the same text', async () => {
    const response = await worker.fetch(`${at()}?format=json`);
    const json: { kind: string; text: string } = await response.json();
    expect([json.kind, withoutTimes(withLf(json.text))]).toEqual(['text', written()]);
    const page = await (await worker.fetch(at(), { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain(`Login: ${username}`);
    expect(page).toContain('Finger reply');
  });

  test('waypost get writes it', async () => {
    const { opened, stdout, stderr } = await get([url()]);
    expect([opened, stderr]).toEqual([true, '']);
    expect(withoutTimes(stdout).trimEnd()).toBe(written().trimEnd());
  });

  test('a check finds it', async () => {
    const response = await worker.fetch(`/v1/check?url=${encodeURIComponent(url())}`);
    expect(await response.json()).toMatchObject({ status: 'alive', otherProtocol: null });
  });

  test('more is asked for, and forwarding is refused', async () => {
    expect(await (await worker.fetch(`${at(`%2FW%20${username}`)}?format=raw`)).text()).toContain(`Login: ${username}`);
    expect(await (await worker.fetch(`${at('a@b.example')}?format=raw`)).text()).toContain('forwarding not allowed');
  });
});
