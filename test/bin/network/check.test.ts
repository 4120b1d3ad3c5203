/** `waypost check`: a line for each line, in order; each server has one check at a time and a pause. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../servers/client.ts';
import { startCso } from '../../servers/cso.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { listen } from '../../servers/listener.ts';
import { startNntp } from '../../servers/nntp.ts';
import { startProspero } from '../../servers/prospero.ts';
import { RAW_ID, startRawId } from '../../servers/raw-id.ts';
import { startWais } from '../../servers/wais.ts';
import { startWeb, type WebAnswer } from '../../servers/web.ts';
import { commandsTo } from '../../worker/gateway/worker.ts';
import { check, loadBundle, objectsIn, writeBundle } from './harness.ts';

const WEB: Readonly<Record<string, WebAnswer>> = {
  '/robots.txt': { status: '200 OK', body: 'User-agent: *\nDisallow: /private/\n' },
  '/': { status: '200 OK', body: 'hello' },
  '/gone': { status: '410 Gone' },
};
const [gopher, cso, ftp, nntp, wais, prospero, web] = await Promise.all([
  startGopher(),
  startCso(),
  startFtp(),
  startNntp(),
  startWais(),
  startProspero(),
  startWeb((_, target) => WEB[target] ?? null),
]);
const ssh = await listen('ssh', {}, async (client) => {
  await client.reply('SSH-2.0-OpenSSH_9.9\r\n');
  await client.line();
});
const rawId = await startRawId();
const servers = [gopher, cso, ftp, nntp, wais, prospero, web, ssh, rawId];
beforeAll(async () => void (await loadBundle()));
afterAll(() => Promise.all(servers.map((server) => server.close())));

const AT_ONCE = ['--pause', '0ms'];

/** Each link, what is found, and the words of the server or the reason. */
const rows: readonly (readonly [url: string, status: string, words?: string])[] = [
  [`gopher://localhost:${gopher.port}/`, 'alive'],
  [`GOPHER://localhost:${gopher.port}/0/nope`, 'gone', "'/nope' is not in this museum"],
  ['gopher://localhost:1/', 'unreachable', 'gateway-unreachable'],
  [`gopher://localhost:${ssh.port}/`, 'other-protocol', 'SSH'],
  [`gopher://localhost:${cso.port}/2`, 'alive'],
  [`gopher://localhost:${ssh.port}/2`, 'other-protocol', 'SSH'],
  ['gopher://localhost:1/2', 'unreachable', 'gateway-unreachable'],
  [`ftp://localhost:${ftp.port}/pub/README`, 'alive', '213 519'],
  [`ftp://localhost:${ftp.port}/pub/nope`, 'gone', '550 nope: not a plain file.'],
  [`news://localhost:${nntp.port}/opening.1@museum.test`, 'alive'],
  [`news://localhost:${nntp.port}/nope@nowhere.test`, 'gone'],
  [`news://localhost:${rawId.port}/${RAW_ID}`, 'alive', `223 0 <${RAW_ID}>`],
  [`wais://localhost:${wais.port}/history?wais`, 'alive'],
  [`prospero://localhost:${prospero.port}//museum`, 'alive'],
  [`prospero://localhost:${prospero.port}//nope`, 'gone'],
  [`http://localhost:${web.port}/`, 'alive'],
  [`http://localhost:${web.port}/gone`, 'gone'],
  [`http://localhost:${web.port}/private/x`, 'not-checked', 'robots'],
  ['mailto:a@h.example', 'not-checked', 'no-server'],
  // No server can have the name, so the link of an example is not dead.
  ['gopher://gopher.example/', 'not-checked', 'special-name'],
  ['https://example/', 'not-checked', 'special-name'],
];

test('each line gives one line, in the order of the input', async () => {
  const checked = await check(AT_ONCE, { stdin: rows.map(([url]) => `${url}\n`).join('') });
  const lines = objectsIn(checked);
  expect(lines.map((line) => [line?.input, line?.status])).toEqual(rows.map(([url, status]) => [url, status]));
  expect(checked.passed).toBe(false);
  for (const [index, [, , words]] of rows.entries()) {
    const { reply, reason, otherProtocol } = lines[index] ?? {};
    if (words !== undefined) expect([reply, reason, otherProtocol]).toContain(words);
  }
  expect(lines[1]?.canonical).toBe(`gopher://localhost:${gopher.port}/0/nope`);
});

