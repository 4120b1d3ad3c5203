/**
 * `npm run corpus`: `waypost rewrite` over files that this project did not write, judged by other parsers in another
 * language. It prints changes, wrong ones and missed ones by format, and ends with status 1 if a change is wrong.
 *
 * `npm run corpus -- --show 200` also prints 200 changes, spread over all files, for the eye; `--only markdown` takes
 * one format, `--mode mirror` one of the three ways to rewrite, `--most 20` at most 20 files of a kind from each
 * package, `--each 250` at most 250 files of a format, spread over the packages. `--list packages` takes one of the two
 * lists of packages, and `npm run corpus -- FOLDER…` the files of other folders. Packages and results are in
 * `$WAYPOST_CORPUS`, or in `~/.cache/waypost-corpus`. test/corpus/install.sh installs the programs of the judge.
 *
 * A missed link is one that the judge reads and that stayed. Its kind is the warning with which Waypost left it alone.
 */
import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PipedInputs } from '../../bin/files/piped.ts';
import { type LinkRewriter, toCanonical, toGateway } from '../../bin/rewrite/rewriters.ts';
import { type RewriteOutput, rewriteFiles } from '../../bin/rewrite/run.ts';
import { safeCanonicalize } from '../../src/index.ts';
import { linksIn, TEXT_FORMATS } from '../../src/text/index.ts';
import { cache, unpack } from './fetch.ts';
import { type CorpusFile, filesOf, MOST_OF_A_PACKAGE } from './files.ts';
import { type Judgement, judge, type Mode, type Task } from './judge.ts';
import { hasJudge, JUDGES, PACKAGES } from './packages.ts';
import { misjudged } from './planted.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ show: { type: 'string' }, only: { type: 'string' }, most: { type: 'string' } },
    ...{ mode: { type: 'string' }, list: { type: 'string' }, each: { type: 'string' } },
  },
});

