/** `npm start`: the test servers and the Worker start together and stop together. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { descendantsOf } from '../processes.ts';
import { exchange } from './client.ts';

let running: ChildProcess | null = null;
afterAll(() => running?.kill('SIGTERM'));

test('the printed links have servers that answer, and SIGTERM stops everything', { timeout: 90_000 }, async () => {
  // The port of the Prospero server is taken, here or by another run: it gets another, and nothing is left open.
  const taken = createSocket('udp4')
    .unref()
    .on('error', () => {});
  taken.bind(8525, '127.0.0.1');
  const started = spawn(process.execPath, [join(import.meta.dirname, './start.ts')], { stdio: 'pipe' });
  running = started;
  let output = '';
  for await (const chunk of started.stdout) {
    output += chunk;
    if (output.includes('Ctrl-C closes both')) break;
  }
  const [origin] = /http:\/\/localhost:\d+(?=\/ and the museum is open)/.exec(output) ?? [];
  const port = (scheme: string): number =>
    Number(new RegExp(`url=${scheme}://(?:guest@)?localhost:(\\d+)/`).exec(output)?.[1]);
  expect(output).toContain(`${origin}/r?url=news:museum.history`);
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  expect(output).toContain(`${origin}/r?url=go:fidonet;language=*`);
  const names = await fetch(`${origin}/open?url=go:gopherspace`, { headers: { Accept: 'application/json' } });
  expect(await names.text()).toContain(`"open":"${origin}/gopher/localhost:${port('gopher')}/"`);
  // The front page offers links that open without a network, and explains the first.
  const front = await (await fetch(`${origin}/`, { headers: { Accept: 'text/html' } })).text();
  const offered = [...front.matchAll(/<a class="go" href="(\/r\?url=[^"]+)"/g)].map(([, href = '']) => href);
  expect(offered).toHaveLength(5);
  const example = await fetch(`${origin}${offered[0]}`);
  expect(example.status).toBe(200);
  expect(await example.text()).toContain('a href="/gopher/localhost:');
  expect((await exchange(port('gopher'), '/about\r\n')).text).toMatch(/^iShort texts/);
  expect((await exchange(port('telnet'), 'guest\r\n\r\nq')).text).toContain('login: guest');
  expect((await exchange(port('tn3270'), '', { enough: 3 })).text).toContain('\xff\xfd\x28');
  expect((await exchange(port('ftp'), 'QUIT\r\n')).text).toMatch(/^220-.*\r\n221 /s);

  // Each printed request has the answer that it is there for.
  const requests = output.split(/^# .*$/m).slice(1);
  const shell = requests.map((code) => code.replace(/^(?:More is|\[wrangler) .*$/gm, '')).join('\necho\n');
  const answers = execFileSync('sh', ['-c', shell], { encoding: 'utf8' }).split('\n').filter(Boolean);
  expect(answers).toEqual([
    'gopher://h.example/',
    expect.stringContaining(`"canonical":"gopher://localhost:${port('gopher')}/"`),
    expect.stringContaining('"valid":false'),
    expect.stringMatching(/"type":"endpoint.created","verdicts":\[\{.*"valid":false/),
  ]);

  // The Worker asks the Prospero server by the relay.
  const [directory = ''] = /http\S+prospero:\S+/.exec(output) ?? [];
  const opened = await fetch(directory, { headers: { Accept: 'application/json' } });
  expect(await opened.json()).toMatchObject({ kind: 'directory', entries: expect.any(Array), unmerged: [] });

  const exit = once(started, 'exit');
  started.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect((await exchange(port('gopher'), '\r\n')).end).toBe('refused');
  await expect(fetch(`${origin}/health`)).rejects.toThrow();
});

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(pid));

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 'State: Z';
  }
}

test.runIf(process.platform === 'linux')('SIGTERM to npm stops everything, too', { timeout: 120_000 }, async () => {
  const cwd = join(import.meta.dirname, '../..');
  const npm = spawn('npm', ['start', '--', '--port', '0'], { stdio: 'pipe', cwd });
  running = npm;
  let output = '';
  for await (const chunk of npm.stdout) {
    output += chunk;
    if (output.includes('Ctrl-C closes both')) break;
  }
  const started = descendantsOf(npm.pid ?? 0);
  expect(started.length).toBeGreaterThan(3);
  const exit = once(npm, 'exit');
  npm.kill('SIGTERM');
  await exit;
  await expect.poll(() => started.filter(isRunning), { timeout: 30_000 }).toEqual([]);
});

test.each([
  ['--port=99999', '--port 99999 is wrong: a port is a number from 0 to 65535.'],
  ['--prot=80', "Unknown option '--prot'"],
])('%s is refused with the form that is right', async (option, message) => {
  const refused = spawn(process.execPath, [join(import.meta.dirname, './start.ts'), option], { stdio: 'pipe' });
  const errors = text(refused.stderr);
  expect(await once(refused, 'exit')).toEqual([2, null]);
  expect(await errors).toContain(message);
  expect(await errors).toContain('Usage: npm start -- [--port 8787]');
});
