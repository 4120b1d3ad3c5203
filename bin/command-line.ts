/** Reads the command line of `waypost`. */
import { readFileSync } from 'node:fs';
import { type Options, safeCanonicalize } from '../src/index.ts';
import type { SurtOptions } from '../src/surt.ts';
import { type CheckSource, isLinkArgument } from './check/items.ts';
import type { Checking } from './check/run.ts';
import { isFilter, STANDARD_INPUT } from './files/walk.ts';
import type { Indexing } from './index-news/run.ts';
import type { FieldPosition } from './lines.ts';
import type { LinkListing, LinkSource } from './links/run.ts';
import type { Mending } from './mend/run.ts';
import type { GetRequest } from './network/contract.ts';
import type { Publication } from './publish/run.ts';
import {
  type LinkRewriter,
  readMirrors,
  readSuccessors,
  toCanonical,
  toGateway,
  toMirror,
} from './rewrite/rewriters.ts';
import type { Rewriting } from './rewrite/run.ts';
import { checkArguments, commandNamed, readArguments } from './usage/arguments.ts';
import { COMMAND_NAMES, type Command, PAIR_COMMANDS, type UrlCommand } from './usage/commands.ts';
import { SHELLS, type Shell } from './usage/completion.ts';
import type { OptionsOf } from './usage/options.ts';
import { UsageError } from './usage/usage-error.ts';

/** A command that answers URLs. */
export type UrlInvocation = ReturnType<typeof runOf>;

/** The command line, parsed. */
type Invocation =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'completion'; readonly shell: Shell }
  | { readonly kind: 'formats' }
  | UrlInvocation
  | Rewriting
  | LinkListing
  | Publication
  | Indexing
  | GetRequest
  | Mending
  | Checking;

/**
 * Reads the arguments after the name of the program.
 *
 * @throws UsageError
 */
export function readCommandLine(argv: readonly string[]): Invocation {
  const { given, options, positionals } = readArguments(argv);
  const [name, ...operands] = positionals;
  if (name === 'help') return { kind: 'help', command: operands[0] === undefined ? null : commandNamed(operands[0]) };
  if (options.help) return { kind: 'help', command: COMMAND_NAMES.find((command) => command === name) ?? null };
  if (options.version) return { kind: 'version' };
  if (name === 'completion') return { kind: 'completion', shell: shellNamed(operands) };
  if (name === undefined) throw new UsageError('no command');
  const command = commandNamed(name);
  checkArguments(command, given, operands.length);
  switch (command) {
    case 'rewrite':
      return rewritingOf(options, operands);
    case 'links':
      return listingOf(options, operands);
    case 'formats':
      return { kind: 'formats' };
    case 'publish':
      return { ...options, kind: 'publish', file: operands[0] ?? '-' };
    case 'index-news':
      return { ...options, kind: 'index-news', files: operands };
    case 'get':
      return getOf(options, operands[0] ?? '');
    case 'mend':
      return mendingOf(options, operands);
    case 'check':
      return checkingOf(options, operands);
    default:
      return runOf(command, options, operands);
  }
}

function getOf(options: OptionsOf<'get'>, url: string): GetRequest {
  const format = options.json ? 'json' : options.raw ? 'raw' : 'text';
  return { ...options, kind: 'get', url, format, options: libraryOptions(options) };
}

function shellNamed(names: readonly string[]): Shell {
  const shell = SHELLS.find((shell) => shell === names[0]);
  if (shell === undefined || names.length > 1) throw new UsageError(`completion needs one of ${SHELLS.join(', ')}`);
  return shell;
}

