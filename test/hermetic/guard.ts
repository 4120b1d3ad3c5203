/**
 * What the tests of `npm test` may use: Node, and the programs of `node_modules`; files of the project, and one
 * temporary folder; this machine's loopback addresses. Everything else fails where it is used, and fails the test. So
 * the tests pass on a machine that has Node and nothing else.
 */
import childProcess, { ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFolderOfTests } from './folder.ts';

const VIOLATIONS = Symbol.for('waypost.tests.violations');
const GUARDED = Symbol.for('waypost.tests.guarded');

const root = join(import.meta.dirname, '../..');

/** What was used that tests may not use, in the order in which it happened; of all instances of this module. */
const violations: string[] = (() => {
  const known: unknown = Reflect.get(globalThis, VIOLATIONS);
  if (Array.isArray(known)) return known;
  const made: string[] = [];
  Reflect.set(globalThis, VIOLATIONS, made);
  return made;
})();

/** The violations since the last call. */
export function takeViolations(): readonly string[] {
  return violations.splice(0);
}

function refuse(violation: string): never {
  violations.push(violation);
  throw new Error(`${violation} (test/hermetic/guard.ts)`);
}

/** The real paths below which files may be read and written. */
const places = [root, join(root, 'node_modules')].map((place) => fs.realpathSync(place));

const isIn = (place: string, path: string): boolean => path === place || path.startsWith(place + sep);

/** A device, and where packages look which system this is: Linux in Windows, a C library. They need none of them. */
const LOOKED_AT = new Set(['/dev/null', '/run/WSL', '/usr/bin/ldd']);

/** What the kernel tells belongs to no other program. */
const isOwn = (path: string): boolean => LOOKED_AT.has(path) || isIn('/proc', path);

/** Whether the tests may use a file. A name in the project may be a link to elsewhere only for `node_modules`. */
export function mayUseFile(path: string): boolean {
  return isIn(root, path) || places.some((place) => isIn(place, path)) || isFolderOfTests(path) || isOwn(path);
}

/** Whether the tests may start a program. */
export function mayStart(file: string): boolean {
  const packages = [join(root, 'node_modules'), ...places.slice(1)];
  return file === process.execPath || packages.some((place) => isIn(place, resolve(file)));
}

/** Whether an address is of this machine alone. */
export function isLoopback(address: string): boolean {
  return /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/.test(address);
}

function checkFile(path: unknown): void {
  const text =
    path instanceof URL ? fileURLToPath(path.href) : path instanceof Uint8Array ? Buffer.from(path).toString() : path;
  // A number is a file that is open.
  if (typeof text !== 'string') return;
  const absolute = resolve(text);
  if (!mayUseFile(absolute)) refuse(`A test uses the file ${absolute}`);
}

function checkProgram(file: unknown): void {
  if (!mayStart(String(file))) refuse(`A test starts the program ${String(file)}`);
}

/** Functions of `node:fs`, and which of their arguments are paths. The target of a link may be relative to it. */
const PATHS: readonly (readonly [names: readonly string[], paths: readonly number[]])[] = [
  [['access', 'appendFile', 'chmod', 'chown', 'createReadStream', 'createWriteStream', 'exists', 'glob'], [0]],
  [['lchmod', 'lchown', 'lstat', 'lutimes', 'mkdir', 'mkdtemp', 'open', 'openAsBlob', 'opendir', 'readdir'], [0]],
  [['readFile', 'readlink', 'realpath', 'rm', 'rmdir', 'stat', 'statfs', 'truncate', 'unlink', 'utimes'], [0]],
  [['watch', 'watchFile', 'writeFile'], [0]],
  [
    ['copyFile', 'cp', 'link', 'rename'],
    [0, 1],
  ],
  [['symlink'], [1]],
];

type Callable = (this: unknown, ...given: unknown[]) => unknown;

/** Puts a check in front of a method, which keeps its properties. */
function before(object: object, name: string, check: (given: readonly unknown[]) => void): void {
  const original: unknown = Reflect.get(object, name);
  if (typeof original !== 'function') return;
  const checked = function (this: unknown, ...given: unknown[]): unknown {
    check(given);
    return Reflect.apply(original as Callable, this, given);
  };
  Reflect.set(object, name, Object.assign(checked, original));
}

function guardFiles(): void {
  for (const [names, paths] of PATHS) {
    const check = (given: readonly unknown[]): void => {
      for (const path of paths) checkFile(given[path]);
    };
    for (const name of names) {
      before(fs, name, check);
      before(fs, `${name}Sync`, check);
      before(fs.promises, name, check);
    }
  }
}

function guardPrograms(): void {
  before(ChildProcess.prototype, 'spawn', ([options]) => checkProgram((options as { readonly file?: string }).file));
  before(childProcess, 'spawnSync', ([file, ...others]) => {
    const inShell = others.some((other) => typeof other === 'object' && other !== null && Reflect.get(other, 'shell'));
    checkProgram(inShell ? `a shell with ${String(file)}` : file);
  });
  before(childProcess, 'execFileSync', ([file]) => checkProgram(file));
  before(childProcess, 'execSync', ([command]) => checkProgram(`a shell with ${String(command)}`));
}

/** Names that no name server is asked for. */
const isLocalName = (name: string): boolean => name === '' || name === 'localhost' || net.isIP(name) !== 0;

function checkName(name: unknown): void {
  if (typeof name === 'string' && !isLocalName(name)) refuse(`A test asks for the address of ${name}`);
}

function checkAddress(address: unknown): void {
  if (typeof address === 'string' && net.isIP(address) !== 0 && !isLoopback(address)) {
    refuse(`A test connects to ${address}`);
  }
}

function guardNetwork(): void {
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (this: net.Socket, ...given: never[]) {
    // Node hands over an array of normalized arguments, or the arguments as they were written.
    const [first, second] = given.flat() as unknown[];
    const options = typeof first === 'object' && first !== null ? first : { port: first, host: second };
    const host: unknown = Reflect.get(options, 'host');
    if (Reflect.get(options, 'path') === undefined) {
      checkAddress(host);
      // Names are judged where they are looked up, and here where the answer leads.
      this.on('lookup', (_error, address) => {
        if (typeof address !== 'string' || net.isIP(address) === 0 || isLoopback(address)) return;
        violations.push(`A test connects to ${address}`);
        this.destroy(new Error(violations.at(-1)));
      });
    }
    return Reflect.apply(connect, this, given);
  };
  for (const name of ['send', 'connect']) {
    before(dgram.Socket.prototype, name, (given) => {
      for (const value of given) checkAddress(value);
    });
  }
  for (const names of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const name of Object.getOwnPropertyNames(names)) {
      if (/^(?:lookup|resolve|reverse)/.test(name)) before(names, name, ([host]) => checkName(host));
    }
  }
}

/** Guards this process, once. */
export function guard(): void {
  if (Reflect.get(globalThis, GUARDED) === true) return;
  Reflect.set(globalThis, GUARDED, true);
  guardFiles();
  guardPrograms();
  guardNetwork();
  syncBuiltinESMExports();
}
