/**
 * A URL without a request says why. In a scheme whose URLs have requests, `request` is `null` only beside a warning; a
 * scheme whose URLs have none says nothing about it.
 */
import { describe, expect, it } from 'vitest';
import { explain, safeExplain } from '../../src/index.ts';
import { definitions } from '../../src/schemes/registry.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../fast-check.ts';
import { models } from './generators.ts';

/** What no command, query or message can contain, and what changes the meaning of the text around it. */
const odd = fc.oneof(
  fc.constantFrom('%FF', '%E9', '%C2%85', '%00', '%01', '%0A', '%0D', '%09', '%7F', '%20', '%EF%BF%BE', '%FF%41'),
  fc.constantFrom(
    'é',
    ' ',
    '@',
    '%40',
    '/',
    '%2F',
    '//',
    '*',
    '?',
    '%3F',
    ':',
    ';',
    '=',
    '..',
    '<',
    '%22',
    '\\',
    '0',
    '#',
  ),
  fc.constantFrom('4294967296', '/2147483648', ';OBJECT-VERSION=', 'x'.repeat(600), 'x'.repeat(5000)),
);

/** A URL of a scheme with odd text in one or more places behind its colon. */
function oddUrl(scheme: string): fc.Arbitrary<string> {
  const places = fc.array(fc.tuple(fc.nat(60), odd), { maxLength: 3 });
  return fc.tuple(models[scheme] ?? fc.constant({ a: `${scheme}:` }), places).map(([{ a }, inserted]) => {
    const colon = a.indexOf(':') + 1;
    return inserted.reduce((url, [at, text]) => {
      const index = Math.min(url.length, colon + at);
      return url.slice(0, index) + text + url.slice(index);
    }, a);
  });
}

const withRequest = definitions.filter((definition) => 'request' in definition);

describe('what no server can have', () => {
  it.each(definitions.filter(({ defaultPort }) => defaultPort !== null).map(({ name }) => name))(
    'port 0 of %s has a warning, and another port has none',
    (scheme) => {
      const warned = (port: number) => {
        const { diagnostics } = explain(`${scheme}://h.example:${port}`);
        return diagnostics.some(({ code, severity }) => code === 'port-zero' && severity === 'warning');
      };
      expect([warned(0), warned(1)]).toEqual([true, false]);
    },
  );

  it.each([
    ['gopher://h.example/0a%00b', ['gopher-nul']],
    ['gopher://h.example/0a%2500b', []],
    ['gophers://h.example/7a%09b%00', ['gopher-nul']],
    ['mailto:a@h.example?attach=/etc/passwd', ['mailto-unsafe-field']],
    ['mailto:a@h.example?cc=b@h.example&FROM=c@h.example', ['mailto-unsafe-field']],
    ['mailto:a@h.example?attachment=x', ['mailto-unsafe-field']],
    ['mailto:a@h.example?sender=x', ['mailto-unsafe-field']],
    ['mailto:a@h.example?subject=from=x&x-from=y&fromage=z', []],
  ])('%s has the warnings %j', (url, codes) => {
    const { diagnostics } = explain(url);
    expect(diagnostics.filter(({ severity }) => severity === 'warning').map(({ code }) => code)).toEqual(codes);
  });
});

describe('a URL without a request', () => {
  it.each(withRequest.map(({ name }) => name))('of %s has a warning', { timeout: PROPERTY_TIMEOUT }, (scheme) => {
    fc.assert(
      fc.property(oddUrl(scheme), (url) => {
        const { ok, value } = { value: null, ...safeExplain(url) };
        if (!ok || value === null || value.scheme !== scheme || value.request !== null) return;
        const warnings = value.diagnostics.filter(({ severity }) => severity === 'warning');
        expect(warnings, value.canonical).not.toEqual([]);
      }),
      runs(),
    );
  });

  it('of any other scheme says nothing about it', () => {
    const others = definitions.filter((definition) => !('request' in definition));
    expect(others.length).toBeGreaterThan(0);
    for (const { example } of others) {
      const { request, diagnostics } = explain(example);
      expect([request, diagnostics.filter(({ severity }) => severity === 'warning')]).toEqual([null, []]);
    }
  });

  it.each([
    ['nntp://h.example/*/1', 'newsgroup-command'],
    ['nntp://h.example/comp.foo/0', 'article-number-range'],
    ['nntp://h.example/comp.foo/2147483648', 'article-number-range'],
    ['news:%FF', 'news-utf-8'],
    ['news:a b@c', 'message-id-command'],
    ['go:%FF', 'go-utf-8'],
    ['go://h.example?id=%FF', 'go-utf-8'],
    ['go:a;b=%FF', 'go-utf-8'],
    ['go:%01', 'go-xml'],
    ['go:a%00', 'go-xml'],
    ['prospero://h.example/%0A', 'prospero-name'],
    [`prospero://h.example/${'a'.repeat(4097)}`, 'prospero-name'],
    ['prospero://h.example/a;object-version=b c', 'prospero-version-text'],
    ['wais://h.example/d@other.example', 'wais-database'],
    ['wais://h.example/%1F', 'wais-control'],
    ['wais://h.example/d?a%0Ab', 'wais-control'],
    ['wais://h.example/d/T%01/1=a;', 'wais-control'],
    ['wais://h.example/d/T/4294967296=a;', 'wais-document'],
  ])('%s: %s', (url, code) => {
    const { request, diagnostics } = explain(url);
    expect(request).toBeNull();
    expect(diagnostics.filter(({ severity }) => severity === 'warning').map((one) => one.code)).toEqual([code]);
  });

  it.each([
    ['nntp://h.example/comp.foo/1'],
    ['nntp://h.example/comp.foo/2147483647'],
    [`prospero://h.example/${'a'.repeat(4096)}`],
    ['wais://h.example/d?a%01b'],
    ['go:%09'],
  ])('%s has one, and no warning', (url) => {
    const { request, diagnostics } = explain(url);
    expect(request).not.toBeNull();
    expect(diagnostics).toEqual([]);
  });
});
