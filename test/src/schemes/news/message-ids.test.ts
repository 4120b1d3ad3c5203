/** Message-ids with escapes in news, nntp, mid and cid URLs (RFC 5536 §3.1.3, RFC 6532 §3.2; RFC 3986 §2.3). */
import { describe, expect, it } from 'vitest';
import { canonicalize, explain, safeCanonicalize, UrlError } from '../../../../src/index.ts';
import fc, { runs } from '../../../fast-check.ts';

describe('the canonical form of a message-id, and its warnings', () => {
  it.each<[url: string, canonical: string, ...codes: string[]]>([
    ['news:a%25b@h.example', 'news:a%25b@h.example'],
    ['news:a%24b%40h.example', 'news:a$b@h.example'],
    ['news:NM%76.1$b@h.example', 'news:NMv.1$b@h.example', 'message-id-unreserved'],
    ['news:%F2o9.8$Fw2@h.example', 'news:%25F2o9.8$Fw2@h.example', 'message-id-literal'],
    // Message-ids are case-sensitive, so the digits stay.
    ['news:%f2o9@h.example', 'news:%25f2o9@h.example', 'message-id-literal'],
    ['news:a%7Fb%1f@h.example', 'news:a%257Fb%251f@h.example', 'message-id-literal', 'message-id-literal'],
    ['news:a\t\u007f@h.example', 'news:a%2509%257F@h.example', 'message-id-literal', 'message-id-literal'],
    // A raw character is what it says, so the escapes that it is written as are too.
    ['news:é@h.example', 'news:%C3%A9@h.example'],
    ['news:%C3%A9@h.example', 'news:%C3%A9@h.example'],
    ['cid:é@h.example', 'cid:%C3%A9@h.example'],
    ['cid:%c3%a9@h.example', 'cid:%C3%A9@h.example'],
    ['mid:a@b.example/é@h.example', 'mid:a@b.example/%C3%A9@h.example'],
    ['mid:日😀@h.example', 'mid:%E6%97%A5%F0%9F%98%80@h.example'],
    ['nntp://h.example/é@b.example', 'nntp://h.example/%C3%A9@b.example'],
    ['news:%C3é@h.example', 'news:%25C3%C3%A9@h.example', 'message-id-literal'],
    // Letters whose lower case in Unicode is an ASCII letter
    ['news:\u017f\u212a@h.example', 'news:%C5%BF%E2%84%AA@h.example'],
    ['news:%F2@h.example#%F2%41', 'news:%25F2@h.example#%F2A', 'message-id-literal'],
    ['news:%3C%F2@h.example%3E', 'news:%25F2@h.example', 'message-id-literal'],
    ['snews://h.example/%F2@h.example', 'snews://h.example/%25F2@h.example', 'message-id-literal'],
    [
      'nntp://h.example/%F2%41@b.example',
      'nntp://h.example/%25F2A@b.example',
      'message-id-literal',
      'message-id-unreserved',
    ],
    [
      'mid:%F2%76@h.example/%F2@c.example',
      'mid:%25F2v@h.example/%25F2@c.example',
      'message-id-literal',
      'message-id-unreserved',
      'message-id-literal',
    ],
    // Neither scheme has a query (RFC 2392 §2).
    ['mid:%F2@h.example?%F2', 'mid:%25F2@h.example%3F%25F2', 'message-id-literal', 'message-id-literal'],
    ['cid:%76%01@h.example', 'cid:v%2501@h.example', 'message-id-unreserved', 'message-id-literal'],
    // Names of groups are UTF-8.
    ['news:%C3%A9t%C3%A9.fr', 'news:%C3%A9t%C3%A9.fr'],
    ['news:%63omp.lang', 'news:comp.lang'],
  ])('%s', (url, canonical, ...codes) => {
    const { canonical: found, diagnostics } = explain(url);
    expect(found).toBe(canonical);
    expect(canonicalize(url)).toBe(canonical);
    expect(canonicalize(canonical)).toBe(canonical);
    expect(diagnostics.filter(({ severity }) => severity === 'warning').map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    ['news:é@h.example', 'news:%C3%A9@h.example'],
    ['news:é@h.example#é', 'news:%C3%A9@h.example#%E9'],
    ['mid:é@h.example', 'mid:%C3%A9@h.example'],
    ['news:é', 'news:%E9'],
  ])('in the dialect of 1994, only an id is UTF-8: %s', (url, canonical) => {
    expect(canonicalize(url, { dialect: 'url-1994' })).toBe(canonical);
  });

  it('reads the escapes of each code point, and no other escapes, as UTF-8', () => {
    const escaped = (octets: readonly number[]): string => octets.map((octet) => `%${octet.toString(16)}`).join('');
    const isUtf8 = (octets: readonly number[]): boolean =>
      Buffer.from(Buffer.from(octets).toString()).equals(Buffer.from(octets));
    const edges = [0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
    for (let first = 0xc0; first <= 0xff; first++) {
      for (const second of edges) {
        for (const rest of [[], [0x80], [0xbf, 0x80], [0xbf, 0x7e], [0x80, 0xc0]]) {
          const octets = [first, second, ...rest];
          const url = `mid:${escaped(octets)}@h.example`;
          const isLiteral = explain(url).diagnostics.some(({ code }) => code === 'message-id-literal');
          expect([url, isLiteral]).toEqual([url, !isUtf8(octets)]);
        }
      }
    }
  });

  it.each([
    ['news:a%0A@h', 'news-cr-lf', 6],
    ['news:a%00@h', 'news-cr-lf', 6],
    ['news:a\r@h', 'news-cr-lf', 6],
    ['nntp://h.example/%0D@h', 'news-cr-lf', 17],
    ['mid:a%0D@h', 'message-id-cr-lf', 5],
    ['mid:a@h/b%00@c', 'message-id-cr-lf', 9],
    ['cid:a%0A@h', 'message-id-cr-lf', 5],
  ])('%j is the error %s', (url, code, index) => {
    expect(() => canonicalize(url)).toThrow(expect.objectContaining({ code, index }));
  });
});

const hex = fc.constantFrom(...'0123456789abcdefABCDEF');
const unit = fc.oneof(
  fc.tuple(hex, hex).map(([high, low]) => `%${high}${low}`),
  fc.constantFrom(
    '%',
    '%25',
    '%40',
    '@',
    'a',
    'Z',
    '9',
    '.',
    '$',
    '<',
    '>',
    '%3C',
    '%3E',
    '/',
    '?',
    '#',
    'é',
    '\u017f',
    '\ud800',
    ' ',
    '\t',
  ),
);
const name = fc.tuple(
  fc.constantFrom('news:', 'snews://h/', 'nntp://h/', 'mid:', 'cid:', 'MID:<'),
  fc.array(unit, { maxLength: 8 }),
  fc.constantFrom('', '@', '@h.example', '%40h'),
);

describe('any message-id', () => {
  it('is stable, and has no controls', () => {
    let ids = 0;
    fc.assert(
      fc.property(name, ([scheme, units, end]) => {
        const url = scheme + units.join('') + end;
        const result = safeCanonicalize(url);
        if (!result.ok) {
          expect(result.error).toBeInstanceOf(UrlError);
          return;
        }
        expect(canonicalize(result.value)).toBe(result.value);
        const link = explain(url);
        expect(link.canonical).toBe(result.value);
        expect(explain(result.value).details).toEqual(link.details);
        if (link.kind !== 'news' && link.kind !== 'mid') return;
        const { messageId } = link.details;
        if (messageId === null) return;
        ids += 1;
        expect(messageId).toMatch(/^[ -~\u0080-\u{10ffff}]*$/u);
      }),
      runs(),
    );
    expect(ids).toBeGreaterThan(runs().numRuns / 4);
  });
});
