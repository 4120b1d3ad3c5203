/** `URL` objects as inputs: only those of the platform, without code of the object, and nothing is turned into text. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canonicalize as small } from '../../src/canonical.ts';
import {
  canonicalize,
  compare,
  equivalent,
  explain,
  linkBehindGateway,
  meetingRung,
  normalizeReference,
  parse,
  relativize,
  replaceParts,
  resolve,
  resolver,
  safeCanonicalize,
  type UrlInput,
} from '../../src/index.ts';
import { surtOf } from '../../src/surt.ts';
import { challengeEndpoint, checkUrl } from '../../src/webhooks/index.ts';

afterEach(() => void vi.unstubAllGlobals());

const url = new URL('HTTP://H.example:80/a/%7eb');
const CANONICAL = 'http://h.example/a/~b';

describe('a URL object', () => {
  it('is accepted wherever a string is', () => {
    expect(canonicalize(url)).toBe(CANONICAL);
    expect(small(url)).toBe(CANONICAL);
    expect(explain(url)).toMatchObject({ input: url.href, canonical: CANONICAL });
    expect(parse(url)).toMatchObject({ input: url.href, host: 'h.example' });
    expect(resolve('c', url)).toBe('http://h.example/a/c');
    expect(resolve(url, 'gopher://h/')).toBe(CANONICAL);
    expect(resolver(url)(url)).toBe(CANONICAL);
    expect(canonicalize('c', { base: url })).toBe('http://h.example/a/c');
    expect(equivalent(url, CANONICAL)).toBe(true);
    expect(compare(url, CANONICAL).equivalent).toBe(true);
    expect(relativize(new URL('http://h.example/a/c'), url)).toBe('c');
    expect(replaceParts(url, { path: '/' })).toBe('http://h.example/');
    expect(safeCanonicalize(url)).toEqual({ ok: true, value: CANONICAL });
    expect(surtOf(url)).toBe(surtOf(CANONICAL));
    expect(linkBehindGateway(new URL('https://web.archive.org/web/1997/go:x'))).toBe('go:x');
    expect(checkUrl(new URL('https://hooks.example.com/in')).valid).toBe(true);
    expect(normalizeReference(url)).toBe(CANONICAL);
    expect(meetingRung(url, CANONICAL).name).toBe('percent-encoding');
  });

  it('is accepted as an endpoint and a callback; requests have strings', async () => {
    const fetch = vi.fn(async () => new Response());
    const callback = new URL('https://sender.example.org/confirm');
    await challengeEndpoint(new URL('https://hooks.example.com/in'), { fetch, origin: 'sender.example.org', callback });
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      'https://hooks.example.com/in',
      expect.objectContaining({ headers: expect.objectContaining({ 'WebHook-Request-Callback': callback.href }) }),
    );
  });

  it('of a subclass is read by the getter of the platform', () => {
    class Liar extends URL {
      override get href(): string {
        return 'http://evil.example/';
      }
      override toString(): string {
        return this.href;
      }
    }
    expect(canonicalize(new Liar('http://h.example/'))).toBe('http://h.example/');
  });
});

describe('anything else is refused, and not turned into text', () => {
  const code = vi.fn(() => 'http://h.example/');
  const others: readonly (readonly [string, unknown])[] = [
    ['an object with href', { href: 'http://h.example/', toString: code, [Symbol.toPrimitive]: code }],
    ['an object with a getter', Object.defineProperty({}, 'href', { get: code })],
    ['an object with the prototype of URL', Object.create(URL.prototype)],
    ['an object with the tag of URL', { [Symbol.toStringTag]: 'URL', href: 'http://h.example/' }],
    ['a proxy of a URL object', new Proxy(new URL('http://h.example/'), { get: code })],
    ['a String object', new String('http://h.example/')],
    ['an array', ['http://h.example/']],
    ['null', null],
    ['undefined', undefined],
    ['a number', 1],
    ['a function', code],
  ];
  it.each(others)('%s', (_, value) => {
    const error = { name: 'UrlError', code: 'not-a-string', index: 0 };
    const calls: readonly ((input: UrlInput) => unknown)[] = [canonicalize, small, explain, parse, normalizeReference];
    for (const call of calls) {
      expect(() => Reflect.apply(call, null, [value])).toThrow(expect.objectContaining(error));
    }
    expect(() => Reflect.apply(meetingRung, null, [value, CANONICAL])).toThrow(TypeError);
    expect(code).not.toHaveBeenCalled();
  });

  it('also on a platform without URL', () => {
    vi.stubGlobal('URL', undefined);
    expect(() => canonicalize(url)).toThrow(expect.objectContaining({ code: 'not-a-string' }));
    expect(canonicalize('GO:a')).toBe('go:a');
  });
});
