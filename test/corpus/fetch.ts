/** Fetches Debian packages and their sources and unpacks them, without installing anything. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where packages are kept, outside of the checkout: `$WAYPOST_CORPUS`, or a folder of the user's cache. */
export const cache = process.env.WAYPOST_CORPUS ?? join(homedir(), '.cache/waypost-corpus');

/** What begins the name of a source package. */
const SOURCE = 'source:';

/**
 * The folders of the packages, fetched if they are not there.
 *
 * @returns the packages that are there, and those that could not be fetched
 */
export function unpack(names: readonly string[]): {
  readonly folders: ReadonlyMap<string, string>;
  readonly missing: string[];
} {
  const folders = new Map<string, string>();
  const missing: string[] = [];
  for (const name of names) {
    const folder = join(cache, 'packages', name.replace(SOURCE, ''));
    if (existsSync(folder) || fetchInto(name, folder)) folders.set(name, folder);
    else missing.push(name);
  }
  return { folders, missing };
}

/** A command with its arguments. */
type CommandLine = readonly [program: string, ...args: string[]];

const succeeds = ([program, ...args]: CommandLine, cwd: string): boolean =>
  spawnSync(program, args, { cwd, stdio: 'ignore' }).status === 0;

/** apt-get with a list of sources of its own, which a machine seldom has. It is made at the first call. */
function aptOfSources(): CommandLine {
  const folder = join(cache, 'sources');
  const settings = Object.entries({
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'APT::Sandbox::User': 'root',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt: CommandLine = ['apt-get', '-q', ...settings];
  if (!existsSync(folder)) {
    mkdirSync(join(folder, 'lists/partial'), { recursive: true });
    const format = [
      '--format',
      'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(REPO_URI) $(CODENAME) main',
    ];
    const filter = ['Origin: Debian', 'Created-By: Packages', 'Component: main'];
    const { stdout } = spawnSync('apt-get', ['indextargets', ...format, ...filter], { encoding: 'utf8' });
    writeFileSync(join(folder, 'sources.list'), `${stdout.split('\n', 1)[0]}\n`);
    succeeds([...apt, 'update'], folder);
  }
  return apt;
}

/** Downloads a package or a source into a folder, and returns what unpacks it there into `files`; `null` = no. */
function download(name: string, folder: string): CommandLine | null {
  const isSource = name.startsWith(SOURCE);
  const command: CommandLine = isSource
    ? [...aptOfSources(), 'source', '--download-only', '--tar-only', name.slice(SOURCE.length)]
    : ['apt-get', 'download', '-q', name];
  if (!succeeds(command, folder)) return null;
  const file = readdirSync(folder).find((file) => /\.deb$|(?<!\.debian)\.tar\.[a-z\d]+$/.test(file));
  if (file === undefined) return null;
  return isSource ? ['tar', '-xf', file, '-C', 'files', '--no-same-owner'] : ['dpkg-deb', '-x', file, 'files'];
}

function fetchInto(name: string, folder: string): boolean {
  const place = join(cache, `download-${process.pid}`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, 'files'), { recursive: true });
  try {
    const unpacking = download(name, place);
    if (unpacking === null || !succeeds(unpacking, place)) return false;
    mkdirSync(join(folder, '..'), { recursive: true });
    renameSync(join(place, 'files'), folder);
    return true;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
