/** The pure functions that map HTTP to FTP: ranges, conditions, credentials, media types. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { ftp } from '../../../../src/open/ftp/ftp.ts';
import { mediaTypeOf } from '../../../../src/open/media-type.ts';
import { mayAskPassword, parseGatewayPath } from '../../../../worker/gateway/contract/gateway-path.ts';
import { askPassword, credentialsOf } from '../../../../worker/gateway/shapes/passwords.ts';
import { dispositionOf } from '../../../../worker/gateway/shared/file-headers.ts';
import {
  allowsPart,
  isFresh,
  parseRange,
  preconditionFails,
  validatorsOf,
} from '../../../../worker/gateway/shared/range.ts';
import { pathOf } from '../../../../worker/http/address.ts';

const whole = { kind: 'whole' };
const beyond = { kind: 'unsatisfiable' };
const part = (start: number, length: number) => ({ kind: 'part', start, length });

describe('RFC 9110 §14.2, of a file of 1000 octets', () => {
  test.each([
    [null, whole],
    ['bytes=0-', part(0, 1000)],
    ['bytes=0-0', part(0, 1)],
    ['bytes=100-199', part(100, 100)],
    ['bytes=900-', part(900, 100)],
    ['bytes=900-5000', part(900, 100)],
    ['bytes=-100', part(900, 100)],
    ['bytes=-5000', part(0, 1000)],
    ['Bytes= 5-6', part(5, 2)],
    ['bytes=999-', part(999, 1)],
    ['bytes=1000-', beyond],
    ['bytes=1000-2000', beyond],
    ['bytes=-0', beyond],
    ['bytes=5-4', whole],
    ['bytes=0-1,5-6', whole],
    ['bytes=-', whole],
    ['bytes=a-b', whole],
    ['lines=0-1', whole],
    ['bytes=0-99999999999999999999', whole],
  ])('%s', (range, expected) => expect(parseRange(range, 1000)).toEqual(expected));

  test('an empty file has no satisfiable range', () => expect(parseRange('bytes=0-', 0)).toEqual(beyond));
});

describe('RFC 9110 §13', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const validators = validatorsOf(1830, new Date('1995-02-03T04:05:06Z'), now);
  const { etag, lastModified } = validators;

  test('the tag is weak, the date is an HTTP date', () => {
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(lastModified).toBe('Fri, 03 Feb 1995 04:05:06 GMT');
  });

  test.each([
    ['no size', null, new Date('1995-02-03T04:05:06Z'), { etag: null, lastModified: 'Fri, 03 Feb 1995 04:05:06 GMT' }],
    ['no time', 1830, null, { etag: null, lastModified: null }],
    ['a time in the future (§8.8.2.1)', 1830, new Date('2027-01-01T00:00:00Z'), { etag: null, lastModified: null }],
  ])('%s', (_what, size, modified, expected) => expect(validatorsOf(size, modified, now)).toEqual(expected));

  test.each([
    ['nothing', {}, false],
    ['the tag', { 'If-None-Match': etag ?? '' }, true],
    ['the tag, strong: compared weakly (§13.1.2)', { 'If-None-Match': (etag ?? '').slice(2) }, true],
    ['any', { 'If-None-Match': '*' }, true],
    ['a list', { 'If-None-Match': `"a", ${etag}` }, true],
    [
      'another tag, though the date is right',
      { 'If-None-Match': '"a"', 'If-Modified-Since': lastModified ?? '' },
      false,
    ],
    ['the date', { 'If-Modified-Since': lastModified ?? '' }, true],
    ['a later date', { 'If-Modified-Since': 'Fri, 03 Feb 1995 04:05:07 GMT' }, true],
    ['an earlier date', { 'If-Modified-Since': 'Fri, 03 Feb 1995 04:05:05 GMT' }, false],
    ['no date', { 'If-Modified-Since': 'yesterday' }, false],
  ])('fresh: %s', (_what, headers, expected) => {
    expect(isFresh(new Headers(headers), validators)).toBe(expected);
  });

  test.each([
    ['nothing', null, true],
    ['the tag, which contains the date', etag, true],
    ['another tag', 'W/"a"', false],
    ['the date', lastModified, true],
    ['another date', 'Fri, 03 Feb 1995 04:05:07 GMT', false],
  ])('a part: %s', (_what, ifRange, expected) => expect(allowsPart(ifRange, validators, now)).toBe(expected));

  test('a file changed within the last minute has no partial responses (§8.8.2.2)', () => {
    const young = validatorsOf(1, new Date('2026-11-20T11:59:30Z'), now);
    expect(allowsPart(young.lastModified, young, now)).toBe(false);
    expect(allowsPart(young.etag, young, now)).toBe(false);
  });

  test('without a known date, no tag and no date matches', () => {
    const unknown = validatorsOf(1830, null, now);
    for (const ifRange of ['W/"a"', 'Fri, 03 Feb 1995 04:05:06 GMT', ''])
      expect(allowsPart(ifRange, unknown, now)).toBe(false);
  });

  test.each([
    ['nothing', {}, false],
    ['the tag (§13.1.1)', { 'If-Match': etag ?? '' }, false],
    ['another tag', { 'If-Match': 'W/"a"' }, true],
    ['any', { 'If-Match': '*' }, false],
    ['the date (§13.1.4)', { 'If-Unmodified-Since': lastModified ?? '' }, false],
    ['a later date', { 'If-Unmodified-Since': 'Fri, 03 Feb 1995 04:05:07 GMT' }, false],
    ['an earlier date', { 'If-Unmodified-Since': 'Fri, 03 Feb 1995 04:05:05 GMT' }, true],
    ['no date', { 'If-Unmodified-Since': 'yesterday' }, false],
    [
      'the tag, though the date is wrong (§13.2.2)',
      { 'If-Match': etag ?? '', 'If-Unmodified-Since': 'Fri, 03 Feb 1995 04:05:05 GMT' },
      false,
    ],
  ])('the precondition fails: %s', (_what, headers, expected) => {
    expect(preconditionFails(new Headers(headers), validators)).toBe(expected);
  });

  test('without a known date the precondition holds', () => {
    const headers = new Headers({ 'If-Unmodified-Since': 'Fri, 03 Feb 1995 04:05:05 GMT' });
    expect(preconditionFails(headers, validatorsOf(1830, null, now))).toBe(false);
  });
});

describe('RFC 7617', () => {
  const encode = (text: string) => Buffer.from(text, 'latin1').toString('base64');
  test.each([
    ['a user and a password', `Basic ${encode('curator:museum')}`, { user: 'curator', password: 'museum' }],
    ['a colon in the password', `basic  ${encode('a:b:c')}`, { user: 'a', password: 'b:c' }],
    ['octets', `Basic ${encode('J\xc3\xa4ger:\xe4')}`, { user: 'J\xc3\xa4ger', password: '\xe4' }],
    ['nothing', null, null],
    ['another scheme', 'Bearer abc', null],
  ])('%s', (_what, header, expected) => expect(credentialsOf(header)).toEqual(expected));

  test.each(['no colon', ''])('unreadable: %j', (text) => {
    const header = `Basic ${encode(text)}`;
    if (text === '') expect(credentialsOf(header)).toBeNull();
    else expect(() => credentialsOf(header)).toThrow(expect.objectContaining({ code: 'bad-request' }));
  });

  test.each([
    ['/ftp/h.example/', 'unauthorized'],
    ['/ftp/h.example:2121/a/b', 'unauthorized'],
    ['/ftps/h.example/a?x=/', 'unauthorized'],
    ['/ftp/h.example', 'forbidden'],
    ['/open?url=ftp://h.example/a/', 'forbidden'],
    ['/ftp//a/', 'forbidden'],
    ['/gopher/h.example/', 'forbidden'],
    ['/x/ftp/h.example/a', 'forbidden'],
  ])('a gateway asks for a password at the paths of one server only: %s', (path, code) => {
    const gatewayPath = parseGatewayPath(pathOf(`https://waypost.example${path}`));
    const resolution = explain('ftp://h.example/');
    if (resolution.kind !== 'ftp') throw new TypeError(resolution.kind);
    const error = askPassword(
      { mayAskPassword: mayAskPassword(gatewayPath, ftp.schemes), resolution },
      'Who is there?',
    );
    expect(error.code).toBe(code);
    expect(error.headers['WWW-Authenticate']).toBe(
      code === 'unauthorized' ? 'Basic realm="ftp://h.example", charset="UTF-8"' : undefined,
    );
  });
});

describe('media types', () => {
  const text = Buffer.from('Hello.\n');
  test.each([
    ['README', text, 'text/plain; charset=utf-8'],
    ['a.TXT', text, 'text/plain; charset=utf-8'],
    ['a.txt', Buffer.from('K\xe4se', 'latin1'), 'text/plain; charset=windows-1252'],
    ['cut.txt', Buffer.from('Käse').subarray(0, 2), 'text/plain; charset=utf-8'],
    ['a.html', text, 'text/html; charset=utf-8'],
    ['a.tar.gz', text, 'application/gzip'],
    ['a.png', text, 'image/png'],
    ['strange.thing', text, 'text/plain; charset=utf-8'],
    ['strange.thing', Buffer.from([0, 1, 2]), 'application/octet-stream'],
    ['', Buffer.alloc(0), 'text/plain; charset=utf-8'],
  ])('%s', (name, first, expected) => expect(mediaTypeOf(name, { first, charset: null })).toBe(expected));

  test('without its octets, the type of a file follows from its name', () => {
    expect(mediaTypeOf('strange.thing', null)).toBe('application/octet-stream');
    expect(mediaTypeOf('a.txt', null)).toBe('text/plain');
  });

  test.each([
    ['a.txt', 'text/plain', 'inline; filename="a.txt"'],
    ['a.zip', 'application/zip', 'attachment; filename="a.zip"'],
    ['Käse.txt', 'text/plain', `inline; filename="K_se.txt"; filename*=UTF-8''K%C3%A4se.txt`],
    ["it's (1)*.txt", 'text/plain', `inline; filename="it's (1)*.txt"`],
    ['a"b\\c/../\r\nd', 'text/plain', 'inline; filename="abc..d"'],
    ['"', 'application/zip', 'attachment; filename="file"'],
  ])('RFC 6266: %s', (name, type, expected) => expect(dispositionOf(name, type)).toBe(expected));
});
