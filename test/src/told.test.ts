/** How much is told of one URL: the limits, and that everything can be had. */
import { describe, expect, it, test } from 'vitest';
import { wireOctetsOf } from '../../src/definition-of.ts';
import {
  explain,
  explainBehindGateway,
  MAX_LENGTH,
  type Resolution,
  safeExplain,
  sentenceOf,
} from '../../src/index.ts';
import { MOST_CHANGED_TEXT, MOST_ENTRIES, MOST_REQUEST_TEXT, mostTold, told } from '../../src/told.ts';
import { openingsFor } from '../../worker/gateway/contract/opens.ts';
import { builtInGateways } from '../../worker/gateway/open/built-in.ts';
import { environmentOf } from '../../worker/settings/environment.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../fast-check.ts';
import { longInput } from './generators.ts';

const octetsOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The larger of the input as JSON and the canonical form, in octets. */
const lengthOf = ({ input, canonical }: Resolution): number => Math.max(octetsOf(input), canonical.length);

/** What `GET /v1/resolve` answers. */
const answerTo = (resolution: Resolution): object => ({ ...resolution, ...openingOf(resolution) });

const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }, builtInGateways);
const openingOf = openingsFor({ environment, url: 'https://waypost.example/v1/resolve' });

const LIMIT = (length: number): number => 8 * length + 24_576;

/** Shapes that had long answers: 42 × the input and more. */
const shapes: readonly (readonly [shape: string, url: string])[] = [
  ['directories without names', `ftp://h${'/'.repeat(60_000)}`],
  ['directories', `ftp://h/${'a/'.repeat(30_000)}`],
  ['attributes', `go:a${';b=c,d'.repeat(10_000)}`],
  ['empty attributes', `go:${';'.repeat(15_000)}`],
  ['fields of a document', `wais://h/db/T/${'1=a;'.repeat(16_000)}`],
  ['fields of an object', `prospero://h/x${';a=b'.repeat(16_000)}`],
  ['hosts of a query', `finger://h/a${'@b'.repeat(30_000)}`],
  ['colons', `dict://h/d:a:b:${':'.repeat(30_000)}1`],
  ['header fields', `mailto:a@b?c=d${'&a=b'.repeat(16_000)}`],
  ['addresses', `mailto:${'a@b,'.repeat(16_000)}a@b`],
  ['names of attributes', `gopher://h/0x%09%09!${'+a'.repeat(30_000)}`],
  ['answers', `gopher://h/0x%09%09+%091%0D%0A+-1%0D%0A${'a%0D%0A'.repeat(9_000)}.%0D%0A`],
  ['controls, which JSON escapes', `gopher://h/0${'%00'.repeat(20_000)}`],
  ['a Gopher+ string of no kind', `gopher://h/0x%09%09+${'%00'.repeat(1000)}%09x`],
  ['Latin-1', `gopher://h/0${'%FF'.repeat(20_000)}`],
  ['changes', `http://h/${'a%7e'.repeat(15_000)}`],
  ['tabs', `http://h/${'a\t'.repeat(30_000)}`],
  ['a note about a long name', `news:${'a'.repeat(60_000)}/`],
  ['escaped ampersands', `http://h/${'&'.repeat(2_650)}`],
];

test.each(shapes)('%s: at most 8 × the URL and 16 KiB', (_, url) => {
  const resolution = explain(url);
  expect(octetsOf(resolution)).toBeLessThanOrEqual(mostTold(lengthOf(resolution)));
  expect(octetsOf(answerTo(resolution))).toBeLessThanOrEqual(LIMIT(lengthOf(resolution)));
});

