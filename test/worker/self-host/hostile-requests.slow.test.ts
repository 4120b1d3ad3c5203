/**
 * A self-hosted server under requests that lie about their host, their scheme or their target. None opens what another
 * host may not, none ends in a fault, and the server goes on.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer as RunningTestServer } from '../../servers/listener.ts';
import {
  answerTo,
  falseReports,
  foreignHosts,
  malformedHosts,
  ownHosts,
  requestFor,
  targets,
} from './hostile-requests.ts';
import { type BuiltServer, buildForTests, type RunningServer } from './server.ts';

const OWN = 'w.example';

let gopher: RunningTestServer;
let built: BuiltServer;
let waypost: RunningServer;
/** What the server has written about faults: nothing, all the time. */
let faults = '';
beforeAll(async () => {
  gopher = await startGopher({});
  built = await buildForTests(() => ({ EGRESS_ALLOW: `localhost:${gopher.port}`, LOG: 'off' }));
  waypost = await start({ HOSTS: OWN });
});
afterAll(async () => {
  await waypost?.stop();
  await gopher?.close();
  built?.remove();
});

async function start(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const running = await built.start(env);
  running.child.stderr?.on('data', (octets: Buffer) => (faults += octets));
  return running;
}

const answered = (octets: string) => answerTo(octets, Number(new URL(waypost.origin).port));

/** The answers to requests, one after the other, each beside the request that it is for. */
async function answersTo<Row>(rows: readonly Row[], requestOf: (row: Row) => string) {
  const answers: (readonly [Row, ...string[]])[] = [];
  for (const row of rows) {
    const { status, address } = await answered(requestOf(row));
    answers.push([row, status, ...(address === null ? [] : [address])]);
  }
  return answers;
}

test('there are enough of them', () => {
  const tables = [malformedHosts, foreignHosts, ownHosts, falseReports, targets].map((table) => table(OWN).length);
  expect(Math.min(...tables)).toBeGreaterThan(15);
  expect(tables.reduce((sum, length) => sum + length)).toBeGreaterThan(600);
});

test('a header Host that is no host is answered 400', async () => {
  const rows = [null, ...malformedHosts(OWN)];
  expect(await answersTo(rows, (host) => requestFor(host))).toEqual(rows.map((host) => [host, '400']));
});

test('several headers Host are answered 400', async () => {
  const rows = [OWN, 'evil.example', '', 'localhost'].map((host) => [`Host: ${host}`]);
  expect(await answersTo(rows, (headers) => requestFor(OWN, headers))).toEqual(rows.map((headers) => [headers, '400']));
});

test('another host is answered 421, whatever the client reports', async () => {
  const rows = foreignHosts(OWN);
  expect(await answersTo(rows, (host) => requestFor(host))).toEqual(rows.map((host) => [host, '421']));
  const secret = `GET /gopher/localhost:${gopher.port}/0/about/motto.txt?format=raw`;
  const reports = falseReports(OWN);
  for (const line of [secret, 'GET /v1/check?url=go:x', 'GET /assets/waypost.js']) {
    const answers = await answersTo(reports, (headers) => requestFor('evil.example', headers, line));
    expect(answers).toEqual(reports.map((headers) => [headers, '421']));
  }
  expect(gopher.log).toEqual([]);
});

test('an own host, or this machine, has own links at the own host', async () => {
  const rows = ownHosts(OWN);
  expect(await answersTo(rows, (host) => requestFor(host))).toEqual(rows.map((host) => [host, '200', `http://${OWN}`]));
});

test('nothing that a client reports changes the scheme or the host, but one https', async () => {
  const rows = falseReports(OWN);
  const answers = await answersTo(rows, (headers) => requestFor(OWN, headers));
  expect(answers).toEqual(rows.map((headers) => [headers, '200', `http://${OWN}`]));
  expect(await answered(requestFor(OWN, ['X-Forwarded-Proto: https']))).toEqual({
    status: '200',
    address: `https://${OWN}`,
  });
});

test('each target is answered', async () => {
  for (const [line, status] of targets(OWN)) {
    const answer = await answered(requestFor(OWN, [], line));
    expect([line, answer.status]).toEqual([line, expect.stringMatching(status)]);
    if (answer.address !== null) expect([line, answer.address]).toEqual([line, `http://${OWN}`]);
  }
  expect((await answered(requestFor('a"b', [], 'OPTIONS *'))).status).toBe('400');
});

test('with TRUSTED_PROXIES=none, no report is believed', async () => {
  await waypost.stop();
  waypost = await start({ HOSTS: OWN, TRUSTED_PROXIES: 'none' });
  expect((await answered(requestFor(OWN, ['X-Forwarded-Proto: https']))).address).toBe(`http://${OWN}`);
  await waypost.stop();
  waypost = await start({ HOSTS: OWN, TRUSTED_PROXIES: '127.0.0.0/30' });
  expect((await answered(requestFor(OWN, ['X-Forwarded-Proto: https']))).address).toBe(`https://${OWN}`);
});

test('without HOSTS, no host opens what is for this machine, and none ends in a fault', async () => {
  await waypost.stop();
  waypost = await start({});
  const secret = `GET /gopher/localhost:${gopher.port}/0/about/motto.txt?format=raw`;
  // A page of others never has the address of this machine as its own.
  const foreign = foreignHosts(OWN).filter((host) => !/^(?:[\dx.]+|\[.*\])$/.test(host));
  const rows = [...foreign, `${OWN}.`];
  expect(await answersTo(rows, (host) => requestFor(host, [], secret))).toEqual(rows.map((host) => [host, '403']));
  for (const scheme of falseReports(OWN)) {
    expect((await answered(requestFor('evil.example', scheme, secret))).status, scheme.join()).toBe('403');
  }
  const malformed = malformedHosts(OWN);
  expect(await answersTo(malformed, (host) => requestFor(host, [], secret))).toEqual(
    malformed.map((host) => [host, '400']),
  );
  expect(gopher.log).toEqual([]);
  expect((await answered(requestFor('localhost', [], secret))).status).toBe('200');
});

test('no request has ended in a fault', () => {
  expect(faults.replace(/^EGRESS_ALLOW holds only .*\n/gm, '')).toBe('');
});
