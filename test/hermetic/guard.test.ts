/** The guard refuses each kind of thing that a test may not use, and names it; a test that used one fails. */
import { execFile, execSync, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup, promises as names } from 'node:dns';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { isLoopback, mayStart, mayUseFile, takeViolations } from './guard.ts';
import { failOnReplacedGlobals, failOnViolations } from './setup.ts';

const root = join(import.meta.dirname, '../..');

/** Does something that is refused, and returns the violations that it caused. */
async function refused(act: () => unknown): Promise<readonly string[]> {
  await expect(async () => await act()).rejects.toThrow('test/hermetic/guard.ts');
  return takeViolations();
}

test.each<readonly [what: string, act: () => unknown, violation: string]>([
  ['a program', () => spawn('git', ['--version']), 'A test starts the program git'],
  ['a program with a callback', () => execFile('/usr/bin/curl', () => {}), 'A test starts the program /usr/bin/curl'],
  ['a program that is waited for', () => spawnSync('python3'), 'A test starts the program python3'],
  ['a line of shell', () => execSync('true'), 'A test starts the program a shell with true'],
  ['Node in a shell', () => spawnSync(process.execPath, { shell: true }), `a shell with ${process.execPath}`],
  ['another Node', () => spawn('/usr/bin/node'), 'A test starts the program /usr/bin/node'],
  ['a file that is read', () => readFileSync('/etc/passwd'), 'A test uses the file /etc/passwd'],
  ['a file that is looked for', () => existsSync('/etc/hosts'), 'A test uses the file /etc/hosts'],
  ['a file by its URL', () => readFile(pathToFileURL('/etc/hosts')), 'A test uses the file /etc/hosts'],
  ['a file beside the project', () => readFile(join(root, '../other')), join(root, '../other')],
  ['a file that is written', () => writeFileSync('/tmp/elsewhere.txt', ''), 'A test uses the file /tmp/elsewhere.txt'],
  ['the target of a move', () => rename(join(root, 'README.md'), '/tmp/README.md'), '/tmp/README.md'],
  ['a link', () => symlinkSync('package.json', '/tmp/link-to-a-test'), 'A test uses the file /tmp/link-to-a-test'],
  ['the real place of a file', () => realpathSync('/etc/hosts'), 'A test uses the file /etc/hosts'],
  ['a foreign address', () => connect(80, '93.184.215.14'), 'A test connects to 93.184.215.14'],
  ['a private address', () => connect({ host: '10.0.0.1', port: 80 }), 'A test connects to 10.0.0.1'],
  ['a foreign IPv6 address', () => connect(80, '2001:db8::1'), 'A test connects to 2001:db8::1'],
  ['a name', () => connect(80, 'example.org'), 'A test asks for the address of example.org'],
  ['a datagram', () => createSocket('udp4').send('x', 53, '9.9.9.9'), 'A test connects to 9.9.9.9'],
  ['a question to a name server', () => lookup('example.org', () => {}), 'asks for the address of example.org'],
  ['a question for records', () => names.resolveMx('example.org'), 'asks for the address of example.org'],
])('%s is refused', async (_, act, violation) => {
  expect(await refused(act)).toEqual([expect.stringContaining(violation)]);
});

test('an address that a test itself looks up is refused when it leads elsewhere', async () => {
  const socket = connect({
    host: 'h.example',
    port: 80,
    lookup: (_name, _options, found) => found(null, [{ address: '10.0.0.1', family: 4 }]),
  });
  const [error] = await once(socket, 'error');
  expect([String(error), takeViolations()]).toEqual([
    'Error: A test connects to 10.0.0.1',
    ['A test connects to 10.0.0.1'],
  ]);
});

test('what was used fails the test, also if the code under test caught the error', async () => {
  expect(() => readFileSync('/etc/passwd')).toThrow();
  expect(failOnViolations).toThrow('A test uses the file /etc/passwd');
  expect(failOnViolations).not.toThrow();
});

test('a file that leaves a global replaced fails, and the next one has the right one', () => {
  const original = globalThis.setTimeout;
  vi.useFakeTimers();
  expect(failOnReplacedGlobals).toThrow(/left these replaced: .*setTimeout/);
  expect(globalThis.setTimeout).toBe(original);
  vi.useRealTimers();
  expect(failOnReplacedGlobals).not.toThrow();
});

test('a program in Node that a test starts is guarded', () => {
  const { status, stderr } = spawnSync(process.execPath, ['-e', "require('node:fs').readFileSync('/etc/passwd')"]);
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('A test uses the file /etc/passwd')]);
});

describe('what tests may use', () => {
  test('Node, and the programs of packages', () => {
    expect([process.execPath, join(root, 'node_modules/.bin/x')].filter(mayStart)).toHaveLength(2);
    expect(['node', 'sh', join(root, 'bin/x'), `${root}/node_modules/../x`].filter(mayStart)).toEqual([]);
  });

  test('the project, and one temporary folder', () => {
    const own = mkdtempSync(join(tmpdir(), 'guard-'));
    expect([root, join(root, 'package.json'), own, '/dev/null', '/proc/self/status'].every(mayUseFile)).toBe(true);
    expect([`${root}-other`, join(tmpdir(), '..'), `${tmpdir()}-other`, '/dev/sda'].filter(mayUseFile)).toEqual([]);
  });

  test('loopback', async () => {
    expect(['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
    expect(['126.255.255.255', '128.0.0.0', '::', '::2', '0.0.0.0', '127.0.0.1.example'].filter(isLoopback)).toEqual(
      [],
    );
    const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const socket = connect({ host: 'localhost', port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
    expect(String((await once(socket, 'data'))[0])).toBe('here');
    server.close();
  });
});
