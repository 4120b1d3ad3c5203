/**
 * One run of the command line. It reads queries, writes results as fast as they are read, and returns the exit status.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { answerLines, isLineInvocation } from './canonical-lines.ts';
import { CdxjKeys, LineOrder } from './cdxj.ts';
import { readCommandLine, type UrlInvocation } from './command-line.ts';
import type { PipedInputs } from './files/piped.ts';
import type { Indexing } from './index-news/run.ts';
import { LongLineError } from './lines.ts';
import type { LinkListing } from './links/run.ts';
import { masked } from './masked.ts';
import type { NetworkCommands } from './network/contract.ts';
import { networkModuleIn } from './network-module.ts';
import { type Layout, Progress, ResultOutput, write } from './output.ts';
import type { Publication } from './publish/run.ts';
import { queriesOf } from './queries.ts';
import { commandFunction, LineMessages } from './result.ts';
import { isSystemError, systemErrorText } from './system-error.ts';
import { type StandardStreams, terminalStyleOf } from './terminal.ts';
import { PAIR_COMMANDS } from './usage/commands.ts';
import { completionOf } from './usage/completion.ts';
import { formatsList, usageOf } from './usage/help.ts';
import { isUsageError, UsageError } from './usage/usage-error.ts';

/** Exit statuses, as the help explains them. */
export type ExitStatus = 0 | 1 | 2;

/** @param failed - whether something could not be read or written */
const statusOf = (isYes: boolean, failed = false): ExitStatus => (failed ? 2 : isYes ? 0 : 1);

const ownFolder = dirname(fileURLToPath(import.meta.url));

/** Runs the program. */
export async function run(argv: readonly string[], streams: StandardStreams): Promise<ExitStatus> {
  const { stdout, stderr } = streams;
  // A failed write rejects its promise; the error event repeats that and would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  try {
    const invocation = readCommandLine(argv);
    switch (invocation.kind) {
      case 'run':
        return await answerAll(invocation, streams);
      // What most runs do not need is loaded when it is needed: every module takes time to compile.
      case 'rewrite': {
        const { rewriteFiles } = await import('./rewrite/run.ts');
        const { failed, links, isAllRead, isNothingRead } = await withPipes(streams, (pipes) =>
          rewriteFiles(
            invocation,
            {
              write: (output) => write(stdout, output),
              note: (text) => write(stderr, text),
              unread: (text) => write(stderr, text),
            },
            pipes,
          ),
        );
        const isYes = (links === 0 || invocation.output === 'write') && (isAllRead || !invocation.strict);
        return statusOf(isYes, failed > 0 || isNothingRead);
      }
      case 'links':
        return await withPipes(streams, (pipes) => listLinks(invocation, streams, pipes));
      case 'publish':
        return await publishLinks(invocation, streams);
      case 'index-news':
        return await indexFiles(invocation, streams);
      case 'check': {
        const { checkLinks } = await import('./check/run.ts');
        const { linkChecker } = await loadNetworkCommands();
        const version = versionOf();
        const checker = linkChecker(invocation, streams, version);
        const { passed, failed } = await checkLinks(invocation, checker, streams, version);
        return statusOf(passed, failed);
      }
      case 'mend': {
        const { mendFiles } = await import('./mend/run.ts');
        const { linkChecker } = await loadNetworkCommands();
        const { mended, failed } = await mendFiles(invocation, linkChecker(invocation, streams, versionOf()), streams);
        return statusOf(mended, failed);
      }
      case 'get': {
        const { get } = await loadNetworkCommands();
        return statusOf(await get(invocation, streams, versionOf()));
      }
      case 'help':
        await write(stdout, usageOf(invocation.command));
        return 0;
      case 'formats':
        await write(stdout, formatsList());
        return 0;
      case 'version':
        await write(stdout, `waypost ${versionOf()}\n`);
        return 0;
      case 'completion':
        await write(stdout, completionOf(invocation.shell));
        return 0;
    }
  } catch (error) {
    if (isUsageError(error)) return fail(stderr, `${error.message}\nTry "waypost --help".`);
    if (error instanceof LongLineError) return fail(stderr, error.message);
    if (!isSystemError(error)) throw error;
    // The reader closed the pipe, as `head` does.
    return error.code === 'EPIPE' ? 0 : fail(stderr, systemErrorText(error));
  }
}

/** Loads the commands that use the network. */
async function loadNetworkCommands(): Promise<NetworkCommands> {
  const module = networkModuleIn(join(ownFolder, 'network'));
  return import(pathToFileURL(module).href);
}

async function fail(stderr: Writable, message: string): Promise<ExitStatus> {
  // If standard error is closed too, the exit status has to be enough.
  await write(stderr, `waypost: ${message}\n`).catch(() => undefined);
  return 2;
}

async function withPipes<Result>(
  { stdin }: StandardStreams,
  work: (pipes: PipedInputs) => Promise<Result>,
): Promise<Result> {
  const { PipedInputs } = await import('./files/piped.ts');
  const pipes = new PipedInputs(stdin);
  try {
    return await work(pipes);
  } finally {
    pipes.remove();
  }
}

async function publishLinks(publication: Publication, { stdin, stdout, stderr }: StandardStreams): Promise<ExitStatus> {
  if (publication.file === '-' && stdin.isTTY) throw new UsageError('no export, and standard input is a terminal');
  const { publish } = await import('./publish/run.ts');
  const { counts, faults } = await publish(publication, stdin);
  for (const fault of faults) await write(stderr, `${fault}\n`);
  await write(stdout, `${counts.live} links, ${counts.gone} gone, ${counts.blocked} blocked\n`);
  return statusOf(faults.length === 0);
}

