/** Authorities: a pass that records, and one that takes the quick way, write the same and fail at the same place. */
import { describe, expect, test } from 'vitest';
import { rewriteAuthority } from '../../../src/uri/authority.ts';
import { UrlError } from '../../../src/uri/bare-error.ts';
import { withoutIdna } from '../../../src/uri/idna.ts';
import { RecordedRewrite } from '../../../src/uri/recorded-rewrite.ts';
import { Rewrite } from '../../../src/uri/rewrite.ts';
import { browserSyntax, internetSyntax, type Syntax } from '../../../src/uri/syntax.ts';

/** What a pass makes of the authority behind `//`: the text, its end, the parts, the findings; or the error. */
function readBy(pass: Rewrite<string>, authority: string, syntax: Syntax, cleaned = false): unknown {
  const text = `//${authority}`;
  pass.begin(text, text, null, cleaned);
  try {
    const end = rewriteAuthority(pass, 2, syntax);
    const partOf = (from: number, to: number): string | null => (from === -1 ? null : text.slice(from, to));
    const { userFrom, userTo, passwordTo, hostFrom, hostTo, portFrom, portTo } = pass;
    const parts = [
      partOf(userFrom, userTo),
      userFrom !== -1 && userTo < passwordTo ? text.slice(userTo + 1, passwordTo) : null,
    ];
    return [pass.end().slice(2), text.slice(end), [...parts, partOf(hostFrom, hostTo), partOf(portFrom, portTo)]];
  } catch (error) {
    if (error instanceof UrlError) return [error.code, error.index - 2, (error.at[1] ?? 0) - 2];
    return 'reread';
  }
}

function read(authority: string, changes: Partial<Syntax> = {}, cleaned = false): unknown {
  const syntax = { ...internetSyntax(70), ...changes };
  const found = readBy(new Rewrite(withoutIdna), authority, syntax, cleaned);
  expect(readBy(new RecordedRewrite(withoutIdna), authority, syntax, cleaned)).toEqual(found);
  return found;
}

