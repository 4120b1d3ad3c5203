/** Responses alone: entity tags, identifiers, types and caches; and what is read from the address of a request. */
import { describe, expect, test, vi } from 'vitest';
import { egressOf, isApi, originOf, pathOf, rootOf } from '../../../worker/http/address.ts';
import { HEADERS } from '../../../worker/http/headers.ts';
import { recentAnswersOf } from '../../../worker/http/recent-answers.ts';
import { answer, answerJson, answerOnce, jsonLine, TEXT_TYPE } from '../../../worker/http/response.ts';
import { type Environment, environmentOf } from '../../../worker/settings/environment.ts';
import { contextOf } from './context.ts';

const CACHEABLE = 'public, max-age=3600';
const STYLE = { 'Referrer-Policy': 'origin' };
const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const environmentWith = (vars: Record<string, string>): Environment => environmentOf({ ASSETS, ...vars });

describe('an answer', () => {
  test('has the common headers, its type and a tag', async () => {
    const response = answer(contextOf('/a'), TEXT_TYPE, 'ä\n');
    expect([response.status, await response.text()]).toEqual([200, 'ä\n']);
    for (const [name, value] of Object.entries({ ...HEADERS, Vary: 'Accept', 'Cache-Control': CACHEABLE })) {
      expect(response.headers.get(name)).toBe(value);
    }
    expect(response.headers.get('Content-Type')).toBe(TEXT_TYPE);
    expect(response.headers.get('ETag')).toMatch(/^"[\w-]+"$/);
  });

  test('to HEAD has the length in octets, and no body', async () => {
    const response = answer(contextOf('/a', { method: 'HEAD' }), TEXT_TYPE, 'ä\n');
    expect([response.status, await response.text(), response.headers.get('Content-Length')]).toEqual([200, '', '3']);
    expect(response.headers.get('ETag')).toBe(answer(contextOf('/a'), TEXT_TYPE, 'ä\n').headers.get('ETag'));
  });

  test('may have headers of its own', () => {
    const response = answer(contextOf('/a'), 'text/html', 'a', STYLE);
    expect(response.headers.get('Referrer-Policy')).toBe('origin');
    expect(response.headers.has('Content-Security-Policy')).toBe(false);
    expect(response.headers.get('Vary')).toBe('Accept');
    expect(answer(contextOf('/a'), 'text/html', 'a').headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  test('is 304 for its tag alone, with the headers of a copy', async () => {
    const tag = answer(contextOf('/a'), TEXT_TYPE, 'a').headers.get('ETag') ?? '';
    const ask = (value: string) =>
      answer(contextOf('/a', { headers: { 'If-None-Match': value } }), TEXT_TYPE, 'a', STYLE);
    const again = ask(tag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(Object.fromEntries(again.headers)).toEqual({
      'cache-control': CACHEABLE,
      etag: tag,
      'referrer-policy': 'origin',
      vary: 'Accept',
    });
    expect([ask('"x"').status, ask('').status]).toEqual([200, 200]);
  });

  test('has another tag for another address, type or setting', () => {
    const tagOf = (path: string, type: string, environment = contextOf('/').environment) =>
      answer(contextOf(path, { environment }), type, 'a').headers.get('ETag');
    const tags = [
      tagOf('/a', 'a/b'),
      tagOf('/b', 'a/b'),
      tagOf('/a', 'a/c'),
      tagOf('/a', 'a/b', environmentWith({ LOG: 'off' })),
    ];
    expect(new Set(tags).size).toBe(4);
  });

  test('is made again for other settings', () => {
    const [one, two] = [environmentWith({ LOG: 'on' }), environmentWith({ LOG: 'off' })];
    const make = vi.fn(() => 'a');
    for (const environment of [one, two, one, two]) answer(contextOf('/a', { environment }), TEXT_TYPE, make);
    expect(make).toHaveBeenCalledTimes(2);
    expect(recentAnswersOf(one)).toBe(recentAnswersOf(one));
    expect(recentAnswersOf(one)).not.toBe(recentAnswersOf(two));
  });

  test('with a value is JSON without control characters', async () => {
    const text = '"\\u009b"';
    expect(jsonLine('\x9b')).toBe(`${text}\n`);
    const once = answerJson('\x9b');
    const own = answerJson('\x9b', { 'X-A': 'b' });
    expect(await Promise.all([once.text(), own.text()])).toEqual([`${text}\n`, `${text}\n`]);
    for (const { headers } of [once, own]) expect(headers.get('Content-Type')).toBe('application/json');
    expect([once, own].map(({ headers }) => headers.get('Cache-Control'))).toEqual(['no-store', null]);
    expect(own.headers.get('X-A')).toBe('b');
    const typed = answerJson(1, { 'Content-Type': 'application/ld+json' });
    expect(typed.headers.get('Content-Type')).toBe('application/ld+json');
  });

  test('that must not be cached says so', () => {
    const { headers } = answerOnce('text/csv', 'a');
    for (const [name, value] of Object.entries({
      ...HEADERS,
      'Cache-Control': 'no-store',
      'Content-Type': 'text/csv',
    })) {
      expect(headers.get(name)).toBe(value);
    }
  });
});

describe('the address of a request', () => {
  test.each([
    ['https://h.example/a/b?c?d', '/a/b', 'https://h.example', false],
    ['https://h.example/v1/x', '/v1/x', 'https://h.example', true],
    ['https://h.example/x/v1/', '/x/v1/', 'https://h.example', false],
    ['https://h.example/?/v1/', '/', 'https://h.example', false],
    ['http://[::1]:8080//v1//', '//v1//', 'http://[::1]:8080', false],
  ])('%s has the path %s, and the origin %s', (url, path, origin, api) => {
    expect([pathOf(url), originOf({ url }), isApi(url)]).toEqual([path, origin, api]);
    expect(rootOf({ url, environment: environmentWith({ BASE_PATH: '/base' }) })).toBe(`${origin}/base`);
  });

  test.each<[vars: Record<string, string>, url: string, allowed: number, own: readonly string[]]>([
    [{}, 'https://w.example/', 0, ['w.example']],
    [{}, 'http://localhost:8080/', 1, ['localhost']],
    [{}, 'http://[::1]/', 1, ['::1']],
    [{ HOSTS: 'w.example, x.example:8443' }, 'https://w.example/', 1, ['w.example', 'x.example']],
    [{ HOSTS: 'w.example' }, 'https://w.example/', 1, ['w.example']],
    [{ HOSTS: 'w.example' }, 'http://localhost/', 1, ['localhost', 'w.example']],
  ])('with %j: %s may reach %i hosts of an intranet, and never %j', (vars, url, allowed, own) => {
    const environment = environmentWith({ EGRESS_ALLOW: 'intranet.example:70', ...vars });
    const policy = egressOf({ environment, url });
    expect([policy.allow.size, [...policy.ownHosts].toSorted()]).toEqual([allowed, own]);
    const known = { ...environment, egress: { ...environment.egress, ownHosts: new Set(['a.example']) } };
    expect([...egressOf({ environment: known, url }).ownHosts].toSorted()).toEqual([...own, 'a.example'].toSorted());
  });
});
