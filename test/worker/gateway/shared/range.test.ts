/** Ranges and conditional requests (RFC 9110 §13, §14) for files with a size and a date. */
import { describe, expect, test } from 'vitest';
import {
  allowsPart,
  isFresh,
  parseRange,
  preconditionFails,
  rangeResponse,
  validatorsOf,
} from '../../../../worker/gateway/shared/range.ts';

const NOW = new Date('2020-01-01T12:00:00Z');
const DATE = 'Wed, 01 Jan 2020 11:00:00 GMT';
const EARLIER = 'Wed, 01 Jan 2020 10:59:59 GMT';
const LATER = 'Wed, 01 Jan 2020 11:00:01 GMT';
const modified = new Date(DATE);
const file = validatorsOf(1000, modified, NOW);
const unknown = validatorsOf(null, null, NOW);

describe('the validators', () => {
  test.each([
    ['a size and a date', 1000, modified, { etag: 'W/"rs-q3fd80"', lastModified: DATE }],
    ['no size', null, modified, { etag: null, lastModified: DATE }],
    ['no date', 1000, null, { etag: null, lastModified: null }],
    ['an empty file', 0, modified, { etag: 'W/"0-q3fd80"', lastModified: DATE }],
    ['the date of now', 1, NOW, { etag: 'W/"1-q3fg00"', lastModified: NOW.toUTCString() }],
    ['a date in the future', 1, new Date(NOW.getTime() + 1000), { etag: null, lastModified: null }],
  ])('of a file with %s', (_, size, date, validators) => {
    expect(validatorsOf(size, date, NOW)).toEqual(validators);
  });
});

describe('a precondition', () => {
  test.each<[what: string, headers: Record<string, string>, fails: boolean]>([
    ['none', {}, false],
    ['its weak tag', { 'If-Match': 'W/"rs-q3fd80"' }, false],
    ['its tag in a list', { 'If-Match': '"a", "rs-q3fd80"' }, false],
    ['any tag', { 'If-Match': '*' }, false],
    ['another tag', { 'If-Match': '"a"' }, true],
    ['an earlier date', { 'If-Unmodified-Since': EARLIER }, true],
    ['its date', { 'If-Unmodified-Since': DATE }, false],
    ['a later date', { 'If-Unmodified-Since': LATER }, false],
    ['no date at all', { 'If-Unmodified-Since': 'yesterday' }, false],
    ['its tag, and an earlier date, which does not count', { 'If-Match': '*', 'If-Unmodified-Since': EARLIER }, false],
  ])('%s', (_, headers, fails) => {
    expect(preconditionFails(new Headers(headers), file)).toBe(fails);
  });

  test.each([{ 'If-Match': '"a"' }, { 'If-Unmodified-Since': EARLIER }])('%j of an unknown file holds', (headers) => {
    expect(preconditionFails(new Headers(headers), unknown)).toBe(false);
  });
});

describe('the client has this version', () => {
  test.each<[what: string, headers: Record<string, string>, fresh: boolean]>([
    ['no condition', {}, false],
    ['its weak tag', { 'If-None-Match': 'W/"rs-q3fd80"' }, true],
    ['its tag in a list', { 'If-None-Match': '"a", "rs-q3fd80"' }, true],
    ['any tag', { 'If-None-Match': '*' }, true],
    ['another tag', { 'If-None-Match': '"a"' }, false],
    ['no date at all', { 'If-Modified-Since': 'yesterday' }, false],
    ['its date', { 'If-Modified-Since': DATE }, true],
    ['a later date', { 'If-Modified-Since': LATER }, true],
    ['an earlier date', { 'If-Modified-Since': EARLIER }, false],
    ['another tag, and its date, which does not count', { 'If-None-Match': '"a"', 'If-Modified-Since': DATE }, false],
  ])('%s', (_, headers, fresh) => {
    expect(isFresh(new Headers(headers), file)).toBe(fresh);
  });

  test.each([{ 'If-None-Match': '*' }, { 'If-None-Match': '"a"' }, { 'If-Modified-Since': LATER }])(
    'nobody knows with %j of an unknown file',
    (headers) => {
      expect(isFresh(new Headers(headers), unknown)).toBe(false);
    },
  );
});

