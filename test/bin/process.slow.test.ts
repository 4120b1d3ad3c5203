/** `waypost` as a separate process in a shell: many lines, pipes that close, a terminal. */
import { execFile, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { pipeLines, program } from './pipe.ts';

/** The heap of a process, in MiB: enough for the lines that are under way, and too small for all of them. */
const HEAP = 40;

const shell = (script: string) =>
  promisify(execFile)('bash', ['-c', script], {
    encoding: 'utf8',
    env: {
      ...process.env,
      waypost: `${process.execPath} --disable-warning=ExperimentalWarning ${program}`,
      little: `${process.execPath} --max-old-space-size=${HEAP} ${program}`,
    },
  });

// A busy machine takes minutes for a million lines.
describe('many lines', { timeout: 600_000 }, () => {
  test.each([
    { args: ['canonicalize'], count: 1_000_000 },
    { args: ['explain', '--ndjson'], count: 50_000 },
    { args: ['compare'], count: 1_000_000 },
    { args: ['canonicalize', '--surt', '--keep', '--field', '1'], count: 1_000_000 },
  ])('$count lines through $args fit into a small heap', async ({ args, count }) => {
    expect(await pipeLines(args, count, HEAP)).toMatchObject({ status: 0, lines: count });
  });

  test('a mailbox of a million lines: `links` and `rewrite` fit into a small heap', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-mail-'));
    const file = join(folder, 'mail.mbox');
    const handle = openSync(file, 'w');
    for (let thousand = 0; thousand < 1000; thousand++) {
      const lines = Array.from({ length: 900 }, (_, line) =>
        line % 9 === 0 ? `> <URL:FTP://h.example/pub\n> /${thousand}/${line}>` : `Line ${line} of a letter.`,
      );
      writeSync(handle, `${lines.join('\n')}\n\n`);
    }
    closeSync(handle);
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [`--max-old-space-size=${HEAP}`, program, ...args], {
        encoding: 'utf8',
        maxBuffer: 1e9,
      });
    const listed = run('links', '--tsv', file);
    expect([listed.status, listed.stdout.split('\n').length - 1]).toEqual([0, 100_000]);
    const rewritten = run('rewrite', '--to', 'canonical', file);
    expect(rewritten).toMatchObject({ status: 0, stdout: `${file} (text): 100000 links changed\n` });
    const text = readFileSync(file, 'utf8');
    expect([text.split('\n').length, text.match(/^> <URL:ftp:\/\/h\.example\/pub\/\d+\/\d+>$/gm)?.length]).toEqual([
      901_001, 100_000,
    ]);
    rmSync(folder, { recursive: true });
  });

  test('a million lines through `links` and `rewrite` in a pipe fit into a small heap', async () => {
    const lines = "seq 1000000 | sed 's,.*,See HTTP://h.example/&.,'";
    const listed = await shell(`${lines} | $little links --tsv --format text | grep -c '\tcertain\t$'`);
    expect(listed.stdout).toBe('1000000\n');
    const rewritten = `${lines} | $little rewrite --to canonical --format text 2>/dev/null`;
    const counted = await shell(`${rewritten} | grep -c '^See http://h.example/[0-9]*[.]$'`);
    expect(counted.stdout).toBe('1000000\n');
  });

  test('an endless line does not fill the memory', async () => {
    const { stdout } = await shell(
      `head -c 100000000 /dev/zero | tr '\\0' a | { $waypost canonicalize --base go:x; echo "status $?"; } 2>&1`,
    );
    // The empty line is output, the message is not: the two may come in either order.
    expect(stdout.split('\n').sort().join('\n')).toMatch(/^\n\n1:65537: .*\(too-long\)\nstatus 1$/);
  });
});

