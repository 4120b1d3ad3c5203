/** `waypost check` of files: which links are asked about, what fails a run, and what each report prints. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { afterAll, describe, expect, test } from 'vitest';
import { isLinkArgument } from '../../../bin/check/items.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { startWeb, type WebAnswer } from '../../servers/web.ts';
import { temporaryFolder, writeFiles } from '../files/files.ts';
import { check, objectsIn } from './harness.ts';

const asked: string[] = [];
const WEB: Readonly<Record<string, WebAnswer>> = {
  '/': { status: '200 OK' },
  '/login': { status: '401 Unauthorized' },
  '/denied': { status: '403 Forbidden' },
  '/often': { status: '429 Too Many Requests' },
  '/ftp': { status: '302 Found', fields: ['Location: ftp://localhost:1/'] },
};
const [gopher, ftp, web] = await Promise.all([
  startGopher(),
  startFtp(),
  startWeb((method, target) => {
    asked.push(`${method} ${target}`);
    return WEB[target] ?? { status: '404 Not Found' };
  }),
]);
afterAll(() => Promise.all([gopher, ftp, web].map((server) => server.close())));

const folder = temporaryFolder();
const alive = `gopher://localhost:${gopher.port}/`;
const gone = `ftp://localhost:${ftp.port}/pub/nope`;
const page = `http://localhost:${web.port}/`;
const at = writeFiles(folder, {
  'a.txt': `See <${alive}>,\n  <URL:ftp://localhost:${ftp.port}/pub\n/nope>, ${page}#part and ${page}.\nmailto:a@h.example http://h.example:99999/\n`,
  'b.txt': `${page}login ${page}ftp http://h.example/{x}\n`,
  'c.eps': alive,
});
const AT_ONCE = ['--pause', '0ms'];

test.each([
  ['gopher://h.example/', true],
  ['<URL:ftp://h.example/>', true],
  ['mailto:a@h.example', true],
  ['news:comp.lang.c', true],
  ['a.md', false],
  ['docs/a:b.md', false],
  ['./gopher:notes.md', false],
  ['C:\\notes.txt', false],
  ['www.example.org', false],
])('%s is a link: %s', (argument, is) => {
  expect(isLinkArgument(argument)).toBe(is);
});

describe('a file', () => {
  test('for people: what fails, with its place, and a summary', async () => {
    asked.length = 0;
    const checked = await check([...AT_ONCE, at('a.txt')]);
    expect(checked).toEqual({
      passed: false,
      failed: false,
      stdout:
        `${at('a.txt')}:2:8: gone: ${gone} (550 nope: not a plain file.)\n` +
        `${at('a.txt')}:4:20: invalid: http://h.example:99999/ (The port must be at most 65535. (port-range))\n` +
        '6 links: 3 alive, 1 gone, 1 not-checked, 1 invalid\n',
      stderr: '',
    });
    // The same page, once with a fragment, is asked for once.
    expect(asked.filter((request) => request.endsWith(' /'))).toEqual(['HEAD /']);
  });

  test('as objects, with places', async () => {
    const checked = await check([...AT_ONCE, '--report=ndjson', at('a.txt')]);
    const file = at('a.txt');
    expect(objectsIn(checked)).toMatchObject([
      { file, line: 1, column: 6, input: alive, status: 'alive' },
      { file, line: 2, column: 8, input: gone, canonical: gone, status: 'gone' },
      { file, line: 3, column: 9, input: `${page}#part`, canonical: `${page}#part`, status: 'alive' },
      { file, input: page, status: 'alive' },
      { file, line: 4, column: 1, input: 'mailto:a@h.example', status: 'not-checked', reason: 'no-server' },
      { file, line: 4, column: 20, input: 'http://h.example:99999/', error: { code: 'port-range' } },
    ]);
    expect(checked.stderr).toBe('6 links: 3 alive, 1 gone, 1 not-checked, 1 invalid\n');
  });

  test('as annotations of GitHub: failures are errors, what no server decided is a notice', async () => {
    const { stdout } = await check([...AT_ONCE, '--report=github', '--accept=moved', at('a.txt'), at('b.txt')]);
    const [a, b] = [at('a.txt'), at('b.txt')];
    expect(stdout).toBe(
      `::error file=${a},line=2,col=8,title=Link%3A gone::${gone}: 550 nope: not a plain file.\n` +
        `::error file=${a},line=4,col=20,title=Link%3A invalid::http://h.example:99999/: The port must be at most 65535. (port-range)\n` +
        `::notice file=${b},line=1,col=1,title=Link%3A restricted%2C not decided::${page}login: HTTP/1.1 401 Unauthorized\n` +
        `::warning file=${b},line=1,col=${page.length + 7},title=Link%3A moved::${page}ftp → ftp://localhost:1/: HTTP/1.1 302 Found\n`,
    );
  });

  test('as a summary for the page of a job of GitHub, after those of other steps', async () => {
    const summary = join(folder, 'summary.md');
    writeFileSync(summary, 'Before\n');
    const env = { GITHUB_STEP_SUMMARY: summary };
    await check([...AT_ONCE, '--report=github', at('b.txt'), `${page}**nope**`], { env });
    expect(readFileSync(summary, 'utf8')).toBe(
      `Before
### Links

3 links: 1 gone, 1 restricted, 1 moved

    gone: ${page}**nope** (HTTP/1.1 404 Not Found)
    ${at('b.txt')}:1:1: restricted: ${page}login (HTTP/1.1 401 Unauthorized)
    ${at('b.txt')}:1:${page.length + 7}: moved: ${page}ftp → ftp://localhost:1/ (HTTP/1.1 302 Found)
`,
    );
    await check([...AT_ONCE, '--report=text', page], { env });
    await check([...AT_ONCE, '--report=github', page], { env });
    expect(readFileSync(summary, 'utf8').split('### Links').at(-1)).toBe('\n\n1 link: 1 alive\n');
  });

  test('a summary lists five hundred links, and counts the others', async () => {
    const summary = join(folder, 'long.md');
    const links = Array.from({ length: 501 }, (_, number) => `http://h.example:99999/?${number}`);
    const all = async (...args: string[]) => {
      await check([...AT_ONCE, '--report=github', ...args], { env: { GITHUB_STEP_SUMMARY: summary } });
      return readFileSync(summary, 'utf8').trimEnd().split('\n').slice(4);
    };
    expect((await all(...links)).at(-1)).toBe('    and 1 more');
    rmSync(summary);
    const most = await all(...links.slice(1));
    expect([most.length, most.at(-1)]).toEqual([500, expect.stringContaining('invalid: ')]);
  });

  const DOCUMENTED = ['--accept=moved', at('b.txt'), `${page}&"<>`, 'mailto:a@h.example'];

  test('as a document of JUnit: each file is a suite', async () => {
    const { stdout, stderr } = await check([...AT_ONCE, '--report=junit', ...DOCUMENTED]);
    const b = at('b.txt');
    const suites = parseXml(stdout).children.flatMap((root) => ('children' in root ? root.children : []));
    const elements = suites.filter((suite) => suite instanceof XmlElement);
    expect(elements.map(({ attributes }) => attributes)).toEqual([
      { name: 'links', tests: '2', failures: '1', errors: '0', skipped: '1' },
      { name: b, tests: '2', failures: '1', errors: '0', skipped: '0' },
    ]);
    const cases = elements.flatMap(({ children }) => children.filter((child) => child instanceof XmlElement));
    expect(cases.map(({ attributes }) => [attributes.classname, attributes.name])).toEqual([
      ['links', `${page}&"<>`],
      ['links', 'mailto:a@h.example'],
      [b, `1:1 ${page}login`],
      [b, `1:${page.length + 7} ${page}ftp`],
    ]);
    const outcomes = cases.map(({ children }) => children.map((child) => child instanceof XmlElement && child.name));
    expect(outcomes).toEqual([['failure'], ['skipped'], ['failure'], []]);
    expect(stderr).toMatch(/^4 links: /);
  });

  test('as a log of SARIF: a link that needs attention is a result, at its place', async () => {
    const { stdout } = await check([...AT_ONCE, '--report=sarif', ...DOCUMENTED]);
    const { version, runs } = JSON.parse(stdout);
    expect([version, runs.length]).toEqual(['2.1.0', 1]);
    const rules = runs[0].tool.driver.rules.map(({ id }: { id: string }) => id);
    const uri = pathToFileURL(at('b.txt')).href;
    const at1 = (startColumn: number) => [
      { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1, startColumn } } },
    ];
    expect(runs[0].results).toMatchObject([
      { ruleId: 'gone', level: 'error', message: { text: `${page}&"<>: HTTP/1.1 404 Not Found` } },
      { ruleId: 'restricted', level: 'error', locations: at1(1) },
      { ruleId: 'moved', level: 'warning', locations: at1(page.length + 7) },
    ]);
    for (const { ruleId } of runs[0].results) expect(rules).toContain(ruleId);
  });
});

test.each(
  [
    ['login', 'denied', 'often'].map((name) => [name, ['--report=github'], true] as const),
    ['login', 'denied', 'often'].map((name) => [name, ['--report=github', '--strict'], false] as const),
    ['login', 'denied', 'often'].map((name) => [name, ['--report=text'], false] as const),
    ['missing'].map((name) => [name, ['--report=github'], false] as const),
  ].flat(),
)('a server that answers %s to a run with %j: it passes: %s', async (name, args, passes) => {
  expect((await check([...AT_ONCE, ...args, `${page}${name}`])).passed).toBe(passes);
});

describe('answers of earlier runs', () => {
  const file = join(folder, 'answers');
  const run = async (...args: string[]) => {
    asked.length = 0;
    const checked = await check([...AT_ONCE, '--report=ndjson', '--answers', file, ...args, page, `${page}denied`]);
    return { objects: objectsIn(checked), requests: asked.filter((request) => !request.includes('robots')) };
  };
  const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n');

  test('are used while they are young, if the link was alive', async () => {
    const first = await run();
    expect(first.requests).toEqual(['HEAD /', 'HEAD /denied', 'GET /denied']);
    expect(lines()).toHaveLength(1);
    const second = await run();
    expect(second.requests).toEqual(['HEAD /denied', 'GET /denied']);
    expect(second.objects[0]).toEqual(first.objects[0]);
    // One that is as old as it may be is not young.
    expect((await run('--answers-for', '0ms')).requests).toContain('HEAD /');
  });

  test('of tomorrow are none', async () => {
    const [line = ''] = lines();
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(line), checkedAt: '2999-01-01T00:00:00Z' })}\n`);
    expect((await run()).requests).toContain('HEAD /');
  });

  test.each([
    [folder, 'this is a folder'],
    [join(folder, 'none', 'answers'), 'no such file or folder'],
  ])('need a file that can be written, before anybody is asked: %s', async (place, fault) => {
    asked.length = 0;
    await expect(check(['--answers', place, page])).rejects.toThrow(`--answers ${place}: ${fault}`);
    expect(asked).toEqual([]);
  });

  test('have no password', async () => {
    await run(page.replace('http://', 'http://ada:secret@'));
    expect(readFileSync(file, 'utf8')).not.toContain('secret');
  });

  test.each(['a note of mine', '{}', '{"canonical":"http://h.example/","checkedAt":"x","status":"alive"}'])(
    'are not written over another file: %s',
    async (text) => {
      const other = writeFiles(folder, { 'other.txt': text })('other.txt');
      await expect(check(['--answers', other, page])).rejects.toThrow(`${other}:1: this line is not an answer`);
      expect(readFileSync(other, 'utf8')).toBe(text);
    },
  );
});

test('AD7: a link that was not checked is no failure, unless --strict; accepted statuses are none', async () => {
  const outcomeOf = async (...args: string[]) => (await check([...AT_ONCE, ...args])).passed;
  expect(await outcomeOf('mailto:a@b.org', 'file:///etc/hosts')).toBe(true);
  expect(await outcomeOf('--strict', 'mailto:a@b.org')).toBe(false);
  expect(await outcomeOf(`${page}ftp`)).toBe(false);
  expect(await outcomeOf('--accept', 'moved,restricted', `${page}ftp`, `${page}login`)).toBe(true);
  expect(await outcomeOf('--accept', 'moved', `${page}login`)).toBe(false);
});

test('files that cannot be read do not stop the others, and links and files may stand beside each other', async () => {
  const checked = await check([
    ...AT_ONCE,
    alive,
    at('missing.md'),
    at('c.eps'),
    at('b.txt'),
    '--accept=moved,restricted',
  ]);
  expect(checked).toMatchObject({
    passed: true,
    failed: true,
    stdout: '3 links: 1 alive, 1 restricted, 1 moved\n',
    stderr:
      `waypost: ${at('missing.md')}: no such file or folder\n` +
      `waypost: ${at('c.eps')}: the name does not show the format of the file; --format names it\n`,
  });
  const tex = await check([...AT_ONCE, '--format=text', at('c.eps')]);
  expect(tex).toMatchObject({ passed: true, failed: false, stdout: '1 link: 1 alive\n' });
});

test('a link whose end is a guess is not asked about', async () => {
  const uncertain = writeFiles(folder, { 'd.txt': `${page}%zz and <${page}a b>\n` })('d.txt');
  asked.length = 0;
  const checked = await check([...AT_ONCE, '--report=ndjson', uncertain]);
  expect(objectsIn(checked)).toMatchObject([
    { status: 'not-checked', reason: 'uncertain' },
    { status: 'not-checked', reason: 'uncertain' },
  ]);
  expect([checked.passed, asked]).toEqual([true, []]);
});

test('progress appears at a terminal, and is erased before each line', async () => {
  const { stderr, stdout } = await check([...AT_ONCE, at('a.txt')], { stderr: { isTTY: true } });
  expect(stderr).toContain('\r\x1b[K1 links checked\r\x1b[K');
  expect(stderr.endsWith('\r\x1b[K')).toBe(true);
  expect(stdout).not.toContain('\x1b');
});
