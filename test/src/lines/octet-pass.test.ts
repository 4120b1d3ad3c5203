/** The octet pass: what it writes, what it leaves, and where it stops. */
import { describe, expect, it, test } from 'vitest';
import { LEFT } from '../../../src/lines/component-pass.ts';
import { OctetPass } from '../../../src/lines/octet-pass.ts';
import { Plans } from '../../../src/lines/plans.ts';
import type { LineEnd } from '../../../src/lines/tables.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { unknown } from '../../../src/schemes/unknown.ts';

const passOf = (lineEnd: LineEnd = '\n'): OctetPass => new OctetPass(new Plans(definitions, unknown, lineEnd), lineEnd);
const pass = passOf();
const passOfNul = passOf('\0');

/** The form of a line that stands behind others, which the pass neither reads nor changes; `null` if it is left. */
function formOf(line: string, lineEnd: LineEnd = '\n'): string | null {
  const used = lineEnd === '\n' ? pass : passOfNul;
  const before = `x/..${lineEnd}`;
  const source = Buffer.from(`${before}${line}${lineEnd}x`);
  const target = Buffer.alloc(3 * source.length + 8, '/');
  const end = used.rewrite(source, before.length, target, 5);
  expect(target.toString('latin1', 0, 5)).toBe('/////');
  if (end === LEFT) return null;
  expect(used.next).toBe(source.length - 1);
  return target.toString('latin1', 5, end);
}

describe('is written', () => {
  test.each([
    ['scheme', 'GoPhEr://h/1a', 'gopher://h/1a'],
    ['scheme of eight letters', 'PROSPERO://h/a', 'prospero://h/a'],
    ['scheme of nine characters, which is unknown', 'Z39.50-RS://h/%7e', 'z39.50-rs://h/~'],
    ['port that is the largest', 'http://h:65535/', 'http://h:65535/'],
    ['port with zeros', 'http://h:0081/', 'http://h:81/'],
    ['port 0', 'http://h:00/', 'http://h:0/'],
    ['default port', 'http://h:0080?', 'http://h/?'],
    ['empty port', 'http://h:#', 'http://h/#'],
    ['port at the end', 'http://h:90', 'http://h:90/'],
    ['port 0 of a scheme without one', 'x-y://h:0/', 'x-y://h:0/'],
    ['address', 'http://1.2.3.255/', 'http://1.2.3.255/'],
    ['name that ends in x', 'http://a.1x/', 'http://a.1x/'],
    ['name that ends in a hexadecimal letter', 'http://a.1fa/', 'http://a.1fa/'],
    ['name with a label before a digit', 'http://1.a9/', 'http://1.a9/'],
    ['name that ends in a dot', 'http://1.A./', 'http://1.a./'],
    ['IPv6 address', 'http://[2001:DB8::A]:80/', 'http://[2001:db8::a]/'],
    ['user name', 'ftp://U%3a%7E@H/', 'ftp://U%3A~@h/'],
    ['user name and password', 'ftp://u:P%3a:q@H:21/', 'ftp://u:P%3A%3Aq@h/'],
    ['user name with an empty password', 'telnet://u:@H', 'telnet://u:@h/'],
    ['dot segments', 'http://h/a/./b/../c/%2E%2e/.', 'http://h/a/'],
    ['dot segments above the root', 'http://h/../.././a', 'http://h/a'],
    ['dots that are no segments', 'http://h/a./.b/..c/...', 'http://h/a./.b/..c/...'],
    ['escaped dots that are no segments', 'http://h/%2ea/a%2E/%2e%2eb', 'http://h/.a/a./..b'],
    ['text like an escaped dot', 'http://h/a/.a2e/.%3e/.%2f/b', 'http://h/a/.a2e/.%3E/.%2F/b'],
    ['dot segment before a query', 'http://h/a/..?./..', 'http://h/?./..'],
    ['dot segment before a fragment', 'http://h/a/.#./..', 'http://h/a/#./..'],
    ['dot segment behind two slashes', 'http://h/a//../b', 'http://h/a/b'],
    ['stray percent signs', 'http://h/%?%4#%g0%', 'http://h/%25?%254#%25g0%25'],
    ['escape of each kind', 'http://h/%41%2f%c3%00', 'http://h/A%2F%C3%00'],
    ['raw character that must be escaped', 'http://h/"<>^`{|}', 'http://h/%22%3C%3E%5E%60%7B%7C%7D'],
    ['query', 'http://h?a b[]', 'http://h/?a%20b%5B%5D'],
    ['ending', 'ftp://h/a;TYPE=A', 'ftp://h/a;type=a'],
    ['ending before a fragment', 'ftp://h/a;type=D#b', 'ftp://h/a;type=d#b'],
    ['file with a local host', 'file://LOCALHOST/a', 'file:///a'],
    ['file that is beside a drive', 'file:///b/../a', 'file:///a'],
    ['path of a scheme without an authority', 'mailto:A@B.example', 'mailto:A@b.example'],
    ['empty path of such a scheme', 'x-y:', 'x-y:'],
  ])('%s: %s', (_about, line, form) => {
    expect([formOf(line), formOf(`${line}\r`), formOf(line, '\0')]).toEqual([form, form, form]);
    expect(formOf(`${line}\r`, '\0')).toBeNull();
  });

  test.each([
    '\u0080',
    '\u07ff',
    '\u0800',
    '\u0fff',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{40000}',
    '\u{10ffff}',
  ])('the character %j in UTF-8', (character) => {
    expect(formOf(`http://h/${character}`)).toBe(`http://h/${encodeURIComponent(character)}`);
  });

  it('a line of 20,000 octets, and no longer one', () => {
    const line = (length: number): string => 'http://h/'.padEnd(length, 'a');
    expect([formOf(line(20_000)), formOf(line(20_001))]).toEqual([line(20_000), null]);
  });
});

