import { describe, expect, test } from 'vitest';
import { askedUrl, atOwnHost, isOwnName, SECURE } from '../../../worker/http/address.ts';
import { parseHosts } from '../../../worker/settings/own-address.ts';

const hosts = parseHosts('Waypost.Example.org, w.example.org:8443, [2001:db8::1]:443');

test('HOSTS has the spelling of URLs', () => {
  expect(hosts).toEqual(['waypost.example.org', 'w.example.org:8443', '[2001:db8::1]']);
  expect(parseHosts('')).toEqual([]);
});

test.each(['http://h.example/', 'h.example:80:80', 'h.example/x', 'a@b', 'h.example:99999'])(
  '%s is no host',
  (text) => {
    expect(() => parseHosts(text)).toThrow(TypeError);
  },
);

describe('the URL of a request', () => {
  test.each([
    ['https://waypost.example.org/r?url=go:x', 'https://waypost.example.org/r?url=go:x'],
    ['https://WAYPOST.example.org/', 'https://waypost.example.org/'],
    ['https://w.example.org:8443/', 'https://w.example.org:8443/'],
    ['http://127.0.0.1:8080/health', 'http://waypost.example.org/health'],
    ['http://localhost/a//b', 'http://waypost.example.org/a//b'],
    ['http://[::1]:80/', 'http://waypost.example.org/'],
    ['https://[2001:db8::1]:443/a', 'https://[2001:db8::1]/a'],
    ['http://127.255.255.255/', 'http://waypost.example.org/'],
    ['https://xwaypost.example.org/', null],
    ['https://x-localhost/', null],
    ['https://w.example.org/', null],
    ['https://waypost.example.org:9999/', null],
    ['https://evil.example/', null],
    ['https://localhost.evil.example/', null],
    ['https://127.0.0.1.evil.example/', null],
    ['http://10.0.0.5/', null],
  ])('%s: %s', (url, expected) => {
    expect(atOwnHost(url, hosts)).toBe(expected);
  });

  test('every host is ours if none is named', () => {
    expect(atOwnHost('https://evil.example/', [])).toBe('https://evil.example/');
  });
});

test.each([
  ['localhost', true],
  ['192.168.1.10', true],
  ['[fd00::1]', true],
  ['[]', false],
  ['x1.2.3.4', false],
  ['1234.2.3.4', false],
  ['1.2.3.1234', false],
  ['1.2.3.4.5', false],
  ['[::1]x', false],
  ['evil.example', false],
  ['router', false],
  ['localhost.evil.example', false],
  ['1.2.3.4.example', false],
])('%s cannot be a name of others: %s', (name, expected) => {
  expect(isOwnName(name)).toBe(expected);
});

test('a URL has the scheme that a proxy ended, and stays as it was sent otherwise', () => {
  const url = 'http://w.example/1/a/../b?http:"#x';
  expect(askedUrl({ url })).toBe(url);
  expect(askedUrl({ url, cf: {} })).toBe(url);
  expect(askedUrl({ url, cf: SECURE })).toBe('https://w.example/1/a/../b?http:"#x');
  expect(askedUrl({ url, cf: { waypostScheme: 'https' } })).toBe('https://w.example/1/a/../b?http:"#x');
  expect(askedUrl({ url, cf: { waypostScheme: 'http' } })).toBe(url);
  const raw = 'https://w.example/?url=http://h.example/';
  expect(askedUrl({ url: raw, cf: SECURE })).toBe(raw);
  expect(askedUrl({ url: 'https://w.example/', cf: SECURE })).toBe('https://w.example/');
});