async function indexFiles(indexing: Indexing, { stdout, stderr }: StandardStreams): Promise<ExitStatus> {
  const { indexNews } = await import('./index-news/run.ts');
  const { articles, groups, isWritten, report, faults } = await indexNews(indexing);
  for (const { name, fault } of faults) await write(stderr, `waypost: ${masked(name)}: ${fault}\n`);
  if (!isWritten) {
    for (const line of report.lines()) await write(stdout, `${line}\n`);
    await write(stderr, `waypost: No article was read, so ${masked(indexing.out)} is unchanged.\n`);
    return statusOf(false);
  }
  const summary = `${masked(indexing.out)}: ${counted(articles, 'article')} in ${counted(groups, 'group')}`;
  await write(stdout, `${[summary, ...report.lines()].join('\n')}\n`);
  return statusOf(faults.length === 0);
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

async function listLinks(
  listing: LinkListing,
  { stdout, stderr }: StandardStreams,
  pipes: PipedInputs,
): Promise<ExitStatus> {
  const { lineOf, linksOfFiles } = await import('./links/run.ts');
  let [passed, failed] = [true, false];
  for await (const links of linksOfFiles(listing, pipes)) {
    if ('fault' in links) {
      failed = true;
      await write(stderr, `waypost: ${masked(links.name)}: ${links.fault}\n`);
    } else if ('unread' in links) {
      passed &&= !listing.strict;
      failed ||= links.isNothingRead;
      await write(stderr, links.unread);
    } else await write(stdout, links.map((link) => lineOf(link, listing.output)).join(''));
  }
  return statusOf(passed, failed);
}

async function answerAll(invocation: UrlInvocation, streams: StandardStreams): Promise<ExitStatus> {
  const { command, source, lines, format, surt } = invocation;
  const { stdin, stdout, stderr, env } = streams;
  if (source.kind === 'lines' && source.files.includes('-') && stdin.isTTY) {
    throw new UsageError('no URLs, and standard input is a terminal');
  }
  if (isLineInvocation(invocation)) return statusOf(await answerLines(invocation, streams));
  const separate = source.kind === 'arguments';
  const single = separate && (source.urls.length === 1 || PAIR_COMMANDS.has(command));
  const answer = commandFunction(invocation, single, terminalStyleOf(stdout, env));
  const output = new ResultOutput(stdout, layoutOf(invocation, single));
  const progress = new Progress(stdout, stderr);
  // A line of text for each line of input, so that columns of two files stay beside each other.
  const keepsLines = !separate && format === 'text' && command !== 'explain';
  const [keys, order] = lines.field === 'cdxj' ? [new CdxjKeys(), new LineOrder()] : [null, null];
  const messages = new LineMessages(streams);
  let ok = true;
  for await (const { file, queries } of queriesOf(invocation, stdin)) {
    for (const { urls, raw, line, fault, before, after, prefix = before, octets, entry } of queries) {
      if (urls === null) {
        if (keepsLines) output.add(lines.keep || lines.field ? before : '', octets);
        else if (format !== 'text') output.add(JSON.stringify({ input: before }), false);
        continue;
      }
      const result = answer(urls, fault);
      ok &&= result.ok;
      const place = file === null ? `line ${line}` : `${file}:${line}`;
      const key = entry && result.output !== null ? keys?.keyOf(entry, result.output, place) : null;
      const text = key ?? result.output ?? (lines.keep || lines.field ? raw : keepsLines ? '' : null);
      if (text !== null) order?.add(before + text + after);
      if (text !== null && output.add(before + text + after, keepsLines && octets)) await output.flush();
      // The only URL that is likely none: `explain` has all other warnings.
      if (command === 'canonicalize' && surt === null && format === 'text' && /^[a-z]:/.test(result.output ?? '')) {
        messages.driveLetter(file, line);
      }
      if (result.failure === null) continue;
      messages.failure(file, result.failure, { line, separate, before: prefix });
      const name = separate ? (urls[result.failure.which ?? -1] ?? '') : '';
      if (existsSync(name)) messages.fileName(command, name);
    }
    const errors = messages.take();
    await output.flush();
    await write(stderr, format !== 'text' || errors === '' ? '' : progress.clear() + errors);
    await write(stderr, separate ? '' : progress.report(queries.at(-1)?.line ?? 0, messages.failures));
  }
  await output.end();
  await write(stderr, progress.clear());
  if (keys?.areAllWritten === false) await write(stderr, keys.report());
  if (order?.isSorted === false)
    await write(stderr, 'The lines are not in the order of their keys: sort them with LC_ALL=C sort.\n');
  return statusOf(ok && keys?.areAllWritten !== false);
}

const layouts = {
  lines: { first: '', next: '', end: '\n', close: '', empty: '' },
  nul: { first: '', next: '', end: '\0', close: '', empty: '' },
  reports: { first: '', next: '\n', end: '\n', close: '', empty: '' },
  array: { first: '[\n', next: ',\n', end: '', close: '\n]\n', empty: '[]\n' },
} as const satisfies Record<string, Layout>;

function layoutOf({ command, format, lines }: UrlInvocation, single: boolean): Layout {
  if (lines.null) return layouts.nul;
  if (format === 'json' && !single) return layouts.array;
  return format === 'text' && command === 'explain' ? layouts.reports : layouts.lines;
}

function versionOf(): string {
  const manifest = join(ownFolder, '../package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return version;
}