describe('is left', () => {
  test.each([
    ['scheme of one letter', 'c:/a'],
    ['wrapper', 'url:http://h/'],
    ['scheme that begins with a digit', '1x:a'],
    ['text without a scheme', 'a/b'],
    ['empty scheme', ':a'],
    ['URL without an authority that must have one', 'http:/h'],
    ['path with a slash and without an authority', 'x-y:/a/../b'],
    ['port that is too large', 'http://h:65536/'],
    ['port that is no number', 'http://h:8a/'],
    ['port before which there is no host', 'file://:1/a'],
    ['port of a scheme without ports', 'file://h:1/a'],
    ['short address', 'http://1.2.3/'],
    ['address with zeros', 'http://1.2.3.04/'],
    ['address with a dot behind it', 'http://1.2.3.4./'],
    ['hexadecimal number', 'http://0xA/'],
    ['hexadecimal number without digits', 'http://a.0x/'],
    ['hexadecimal number with a letter before the last one', 'http://0xfa/'],
    ['name that ends in a number', 'http://a.9/'],
    ['empty host', 'http:///'],
    ['host in UTF-8', 'http://\u00fc/'],
    ['host with an escape', 'http://%41/'],
    ['IPv6 address that is not canonical', 'http://[::0]/'],
    ['IPv6 address that does not end', 'http://[::1/'],
    ['IPv6 address before something else', 'http://[::1]a/'],
    ['user name that a scheme refuses', 'news://u@h/a'],
    ['second sign behind a user name', 'http://u@v@h/'],
    ['dot segment that would remove a drive', 'file:///C:/..'],
    ['backslash', 'http://h/a\\b'],
    ['control', 'http://h/a\u0001'],
    ['blank at the end', 'http://h/a '],
    ['CR within the line', 'http://h/a\rb'],
    ['ending that the scheme does not know', 'ftp://h/a;type=b'],
    ['ending before something else', 'ftp://h/a;type=ab'],
    ['mark that begins no ending', 'ftp://h/a;b'],
    ['escaped control that the scheme refuses', 'ftp://h/%0a'],
  ])('%s: %s', (_about, line) => {
    expect([formOf(line), formOf(line, '\0')]).toEqual([null, null]);
  });

  test.each([
    [[0x80]],
    [[0xc1, 0x80]],
    [[0xc2]],
    [[0xc2, 0x7f]],
    [[0xc2, 0xc0]],
    [[0xe0, 0x9f, 0x80]],
    [[0xed, 0xa0, 0x80]],
    [[0xe1, 0x80, 0x40]],
    [[0xf0, 0x8f, 0x80, 0x80]],
    [[0xf4, 0x90, 0x80, 0x80]],
    [[0xf1, 0x80, 0x80, 0x40]],
    [[0xf1, 0x80, 0x40, 0x80]],
    [[0xf5, 0x80, 0x80, 0x80]],
  ])('octets that are not UTF-8: %j', (octets) => {
    const source = Uint8Array.from([...Buffer.from('http://h/'), ...octets, 0x0a]);
    expect(pass.rewrite(source, 0, new Uint8Array(100), 0)).toBe(LEFT);
  });
});

describe('lines', () => {
  test.each([
    ['up to the first one that is left', 'HTTP://H\r\nx-y:a\n<go:a>\nhttp://h/\n', 2, 16, 'http://h/\nx-y:a\n'],
    ['all of them', 'go:a\nGO:b\n', 2, 10, 'go:a\ngo:b\n'],
    ['none', '\ngo:a\n', 0, 0, ''],
  ])('%s', (_about, input, count, next, output) => {
    const source = Buffer.from(`go:x\n${input}go:y\n`);
    const target = Buffer.alloc(100, '.');
    const end = pass.rewriteLines(source, 5, 5 + input.length, target, 2);
    expect([pass.count, pass.next, target.toString('latin1', 0, end)]).toEqual([count, 5 + next, `..${output}`]);
    expect(target[end]).toBe(0x2e);
  });
});
