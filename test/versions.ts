/**
 * The packages of the lockfiles against the registry.
 *
 * - `npm run outdated` prints which packages have newer releases, and why they stay: docs/decisions.md has the reasons.
 *   It fails if a reason is missing, or is not needed any more.
 * - `npm run deprecated` fails if a package of a lockfile is marked deprecated.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The folders that have a lockfile. */
const FOLDERS = ['', '.ci/openapi', '.ci/package'];

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly deprecated?: string;
  readonly link?: boolean;
}

/** What the registry says of a package. */
interface Packument {
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, { readonly deprecated?: string | boolean }>>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/?$/, '/');
const answers = new Map<string, Promise<Packument>>();

function packumentOf(name: string): Promise<Packument> {
  const answer = answers.get(name) ?? ask(name);
  answers.set(name, answer);
  return answer;
}

async function ask(name: string): Promise<Packument> {
  const headers = { Accept: 'application/vnd.npm.install-v1+json' };
  const response = await fetch(registry + name.replace('/', '%2f'), { headers });
  if (!response.ok) throw new Error(`The registry answers ${response.status} to the question for ${name}.`);
  return (await response.json()) as Packument;
}

/** Calls a function for all items, eight at a time. */
async function forAll<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/** The reasons of docs/decisions.md, by the name of a package, with its folder if that is not the root. */
function reasons(): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'docs/decisions.md'), 'utf8');
  const [, table = ''] = /\| behind \| why \|\n\|[- |]+\|\n((?:\|.*\n)*)/.exec(text) ?? [];
  return new Map(
    table
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [, names = '', reason = ''] = row.split('|').map((cell) => cell.trim());
        const [, list = '', folder] = /^(.*?)(?: \((.*)\))?$/.exec(names) ?? [];
        return list.split(', ').map((name) => [folder === undefined ? name : `${name} (${folder})`, reason] as const);
      }),
  );
}

async function outdated(): Promise<boolean> {
  const known = new Map(reasons());
  const rows: string[] = [];
  let isWrong = false;
  for (const folder of FOLDERS) {
    const { dependencies, devDependencies, optionalDependencies } = read(join(folder, 'package.json')) as Manifest;
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    await forAll(all, async ([name, wanted]) => {
      const [, real = name, version = wanted] = /^npm:(.+)@(.+)$/.exec(wanted) ?? [];
      const { latest } = (await packumentOf(real))['dist-tags'];
      if (latest === version) return;
      const key = folder === '' ? name : `${name} (${folder})`;
      const reason = known.get(key) ?? known.get(name);
      known.delete(key);
      isWrong ||= reason === undefined;
      rows.push(`${key} ${version}, newest ${latest}: ${reason ?? 'NO REASON in docs/decisions.md'}`);
    });
  }
  for (const row of rows.toSorted()) console.log(row);
  for (const key of known.keys()) console.log(`${key} is not behind any more: docs/decisions.md still has a reason.`);
  return !isWrong && known.size === 0;
}

async function deprecated(): Promise<boolean> {
  const wrong: string[] = [];
  let count = 0;
  for (const folder of FOLDERS) {
    const lock = read(join(folder, 'package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };
    const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && link !== true);
    await forAll(packages, async ([path, { name, version = '', deprecated }]) => {
      const real = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const said = deprecated ?? (await packumentOf(real)).versions[version]?.deprecated;
      count += 1;
      if (said) wrong.push(`${join(folder, path)} ${version}: ${said}`);
    });
  }
  for (const row of wrong) console.log(row);
  console.log(`${count} packages, ${wrong.length} of them deprecated.`);
  return wrong.length === 0;
}

const commands = new Map([
  ['outdated', outdated],
  ['deprecated', deprecated],
]);
const command = commands.get(process.argv[2] ?? '');
if (command === undefined) {
  console.error(`Name a command: ${[...commands.keys()].join(' or ')}.`);
  process.exit(2);
}
process.exitCode = (await command()) ? 0 : 1;
