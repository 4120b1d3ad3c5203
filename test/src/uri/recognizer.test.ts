/**
 * The recogniser accepts most canonical URLs, and only those: the others need a pass, which takes several times as
 * long.
 */
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { recognizer } from '../../../src/uri/pattern.ts';
import { SchemeIndex, type SchemeRules, unknownRules } from '../../../src/uri/scheme-rules.ts';

const isCanonical = recognizer(new SchemeIndex<SchemeRules>(definitions, unknownRules));

describe('a canonical URL is recognised', () => {
  it.each(
    [
      'http://h.example/',
      'https://198.51.100.7:8080/a%2Fb/~c?d=%E9#f',
      'ftp://anonymous@h.example/%2Fetc/motd;type=a',
      'ftp://u:p@h.example/',
      'gopher://u@h.example/1',
      'file://h.example/a',
      'file:///C:/a',
      'mailto:joe%25gw@h.example?subject=a%20b&body=c',
      'mailto:a@h.example',
      'news:comp.lang.c',
      'nntp://u:p@h.example/misc.test/42',
    ].map((url) => [canonicalize(url), url]),
  )('%s', (canonical) => {
    expect(isCanonical(canonical)).toBe(true);
  });

  it.each([
    // Addresses of IPv6 are left, canonical or not.
    'http://[2001:db8:1::53]/',
    'http://[2001:DB8::53]/',
    'http://u@H.example/',
    'http://u@h.example',
    'http://u@h.example:80/',
    'http://u:p:q@h.example/',
    'http://u@v@h.example/',
    'http://u@/',
    'prospero://u@h.example/x',
    'file://localhost/a',
    'file://u@h.example/a',
    'file:///C|/a',
    'ftp://h.example/%2E/a',
    'ftp://h.example/%2e/a',
    'ftp://h.example/a/./b',
    'mailto:a@h.example?Subject=x',
    'mailto:a@h.example?subject=x&Body=y',
    'mailto:a@h.example?subject=x#%zz',
    'nntp://h.example/misc.test/',
  ])('%s, another spelling, is not', (url) => {
    expect(isCanonical(url)).toBe(false);
  });
});
