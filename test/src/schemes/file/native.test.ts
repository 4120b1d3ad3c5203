/**
 * Paths as their systems write them, and their URLs (draft-hoffkohn-rfc1738bis §1.1, §2.8; RFC 8089, appendices D, E).
 * The answers of Node are asked for; those of Python 3.11 (nturl2path, urllib.request) are rows.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { canonicalize, explain, type FileUrlOptions, fileUrl, sentenceOf } from '../../../../src/index.ts';
import fc, { runs } from '../../../fast-check.ts';
import { anyInput, models } from '../../generators.ts';

function nativeOf(url: string): string | null {
  const found = explain(url);
  if (found.kind !== 'file') throw new TypeError(url);
  return found.details.native;
}

describe('the native path of a URL', () => {
  it.each<[url: string, native: string | null]>([
    // The drive of the seeds, and its spelling of 1994
    ['file:///c:/WINDOWS/clock.avi', 'c:\\WINDOWS\\clock.avi'],
    ['file:///C|/GOPHER/GOPHER.INI', 'C:\\GOPHER\\GOPHER.INI'],
    ['file://localhost/C:/', 'C:\\'],
    ['file:///C:/a%20b/%C3%BC%25%23', 'C:\\a b\\ü%#'],
    // `C:` alone is the current directory of the drive.
    ['file:///C:', null],
    ['file:///C:/a//b', null],
    ['file:///C:/a%5Cb', null],
    ['file:///C:/a:b', null],
    ['file:///C:/a.', null],
    ['file:///C:/a%20', null],
    ['file:///C:/NUL.txt', null],
    ['file:///C:/com%C2%B9', null],
    ['file:///C:/nulls', 'C:\\nulls'],
    ['file://server/C:/x', null],
    // UNC
    ['file://server/share/x', '\\\\server\\share\\x'],
    ['file://server/c$/x/', '\\\\server\\c$\\x\\'],
    ['file://server/share', '\\\\server\\share'],
    ['file://server/', null],
    // The host may be one of Unix.
    ['file://ftp.luth.example/pub/x', null],
    ['file://192.0.2.1/share/x', null],
    // VMS: draft-hoffkohn-rfc1738bis §2.8; RFC 8089, appendix D.4, escapes the dollar sign
    ['file://vms.host.edu/disk$user/my/notes/note12345.txt', 'DISK$USER:[MY.NOTES]NOTE12345.TXT'],
    ['file://vms.host.edu/disk%24user/my/notes/note12345.txt', 'DISK$USER:[MY.NOTES]NOTE12345.TXT'],
    ['file://vms.host.edu/disk$user/note.txt;12', 'DISK$USER:NOTE.TXT;12'],
    ['file://vms.host.edu/disk$user/000000/a/', 'DISK$USER:[000000.A]'],
    ['file://vms/$1$dga100/a/b', '$1$DGA100:[A]B'],
    ['file://vxcrna/sys$www_home', 'SYS$WWW_HOME:'],
    ['file://vms.host.edu/disk$user/', null],
    ['file://vms.host.edu/disk$user/my.notes/a', null],
    ['file://vms.host.edu/disk$user/-/a', null],
    ['file://vms.host.edu/disk$user/a.b.c', null],
    ['file://vms.host.edu/disk$user/a;0', null],
    ['file://vms.host.edu/disk$user/a;123456', null],
    [`file://vms.host.edu/disk$user/${'a'.repeat(39)}`, `DISK$USER:${'A'.repeat(39)}`],
    [`file://vms.host.edu/disk$user/${'a'.repeat(40)}`, null],
    [`file://vms.host.edu/disk$user/${'a'.repeat(40)}/b`, null],
    // A directory of Unix may have this name.
    ['file:///disk$user/a', null],
    // Unix
    ['file:///', '/'],
    ['file:///etc/motd', '/etc/motd'],
    ['file:///a//b/', '/a//b/'],
    ['file:///C%3A/x', '/C:/x'],
    ['file:///%C3%A9%5C:', '/é\\:'],
    ['file:////server/share', null],
    ['file:///a%2Fb', null],
    ['file:///a%00', null],
    ['file:///%E9', null],
  ])('%s is %s', (url, native) => {
    expect(nativeOf(url)).toBe(native);
  });

  it('stands in the sentence', () => {
    const sentences = ['file:///c:/a/', 'file://vms.h.example/a$b/c/d', 'file:///%2F'].map((url) =>
      sentenceOf(explain(url)),
    );
    expect(sentences).toEqual([
      'A directory on your computer: “c:\\a\\”.',
      'The file “A$B:[C]D” on the host vms.h.example.',
      'A directory on your computer: “//”.',
    ]);
  });
});

const [windows, unix] = [{ system: 'windows' }, { system: 'unix' }] as const;
const vms = { system: 'vms', host: 'vms.host.edu' } as const;

describe('fileUrl', () => {
  it.each<[path: string, options: FileUrlOptions, url: string]>([
    ['c:\\WINDOWS\\clock.avi', windows, 'file:///c:/WINDOWS/clock.avi'],
    ['C:/a/b', windows, 'file:///C:/a/b'],
    ['\\\\SERVER\\share\\100%', windows, 'file://server/share/100%25'],
    ['\\\\h.example\\share\\', windows, 'file://h.example/share/'],
    ['DISK$USER:[MY.NOTES]NOTE12345.TXT', vms, 'file://vms.host.edu/disk$user/my/notes/note12345.txt'],
    ['SYS$LOGIN:LOGIN.COM;1', vms, 'file://vms.host.edu/sys$login/login.com;1'],
    ['DUA0:[000000]', vms, 'file://vms.host.edu/dua0/000000/'],
    ['/a?b#c%/é', unix, 'file:///a%3Fb%23c%25/%C3%A9'],
    ['/C:/x', unix, 'file:///C%3A/x'],
    ['/pub/x', { ...unix, host: 'FTP.luth.example' }, 'file://ftp.luth.example/pub/x'],
    ['/x', { ...unix, host: 'LOCALHOST' }, 'file:///x'],
  ])('%s with %j is %s', (path, options, url) => {
    expect(fileUrl(path, options)).toBe(url);
    expect(canonicalize(url)).toBe(url);
  });

  it.each<[path: string, options: FileUrlOptions, message: RegExp]>([
    ['c:foo', windows, /not absolute/],
    ['\\foo', windows, /not absolute/],
    ['foo', windows, /not absolute/],
    ['\\\\server', windows, /not absolute/],
    ['\\\\?\\C:\\x', windows, /Remove the prefix/],
    ['\\\\.\\COM1', windows, /Remove the prefix/],
    ['C:\\a\\..\\b', windows, /Resolve/],
    ['C:\\a\\\\b', windows, /a name/],
    ['C:\\a<b', windows, /a name/],
    ['C:\\aux', windows, /a name/],
    ['C:\\a. ', windows, /a name/],
    ['C:\\a', { ...windows, host: 'h' }, /leave out/],
    ['\\\\server\\disk$user\\x', windows, /DISK\$USER:X.*share/],
    ['DISK$USER:<MY>A.B', vms, /Write it as/],
    ['DISK$USER:[]A.B', vms, /Write it as/],
    ['[MY]A.B', vms, /Write it as/],
    ['NODE::DISK$USER:[MY]A.B', vms, /`host`/],
    ['DISK$USER:[-]A.B', vms, /a name/],
    ['DISK$USER:[.MY]A.B', vms, /a name/],
    ['DISK$USER:[MY...]A.B', vms, /a name/],
    ['DISK$USER:[MY]A B', vms, /a name/],
    ['DUA0:[MY]A.B', { system: 'vms' }, /\/dua0\/my\/a\.b.*full name/],
    ['DUA0:[MY]A.B', { system: 'vms', host: 'node' }, /\\\\node\\dua0.*full name/],
    ['a/b', unix, /not absolute/],
    ['/a/./b', unix, /Resolve/],
    ['//a', unix, /a name/],
    ['/a\0', unix, /a name/],
    ['/\ud800', unix, /a name/],
    ['/pub/x', { ...unix, host: 'node' }, /\\\\node\\pub\\x.*full name/],
  ])('refuses %j with %j', (path, options, message) => {
    expect(() => fileUrl(path, options)).toThrow(RangeError);
    expect(() => fileUrl(path, options)).toThrow(message);
  });

  it.each<[path: unknown, options: unknown, message: RegExp]>([
    [1, unix, /The path must be a string/],
    ['/a', { system: 'mac' }, /The option system must be one of windows, vms, unix/],
    ['/a', { ...unix, host: 'é' }, /host must be a name in ASCII/],
    ['/a', { ...unix, host: '1.2' }, /host must be/],
    ['/a', { ...unix, host: 'a/b' }, /host must be/],
    ['/a', { ...unix, host: 1 }, /host must be/],
  ])('throws a TypeError for %j with %j', (path, options, message) => {
    expect(() => fileUrl(path as string, options as FileUrlOptions)).toThrow(TypeError);
    expect(() => fileUrl(path as string, options as FileUrlOptions)).toThrow(message);
  });
});

const character = fc.oneof(
  fc.constantFrom(...'aZ09 %#?&+;=,!$@~^`{}()-_'),
  fc.constantFrom('é', 'ß', '日', '😀', '\u200d', '.', ':', '\\', '|', '"', '<', '*'),
);
const name = fc.array(character, { minLength: 1, maxLength: 6 }).map((characters) => characters.join(''));
const dosPath = fc
  .tuple(
    fc.constantFrom('C:', 'z:', '\\\\server\\share', '\\\\h.example\\c$'),
    fc.array(name, { minLength: 1, maxLength: 4 }),
  )
  .map((parts) => parts.flat().join('\\'));
const unixPath = fc.array(name, { maxLength: 4 }).map((names) => `/${names.join('/')}`);
const vmsName = fc.stringMatching(/^[A-Z0-9$_]{1,9}$/);
const vmsPath = fc
  .tuple(vmsName, fc.array(vmsName, { maxLength: 3 }), fc.constantFrom('', 'A', 'A.B', '.B;1', 'A.;32767', 'A;1;2'))
  .map(
    ([device, directories, file]) => `${device}:${directories.length > 0 ? `[${directories.join('.')}]` : ''}${file}`,
  );
const anyPath: fc.Arbitrary<[string, FileUrlOptions]> = fc.oneof(
  dosPath.map((path): [string, FileUrlOptions] => [path, windows]),
  fc.tuple(unixPath, fc.constantFrom(unix, { ...unix, host: 'h.example' })),
  fc.tuple(vmsPath, fc.constantFrom(vms, { ...vms, host: 'node' }, { ...vms, host: '' })),
);

/** The URL of a path; `null` if it is refused. */
function urlOf(path: string, options: FileUrlOptions): string | null {
  try {
    return fileUrl(path, options);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

test('the URL of a path is canonical, and read as the path or as none', () => {
  let read = 0;
  fc.assert(
    fc.property(anyPath, ([path, options]) => {
      const url = urlOf(path, options);
      if (url === null) return;
      expect(canonicalize(url)).toBe(url);
      const native = nativeOf(url);
      if (native === null) return;
      read += 1;
      expect(native).toBe(path);
    }),
    runs(2),
  );
  expect(read).toBeGreaterThan(runs(0.3).numRuns);
});

test('a native path has a URL that is read as the same path', () => {
  const urls = fc.oneof(
    models.file?.map(({ a }) => a) ?? anyInput,
    anyPath.map(([path, options]) => urlOf(path, options) ?? 'file:///'),
  );
  let read = 0;
  fc.assert(
    fc.property(urls, (url) => {
      const { details, components, kind } = explain(url);
      if (kind !== 'file' || details.native === null) return;
      read += 1;
      const { native } = details;
      const system = native.startsWith('/') ? 'unix' : /^(?:[A-Za-z]:)?\\/.test(native) ? 'windows' : 'vms';
      const host = system === 'vms' ? (components.host ?? '') : '';
      expect(nativeOf(fileUrl(native, { system, host }))).toBe(native);
    }),
    runs(2),
  );
  expect(read).toBeGreaterThan(runs(0.3).numRuns);
});

test('Node reads and writes the same paths', () => {
  let read = 0;
  fc.assert(
    fc.property(anyPath, ([path, options]) => {
      const url = urlOf(path, options);
      if (url === null || options.system === 'vms' || options.host !== undefined) return;
      read += 1;
      const isWindows = options.system === 'windows';
      expect(canonicalize(pathToFileURL(path, { windows: isWindows }).href)).toBe(
        isWindows ? url : url.replace('%3A', ':'),
      );
      expect(fileURLToPath(url, { windows: isWindows })).toBe(path);
    }),
    runs(2),
  );
  expect(read).toBeGreaterThan(runs(0.3).numRuns);
});

test.each([
  ['C:\\WINDOWS\\clock.avi', 'file:///C:/WINDOWS/clock.avi'],
  ['C:\\a b\\100%\\#1', 'file:///C:/a%20b/100%25/%231'],
  ['C:\\ü\\日本', 'file:///C:/%C3%BC/%E6%97%A5%E6%9C%AC'],
  ['C:\\a;b=c,d', 'file:///C:/a%3Bb%3Dc%2Cd'],
  ["C:\\a+b&c~d'(e)!f$g@h", 'file:///C:/a%2Bb%26c~d%27%28e%29%21f%24g%40h'],
  ['/a b/100%/#1?', 'file:///a%20b/100%25/%231%3F'],
  ['/ü/日本', 'file:///%C3%BC/%E6%97%A5%E6%9C%AC'],
  ['/C:/x', 'file:///C%3A/x'],
  ['/a\\b', 'file:///a%5Cb'],
])('Python writes %s as %s', (path, url) => {
  expect(nativeOf(url)).toBe(path);
  expect(decodeURIComponent(fileUrl(path, path.startsWith('/') ? unix : windows))).toBe(decodeURIComponent(url));
});
