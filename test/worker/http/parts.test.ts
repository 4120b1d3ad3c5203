/**
 * Parts of the Worker that run without its runtime: negotiation, entity tags, settings, problems.
 */
import { describe, expect, test } from 'vitest';
import { parseHostList } from '../../../src/egress/host-list.ts';
import { diagnostics, UrlError } from '../../../src/index.ts';
import { ConfigurationError } from '../../../worker/errors/request-error.ts';
import { pathOf } from '../../../worker/http/address.ts';
import { matchesTag } from '../../../worker/http/headers.ts';
import { acceptedLanguages, isBrowser, negotiate, opensWindow } from '../../../worker/http/negotiation.ts';
import { problemOf, problemResponse } from '../../../worker/http/problem.ts';
import { environmentOf } from '../../../worker/settings/environment.ts';
import { fingerprint } from '../../../worker/settings/fingerprint.ts';
import { settingsTable } from '../../../worker/settings/settings-table.ts';
import { scaled } from '../../fast-check.ts';

describe('browsers and programs', () => {
  test.each([
    ['Firefox', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['Lynx', 'text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01', true],
    ['w3m', 'text/html, text/*;q=0.5, image/*, application/*, audio/*', true],
    ['curl', '*/*', false],
    ['a program', 'application/json', false],
    ['a program that also takes HTML', 'application/problem+json, text/html', false],
    ['a browser that takes JSON rather not', 'text/html, application/json;q=0.5', true],
    ['a browser in capital letters', 'TEXT/HTML', true],
    ['a program that takes both alike', 'text/html, application/json', false],
    ['a program that takes JSON rather', 'text/html;q=0.4, application/json;q=.5', false],
    ['a browser with a weight of JSON that is no number', 'text/html, application/json;q=x', true],
    ['a browser that takes a format of JSON', 'text/html, application/json-seq', true],
    ['a browser that takes another family', 'text/html, x/application/json', true],
    ['HTML that nobody wants', 'text/html;q=0', false],
    ['nothing', null, false],
  ])('%s: %s', (_, accept, expected) => {
    expect(isBrowser(accept)).toBe(expected);
  });
});

describe('negotiate (RFC 9110 §12.5.1)', () => {
  test.each([
    [null, 'application/json'],
    ['', 'application/json'],
    ['text/*;q=0.5, application/json;q=0.1', 'text/plain'],
    ['text/plain;q=0.9, text/*;q=0, */*;q=0.8', 'text/plain'],
    ['text/*, text/plain;q=0, application/json;q=0.1', 'application/json'],
    ['*/*;q=0.1, text/plain;q=0.2', 'text/plain'],
    ['text/plain;q=x', 'application/json'],
    ['*/*', 'application/json'],
    ['TEXT/PLAIN', 'text/plain'],
    ['text/plain, application/json', 'application/json'],
    ['application/json;q=1, text/plain', 'application/json'],
    ['text/plain;q=0.5, */*', 'application/json'],
    ['text/plain;level=1, application/json;q=0.5', 'text/plain'],
    ['text/plain;level=1;q=0.2, application/json;q=0.5', 'application/json'],
    ['image/png', 'application/json'],
    ['text/plain ; q=1', 'text/plain'],
  ])('%j is answered with %s', (accept, expected) => {
    expect(negotiate(accept, ['application/json', 'text/plain'])).toBe(expected);
  });
});

describe('the languages of a client (RFC 9110 §12.5.4)', () => {
  test.each([
    [null, []],
    ['', []],
    ['*', []],
    ['en, *;q=0.1', []],
    ['en, *;q=0', ['en']],
    ['en;q=0.5, de-AT, fr;q=0', ['de-AT', 'en']],
    ['a;q=0.1,b;q=0.2,c;q=0.3', ['c', 'b', 'a']],
    ['en, de, en', ['en', 'de']],
    ['en;q=x, de', ['de']],
    ['DE-at', ['DE-at']],
    ['abcdefgh, abcdefghi', ['abcdefgh']],
    ['a-12345678, a-123456789', ['a-12345678']],
    ['a-b-c-d-e, a-b-c-d-e-f', ['a-b-c-d-e']],
    ['1a, a_b, a-, -a, de-ä, mutant', ['mutant']],
    ['a,b,c,d,e,f,g,h,i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ])('%j: %j', (field, languages) => {
    expect(acceptedLanguages(field)).toEqual(languages);
  });
});

describe('a client opens a window', () => {
  test.each<[headers: Record<string, string>, opens: boolean]>([
    [{ 'Sec-Fetch-Dest': 'document' }, true],
    [{ 'Sec-Fetch-Dest': 'document', Accept: '*/*' }, true],
    [{ 'Sec-Fetch-Dest': 'iframe', Accept: 'text/html' }, false],
    [{ 'Sec-Fetch-Dest': 'empty' }, false],
    [{ Accept: 'text/html,*/*' }, true],
    [{ Accept: 'application/xml, Text/HTML;q=0.9' }, true],
    [{ Accept: 'text/htmlx, xtext/html' }, false],
    [{ Accept: '*/*' }, false],
    [{}, false],
  ])('with %j: %s', (headers, opens) => {
    expect(opensWindow(new Headers(headers))).toBe(opens);
  });
});

describe('entity tags (RFC 9110 §8.8.3)', () => {
  test.each([
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"b" , W/"a"', '"a"', true],
    ['"b", "a"', '"a"', true],
    ['"bc","ab"', '"ab"', true],
    ['"b', '"a"', false],
    ['"a,b"', '"a"', false],
    [' * ', '"a"', true],
    ['"*"', '"a"', false],
    ['a', '"a"', false],
  ])('%s names %s: %s', (header, tag, expected) => {
    expect(matchesTag(header, tag)).toBe(expected);
  });

  test('many addresses have different fingerprints', () => {
    const length = scaled(1_000_000);
    const seen = new Set(Array.from({ length }, (_, index) => fingerprint(`/v1/resolve?url=go:${index}`)));
    expect(seen.size).toBe(length);
  });
});

describe('pathOf', () => {
  test.each([
    ['https://h.example/a/b?c', '/a/b'],
    ['https://h.example/?/x', '/'],
    ['http://127.0.0.1:8787//x', '//x'],
    ['http://[::1]/a%2Fb', '/a%2Fb'],
  ])('%s is %s', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });
});

describe('the settings', () => {
  test.each([...settingsTable])('%s has a kind, a description and a form', (_, about) => {
    expect(about).toMatchObject({
      kind: expect.stringMatching(/^(variable|secret|binding)$/),
      description: expect.stringMatching(/^\S[^\n|]+\.$/),
      form: expect.stringMatching(/^\S[^\n|]+[^.]$/),
    });
  });
});

describe('environmentOf', () => {
  const ASSETS = { fetch: () => Promise.resolve(new Response()) };

  test('fills in defaults, and reads the bindings once', () => {
    const bindings = { ASSETS };
    expect(environmentOf(bindings)).toMatchObject({ log: 'on' });
    expect(environmentOf(bindings)).toBe(environmentOf(bindings));
  });

  test('has another fingerprint with other settings or another deployment', () => {
    const prints = [{}, { LOG: 'off' }, { DEPLOYMENT: { id: 'a' } }, { DEPLOYMENT: { id: 'b' } }].map(
      (bindings) => environmentOf({ ...bindings, ASSETS }).fingerprint,
    );
    expect(new Set(prints).size).toBe(prints.length);
    expect(environmentOf({ LOG: 'on', ASSETS }).fingerprint).toBe(prints[0]);
  });

  test('parses each setting once, an external gateway and an egress rule included', () => {
    const { gateways, egress, keyring } = environmentOf({
      ASSETS,
      TERMINALS: 'on',
      GATEWAYS: { telnet: 'none' },
      EGRESS_ALLOW: 'localhost:7070',
      EGRESS_DNS: 'system',
      LINK_TOKENS: 'alice:0123456789abcdef',
    });
    expect([...gateways]).toEqual([['telnet', 'none']]);
    expect(egress).toMatchObject({ allow: new Map([[7070, parseHostList('localhost')]]), dns: { kind: 'system' } });
    expect(keyring.isEmpty).toBe(false);
    expect(environmentOf({ ASSETS, DOH_URL: 'https://doh.example/q' }).egress.dns).toEqual({
      kind: 'doh',
      url: 'https://doh.example/q',
    });
  });

  test('has the same fingerprint with other secrets', () => {
    const prints = [{}, { LINK_TOKENS: 'alice:0123456789abcdef' }, { NEWS_LOGIN: 'curator:museum' }].map(
      (bindings) => environmentOf({ ...bindings, ASSETS }).fingerprint,
    );
    expect(new Set(prints).size).toBe(1);
  });

  test.each([
    [
      { ASSETS, EGRESS_DNS: 'sesame', DOH_URL: 'sesame' },
      'missing or wrong: EGRESS_DNS (must be `doh` or `system`), DOH_URL (must be an http(s) URL)',
    ],
    [
      { ASSETS, GATEWAYS: '{', LINK_TOKENS: 'sesame' },
      'missing or wrong: GATEWAYS (must be a table of schemes, each with `self`, `none` or the template of an http(s) URL, such as `{"gopher": "none"}`), ' +
        'LINK_TOKENS (entry 1 must be `owner:token`, and it has no `:`; blanks and commas end an entry)',
    ],
    [
      { ASSETS, CLIENT_RATE: {}, LINKS: 'sesame' },
      'missing or wrong: CLIENT_RATE (must be a rate limit), LINKS (must be a namespace of Durable Objects)',
    ],
    [{ ASSETS, LOG: 'sesame' }, 'missing or wrong: LOG (must be `on` or `off`)'],
    [{}, 'missing or wrong: ASSETS (must be static files)'],
    [
      { ASSETS: 'sesame', LOG: 'sesame' },
      'missing or wrong: LOG (must be `on` or `off`), ASSETS (must be static files)',
    ],
    // A wrong list of hosts is easier to repair with the right form, which repeats nothing but a host.
    [
      { ASSETS, REDIRECT_HOSTS: 'a.org https://user:sesame@b.org/', EGRESS_DENY: '10.1.2.3/8' },
      'missing or wrong: REDIRECT_HOSTS (entry 2 must be a host alone: write `b.org`), ' +
        'EGRESS_DENY (entry 1 must begin with the first address of the block: write `10.0.0.0/8`)',
    ],
  ])('an error names keys and forms, and no values: %j', (bindings, message) => {
    expect(() => environmentOf(bindings)).toThrow(new ConfigurationError(message));
  });
});

describe('problemOf', () => {
  const AT_ROOT = { url: 'https://w.example/', environment: { basePath: '' } };

  test('the position of a fault is one whole character', () => {
    expect(problemOf(new UrlError(diagnostics['scheme-missing'], 1, 'a\u{1F600}b'), AT_ROOT).errors[0]?.at).toEqual([
      1, 3,
    ]);
    expect(problemOf(new UrlError(diagnostics['scheme-missing'], 3, 'a\u{1F600}b'), AT_ROOT).errors[0]?.at).toEqual([
      3, 4,
    ]);
    expect(problemOf(new UrlError(diagnostics['scheme-missing'], 4, 'a\u{1F600}b'), AT_ROOT).errors[0]?.at).toEqual([
      4, 4,
    ]);
  });

  test.each([[new TypeError('sesame')], ['sesame'], [null], [{ message: 'sesame' }]])(
    'hides the message of an unexpected error from client and log: %s',
    async (error) => {
      const lines: unknown[] = [];
      const { error: write } = console;
      console.error = (line: unknown) => lines.push(line);
      const response = problemResponse(error, AT_ROOT);
      console.error = write;
      expect(response.status).toBe(500);
      expect(lines).toHaveLength(1);
      expect(`${lines[0]}${await response.text()}`).not.toContain('sesame');
    },
  );
});
