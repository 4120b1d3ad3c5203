/** Passwords in the URLs of requests, whose answers nobody may keep. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPassword } from '../../../worker/http/passwords.ts';
import { parseQuery } from '../../../worker/http/query.ts';
import { expectLinear } from '../../src/growth.ts';
import { type RunningWorker, startWorker } from '../harness.ts';

const has = (path: string) => {
  const url = `https://w.example${path}`;
  return hasPassword({ url, query: parseQuery(url) });
};

describe('a request has a password', () => {
  test.each([
    '/v1/resolve?url=ftp%3A%2F%2Fuser%3Asecret%40ftp.funet.fi%2Fa',
    '/v1/resolve?url=ftp://user:secret@ftp.funet.fi/a',
    '/v1/resolve?url=..%2Fb&base=ftp://user:secret@h.example/a',
    '/u/ftp://user:secret@h.example/',
    '/u/ftp%3A%2F%2Fuser%3Asecret%40h.example',
    '/ftp/user:secret@h.example/',
    '/open?url=ftp%3Auser%3Asecret%40h.example&lax=true',
    '/u/ftp://user:sec%2Fret@h.example/',
    '/u/http://user:sec%23ret@h.example/',
    '/ftp/user:sec%3Fret@h.example/',
    '/u/ftp%3A%2F%2Fuser%3Asec%252Fret%40h.example',
    '/u/ftp%3A%2F%2Fuser%3Asecret%40h.example%2F%E9',
    '/v1/resolve?url=ftp%3A%2F%2Fuser%253Asecret%40h.example',
    '/ftp/user%3Asecret%40h.example/',
    '/v1/resolve?url=ftp:%5C%5Cuser:secret@h.example',
    '/u/ftp://u@b:secret@h.example/',
    '/v1/resolve?url=:user:secret@h.example',
    '/v1/resolve?url=x%252Fuser:secret@h.example',
    '/v1/resolve?url=x%252fuser:secret@h.example',
    '/v1/resolve?url=%255Cuser:secret@h.example',
    // In three layers of escapes.
    '/u/ftp://user%2525253Asecret@h.example/',
    // A link of this service in a link.
    '/inspect?url=https%3A%2F%2Fw.example%2Fr%3Furl%3Dftp%253A%252F%252Fme%253Asecret%2540h.example%252Fa',
    '/u/https%3A%2F%2Fw.example%2Fr%3Furl%3Dftp%253A%252F%252Fme%253Asecret%2540h.example%252Fa',
  ])('%s', (path) => expect(has(path)).toBe(true));

  test.each([
    '/v1/resolve?url=ftp://user@h.example/',
    '/v1/resolve?url=ftp://user@h.example:21/',
    '/v1/resolve?url=ftp://h.example:21/a:b',
    '/v1/compare?a=go:x&b=mailto:a@h.example',
    // In more layers than anybody reads.
    '/u/ftp://user%252525253Asecret@h.example/',
    '/v1/resolve?url=mailto:a@h.example',
    '/news/~/1993.AA1@h.example',
    '/v1/resolve?url=gopher://h.example:70/0/a@b',
  ])('not in %s', (path) => expect(has(path)).toBe(false));

  test('in time that grows with its length', () => {
    expectLinear(64_000, (length) => {
      const colons = `${':'.repeat(length)}/@`;
      return () => void has(`/u/${colons}?url=${colons}`);
    });
  });
});

describe('its answer is for nobody else', () => {
  let worker: RunningWorker;
  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => worker?.close());

  const link = encodeURIComponent('ftp://user:secret@ftp.funet.fi/a');
  test.each([
    `/v1/resolve?url=${link}`,
    `/v1/compare?a=${link}&b=gopher://h.example/`,
    `/v1/relativize?url=${link}&base=ftp://ftp.funet.fi/`,
    `/inspect?url=${link}`,
    `/?url=${link}`,
    `/r?url=${link}`,
    `/u/ftp://user:secret@ftp.funet.fi/a`,
    `/open?url=${link}`,
    `/ftp/user:secret@ftp.funet.fi/a`,
    `/u/ftp://user:sec%2Fret@ftp.funet.fi/a`,
    `/v1/resolve?url=ftp://user%253Asecret@ftp.funet.fi/a`,
  ])('%s', async (path) => {
    const response = await worker.fetch(path, { headers: { Accept: 'application/json, text/html' } });
    await response.text();
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('and without a password it may be kept', async () => {
    const response = await worker.fetch('/v1/resolve?url=ftp://ftp.funet.fi/a');
    await response.text();
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
  });
});
