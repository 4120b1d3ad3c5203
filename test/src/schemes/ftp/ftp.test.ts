/** ftp and ftps (draft-hoffkohn-rfc1738bis §2.2): types, commands, and names in segments. */
import { describe, expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import { octetStringOf } from '../../../../src/octets/charset.ts';
import { decodeSegment, encodeSegment, splitFtpPath } from '../../../../src/schemes/ftp/path.ts';

describe('one form for one request', () => {
  test.each<[url: string, canonical: string, old?: boolean]>([
    ['ftp://h/a;type=i', 'ftp://h/a;type=i'],
    ['ftp://h/a;Type=%44', 'ftp://h/a;type=d'],
    ['ftp://h/a;%74ype=A', 'ftp://h/a;type=a'],
    ['ftp://h/%7Ea;type=a', 'ftp://h/~a;type=a'],
    ['ftp://h/;TYPE=d', 'ftp://h/;type=d'],
    ['ftp://h/a;b;TYPE=d#f', 'ftp://h/a%3Bb;type=d#f'],
    ['ftp://h/a;TYPE=d#;b', 'ftp://h/a;type=d#;b'],
    ['ftp://h/a;b;type=d', 'ftp://h/a%3Bb;type=d'],
    ['ftp://h/a;type=d;b', 'ftp://h/a%3Btype=d%3Bb'],
    ['ftp://h/a;type=x', 'ftp://h/a%3Btype=x'],
    ['ftp://h/a;type=', 'ftp://h/a%3Btype='],
    ['ftp://h/a;type=ii', 'ftp://h/a%3Btype=ii'],
    ['ftp://h/a;types=i', 'ftp://h/a%3Btypes=i'],
    ['ftp://h/a;type#=i', 'ftp://h/a%3Btype#=i'],
    ['ftp://h/a%3Btype=i', 'ftp://h/a%3Btype=i'],
    ['ftp://h/b/../a;TYPE=i', 'ftp://h/a;type=i'],
    ['ftp://h/b/./a;c', 'ftp://h/b/a%3Bc'],
    ['ftp://h/a!I', 'ftp://h/a!I'],
    ['ftp://h/a!I', 'ftp://h/a;type=i', true],
    ['ftp://h/a!i', 'ftp://h/a!i', true],
    ['ftp://h/a%21D', 'ftp://h/a%21D', true],
    ['ftp://h/a;b!A#f', 'ftp://h/a%3Bb;type=a#f', true],
    ['ftp://h/a;TYPE=A', 'ftp://h/a;type=a', true],
    ['ftp://h/a!Ib', 'ftp://h/a!Ib', true],
  ])('%s is %s (1994: %s)', (url, canonical, old = false) => {
    const options = { dialect: old ? 'url-1994' : 'current' } as const;
    expect([canonicalize(url, options), canonicalize(canonical, options)]).toEqual([canonical, canonical]);
  });

  test('what browsers read as a backslash is data in ftps', () => {
    expect(canonicalize('ftp:/h\\a')).toBe('ftp://h/a');
    expect(canonicalize('ftps://h/a\\b')).toBe('ftps://h/a%5Cb');
  });

  test.each([
    ['ftp://a%0Ab@h/', 7],
    ['ftp://a:%7F@h/', 8],
    ['ftp://h/a%00', 9],
    ['ftp://u@h/a\u0001b', 11],
  ])('a control is refused: %j', (url, index) => {
    expect(() => canonicalize(url)).toThrow(expect.objectContaining({ code: 'ftp-control', index }));
  });
});

const ANONYMOUS = ['USER anonymous', 'PASS anonymous@'];

test.each([
  ['ftp://h', [...ANONYMOUS, 'TYPE A', 'EPSV', 'NLST']],
  ['ftp://h/a/b', [...ANONYMOUS, 'CWD a', 'TYPE I', 'EPSV', 'RETR b']],
  ['ftp://h//%2Fa/', [...ANONYMOUS, 'CWD ', 'CWD /a', 'TYPE A', 'EPSV', 'NLST']],
  ['ftp://h/a;type=a', [...ANONYMOUS, 'TYPE A', 'EPSV', 'RETR a']],
  ['ftp://h/a;type=i', [...ANONYMOUS, 'TYPE I', 'EPSV', 'RETR a']],
  ['ftp://h/a/;type=i', [...ANONYMOUS, 'CWD a', 'TYPE A', 'EPSV', 'NLST']],
  ['ftp://h/a/b;type=d', [...ANONYMOUS, 'CWD a', 'TYPE A', 'EPSV', 'NLST b']],
  ['ftps://u%20v@h/a', ['USER u v', 'TYPE I', 'EPSV', 'RETR a']],
  ['ftps://u:@h/a', ['USER u', 'PASS ', 'TYPE I', 'EPSV', 'RETR a']],
  ['ftps://:p@h/%E9', ['USER ', 'PASS p', 'TYPE I', 'EPSV', 'RETR é']],
])('the commands of %s', (url, lines) => {
  const { kind, scheme, request } = explain(url);
  if (kind !== 'ftp') throw new TypeError(url);
  expect(request?.commands.map(({ line }) => line)).toEqual(lines);
  expect(request?.commands.map(({ octets }) => Buffer.from(octets, 'base64').toString('latin1'))).toEqual(
    lines.map((line) => `${line}\r\n`),
  );
  expect(request).toMatchObject(
    scheme === 'ftp' ? { transport: 'tcp', host: 'h', port: 21 } : { transport: 'tls', host: 'h', port: 990 },
  );
});

test.each([
  ['ftp://h', { absolute: false, cwd: [], name: '', type: null }],
  ['ftp://h/a', { absolute: false, cwd: [], name: 'a', type: null }],
  ['ftp://h//a', { absolute: false, cwd: [''], name: 'a', type: null }],
  ['ftp://h/%2Fa/b%20c/d;type=i', { absolute: true, cwd: ['/a', 'b c'], name: 'd', type: 'i' }],
])('the details of %s', (url, details) => {
  expect(explain(url).details).toEqual(details);
});

test('a path ends after as many segments as are asked for', () => {
  expect(splitFtpPath('/a/b/c;type=a', 2)).toEqual({ segments: ['a', 'b'], type: 'a' });
  expect(splitFtpPath('/')).toEqual({ segments: [''], type: null });
});

test.each([
  ['a.b_c-D~9', 'a.b_c-D~9'],
  ["!$&'()*+,=:@", "!$&'()*+,=:@"],
  ['a b;c/d', 'a%20b%3Bc%2Fd'],
  ['K\xe4se', 'K%E4se'],
  ['100%', '100%25'],
])('the name %j is the segment %s', (name, segment) => {
  const octets = octetStringOf(Buffer.from(name, 'latin1'));
  expect(encodeSegment(octets)).toBe(segment);
  expect(decodeSegment(segment)).toBe(octets);
});
