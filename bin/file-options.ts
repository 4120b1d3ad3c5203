/** Reads the options of the commands that take files: which files, and what becomes of their links. */

import { readFileSync } from 'node:fs';
import { TEXT_FORMATS } from '../src/text/index.ts';
import type { GivenOptions } from './arguments.ts';
import { type CheckSource, isLink } from './check/items.ts';
import { REPORTS } from './check/report.ts';
import type { Checking } from './check/run.ts';
import { ACCEPTABLE } from './check/verdict.ts';
import type { FileEncoding } from './files/encoding.ts';
import type { FileSelection } from './files/walk.ts';
import type { LinkListing } from './links/run.ts';
import { DEAD } from './mend/replacement.ts';
import type { Mending } from './mend/run.ts';
import type { CheckerRequest } from './network/contract.ts';
import { UsageError } from './options.ts';
import {
  type LinkRewriter,
  readMirrors,
  readSuccessors,
  toCanonical,
  toGateway,
  toMirror,
} from './rewrite/rewriters.ts';
import type { Rewriting } from './rewrite/run.ts';
import { libraryOptions, networkSettings } from './shared-options.ts';

/** `waypost rewrite`. */
export function rewritingOf(given: GivenOptions, files: readonly string[]): Rewriting {
  const rewriter = rewriterOf(given);
  const output = given.has('check') ? 'list' : given.has('diff') ? 'diff' : 'write';
  return { kind: 'rewrite', ...sourceOf('rewrite', given, files), rewriter, output };
}

/** `waypost links`. */
export function listingOf(given: GivenOptions, files: readonly string[]): LinkListing {
  return { kind: 'links', ...sourceOf('links', given, files), output: given.has('tsv') ? 'tsv' : 'ndjson' };
}

/** `waypost check`. Arguments are links or names of files, as {@link isLink} tells them apart. */
export function checkingOf(given: GivenOptions, positionals: readonly string[]): Checking {
  const source = checkSourceOf(given, positionals);
  const accepted = given.get('accept');
  const accept = new Set(accepted === undefined ? [] : statusesIn(accepted, ACCEPTABLE, '--accept'));
  const report = REPORTS.find((report) => report === given.get('report'));
  const hasFiles = source.kind === 'arguments' && source.files !== null;
  return {
    kind: 'check',
    source,
    accept,
    strict: given.has('strict'),
    report: report ?? (hasFiles ? 'text' : 'ndjson'),
    ...checkerRequestOf(given),
  };
}

function checkSourceOf(given: GivenOptions, positionals: readonly string[]): CheckSource {
  if (positionals.length === 0 || (positionals.length === 1 && positionals[0] === '-')) {
    if (given.has('format')) throw new UsageError('--format needs the names of files');
    const encoding = given.get('encoding');
    return { kind: 'list', encoding: encoding === 'latin1' || encoding === 'utf-16' ? encoding : 'utf-8' };
  }
  // Against a base, a link needs no scheme.
  const links = positionals.filter((argument) => given.has('base') || isLink(argument));
  const files = positionals.filter((argument) => !links.includes(argument));
  if (files.length > 0) return { kind: 'arguments', links, files: sourceOf('check', given, files) };
  for (const name of ['encoding', 'format', 'recursive'] as const)
    if (given.has(name))
      throw new UsageError(`--${name} needs ${name === 'encoding' ? 'standard input or ' : ''}the names of files`);
  return { kind: 'arguments', links, files: null };
}

/** `waypost mend`. */
export function mendingOf(given: GivenOptions, files: readonly string[]): Mending {
  const successors = given.get('successors');
  if (given.get('report') === 'github') throw new UsageError('mend reports text or ndjson');
  return {
    kind: 'mend',
    files: sourceOf('mend', given, files),
    write: given.has('write'),
    dead: deadStatuses(given.get('dead')),
    successors: successors === undefined ? [] : readSuccessors(readFileSync(successors, 'utf8'), successors),
    report: given.get('report') === 'ndjson' ? 'ndjson' : 'text',
    ...checkerRequestOf(given),
  };
}

/** The setting `ARCHIVES`, whose defaults have a name here; `null` = no archive is asked. */
function archivesOption(value: string | undefined): string | null {
  if (value === undefined || value === 'none') return null;
  return value === 'default' ? '' : value;
}

function deadStatuses(list: string | undefined): Mending['dead'] {
  return new Set(list === undefined ? ['gone'] : statusesIn(list, DEAD, '--dead'));
}

/** How servers are asked. */
function checkerRequestOf(given: GivenOptions): CheckerRequest {
  return {
    options: libraryOptions(given),
    publicOnly: given.has('public-only'),
    pause: milliseconds(given.get('pause') ?? '1s'),
    concurrency: Number(given.get('concurrency') ?? '16'),
    settings: networkSettings(given),
    archives: archivesOption(given.get('archives')),
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function milliseconds(time: string): number {
  return Number.parseInt(time, 10) * (UNITS[time.replace(/\d+/, '')] ?? 1);
}

function statusesIn<Status extends string>(list: string, known: readonly Status[], option: string): readonly Status[] {
  return list.split(',').map((name) => {
    const status = known.find((status) => status === name);
    if (status !== undefined) return status;
    throw new UsageError(`${option}: unknown status "${name}"; there are ${known.join(', ')}`);
  });
}

/** Which files a command reads, and their encoding. */
export function sourceOf(
  command: string,
  given: GivenOptions,
  files: readonly string[],
): { readonly selection: FileSelection; readonly encoding: FileEncoding | null } {
  if (files.length === 0) throw new UsageError(`${command} needs the names of files`);
  const format = TEXT_FORMATS.find((format) => format === given.get('format')) ?? null;
  const encoding = given.get('encoding') ?? null;
  if (encoding === 'utf-16') throw new UsageError('--encoding must be utf-8 or latin1 for files, not "utf-16"');
  return {
    selection: { files, format, recursive: given.has('recursive') },
    encoding: encoding === 'utf-8' || encoding === 'latin1' ? encoding : null,
  };
}

function rewriterOf(given: GivenOptions): LinkRewriter {
  const to = given.get('to');
  const mirrors = given.get('mirrors');
  if (mirrors !== undefined && to !== 'https') throw new UsageError('--mirrors needs --to https');
  const origin = given.get('waypost');
  if (origin !== undefined && to !== 'gateway') throw new UsageError('--waypost needs --to gateway');
  switch (to) {
    case 'canonical':
      return toCanonical;
    case 'gateway':
      if (origin === undefined) throw new UsageError('--to gateway needs --waypost');
      return toGateway(origin);
    case 'https':
      if (mirrors === undefined) throw new UsageError('--to https needs --mirrors');
      return toMirror(readMirrors(readFileSync(mirrors, 'utf8'), mirrors));
    default:
      throw new UsageError('rewrite needs --to');
  }
}