function runOf(command: UrlCommand, options: OptionsOf<UrlCommand>, operands: readonly string[]) {
  const { encoding, null: isNull, keep, json, ndjson } = options;
  const source = sourceOf(options, operands);
  if (PAIR_COMMANDS.has(command) && source.kind === 'arguments' && source.urls.length !== 2) {
    throw new UsageError(`${command} needs two URLs`);
  }
  const format: 'json' | 'ndjson' | 'text' = json ? 'json' : ndjson ? 'ndjson' : 'text';
  const lines = { encoding: encoding ?? 'utf-8', null: isNull, keep, field: fieldOf(options) } as const;
  const given = { options: libraryOptions(options), surt: surtOf(options), unwrap: unwrapOf(options) };
  return { kind: 'run', command, source, lines, format, ...given } as const;
}

/** Where URLs are read from: arguments, or files of lines, of which `-` is standard input. */
type InputSource =
  | { readonly kind: 'arguments'; readonly urls: readonly string[] }
  | { readonly kind: 'lines'; readonly files: readonly string[] };

/** With `--field` and `--cdxj`, arguments are the names of files. */
function sourceOf({ field, cdxj, encoding }: OptionsOf<UrlCommand>, operands: readonly string[]): InputSource {
  if (isStandardInput(operands)) return { kind: 'lines', files: ['-'] };
  if (field !== null || cdxj) return { kind: 'lines', files: operands };
  if (encoding !== null) throw new UsageError('--encoding and arguments cannot be combined');
  return { kind: 'arguments', urls: operands };
}

/** Where the URL stands in a line; `cdxj` = in the JSON of an index; `null` = the line is the URL. */
function fieldOf({ cdxj, field, delimiter }: OptionsOf<UrlCommand>): FieldPosition | 'cdxj' | null {
  if (cdxj) return 'cdxj';
  return field === null ? null : { number: field, delimiter };
}

/** The origins of Wayposts whose addresses stand for links, too; `null` = no link behind an address is taken. */
function unwrapOf({ unwrap, waypost }: OptionsOf<UrlCommand>): { readonly wayposts: readonly string[] } | null {
  if (unwrap === null && waypost !== null) throw new UsageError('--waypost needs --unwrap');
  return unwrap === null ? null : { wayposts: waypost === null ? [] : [waypost] };
}

/** How keys are made in place of canonical forms; `null` = they are not. */
function surtOf({ surt, cdxj, profile, without, withScheme }: OptionsOf<UrlCommand>): SurtOptions | null {
  if (profile === 'warcio.js' && (without !== null || withScheme))
    throw new UsageError('--profile=warcio.js and --without or --with-scheme cannot be combined');
  return surt || cdxj ? { profile, withScheme, ...(without && { without: [...without] }) } : null;
}

/** `waypost rewrite`. */
function rewritingOf(options: OptionsOf<'rewrite'>, files: readonly string[]): Rewriting {
  const rewriter = rewriterOf(options);
  const output = options.check ? 'list' : options.diff ? 'diff' : 'write';
  return {
    kind: 'rewrite',
    ...filesOf('rewrite', options, files, output === 'write'),
    rewriter,
    output,
    strict: options.strict,
  };
}

/** `waypost links`. */
function listingOf(options: OptionsOf<'links'>, files: readonly string[]): LinkListing {
  return {
    kind: 'links',
    ...filesOf('links', options, files),
    output: options.tsv ? 'tsv' : 'ndjson',
    strict: options.strict,
  };
}

/** `waypost check`. Arguments are links or names of files, as {@link isLinkArgument} tells them apart. */
function checkingOf(options: OptionsOf<'check'>, operands: readonly string[]): Checking {
  const source = checkSourceOf(options, operands);
  const hasFiles = source.kind === 'arguments' && source.files !== null;
  const report = options.report ?? (hasFiles ? 'text' : 'ndjson');
  const lenient = report === 'github';
  const { answers, answersFor } = options;
  const remembered = answers === null ? null : { file: answers, youngFor: answersFor };
  const network = { options: libraryOptions(options), archives: null };
  return { ...options, ...network, kind: 'check', source, report, lenient, remembered };
}