/** Every link becomes another one, as `mend` and `--to https` do with some: whatever is found has to be written. */
const toMirrorOfAll: LinkRewriter = {
  ...toCanonical,
  rewrite: (url) => {
    const canonical = safeCanonicalize(url);
    const [, scheme, rest] =
      /^(https?|ftp|gopher|news|nntp|telnet|wais):\/\/([^@/?#]*(?:[/?#].*)?)$/.exec(
        canonical.ok ? canonical.value : '',
      ) ?? [];
    if (scheme === undefined) return { kind: 'other' };
    return { kind: 'change', url: `https://mirror.example/${scheme}/${rest}`, changesMeaning: false };
  },
};

const MODES: Readonly<Record<Mode, LinkRewriter>> = {
  canonical: toCanonical,
  gateway: toGateway('https://waypost.example'),
  mirror: toMirrorOfAll,
};

const MODE_NAMES = (['canonical', 'gateway', 'mirror'] as const satisfies readonly Mode[]).filter(
  (mode) => values.mode === undefined || values.mode === mode,
);

/** What has no warning, and stays because of the text around it: an address as the text of a link, a cut string. */
const NOT_WRITABLE = 'not writable';

/** A file of the corpus in one mode. */
interface CorpusTask extends Task {
  /** For people: package and path. */
  readonly path: string;
}

/** The formats of this run that the judge can read here. */
const WANTED = TEXT_FORMATS.filter((format) => values.only === undefined || values.only === format);
const JUDGED = WANTED.filter(hasJudge);

const run = join(cache, 'run', positionals.length > 0 ? 'folders' : 'packages', values.only ?? 'all');
const tasks = layOut();
if (tasks === null) {
  console.error('npm run corpus is skipped: apt-get cannot fetch the packages here.');
} else {
  await checkJudge();
  const { counts: changed, notRead } = await rewriteAll(tasks);
  const judgements = await judge(tasks, modulesOfJudges());
  const wrong = printTable(tasks, judgements, changed);
  await printMissed(tasks, judgements, notRead);
  if (values.show !== undefined) await show(tasks, Number(values.show));
  process.exitCode = wrong > 0 ? 1 : 0;
}

/** Writes each file twice for each mode; `null` without packages. */
function layOut(): readonly CorpusTask[] | null {
  const judges = unpack(JUDGES);
  const { folders, missing } =
    positionals.length > 0
      ? { folders: new Map(positionals.map((folder) => [basename(folder), folder])), missing: [] }
      : unpack(Object.entries(PACKAGES).flatMap(([list, names]) => (list === (values.list ?? list) ? names : [])));
  if (folders.size === 0 || judges.missing.length > 0) return null;
  for (const name of missing) console.error(`The package ${name} could not be fetched.`);
  const unread = WANTED.filter((format) => !JUDGED.includes(format));
  if (unread.length > 0) console.error(`No program reads these formats for the judge: ${unread.join(', ')}`);
  rmSync(run, { recursive: true, force: true });
  const tasks: CorpusTask[] = [];
  for (const { path, format, octets } of filesIn(folders)) {
    const file = `${tasks.length}`;
    for (const mode of MODE_NAMES) {
      const [before, after] = ['before', mode].map((part) => join(run, part, file));
      if (before === undefined || after === undefined) continue;
      for (const target of [before, after]) {
        mkdirSync(join(target, '..'), { recursive: true });
        writeFileSync(target, octets);
      }
      tasks.push({ path, before, after, format, mode });
    }
  }
  return tasks;
}

/** The files of folders that the options leave, their paths with the names of the folders. */
function filesIn(folders: ReadonlyMap<string, string>): readonly CorpusFile[] {
  const seen = new Set<string>();
  const most = Number(values.most ?? MOST_OF_A_PACKAGE);
  const files: CorpusFile[] = [];
  for (const [name, folder] of folders) {
    for (const file of filesOf(folder, seen, most, values.only)) {
      if (JUDGED.includes(file.format)) files.push({ ...file, path: `${name}/${file.path}` });
    }
  }
  const each = Number(values.each ?? Number.POSITIVE_INFINITY);
  return JUDGED.flatMap((format) => {
    const ofFormat = files.filter((file) => file.format === format);
    const step = Math.max(1, ofFormat.length / each);
    return ofFormat.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  });
}

function modulesOfJudges(): readonly string[] {
  return [...unpack(JUDGES).folders.values()].map((folder) => join(folder, 'usr/lib/python3/dist-packages'));
}

/** A judge that does not see planted faults, or sees faults that are none, has no say. */
async function checkJudge(): Promise<void> {
  const mistakes = await misjudged(join(run, 'planted'), JUDGED, modulesOfJudges());
  if (mistakes.length > 0) throw new Error(`The judge is wrong about planted changes:\n${mistakes.join('\n')}`);
}

/** Counts of the tool itself. */
interface OwnCounts {
  readonly changes: number;
  readonly left: number;
  readonly failed: number;
}

/** Rewrites the copies, and returns what the tool says about each kind, and why it did not read a copy. */
async function rewriteAll(tasks: readonly CorpusTask[]): Promise<{
  readonly counts: ReadonlyMap<string, OwnCounts>;
  readonly notRead: ReadonlyMap<string, string>;
}> {
  const counts = new Map<string, OwnCounts>();
  const notRead = new Map<string, string>();
  for (const mode of MODE_NAMES) {
    const rewriter = MODES[mode];
    for (const format of TEXT_FORMATS) {
      const files = tasks.filter((task) => task.mode === mode && task.format === format).map(({ after }) => after);
      const ignore = () => Promise.resolve();
      const note = async (text: string) => {
        const [, file, reason] = /^waypost: (\/.*?): (.*)\n$/.exec(text) ?? [];
        if (file !== undefined && reason !== undefined) notRead.set(file, reason);
      };
      const output: RewriteOutput = 'write';
      const selection = { files, stdinName: null, format, recursive: false };
      const rewriting = { kind: 'rewrite', selection, encoding: null, rewriter, output } as const;
      const { links, left, failed } = await rewriteFiles(
        rewriting,
        { write: ignore, note, unread: ignore },
        new PipedInputs(process.stdin),
      );
      counts.set(`${format} ${mode}`, { changes: links, left, failed });
    }
  }
  return { counts, notRead };
}

function printTable(
  tasks: readonly CorpusTask[],
  judgements: readonly Judgement[],
  own: ReadonlyMap<string, OwnCounts>,
): number {
  const rows: (readonly (string | number)[])[] = [];
  let allWrong = 0;
  for (const mode of MODE_NAMES) {
    for (const format of TEXT_FORMATS) {
      const indexes = tasks.flatMap((task, index) => (task.mode === mode && task.format === format ? [index] : []));
      if (indexes.length === 0) continue;
      const found = indexes.map((index) => judgements[index]).filter((judgement) => judgement !== undefined);
      const sum = (count: (judgement: Judgement) => number): number =>
        found.reduce((all, each) => all + count(each), 0);
      const wrong = sum((each) => each.wrong.length);
      const { changes = 0, left = 0, failed = 0 } = own.get(`${format} ${mode}`) ?? {};
      allWrong += wrong;
      rows.push([
        format,
        mode,
        indexes.length,
        changes,
        sum((each) => each.changes),
        wrong,
        left,
        sum((each) => each.missed.length),
        failed,
      ]);
    }
  }
  console.log('| format | mode | files | changes | as judged | wrong | left alone | missed | not read |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  for (const [index, { wrong }] of judgements.entries()) {
    const task = tasks[index];
    for (const words of wrong) console.log(`\nWRONG ${task?.mode} ${task?.path} (${task?.before})\n  ${words}`);
  }
  return allWrong;
}

/** Prints how many links were missed for which reason, and then each of them. */
async function printMissed(
  tasks: readonly CorpusTask[],
  judgements: readonly Judgement[],
  notRead: ReadonlyMap<string, string>,
): Promise<void> {
  const kinds = new Map<string, Map<string, number>>();
  const lines: string[] = [];
  for (const [index, { missed }] of judgements.entries()) {
    const task = tasks[index];
    if (task === undefined || missed.length === 0) continue;
    const known = notRead.has(task.after) ? [] : await warningsIn(task);
    const otherwise = kindOfUnknown(task, notRead);
    for (const url of missed) {
      const [, kind = otherwise(url)] =
        known.find(([link, kind]) => link === url && kind !== NOT_WRITABLE) ??
        known.find(([link]) => link === url) ??
        known.find(([link]) => url.startsWith(link) || link.startsWith(url)) ??
        [];
      const counts = kinds.get(`${task.format} ${task.mode}`) ?? new Map<string, number>();
      kinds.set(`${task.format} ${task.mode}`, counts.set(kind, (counts.get(kind) ?? 0) + 1));
      lines.push(`MISSED (${kind}) ${task.mode} ${task.path} (${task.before}): ${url}`);
    }
  }
  for (const [place, counts] of kinds) {
    const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
    console.log(`\nMissed, ${place}: ${sorted.map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
  }
  for (const line of lines) console.log(line);
  for (const { path, after } of tasks) {
    const reason = notRead.get(after);
    if (reason !== undefined) console.log(`NOT READ ${path}: ${reason}`);
  }
}

/** What a missed link is that Waypost does not know: the judge may make one, as of the field `eprint` of BibTeX. */
function kindOfUnknown({ before, after }: CorpusTask, notRead: ReadonlyMap<string, string>): (url: string) => string {
  if (notRead.has(after)) return () => 'file not read';
  const text = readFileSync(before, 'latin1').toLowerCase();
  return (url) => {
    const [host = ''] = url
      .toLowerCase()
      .replace(/^[a-z]+:\/\//, '')
      .split(/[/?#]/, 1);
    return text.includes(`//${host}`) ? 'not found' : 'not in the file';
  };
}

/** The links that a file has for Waypost, with the first warning of each. */
async function warningsIn({ before, format }: CorpusTask): Promise<readonly (readonly [url: string, kind: string])[]> {
  const octets = readFileSync(before);
  const text = isUtf8(octets) ? octets.toString('utf8') : octets.toString('latin1');
  const { links } = await linksIn(text, format);
  return links.map(({ url, warnings: [first] }) => [url, first ?? NOT_WRITABLE]);
}

/** Prints changed lines, spread over all files that changed. */
async function show(tasks: readonly CorpusTask[], most: number): Promise<void> {
  const changed = tasks.filter(({ before, after }) => !readFileSync(before).equals(readFileSync(after)));
  const step = Math.max(1, Math.floor(changed.length / most));
  for (let index = 0; index < changed.length; index += step) {
    const task = changed[index];
    if (task === undefined) break;
    const { stdout } = spawnSync('diff', ['-a', '-U0', task.before, task.after], { encoding: 'latin1' });
    const lines = stdout.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
    console.log(
      `\n${task.mode} ${task.format} ${task.path}\n${lines
        .slice(0, 4)
        .map((line) => line.slice(0, 300))
        .join('\n')}`,
    );
  }
}