describe('what is cut is counted', () => {
  it('entries of a list', () => {
    const { details, request, omitted } = explain(`ftp://h/${'a/'.repeat(250)}b`);
    expect(details).toMatchObject({ cwd: Array.from({ length: MOST_ENTRIES }, () => 'a') });
    expect(request).toHaveProperty('commands.length', MOST_ENTRIES);
    // USER, PASS, 250 times CWD, TYPE, EPSV and RETR.
    expect(omitted).toEqual({ 'details.cwd': 250 - MOST_ENTRIES, 'request.commands': 255 - MOST_ENTRIES });
  });

  it('texts of a request, but not of details', () => {
    const selector = 'a'.repeat(3000);
    const { details, request, omitted } = explain(`gopher://h/0${selector}`);
    expect(details).toMatchObject({ selector });
    expect(request).toMatchObject({ text: selector.slice(0, MOST_REQUEST_TEXT) });
    // 3,002 octets are 4,004 characters of base64, the beginning of which can be decoded.
    expect(omitted).toEqual({ 'request.octets': 4004 - MOST_REQUEST_TEXT, 'request.text': 3002 - MOST_REQUEST_TEXT });
    expect(atob(request !== null && 'octets' in request ? request.octets : '')).toBe('a'.repeat(1536));
  });

  it('texts in lists', () => {
    const { omitted } = explain(`ftp://h/${'a'.repeat(3000)}/b`);
    expect(omitted).toEqual({
      'request.commands.2.line': 3004 - MOST_REQUEST_TEXT,
      'request.commands.2.octets': 4008 - MOST_REQUEST_TEXT,
    });
  });

  it('before and after, with whole characters', () => {
    const [found] = explain(`http://h/aé${'😀'.repeat(300)}`).diagnostics;
    // The cut would split a surrogate pair.
    expect(found?.before).toBe(`é${'😀'.repeat(99)}`);
    expect(found?.after).toHaveLength(MOST_CHANGED_TEXT);
    expect(found?.omitted).toEqual({ before: 601 - 199, after: 3606 - MOST_CHANGED_TEXT });
  });

  it('nothing in a URL of usual length', () => {
    const resolution = explain('FTP://h/%7Ea/b');
    for (const value of [resolution, ...resolution.diagnostics]) expect(JSON.stringify(value)).not.toContain('omitted');
  });

  it('diagnostics, of which the first of every code stays', () => {
    const { diagnostics, omittedDiagnostics = 0 } = explain(`HTTP://h:80/${'a%7e'.repeat(800)}/%c3#%`);
    const codes = new Set(diagnostics.map(({ code }) => code));
    expect([...codes].sort()).toEqual([
      'percent-case',
      'percent-malformed',
      'percent-unreserved',
      'port-default',
      'scheme-case',
    ]);
    expect(diagnostics.length + omittedDiagnostics).toBe(804);
    expect(omittedDiagnostics).toBeGreaterThan(704);
  });
});

describe('everything can be had', () => {
  it.each(shapes)('%s', (_, url) => {
    const cut = explain(url);
    const whole = explain(url, { complete: true });
    expect(whole).not.toHaveProperty('omitted');
    expect(wireOctetsOf(cut)).toEqual(wireOctetsOf(whole));
    expect(sentenceOf(cut)).toBe(sentenceOf(whole));
  });

  it('with its counts', () => {
    const whole = explain(`ftp://h/${'a/'.repeat(250)}b`, { complete: true });
    expect(whole.details).toHaveProperty('cwd.length', 250);
    expect(whole.request).toHaveProperty('commands.length', 255);
  });

  it('behind a gateway', () => {
    const url = `https://web.archive.org/web/1997/ftp://h/${'a/'.repeat(250)}`;
    expect(explainBehindGateway(url).omitted).toEqual({ 'details.cwd': 150, 'request.commands': 155 });
    expect(explainBehindGateway(url, { complete: true })).not.toHaveProperty('omitted');
  });
});

test('a short query for a name of many properties has the beginning of its XML, whoever cuts it', () => {
  const input = `go:${';'.repeat(42)}//?id=a`;
  const whole = explain(input, { complete: true });
  expect([explain(input), explain(input).omitted]).toEqual([told(whole), { 'request.body': 26 }]);
});

test('lists that end early are the beginnings of the complete ones, with the same counts', {
  timeout: PROPERTY_TIMEOUT,
}, () => {
  fc.assert(
    fc.property(longInput(4000), (input) => {
      const whole = safeExplain(input, { complete: true });
      if (whole.ok) expect(explain(input)).toEqual(told(whole.value));
    }),
    runs(),
  );
});

it('the count of the diagnostics that are left out is within the limit, too', () => {
  for (let count = 60; count < 120; count++) {
    const resolution = explain(`httP://:@[::a25:0:0:5bc8:875a]/${'\u0001a'.repeat(count)}`);
    expect(octetsOf(resolution)).toBeLessThanOrEqual(mostTold(lengthOf(resolution)));
  }
});

describe('the limit holds for long inputs of every scheme', () => {
  it.each([
    ['a few hundred characters', 600, 1],
    ['a few thousand', 8_000, 0.5],
    ['as many as are allowed', MAX_LENGTH, 0.1],
  ])(
    '%s',
    (_, longest, share) => {
      fc.assert(
        fc.property(longInput(longest), fc.constantFrom('current', 'url-1994'), (input, dialect) => {
          const result = safeExplain(input, { dialect });
          if (!result.ok) return;
          const length = lengthOf(result.value);
          expect(octetsOf(result.value)).toBeLessThanOrEqual(mostTold(length));
          expect(octetsOf(answerTo(result.value))).toBeLessThanOrEqual(LIMIT(length));
          expect(result.value.diagnostics.length).toBeLessThanOrEqual(MOST_ENTRIES);
        }),
        runs(share),
      );
    },
    PROPERTY_TIMEOUT,
  );
});
