/**
 * `GET /v1/compare`: RFC 3986 §6.2, rung by rung.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningWorker, startWorker } from '../harness.ts';
import { readProblem } from '../problems.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.close());

const compare = (a: string, b: string, more = '') =>
  worker.fetch(`/v1/compare?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}${more}`);

describe('equivalent URLs have a reason', () => {
  test.each([
    ['http://h.example/', 'http://h.example/', 'simple-string', '6.2.1'],
    ['HTTP://H.example', 'HTTP://H.example', 'simple-string', '6.2.1'],
    ['<URL:go:x>', ' go:x ', 'simple-string', '6.2.1'],
    ['HTTP://h.example/a', 'http://H.EXAMPLE/a', 'case', '6.2.2.1'],
    ['gopher://h.example/1%c3%bc', 'gopher://h.example/1%C3%BC', 'case', '6.2.2.1'],
    ['ftp://User@H.example/', 'ftp://User@h.example/', 'case', '6.2.2.1'],
    ['http://h.example/%7Euser', 'http://h.example/~user', 'percent-encoding', '6.2.2.2'],
    ['http://h.example/a b', 'http://h.example/a%20b', 'percent-encoding', '6.2.2.2'],
    ['http://h.example/ü', 'http://h.example/%c3%BC', 'percent-encoding', '6.2.2.2'],
    ['http://h.example/100%', 'http://h.example/100%25', 'percent-encoding', '6.2.2.2'],
    ['http://%48.example/', 'http://h.example/', 'percent-encoding', '6.2.2.2'],
    ['http://h.example/a/../b', 'http://h.example/b', 'path-segment', '6.2.2.3'],
    ['http://h.example/%2E%2e/b?../c', 'http://h.example/b?../c', 'path-segment', '6.2.2.3'],
    ['http://h.example', 'http://h.example/', 'scheme-based', '6.2.3'],
    ['http://h.example:80/', 'http://h.example/', 'scheme-based', '6.2.3'],
    ['gopher://h.example', 'gopher://h.example/1', 'scheme-based', '6.2.3'],
    ['gopher://h.example/0%2Fa', 'gopher://h.example/0/a', 'scheme-based', '6.2.3'],
    ['news:%3Ca@b.example%3E', 'news:a@b.example', 'scheme-based', '6.2.3'],
    ['go://localhost:1096?x', 'go://?x', 'scheme-based', '6.2.3'],
    ['mailto:a@B.example', 'mailto:a@b.example', 'scheme-based', '6.2.3'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/', 'scheme-based', '6.2.3'],
  ])('%s and %s: %s (§%4$s)', async (a, b, because, section) => {
    for (const [left, right] of [
      [a, b],
      [b, a],
    ] as const) {
      const answer: { canonical: string[] } = await (await compare(left, right)).json();
      expect(answer).toMatchObject({ equivalent: true, because, spec: { document: 'RFC 3986', section }, differs: [] });
      expect(answer.canonical[0]).toBe(answer.canonical[1]);
    }
  });
});

describe('other URLs have the parts that differ', () => {
  test.each([
    ['http://h.example/', 'https://h.example/', ['scheme', 'port']],
    ['http://h.example/', 'http://h.example:8080/', ['port']],
    ['http://a.example/', 'http://b.example/', ['host']],
    ['ftp://h.example/', 'ftp://@h.example/', ['user']],
    ['ftp://foo@h.example/', 'ftp://foo:@h.example/', ['password']],
    ['http://h.example/a', 'http://h.example/A', ['path']],
    ['http://h.example/?', 'http://h.example/', ['query']],
    ['http://h.example/#', 'http://h.example/', ['fragment']],
    ['gopher://h.example/1a/../b', 'gopher://h.example/1b', ['path']],
    ['http://h.example/%2541', 'http://h.example/A', ['path']],
    ['http://a.example/x?1#2', 'http://b.example/y?2#1', ['host', 'path', 'query', 'fragment']],
  ])('%s and %s: %j', async (a, b, differs) => {
    const answer = await (await compare(a, b)).json();
    expect(answer).toMatchObject({ equivalent: false, because: null, differs });
    expect(answer).toHaveProperty('spec.document');
  });
});

describe('requests that differ have the first octet, and the clause', () => {
  const same = { octet: null, octets: [null, null] };
  test.each([
    ['gopher://h/0a', 'gopher://h/0ab', 'RFC 4266 §2', { sameServer: true, octet: 1, octets: [0x0d, 0x62] }],
    ['http://h/a', 'http://i/a', 'RFC 3986 §3.2.2', { sameServer: false, octet: 23, octets: [0x68, 0x69] }],
    ['gopher://h/', 'gophers://h/', 'RFC 3986 §3.1', { sameServer: false, ...same }],
    ['http://h/a,b', 'http://h/a%2Cb', 'RFC 3986 §2.2', { sameServer: true, octet: 6, octets: [0x2c, 0x25] }],
    ['http://h/#a', 'http://h/#b', 'RFC 3986 §3.5', { sameServer: true, ...same }],
    ['mailto:a@h', 'mailto:b@h', 'RFC 6068 §2', null],
  ])('%s and %s: %s', async (a, b, clause, request) => {
    const [document, section] = clause.split(' §');
    const answer = await (await compare(a, b)).json();
    expect(answer).toMatchObject({ equivalent: false, spec: { document, section }, request });
  });
});

test('the canonical forms are in the order of the parameters', async () => {
  expect(await (await compare('GO:b', 'GO:a')).json()).toMatchObject({ canonical: ['go:b', 'go:a'] });
});

test('the dialect applies to both URLs', async () => {
  const [a, b] = ['gopher://h.example/7a?b', 'gopher://h.example/7a%09b'];
  expect(await (await compare(a, b)).json()).toMatchObject({ equivalent: false });
  expect(await (await compare(a, b, '&dialect=url-1994')).json()).toMatchObject({ equivalent: true });
});

describe('URLs that cannot be compared', () => {
  test.each([
    ['?a=go:x', 400, 'parameter-missing', 'b'],
    ['', 400, 'parameter-missing', 'a'],
    ['?a=go:x&b=go:x&a=go:x', 400, 'parameter-repeated', 'a'],
    ['?a=go:x&b=go:x&c=go:x', 400, 'parameter-unknown', 'c'],
    ['?a=go:x&b=go:x&dialect=', 400, 'parameter-invalid', 'dialect'],
    ['?a=x&b=go:x', 422, 'scheme-missing', 'a'],
    ['?a=go:x&b=x', 422, 'scheme-missing', 'b'],
  ])('%s is a %i that names it', async (query, status, code, parameter) => {
    const response = await worker.fetch(`/v1/compare${query}`);
    expect(response.status).toBe(status);
    expect((await readProblem(response)).errors[0]).toMatchObject({ code, parameter });
  });
});
