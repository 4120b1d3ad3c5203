/** `/v1/check?suggest=true`: what the Web of the same host has, if somebody asks for it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThere } from '../../../machine.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startWeb } from '../../../servers/web.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';

const FILE = { status: '200 OK', fields: ['Content-Type: application/zip'], body: 'PK-old' };
const asked: string[] = [];
const answer = (name: string) => (method: string, target: string) => {
  asked.push(`${name} ${method} ${target}`);
  return target === '/pub/a.zip' ? FILE : { status: '404 Not Found', body: 'no' };
};

/** The usual ports of the Web; `null` = the machine has no right to them, or uses them. */
const usual: readonly RunningServer[] | null = await Promise.all([
  startWeb(answer('http'), { port: 80 }),
  startWeb(answer('https'), { port: 443, tls: 'implicit' }),
]).catch(() => null);

let worker: RunningWorker;
let narrow: RunningWorker;
beforeAll(async () => {
  const EGRESS_ALLOW = '127.0.0.1:80, 127.0.0.1:443, 127.0.0.1:1';
  worker = await startWorker({ EGRESS_ALLOW, SUBREQUESTS: '1000', DEADLINES: 'connect=2s' });
  // Ten connections: (40 - 10) / 3.
  narrow = await startWorker({ EGRESS_ALLOW, SUBREQUESTS: '40', DEADLINES: 'connect=2s' });
});
afterAll(() => Promise.all([worker?.close(), narrow?.close(), ...(usual ?? []).map((server) => server.close())]));

interface Answer {
  readonly status: string;
  readonly reason: string | null;
  readonly suggestion?: { readonly url: string | null; readonly certainty: string | null; readonly reason: string };
}
const check = async (query: string): Promise<Answer> => (await worker.fetch(`/v1/check?${query}`)).json();
const many = async (by: RunningWorker, links: readonly string[]): Promise<readonly Answer[]> => {
  const headers = { 'Content-Type': 'application/json' };
  const response = await by.fetch('/v1/check?suggest=true', { method: 'POST', headers, body: JSON.stringify(links) });
  return response.json();
};

test('nobody is asked unless the client says so', async () => {
  const url = encodeURIComponent('http://127.0.0.1:1/a');
  expect(await check(`url=${url}`)).not.toHaveProperty('suggestion');
  expect(await check(`url=${url}&suggest=false`)).not.toHaveProperty('suggestion');
});

test('a link without a place at the Web has the reason', async () => {
  expect(await check(`url=${encodeURIComponent('http://127.0.0.1:1/a')}&suggest=true`)).toMatchObject({
    status: 'unreachable',
    suggestion: {
      url: null,
      certainty: null,
      reason: expect.stringMatching(/no counterpart/),
      size: null,
      modified: null,
    },
  });
});

test('the policy judges the Web of the host', async () => {
  expect((await check(`url=${encodeURIComponent('http://10.0.0.1/a')}&suggest=true`)).suggestion).toMatchObject({
    url: null,
    reason: 'It is not known whether the link is alive.',
  });
});

describe.skipIf(!isThere('the right to listen on the ports 80 and 443', usual !== null))('at the usual ports', () => {
  const link = 'http://127.0.0.1/pub/a.zip';

  test('the same file is found', async () => {
    expect(await check(`url=${encodeURIComponent(link)}&suggest=true&fields=status,suggestion`)).toEqual({
      status: 'alive',
      suggestion: {
        ...{ url: 'https://127.0.0.1/pub/a.zip', certainty: 'same', reason: 'The octets are the same.' },
        ...{ size: 6, modified: null },
      },
    });
  });

  test('a batch asks for robots.txt and for what cannot exist once', async () => {
    asked.length = 0;
    const links = [link, 'http://127.0.0.1/pub/b.zip'];
    expect((await many(worker, links)).map(({ suggestion }) => suggestion?.certainty)).toEqual(['same', null]);
    const once = asked.filter((line) => /^https (?:GET \/robots|HEAD \/waypost-asks)/.test(line));
    expect(once).toHaveLength(2);
  });

  test('a link without connections for all of an answer is not checked', async () => {
    const answers = await many(narrow, [link, link]);
    expect(answers.map(({ status, reason }) => [status, reason])).toEqual([
      ['alive', null],
      ['not-checked', 'connection-limit'],
    ]);
    expect(answers[0]?.suggestion?.certainty).toBe('same');
  });
});