describe('an authority is read', () => {
  test.each<[authority: string, written: string, rest: string, ...parts: (string | null)[]]>([
    ['h', 'h', '', null, null, 'h', null],
    ['H-1.eX.az09/a', 'h-1.ex.az09/a', '/a', null, null, 'H-1.eX.az09', null],
    ['h?a:1', 'h?a:1', '?a:1', null, null, 'h', null],
    ['h#a@b', 'h#a@b', '#a@b', null, null, 'h', null],
    ['h:8/', 'h:8/', '/', null, null, 'h', '8'],
    ['h:08?', 'h:8?', '?', null, null, 'h', '08'],
    ['h:0#', 'h:0#', '#', null, null, 'h', '0'],
    ['h:00', 'h:0', '', null, null, 'h', '00'],
    ['h:', 'h', '', null, null, 'h', ''],
    ['h:070', 'h', '', null, null, 'h', '070'],
    ['h:65535', 'h:65535', '', null, null, 'h', '65535'],
    ['1.2.3.4:9', '1.2.3.4:9', '', null, null, '1.2.3.4', '9'],
    ['1.2', '1.0.0.2', '', null, null, '1.2', null],
    ['a.1b', 'a.1b', '', null, null, 'a.1b', null],
    ['a.-b', 'a.-b', '', null, null, 'a.-b', null],
    ['a.', 'a.', '', null, null, 'a.', null],
    ['A_', 'a_', '', null, null, 'A_', null],
    ['[::A]:8', '[::a]:8', '', null, null, '[::A]', '8'],
    ['[::a]:', '[::a]', '', null, null, '[::a]', ''],
    ['U%41@H', 'UA@h', '', 'U%41', null, 'H', null],
    ['u:P%41:q@H:1', 'u:PA%3Aq@h:1', '', 'u', 'P%41:q', 'H', '1'],
    ['a@b@h', 'a%40b@h', '', 'a@b', null, 'h', null],
    [':@h', ':@h', '', '', '', 'h', null],
    ['@h', '@h', '', '', null, 'h', null],
    ['u\v\f@h', 'u%0B%0C@h', '', 'u\v\f', null, 'h', null],
    ['h/\t\\@', 'h/\t\\@', '/\t\\@', null, null, 'h', null],
  ])('%j is written %j', (authority, written, rest, ...parts) => {
    expect(read(authority)).toEqual([written, rest, parts]);
  });

  test.each<[authority: string, code: string, at: number, to: number, changes?: Partial<Syntax>]>([
    ['', 'host-missing', 0, 0],
    ['/a', 'host-missing', 0, 1],
    ['u@', 'host-missing', 2, 2],
    [':8', 'host-missing', 0, 1],
    ['h:a', 'port-character', 2, 3],
    ['h:8:9', 'port-character', 3, 4],
    ['h:8-', 'port-character', 3, 4],
    ['h:65536', 'port-range', 2, 7],
    ['h:1', 'port-forbidden', 2, 3, { portAllowed: false }],
    ['h:', 'port-forbidden', 2, 2, { portAllowed: false }],
    ['u@h', 'user-info-forbidden', 0, 1, { userInfo: 'error' }],
    ['h\\a', 'authority-character', 1, 2],
    ['h\ta', 'authority-character', 1, 2],
    ['\rh', 'authority-character', 0, 1],
    ['u\n@h', 'authority-character', 1, 2],
    ['h\v', 'host-forbidden-character', 1, 2],
    ['h\x0e', 'host-forbidden-character', 1, 2],
    ['[::1]a:8', 'host-ipv6', 5, 6],
    ['[::1:8', 'host-ipv6', 0, 1],
    ['u@[::g]', 'host-ipv6', 5, 6],
    ['1.2.3.256:8', 'host-ipv4', 6, 9],
  ])('%j is refused: %s from %i to %i', (authority, code, at, to, changes) => {
    expect(read(authority, changes)).toEqual([code, at, to]);
  });

  test('empty, if the syntax has empty hosts', () => {
    expect(read('/a', { emptyHost: true })).toEqual(['/a', '/a', [null, null, '', null]]);
    expect(read('u@:1', { emptyHost: true })).toEqual(['u@:1', '', ['u', null, '', '1']]);
  });

  test('with a registered name, whose last colon begins the port', () => {
    expect(read('A:b:1', { host: 'registered' })).toEqual(['a%3Ab:1', '', [null, null, 'A:b', '1']]);
    expect(read('A/:1', { host: 'registered' })).toEqual(['a/:1', '/:1', [null, null, 'A', null]]);
  });

  test('as browsers read it, once it has been cleaned', () => {
    expect(read('h\\a', browserSyntax(80))).toBe('reread');
    expect(read('h\ta', browserSyntax(80))).toBe('reread');
    expect(read('h\\a', browserSyntax(80), true)).toEqual(['authority-character', 1, 2]);
    expect(read('h:80', browserSyntax(80))).toEqual(['h', '', [null, null, 'h', '80']]);
  });
});

test.each<[authority: string, userInfo: Syntax['userInfo'], ...findings: string[]]>([
  ['u@h', 'allowed', 'credentials-in-url 2,3'],
  ['u:p@h', 'ignored', 'user-info-ignored 2,5', 'credentials-in-url 2,5'],
  ['@h', 'allowed'],
  ['u%01:%02@h', 'allowed', 'credentials-in-url 2,10', 'user-info-control 3,6'],
  ['u:\x01@h', 'allowed', 'credentials-in-url 2,5', 'percent-encoded 4,5', 'user-info-control 4,5'],
  ['H:8', 'allowed', 'host-case 2,3'],
  ['a_b:', 'allowed', 'host-underscore 2,5', 'port-empty 5,6'],
  ['h:070', 'allowed', 'port-default 3,7'],
  ['h:08', 'allowed', 'port-zeros 4,6'],
  ['0x7f.1', 'allowed', 'host-ipv4-obfuscated 2,8'],
])('in %j, whose user name is %s, a pass finds %j', (authority, userInfo, ...findings) => {
  const pass = new RecordedRewrite(withoutIdna);
  readBy(pass, authority, { ...internetSyntax(70), userInfo });
  expect([pass.findings.omitted, ...pass.findings.items.map(({ code, at }) => `${code} ${at}`)]).toEqual([
    0,
    ...findings,
  ]);
  expect(pass.userControl).toBe(/%01|\x01/.test(authority) ? `//${authority}`.search(/%01|\x01/) : -1);
});

test('registered names have no notes', () => {
  const pass = new RecordedRewrite(withoutIdna);
  readBy(pass, 'a_b', { ...internetSyntax(70), host: 'registered' });
  expect(pass.findings.items).toEqual([]);
});