test('lines of JSON, blank lines, and lines that are no link', async () => {
  const url = `gopher://localhost:${gopher.port}/`;
  const stdin = [
    `{"url":"${url}","id":7}`,
    `"${url}"`,
    '',
    'http://h:x/',
    '{"a":1}',
    '{',
    Buffer.from('go:\xe4', 'latin1'),
  ].map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  const lines = objectsIn(await check(AT_ONCE, { stdin }));
  expect(lines).toEqual([
    expect.objectContaining({ input: url, status: 'alive' }),
    expect.objectContaining({ input: url, status: 'alive' }),
    null,
    { input: 'http://h:x/', error: { code: 'port-character', message: 'The port must be a decimal number.' } },
    { input: '{"a":1}', error: expect.objectContaining({ code: 'invalid-item' }) },
    { input: '{', error: expect.objectContaining({ code: 'invalid-item' }) },
    { input: 'go:ä', error: expect.objectContaining({ code: 'line-not-utf-8' }) },
  ]);
});

test('all links are alive, as arguments', async () => {
  const checked = await check([...AT_ONCE, `http://localhost:${web.port}/`, `ftp://localhost:${ftp.port}/pub/`]);
  expect([checked.passed, objectsIn(checked).length, checked.stderr]).toEqual([true, 2, '2 links: 2 alive\n']);
});

test('--public-only asks no server of a private network', async () => {
  gopher.log.length = 0;
  const lines = objectsIn(await check([...AT_ONCE, '--public-only', `gopher://127.0.0.1:${gopher.port}/`]));
  expect(lines).toEqual([expect.objectContaining({ status: 'not-checked', reason: 'address' })]);
  expect(gopher.log).toEqual([]);
});

test('the links of an FTP server have one session, which ends with the last of them', async () => {
  const server = await startFtp();
  const logins = () => commandsTo(server).filter((line) => /^(?:USER|QUIT)/.test(line));
  // The run goes on, and no session waits for its end.
  let isEnded = false;
  const other = await listen('finger', {}, async (client) => {
    await client.line();
    isEnded = await until(() => logins().includes('QUIT'));
    await client.reply('Login: user\r\n');
  });
  const paths = ['pub/README', 'pub/nope', 'pub/', 'pub/README'];
  const links = paths.map((path) => `ftp://localhost:${server.port}/${path}`);
  const found = objectsIn(await check([...AT_ONCE, `finger://127.0.0.1:${other.port}/user`, ...links]));
  expect(found.map((line) => line?.status)).toEqual(['alive', 'alive', 'gone', 'alive', 'alive']);
  expect([isEnded, logins()]).toEqual([true, ['USER anonymous', 'QUIT']]);
  await Promise.all([server.close(), other.close()]);
});

test('each server has one connection at a time and a pause after it; others do not wait for it', async () => {
  const times: { readonly began: number; ended: number }[] = [];
  gopher.log.length = 0;
  const slow = await listen('gopher', {}, async (client) => {
    const began = performance.now();
    await client.line();
    // The other server is asked while this one is waited for.
    expect(await until(() => gopher.log.length > 0)).toBe(true);
    await client.body('a text\r\n.\r\n');
    times.push({ began, ended: performance.now() });
  });
  const links = [1, 2, 3].map((number) => `gopher://localhost:${slow.port}/0/${number}`);
  const other = `gopher://127.0.0.1:${gopher.port}/`;
  const lines = objectsIn(await check(['--pause', '100ms', ...links, other]));
  await slow.close();
  expect(lines.map((line) => line?.status)).toEqual(['alive', 'alive', 'alive', 'alive']);
  // The server is also asked for its robots.txt, once, within the first turn.
  const turns = times.slice(-3);
  expect(turns).toHaveLength(3);
  for (const [index, { began }] of turns.entries()) {
    if (index > 0) expect(began - (turns[index - 1]?.ended ?? 0)).toBeGreaterThan(90);
  }
});

test('a bug of this program is the error of one line', async () => {
  const file = await writeBundle();
  const script = `
    import dns from 'node:dns';
    import { syncBuiltinESMExports } from 'node:module';
    dns.lookup = () => { throw new TypeError('bug'); };
    syncBuiltinESMExports();
    const { linkChecker } = await import(${JSON.stringify(file)});
    const request = { options: {}, publicOnly: false, pause: 0, concurrency: 2, settings: {}, archives: null };
    const { check } = linkChecker(request, process, '1');
    for (const url of ['gopher://h.example.com/', 'mailto:a@h.example']) console.log(JSON.stringify(await check(url)));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ input }) => input)).toEqual(['gopher://h.example.com/', 'mailto:a@h.example']);
  expect(lines[0]).toMatchObject({ error: { code: 'internal-error' } });
  expect(lines[1]).toMatchObject({ status: 'not-checked' });
});
