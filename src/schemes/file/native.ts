/**
 * The paths of files as their systems write them, and the URLs of such paths (draft-hoffkohn-rfc1738bis §1.1, §2.8; RFC
 * 8089, appendices D and E).
 *
 * ```
 *   file:///c:/WINDOWS/clock.avi                               c:\WINDOWS\clock.avi
 *   file://server/share/x                                      \\server\share\x
 *   file://vms.host.edu/disk$user/my/notes/note12345.txt       DISK$USER:[MY.NOTES]NOTE12345.TXT
 *   file:///etc/motd                                           /etc/motd
 * ```
 * A URL does not say which system its file is on. What could be the path of two systems has no native path here.
 */
import { encodeUtf8, latin1Of } from '../../octets/octets.ts';
import { type AllowedMembers, checkArgument, checkMembers } from '../../uri/arguments.ts';
import type { Parts } from '../../uri/canonical-parts.ts';
import { PCHAR } from '../../uri/characters.ts';
import { decodeUtf8, isUtf8 } from '../../uri/decode.ts';
import { readHost } from '../../uri/host.ts';
import { withoutIdna } from '../../uri/idna.ts';
import { octetEncoder } from '../../uri/percent.ts';

/** A system with paths of its own. Paths of `windows` begin with a drive, or with `\\server\share` (UNC). */
export type FileSystemName = 'windows' | 'vms' | 'unix';

/** How {@link fileUrl} reads a path. */
export interface FileUrlOptions {
  readonly system: FileSystemName;
  /**
   * The name of the computer that has the file, in ASCII; absent or empty = the computer where the URL is opened. A UNC
   * path names it itself.
   */
  readonly host?: string | undefined;
}

/** The names of directories and of the file, from the root down; the last one is empty in the path of a directory. */
type PathNames = readonly string[];

/** A drive of Windows. */
const DRIVE = /^[A-Za-z]:$/;
/** Device or logical name, as VMS has them and others do not: Windows shares may end in a `$`. */
const VMS_DEVICE = /^[\w$-]*\$[\w-][\w$-]*$/;
/** A name without dots: that of a computer in a UNC path. */
const ONE_LABEL = /^[\w-]+$/;