describe('in a shell', () => {
  test('keys stand in the order in which LC_ALL=C sort puts them', async () => {
    const urls = ['http://b.example/', 'http://x.a.example/', 'http://a.example/~', 'http://a.example/A%20b', 'go:x'];
    const { stdout } = await shell(
      `printf '%s\\n' '${urls.join("' '")}' | $waypost canonicalize --surt | LC_ALL=C sort`,
    );
    expect(stdout).toBe('example,a)/a%20b\nexample,a)/~\nexample,a,x)/\nexample,b)/\ngo:x\n');
  });

  test.each([
    { words: 'waypost comp', last: 1, expected: 'compare completion' },
    { words: 'waypost canonicalize --f', last: 2, expected: '--field' },
    { words: 'waypost explain --fi', last: 2, expected: '' },
    { words: 'waypost explain --dialect u', last: 3, expected: 'url-1994' },
    { words: 'waypost rewrite --to h', last: 3, expected: 'https' },
    { words: 'waypost help e', last: 2, expected: 'explain' },
  ])('completion in bash: $words', async ({ words, last, expected }) => {
    const { stdout } = await shell(
      `source <($waypost completion bash); COMP_WORDS=(${words}); COMP_CWORD=${last}; _waypost; echo "\${COMPREPLY[*]}"`,
    );
    expect(stdout).toBe(`${expected}\n`);
  });

  test('a reader that closes the pipe', async () => {
    const { stdout, stderr } = await shell(
      `yes gopher://h | $waypost canonicalize | head -n 2; echo "\${PIPESTATUS[1]}"`,
    );
    expect(stdout).toBe('gopher://h/\ngopher://h/\n0\n');
    expect(stderr).toBe('');
  });

  test('the output waits for a slow reader', async () => {
    const { stdout } = await shell(`yes gopher://h | head -n 200000 | $waypost explain --ndjson | (sleep 0.5; wc -l)`);
    expect(stdout.trim()).toBe('200000');
  });

  test('a full disk', async () => {
    const { stdout } = await shell(`$waypost canonicalize go:a 2>&1 >/dev/full; echo $?`);
    expect(stdout).toMatch(/^waypost: cannot write the output: the disk is full\n2\n$/);
  });
});

// `script` of util-linux provides a terminal.
const terminal = spawnSync('script', ['--version']).status === 0;

describe.skipIf(!terminal)('at a terminal', () => {
  test('long input shows its progress, which is erased at the end', async () => {
    const { stdout } = await shell(
      `script -qec "(printf 'go:a\\nx\\n'; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 0.4; echo go:b; done) | $waypost canonicalize > /dev/null" /dev/null < /dev/null || true`,
    );
    expect(stdout).toMatch(/^2:1: .*\(scheme-missing\)\r\n {4}x\r\n/);
    expect(stdout).toMatch(/\r\x1b\[K\d+ lines, 1 refused, \d+ a second\r\x1b\[K/);
    expect(stdout).toMatch(/a second\r\x1b\[K$/);
  });

  test('short input shows no progress', async () => {
    const { stdout } = await shell(`script -qec "echo go:a | $waypost canonicalize > /dev/null" /dev/null < /dev/null`);
    expect(stdout).toBe('');
  });

  test('a report is coloured, unless NO_COLOR is set', async () => {
    const coloured = await shell(`script -qec "$waypost explain go:a" /dev/null < /dev/null`);
    expect(coloured.stdout).toContain('\x1b[1mWhat it means\x1b[0m');
    const plain = await shell(`NO_COLOR=1 script -qec "$waypost explain go:a" /dev/null < /dev/null`);
    expect(plain.stdout).not.toContain('\x1b');
  });
});

test.each([
  ['links --tsv', 'See HTTP://h.example/.', /\thttp:\/\/h\.example\/\thttp\t\tcertain\t\n$/],
  ['rewrite --to canonical --check', 'HTTP://h.example/', /:1:1: HTTP:\/\/h\.example\/ → http:\/\/h\.example\/\n$/],
  ['rewrite --to canonical', 'HTTP://h.example/', /a pipe cannot be changed; "-" writes/],
])('%s reads a pipe that stands for a file', async (command, text, expected) => {
  const { stdout } = await shell(`$waypost ${command} --format text <(echo '${text}') 2>&1 || true`);
  expect(stdout.replace(/\n1 link would.*/s, '\n')).toMatch(expected);
});
