/** `waypost check --suggest` and `waypost mend --suggest`, with servers at the usual ports of a host. */
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCommandLine } from '../../../bin/command-line.ts';
import type { LinkChecker } from '../../../bin/network/contract.ts';
import { UsageError } from '../../../bin/usage/usage-error.ts';
import { canonicalize } from '../../../src/index.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startWeb, type WebAnswer } from '../../servers/web.ts';
import { ALIVE_CHECKER, runOnFiles } from '../files/commands.ts';
import { temporaryFolder, writeFiles } from '../files/files.ts';
import { check, loadBundle, mend, objectsIn } from '../network/harness.ts';

const asked: string[] = [];
const site = new Map<string, WebAnswer>();
const [ftp, web] = await Promise.all([
  startFtp(),
  startWeb((method, target) => {
    asked.push(`${method} ${target.replace(/nothing-.*/, 'nothing')}`);
    return site.get(target) ?? { status: '404 Not Found', body: 'no' };
  }),
]);

/** The usual ports need rights: connections to them go to the servers of this test. */
const usual: Readonly<Record<number, number>> = { 21: ftp.port, 80: web.port, 443: 1 };
const connect = Socket.prototype.connect;
beforeAll(async () => {
  await loadBundle();
  Object.assign(Socket.prototype, {
    connect(this: Socket, ...args: unknown[]): unknown {
      const [first] = args.flat();
      if (typeof first === 'object' && first !== null && 'port' in first) {
        Object.assign(first, { port: usual[Number(first.port)] ?? first.port });
      }
      return Reflect.apply(connect, this, args);
    },
  });
  const { stdout } = await check(['--pause=0ms', 'ftp://localhost/pub/README']);
  expect(stdout).toContain('213 519');
});
afterAll(async () => {
  Object.assign(Socket.prototype, { connect });
  await Promise.all([ftp.close(), web.close()]);
});
beforeEach(() => {
  asked.length = 0;
});

const folder = temporaryFolder();

describe('with real servers', () => {
  const text = 'See <ftp://localhost/pub/README#a>, ftp://localhost/pub/README#b and ftp://localhost/pub/gone.zip.\n';
  const FOUND = 'http://localhost/pub/README';

  beforeAll(async () => {
    const { get } = await import('../network/harness.ts');
    const { stdout } = await get(['--raw', 'ftp://localhost/pub/README']);
    site.set('/pub/README', { status: '200 OK', fields: ['Content-Type: text/plain'], body: stdout });
    site.set('/pub/gone.zip', { status: '200 OK', fields: ['Content-Type: application/zip'], body: 'PK' });
  });

  test('nobody asks the Web unless told to', async () => {
    const at = writeFiles(folder, { 'a.txt': text });
    expect((await mend(at('a.txt'))).stdout).not.toContain('suggest');
    await check(['--pause=0ms', at('a.txt')]);
    expect(asked).toEqual([]);
  });

  test('mend lists what it finds, and writes none of it', async () => {
    const at = writeFiles(folder, { 'a.txt': text });
    const { stdout, mended } = await mend('--suggest', '--write', at('a.txt'));
    const a = at('a.txt');
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      `${a}:1:6: alive: ftp://localhost/pub/README#a; suggestion: ${FOUND} (same: The octets are the same.)`,
      `${a}:1:37: alive: ftp://localhost/pub/README#b; suggestion: ${FOUND} (same: The octets are the same.)`,
      expect.stringMatching(
        /^.*: gone: .*\/gone\.zip \(no replacement is known; .*\); suggestion: http:.*zip \(likely: It is a file /,
      ),
      '3 links: 2 alive, 1 gone; 0 with a replacement, 1 without; 3 with no more than a suggestion',
    ]);
    expect([readFileSync(a, 'utf8'), mended]).toEqual([text, false]);
    // Each address is asked for once, however often its link stands there.
    expect(asked.filter((line) => line === 'HEAD /pub/README')).toHaveLength(1);
    expect(asked.filter((line) => line.endsWith('nothing'))).toEqual([
      'HEAD /waypost-asks-for-nothing',
      'GET /waypost-asks-for-nothing',
    ]);
  });

  test('mend takes what is certainly the same if told to, and nothing else', async () => {
    const at = writeFiles(folder, { 'a.txt': text });
    const listed = await mend('--suggest', '--take-same', at('a.txt'));
    expect(listed.stdout).toContain(`README#a → ${FOUND} (same: The octets are the same.)\n`);
    expect([readFileSync(at('a.txt'), 'utf8'), listed.mended]).toEqual([text, false]);
    const { stdout } = await mend('--suggest', '--take-same', '--write', at('a.txt'));
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(text.replaceAll('ftp://localhost/pub/README', FOUND));
    expect(stdout).toContain('; 2 with a replacement, 1 without; 1 with no more than a suggestion\n');
  });

  test('mend reports it as objects', async () => {
    const at = writeFiles(folder, { 'a.txt': text });
    const lines = objectsIn(await mend('--suggest', '--report=ndjson', at('a.txt')));
    expect(lines).toMatchObject([
      { status: 'alive', replacement: null, suggestion: { url: FOUND, certainty: 'same', size: 519, modified: null } },
      { status: 'alive' },
      { status: 'gone', suggestion: { url: 'http://localhost/pub/gone.zip', certainty: 'likely', size: 2 } },
    ]);
  });

  test('check tells it of each link, and its exit status is the same', async () => {
    const lines = await check(['--pause=0ms', '--suggest'], { stdin: 'ftp://localhost/pub/README\nnews:a.b\n' });
    expect(objectsIn(lines)).toMatchObject([
      { status: 'alive', suggestion: { url: FOUND, certainty: 'same' } },
      { suggestion: { url: null, certainty: null } },
    ]);
    const [plain, suggesting] = [['--pause=0ms'], ['--pause=0ms', '--suggest']];
    const passed = await Promise.all(
      [plain, suggesting].map(async (args) => (await check([...args, 'ftp://localhost/pub/README'])).passed),
    );
    expect(passed).toEqual([true, true]);
  });
});

