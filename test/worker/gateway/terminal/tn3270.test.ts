/** tn3270 sessions: negotiation and records by the Worker, the screen by the model that the page uses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenText } from '../../../../src/protocols/tn3270/appearance.ts';
import type { Model } from '../../../../src/protocols/tn3270/screen.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { startTn3270 } from '../../../servers/tn3270.ts';
import type { RunningWorker } from '../../harness.ts';
import { startGateway, until } from '../worker.ts';
import { answerTo, PageClient } from './page-client.ts';

/** By TN3270E, and in the traditional way. */
let modern: RunningServer;
let traditional: RunningServer;
let breaking: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  modern = await startTn3270();
  traditional = await startTn3270({ tn3270e: false });
  breaking = await listen('tn3270', {}, async (client) => {
    await client.reply('\xff\xfd\x19\xff\xfb\x19\xff\xfd\0\xff\xfb\0');
    await client.body('x'.repeat(200_000));
    while ((await client.exactly(1)).length > 0);
  });
  worker = await startGateway([modern, traditional, breaking]);
});
afterAll(() => Promise.all([worker, modern, traditional, breaking].map((running) => running?.close())));

/** A page: the WebSocket, and the model of the display. */
async function openScreen(server: RunningServer, model: Model) {
  const client = await PageClient.open(worker.origin, `/tn3270/localhost:${server.port}/?model=${model}`);
  const terminal = new Terminal3270({ model, page: 37 });
  let taken = 0;
  const sees = (text: string) =>
    until(() => {
      for (const record of client.frames.slice(taken)) {
        for (const reply of terminal.receive(new Uint8Array(record)).replies) client.type(reply);
      }
      taken = client.frames.length;
      return screenText(terminal.screen, 37).some((row) => row.includes(text));
    });
  const send = (key: Parameters<Terminal3270['send']>[0]) => client.type(terminal.send(key) ?? new Uint8Array());
  return { client, terminal, sees, send };
}

test.each([
  ['TN3270E', 2, 24, 'IBM-3278-2-E'],
  ['TN3270E', 4, 43, 'IBM-3278-4-E'],
  ['traditional', 2, 24, 'IBM-3279-2-E'],
  ['traditional', 4, 43, 'IBM-3278-4-E'],
] as const)('%s, model %i: a query is answered, and the form has %i rows', async (way, model, rows, name) => {
  const { client, terminal, sees, send } = await openScreen(way === 'TN3270E' ? modern : traditional, model);
  await sees(`You have an ${name} with ${rows} rows.`);
  expect(terminal.screen.size).toEqual({ rows, columns: 80 });
  terminal.type('Ada');
  terminal.press('tab');
  terminal.type('36');
  terminal.press('tab');
  terminal.type('secret');
  send('enter');
  await sees('Hello Ada, aged 36, 6 secret letters.');
  send('pa1');
  await sees('The key 6c does nothing here.');
  send('pf3');
  await sees('Goodbye.');
  expect((await client.ends()).code).toBe('closed');
});

test.each([
  ['TN3270E', 'Interrupt Process', 0xf4],
  ['traditional', 'Break', 0xf3],
] as const)('%s: each binary message is one record, and Attn is %s', async (way, _, command) => {
  const server = way === 'TN3270E' ? modern : traditional;
  const { client, sees } = await openScreen(server, 2);
  await sees('THE TERMINAL ROOM');
  expect(client.frames.map((frame) => [...frame.subarray(0, 6)])).toEqual([
    [0, 0, 0, 0, 0, 0xf3],
    [0, 0, 0, 0, 0, 0xf5],
  ]);
  client.tell({ type: 'key', key: 'attention' });
  await until(() => (server.log.at(-1)?.octets ?? Buffer.alloc(0)).includes(Buffer.from([0xff, command])));
  // Not a record: it is not sent.
  client.type('xyz');
  client.tell({ type: 'key', key: 'attention' });
  const attentions = () =>
    server.log
      .at(-1)
      ?.octets.toString('hex')
      .split(`ff${command.toString(16)}`).length;
  await until(() => attentions() === 3);
  expect(server.log.at(-1)?.octets.includes('xyz')).toBe(false);
  await client.close();
});

test('a record without an end ends the session', async () => {
  const client = await PageClient.open(worker.origin, `/tn3270/localhost:${breaking.port}/`);
  expect(await client.ends()).toMatchObject({ code: 'gateway-protocol' });
  await until(() => breaking.connections === 0);
});

test.each([
  ['a'.repeat(17), true],
  ['a'.repeat(18), false],
  ['T@#$_-.1', true],
  ['a b', false],
  ['', false],
])('%j as the name of a logical unit: %s', async (name, isAllowed) => {
  const path = `/tn3270/localhost:${modern.port}/?lu=${encodeURIComponent(name)}`;
  if (isAllowed) {
    const client = await PageClient.open(worker.origin, path);
    await until(() => modern.log.at(-1)?.octets.includes(`\x01${name}`) ?? false);
    await client.close();
  } else expect((await answerTo(worker.origin, path)).body).toContain('must be up to 17 letters');
});

test('there is no model 6', async () => {
  const answer = await answerTo(worker.origin, `/tn3270/localhost:${modern.port}/?model=6`);
  expect(answer).toMatchObject({ status: 400 });
});

test('the page has no inline style, and its policy permits none', async () => {
  const response = await worker.fetch(`/tn3270/localhost:${modern.port}/`, { headers: { Accept: 'text/html' } });
  const html = await response.text();
  expect(response.headers.get('content-security-policy')).toContain("style-src 'self';");
  expect(html).not.toMatch(/<style|\sstyle=/);
  expect(html).toContain(`c3270 localhost:${modern.port}`);
  for (const name of ['PF24', 'PA3', 'Attn', 'Reset', 'Clear']) expect(html).toContain(`>${name}<`);
});
