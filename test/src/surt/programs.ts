/**
 * The programs of archives, for comparisons with their keys. None is part of the project. The folder `SURT_PROGRAMS`
 * has the repositories as `git clone` makes them: `surt`, `webarchive-commons` and `warcio.js`. Python, and a JDK for
 * webarchive-commons, must be there too. Without them, a comparison is skipped, and says so.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SURT_RULES, type SurtProfileName, type SurtRuleName } from '../../../src/surt.ts';

/** Asks a program for the keys of URLs; `null` = it makes none. */
export type AskProgram = (urls: readonly string[], temporary: string) => readonly (string | null)[];

const { SURT_PROGRAMS: programs = '../surt-programs' } = process.env;

/** Where each program’s repository is. */
export const folders: Readonly<Record<SurtProfileName, string>> = {
  ia: join(programs, 'surt'),
  'webarchive-commons': join(programs, 'webarchive-commons'),
  'warcio.js': join(programs, 'warcio.js'),
};

const MAX_OUTPUT = 2 ** 30;

/** Runs a program with a line of JSON for each URL, and reads one for each key. */
function ask(file: string, args: readonly string[], rows: readonly unknown[], environment = {}): (string | null)[] {
  const input = rows.map((row) => `${JSON.stringify(row).replace(/[^ -~]/g, escaped)}\n`).join('');
  const env = { ...process.env, ...environment };
  const output = execFileSync(file, args, { input, encoding: 'utf8', maxBuffer: MAX_OUTPUT, env });
  return output.trimEnd().split('\n').map(keyIn);
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function keyIn(line: string): string | null {
  const key: unknown = JSON.parse(line);
  if (typeof key !== 'string' && key !== null) throw new TypeError(`not a key: ${line}`);
  return key;
}

/** How each program is asked. */
export const programsOf: Readonly<Record<SurtProfileName, AskProgram>> = {
  ia: (urls) => ask('python3', [join(import.meta.dirname, 'ia.py')], urls, { SURT: folders.ia }),
  'webarchive-commons'(urls, temporary) {
    const classes = join(temporary, 'classes');
    if (!existsSync(classes)) {
      mkdirSync(classes);
      const sources = [join(folders['webarchive-commons'], 'src/main/java'), join(import.meta.dirname, 'java')].join(
        ':',
      );
      const main = join(import.meta.dirname, 'java/Keys.java');
      execFileSync('javac', ['-nowarn', '-d', classes, '-sourcepath', sources, main], { stdio: 'pipe' });
    }
    return ask('java', ['-cp', classes, 'Keys'], urls);
  },
  'warcio.js'(urls, temporary) {
    // Its module with the types of requests alone is not read.
    const source = readFileSync(join(folders['warcio.js'], 'src/lib/utils.ts'), 'utf8');
    writeFileSync(join(temporary, 'warcio.ts'), source.replace(/^import .*\n/gm, ''));
    const script = join(temporary, 'keys.ts');
    writeFileSync(
      script,
      `import { readFileSync } from 'node:fs';
      import { getSurt } from './warcio.ts';
      for (const line of readFileSync(0, 'utf8').trimEnd().split('\\n')) console.log(JSON.stringify(getSurt(JSON.parse(line))));`,
    );
    return ask(process.execPath, [script], urls, { NODE_NO_WARNINGS: '1' });
  },
};

/** Asks the Python package with its options for rules that do not apply. */
export function askWithOptions(
  rows: readonly { readonly url: string; readonly without: readonly SurtRuleName[]; readonly withScheme: boolean }[],
): readonly (string | null)[] {
  const asked = rows.map(({ url, without, withScheme }) => {
    const off = SURT_RULES.filter(({ name }) => without.includes(name)).map(({ source }) => [source, false]);
    return [url, { ...Object.fromEntries(off), with_scheme: withScheme }];
  });
  return ask('python3', [join(import.meta.dirname, 'ia.py')], asked, { SURT: folders.ia });
}