describe('reports', () => {
  const suggesting = (certainty: 'same' | 'likely', status: 'alive' | 'gone' | 'moved' = 'alive'): LinkChecker => ({
    ...ALIVE_CHECKER,
    check: async (input) => ({ ...(await ALIVE_CHECKER.check(input)), canonical: canonicalize(input), status }),
    suggestFor: async () => ({
      ...{ url: canonicalize('https://h.example/a'), certainty, reason: 'It\u001b[2J is, 100 %.', size: 1 },
      modified: null,
    }),
  });
  const run = (command: 'check' | 'mend', checker: LinkChecker, ...args: readonly string[]) => {
    const at = writeFiles(folder, { 'b.txt': 'ftp://h.example/a\n' });
    return runOnFiles(command, ['--suggest', ...args, at('b.txt')], checker);
  };

  test('no control character of a reason reaches a terminal', async () => {
    for (const command of ['check', 'mend'] as const) {
      for (const args of [[], ['--report=ndjson']]) {
        const { stdout } = await run(command, suggesting('likely'), ...args);
        expect(stdout).toContain('https://h.example/a');
        expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f]/);
      }
    }
    expect((await run('mend', suggesting('same'), '--take-same')).stdout).not.toContain('\u001b');
  });

  test.each([
    ['alive', 'notice'],
    ['gone', 'error'],
  ] as const)('a link that is %s is a %s of GitHub', async (status, level) => {
    const { stdout } = await run('check', suggesting('likely', status), '--report=github');
    expect(stdout).toMatch(
      new RegExp(`^::${level} .*; suggestion: https://h.example/a \\(likely: .*100 %25\\.\\)\\n$`),
    );
  });

  test('a link that is alive without a suggestion has no line', async () => {
    for (const args of [[], ['--report=github']]) {
      const { stdout } = await run('check', ALIVE_CHECKER, ...args);
      expect(stdout.replace(/^1 link: 1 alive\n/, '')).toBe('');
    }
    expect((await run('mend', ALIVE_CHECKER)).stdout).toBe(
      '1 link: 1 alive; 0 with a replacement, 0 without; 0 with no more than a suggestion\n',
    );
  });

  test('what is only likely is never taken', async () => {
    const { stdout } = await run('mend', suggesting('likely'), '--take-same');
    expect(stdout).toContain('; 0 with a replacement, 0 without; 1 with');
  });

  test('--take-same needs --suggest', () => {
    expect(() => readCommandLine(['mend', '--take-same', 'a.txt'])).toThrow(
      new UsageError('--take-same needs --suggest'),
    );
  });
});
