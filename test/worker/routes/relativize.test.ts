/** `GET /v1/relativize`: the reference that leads from one URL to another. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningWorker, startWorker } from '../harness.ts';
import { readProblem } from '../problems.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.close());

const relativize = (url: string, base: string, more = '', headers = {}) =>
  worker.fetch(`/v1/relativize?url=${encodeURIComponent(url)}&base=${encodeURIComponent(base)}${more}`, { headers });

test('the reference, and the canonical forms of both URLs', async () => {
  const response = await relativize('HTTP://H.example/docs/%66aq#top', 'http://h.example:80/docs/guide/start');
  expect(await response.json()).toEqual({
    input: 'HTTP://H.example/docs/%66aq#top',
    canonical: 'http://h.example/docs/faq#top',
    base: 'http://h.example/docs/guide/start',
    reference: '../faq#top',
  });
});

test.each([
  ['http://h.example/a', 'http://h.example/a#b', ''],
  ['http://other.example/a', 'http://h.example/a', '//other.example/a'],
  ['ftp://h.example/a', 'http://h.example/a', 'ftp://h.example/a'],
  ['file:///C:/a/b', 'file:///C:/a/c', 'b'],
])('%s from %s is %j, which resolves to it', async (url, base, reference) => {
  expect(await (await relativize(url, base)).json()).toMatchObject({ reference });
  const query = `url=${encodeURIComponent(reference)}&base=${encodeURIComponent(base)}`;
  const back = await worker.fetch(`/v1/resolve?${query}&fields=canonical`);
  expect(await back.json()).toEqual({ canonical: url });
});

test('as text, the reference alone', async () => {
  const response = await relativize('ftp://h/a', 'ftp://h/b', '', { Accept: 'text/plain' });
  expect([response.headers.get('Content-Type'), await response.text()]).toEqual(['text/plain; charset=utf-8', 'a\n']);
});

test('the dialect applies to both URLs', async () => {
  const response = await relativize('gopher://h/7a?b', 'gopher://h/7c?d', '&dialect=url-1994');
  expect(await response.json()).toMatchObject({ reference: '7a%09b', base: 'gopher://h/7c%09d' });
});

describe('what cannot be relativized', () => {
  test.each([
    ['?url=go:x', 400, 'parameter-missing', 'base'],
    ['?base=go:x', 400, 'parameter-missing', 'url'],
    ['?url=go:x&base=go:x&lax=true', 400, 'parameter-unknown', 'lax'],
    ['?url=x&base=go:x', 422, 'scheme-missing', 'url'],
    ['?url=go:x&base=x', 422, 'scheme-missing', 'base'],
  ])('%s is a %i that names it', async (query, status, code, parameter) => {
    const response = await worker.fetch(`/v1/relativize${query}`);
    expect(response.status).toBe(status);
    expect((await readProblem(response)).errors[0]).toMatchObject({ code, parameter });
  });
});