function checkSourceOf(options: OptionsOf<'check'>, operands: readonly string[]): CheckSource {
  const { base, encoding, format, stdinName, recursive } = options;
  if (isStandardInput(operands)) {
    if (format !== null || stdinName !== null)
      return { kind: 'arguments', links: [], files: filesOf('check', options, operands) };
    return { kind: 'list', encoding: encoding ?? 'utf-8' };
  }
  // Against a base, a link needs no scheme.
  const links = operands.filter((operand) => base !== null || isLinkArgument(operand));
  const files = operands.filter((operand) => !links.includes(operand));
  if (files.length > 0) return { kind: 'arguments', links, files: filesOf('check', options, files) };
  if (encoding !== null) throw new UsageError('--encoding needs standard input or the names of files');
  if (format !== null) throw new UsageError('--format needs the names of files');
  if (recursive) throw new UsageError('--recursive needs the names of files');
  return { kind: 'arguments', links, files: null };
}

/** `waypost mend`. */
function mendingOf(options: OptionsOf<'mend'>, operands: readonly string[]): Mending {
  const { report, successors } = options;
  if (report !== null && report !== 'text' && report !== 'ndjson') throw new UsageError('mend reports text or ndjson');
  return {
    ...options,
    kind: 'mend',
    files: filesOf('mend', options, operands, options.write),
    successors: successors === null ? [] : readSuccessors(readFileSync(successors, 'utf8'), successors),
    report: report ?? 'text',
    options: libraryOptions(options),
  };
}

type FileOptions = Pick<OptionsOf<'links'>, 'format' | 'stdinName' | 'recursive' | 'encoding'>;

/**
 * Which files a command reads, and their encoding; without names of files it reads standard input.
 *
 * @param writes - whether the files are changed
 */
function filesOf(
  command: Command,
  { format, stdinName, recursive, encoding }: FileOptions,
  operands: readonly string[],
  writes = false,
): LinkSource {
  if (encoding === 'utf-16') throw new UsageError('--encoding must be utf-8 or latin1 for files, not "utf-16"');
  const files = operands.length === 0 ? [STANDARD_INPUT] : operands;
  const selection = { files, stdinName, format, recursive };
  if (!isFilter(selection)) {
    if (stdinName !== null) throw new UsageError('--stdin-name needs standard input: "-" or no names of files');
  } else if (format === null && stdinName === null) {
    const needs =
      operands.length === 0 ? `${command} needs the names of files` : 'the format of standard input is unknown';
    throw new UsageError(`${needs}; --format or --stdin-name reads standard input`);
  } else if (writes && files.length > 1) {
    throw new UsageError('"-" and the names of files cannot be combined where they are changed');
  }
  return { selection, encoding };
}

function rewriterOf({ to, mirrors, waypost }: OptionsOf<'rewrite'>): LinkRewriter {
  if (mirrors !== null && to !== 'https') throw new UsageError('--mirrors needs --to https');
  if (waypost !== null && to !== 'gateway') throw new UsageError('--waypost needs --to gateway');
  switch (to) {
    case 'canonical':
      return toCanonical;
    case 'gateway':
      if (waypost === null) throw new UsageError('--to gateway needs --waypost');
      return toGateway(waypost);
    case 'https':
      if (mirrors === null) throw new UsageError('--to https needs --mirrors');
      return toMirror(readMirrors(readFileSync(mirrors, 'utf8'), mirrors));
  }
}

/** How URLs are read. An invalid base is an error of the command line, not of every line of the input. */
function libraryOptions({ base, dialect, lax }: Pick<OptionsOf<'canonicalize'>, 'base' | 'dialect' | 'lax'>): Options {
  if (base === null) return { dialect, lax };
  const read = safeCanonicalize(base, { dialect });
  if (!read.ok) throw new UsageError(`--base: ${read.error.message} (${read.error.code})`);
  return { base, dialect, lax };
}

/** Whether a command reads standard input: it has no arguments, or a hyphen. */
function isStandardInput(operands: readonly string[]): boolean {
  return operands.length === 0 || (operands.length === 1 && operands[0] === '-');
}