/** What Windows does not allow in a name, and names that it reads as others or as devices. */
const NOT_WINDOWS = /[<>:"/\\|?*\0-\x1f]|[. ]$|^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** ODS-2 has these names. `[-]` is the directory above. */
const VMS_DIRECTORY = /^(?!-+$)[\w$-]{1,39}$/;
const VMS_FILE = /^(?=[^;])[\w$-]{0,39}(?:\.[\w$-]{0,39})?(?:;[1-9]\d{0,4})?$/;

function isWindows(names: PathNames): boolean {
  return names.every((name, index) => !NOT_WINDOWS.test(name) && (name !== '' || index === names.length - 1));
}

/** How each system writes a path; `null` = it has no such path. */
const NATIVE: Readonly<Record<FileSystemName, (host: string, names: PathNames) => string | null>> = {
  windows(host, [first = '', ...others]) {
    if (host === '')
      return DRIVE.test(first) && others.length > 0 && isWindows(others) ? `${first}\\${others.join('\\')}` : null;
    return first !== '' && isWindows([first, ...others]) ? `\\\\${host}\\${[first, ...others].join('\\')}` : null;
  },
  vms(_host, [device = '', ...others]) {
    if (!/^[\w$-]+$/.test(device)) return null;
    const name = others.at(-1);
    if (name === undefined) return `${device.toUpperCase()}:`;
    const directories = others.slice(0, -1);
    if (!directories.every((directory) => VMS_DIRECTORY.test(directory))) return null;
    if (name === '' ? directories.length === 0 : !VMS_FILE.test(name)) return null;
    const directory = directories.length === 0 ? '' : `[${directories.join('.')}]`;
    return `${device}:${directory}${name}`.toUpperCase();
  },
  unix(_host, names) {
    const isAmbiguous = names[0] === '' && names.length > 1;
    return isAmbiguous || names.some((name) => /[/\0]/.test(name)) ? null : `/${names.join('/')}`;
  },
};

/** The system whose path a canonical URL has; `null` = it is not known. */
function systemOf(host: string, drive: boolean, first: string): FileSystemName | null {
  if (VMS_DEVICE.test(first)) return host === '' ? null : 'vms';
  if (host === '') return drive ? 'windows' : 'unix';
  return ONE_LABEL.test(host) ? 'windows' : null;
}

/** The path of a canonical file URL as its system writes it; `null` = that is not known. */
export function nativePath({ host, path }: Pick<Parts, 'host' | 'path'>): string | null {
  if (!isUtf8(path)) return null;
  const encoded = path.slice(1).split('/');
  const names = encoded.map(decodeUtf8);
  const server = host ?? '';
  const system = systemOf(server, DRIVE.test(encoded[0] ?? ''), names[0] ?? '');
  return system === null ? null : NATIVE[system](server, names);
}

/** What a path consists of: the computer that it names, if it names one, and its names. */
interface ReadPath {
  readonly server?: string;
  readonly names: PathNames;
}

/** Reads a path of each system; a text says why it has no URL, and what to do. */
const READ: Readonly<Record<FileSystemName, (path: string) => ReadPath | string>> = {
  windows(path) {
    const written = path.replaceAll('/', '\\');
    if (/^\\\\[?.]\\/.test(written)) return 'Remove the prefix \\\\?\\ or \\\\.\\ of the path.';
    const [, server, share] = /^\\\\([^\\]+)\\(.+)$/s.exec(written) ?? [];
    if (server !== undefined && share !== undefined) return { server, names: share.split('\\') };
    if (/^[A-Za-z]:\\/.test(written)) return { names: written.split('\\') };
    return 'The path is not absolute. Begin it with a drive and a backslash, as in C:\\, or with \\\\server\\share.';
  },
  vms(path) {
    const form = 'Write it as DEVICE:[DIRECTORY.DIRECTORY]NAME.TYPE;VERSION.';
    if (path.includes('::')) return `A node is the host of the URL. Remove it from the path, and give it as \`host\`.`;
    const [, device, directories, name = ''] = /^([^:[\]<>]+):(?:\[([^[\]]+)\])?([^:[\]<>]*)$/.exec(path) ?? [];
    if (device === undefined) return `This is not a path of VMS. ${form}`;
    const names = [device, ...(directories?.split('.') ?? [])];
    if (directories !== undefined || name !== '') names.push(name);
    return { names: names.map((part) => part.toLowerCase()) };
  },
  unix(path) {
    return path.startsWith('/') ? { names: path.slice(1).split('/') } : 'The path is not absolute. Begin it with "/".';
  },
};

const SYSTEMS = /* @__PURE__ */ Object.keys(READ);

/** What each option may be. */
const FILE_URL_OPTIONS = {
  system: [`one of ${SYSTEMS.join(', ')}`, ...SYSTEMS],
  host: ['a string'],
} as const satisfies AllowedMembers;

/** A name in a canonical URL. */
const encodeName: (octets: string) => string = /* @__PURE__ */ octetEncoder(PCHAR, /^[\w.~-]*$/);

/**
 * The canonical URL of a file, from its absolute path. It is the inverse of `details.native` of `explain`: the URL is
 * either read as the path again, or its `native` is `null`, because another system could have the file.
 *
 * @param path - the path as its system writes it. Windows reads `/` as `\`, and VMS reads capitals as small letters
 * @param options.system - the system that has the file
 * @param options.host - the name of its computer, in ASCII; absent or empty = the one where the URL is opened
 * @throws TypeError if the system or the host is unknown
 * @throws RangeError if the path is not absolute, has a name that the system does not allow, or `.` or `..`; or if its
 * URL would be read as the path of another system. The message says what to do.
 * @see RFC 8089, appendices D and E; draft-hoffkohn-rfc1738bis §2.8
 * @example
 * ```ts
 * fileUrl('c:\\WINDOWS\\clock.avi', { system: 'windows' }); // 'file:///c:/WINDOWS/clock.avi'
 * fileUrl('\\\\server\\share\\100% new', { system: 'windows' }); // 'file://server/share/100%25%20new'
 * fileUrl('DISK$USER:[MY.NOTES]NOTE12345.TXT', { system: 'vms', host: 'vms.host.edu' });
 * // 'file://vms.host.edu/disk$user/my/notes/note12345.txt'
 * ```
 */
export function fileUrl(path: string, options: FileUrlOptions): string {
  checkArgument('path', path, ['a string']);
  checkMembers(options, FILE_URL_OPTIONS);
  const { system, host = '' } = options;
  checkArgument('option system', system, FILE_URL_OPTIONS.system);
  const read = READ[system](path);
  if (typeof read === 'string') throw new RangeError(read);
  const { server, names } = read;
  const computer = hostOf(host);
  if (system === 'windows' && computer !== '') {
    throw new RangeError('A path of Windows names the computer itself: leave out `host`, or write \\\\server\\share.');
  }
  if (names.some((name) => /^\.\.?$/.test(name))) throw new RangeError('Resolve "." and ".." in the path first.');
  const owner = server === undefined ? computer : hostOf(server);
  const native = NATIVE[system](owner, names);
  if (native === null || /\p{Surrogate}/u.test(path)) {
    throw new RangeError(`The path has a name that a file of ${system} cannot have, or an empty one.`);
  }
  const encoded = names.map((name) => encodeName(latin1Of(encodeUtf8(name))));
  // Only on Windows is it a drive.
  if (system === 'unix') encoded[0] = encoded[0]?.replace(/^([A-Za-z]):$/, '$1%3A') ?? '';
  const urlPath = `/${encoded.join('/')}`;
  const readAs = nativePath({ host: owner, path: urlPath });
  if (readAs !== null && readAs !== native) {
    const advice = system === 'windows' ? 'Rename the share.' : 'Give the full name of the computer as `host`.';
    throw new RangeError(`The URL would be read as the path ${readAs}. ${advice}`);
  }
  return `file://${owner}${urlPath}`;
}

/** The name of a computer as a URL has it; empty = the one where the URL is opened. */
function hostOf(name: string): string {
  if (name === '') return '';
  const found = typeof name === 'string' && /^[\w.-]+$/.test(name) ? readHost(name, 'network', withoutIdna) : null;
  if (found === null || 'error' in found || found.host !== name.toLowerCase()) {
    throw new TypeError(`The host must be a name in ASCII, not ${JSON.stringify(name)}.`);
  }
  return found.host === 'localhost' ? '' : found.host;
}