describe('a range of 1000 octets', () => {
  const part = (start: number, length: number) => ({ kind: 'part', start, length });
  const whole = { kind: 'whole' };
  const unsatisfiable = { kind: 'unsatisfiable' };

  test.each([
    ['bytes=0-0', part(0, 1)],
    ['bytes=0-999', part(0, 1000)],
    ['bytes=0-1000', part(0, 1000)],
    ['bytes=10-19', part(10, 10)],
    ['bytes=10-10', part(10, 1)],
    ['bytes=998-', part(998, 2)],
    ['bytes=999-', part(999, 1)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-1001', unsatisfiable],
    ['bytes=-1', part(999, 1)],
    ['bytes=-1000', part(0, 1000)],
    ['bytes=-1001', part(0, 1000)],
    ['bytes=-0', unsatisfiable],
    ['Bytes= 0-1 ', part(0, 2)],
    ['bytes=0-999999999999999', part(0, 1000)],
    ['bytes=999999999999999-', unsatisfiable],
    ['bytes=-999999999999999', part(0, 1000)],
    ['bytes=-', whole],
    ['bytes=10-9', whole],
    ['bytes=0-1,3-4', whole],
    ['bytes=0-1000000000000000', whole],
    ['bytes=1000000000000000-', whole],
    ['bytes=a-b', whole],
    ['bytes=0-1x', whole],
    ['xbytes=0-1', whole],
    ['lines=0-1', whole],
    ['', whole],
    [null, whole],
  ])('%j', (range, expected) => {
    expect(parseRange(range, 1000)).toEqual(expected);
  });

  test.each([
    ['bytes=0-', unsatisfiable],
    ['bytes=-1', unsatisfiable],
  ])('%s of an empty file', (range, expected) => {
    expect(parseRange(range, 0)).toEqual(expected);
  });
});

describe('If-Range', () => {
  const minuteLater = new Date(modified.getTime() + 60_000);
  const sooner = new Date(minuteLater.getTime() - 1);

  test.each([
    ['none', null, NOW, true],
    ['none, of a young file', null, sooner, true],
    ['its tag', file.etag, NOW, true],
    ['its date', DATE, NOW, true],
    ['its tag, a minute after the change', file.etag, minuteLater, true],
    ['its tag, sooner', file.etag, sooner, false],
    ['its date, sooner', DATE, sooner, false],
    ['another tag', 'W/"x"', NOW, false],
    ['an earlier date', EARLIER, NOW, false],
    ['a later date', LATER, NOW, false],
  ])('%s', (_, value, now, allowed) => {
    expect(allowsPart(value, file, now)).toBe(allowed);
  });

  test('a file without a date has no part on a condition', () => {
    expect([allowsPart(DATE, unknown, NOW), allowsPart('x', unknown, NOW)]).toEqual([false, false]);
  });
});

describe('a response from octets', () => {
  const octets = new Uint8Array([1, 2, 3, 4]);
  const answer = async (headers: Record<string, string>, method = 'GET', more: Record<string, string> = {}) => {
    const given = { 'Content-Type': 'audio/x', ETag: '"a"', ...more };
    const response = rangeResponse({ headers: new Headers(headers), method }, octets, given);
    const { 'content-type': type, etag, ...others } = Object.fromEntries(response.headers);
    expect([type, etag]).toEqual([given['Content-Type'], given.ETag]);
    return [response.status, others, [...new Uint8Array(await response.arrayBuffer())]];
  };
  const whole = [200, { 'accept-ranges': 'bytes', 'content-length': '4' }, [1, 2, 3, 4]];
  const part = [206, { 'accept-ranges': 'bytes', 'content-length': '2', 'content-range': 'bytes 1-2/4' }, [2, 3]];

  test.each<[what: string, headers: Record<string, string>, expected: unknown[]]>([
    ['no range', {}, whole],
    ['a range', { Range: 'bytes=1-2' }, part],
    ['a range with the tag', { Range: 'bytes=1-2', 'If-Range': '"a"' }, part],
    ['a range with another tag', { Range: 'bytes=1-2', 'If-Range': '"b"' }, whole],
    ['a range with a date', { Range: 'bytes=1-2', 'If-Range': DATE }, whole],
    ['no octets', { Range: 'bytes=4-' }, [416, { 'accept-ranges': 'bytes', 'content-range': 'bytes */4' }, []]],
  ])('%s', async (_, headers, expected) => {
    expect(await answer(headers)).toEqual(expected);
  });

  test('HEAD has no ranges (RFC 9110 §14.2)', async () => {
    expect(await answer({ Range: 'bytes=1-2' }, 'HEAD')).toEqual(whole);
  });

  test('without a tag, no condition holds', () => {
    const headers = new Headers({ Range: 'bytes=1-2', 'If-Range': '"a"' });
    expect(rangeResponse({ headers, method: 'GET' }, octets, {}).status).toBe(200);
  });
});
