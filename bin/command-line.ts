/**
 * Reads the command line of `waypost`.
 */
import { readFileSync } from 'node:fs';
import { canonicalize, type Options, UrlError } from '../src/index.ts';
import { charsetOf } from '../src/octets/charset.ts';
import { SURT_RULES, type SurtOptions, type SurtRuleName } from '../src/surt.ts';
import { SHELLS, type Shell } from './completion.ts';
import type { InputEncoding } from './encodings.ts';
import type { FieldPosition } from './field.ts';
import type { CheckRequest, GetRequest } from './network/contract.ts';
import {
  COMMANDS,
  type Command,
  checkOptions,
  type GivenOptions,
  readArguments,
  type UrlCommand,
  UsageError,
} from './options.ts';
import type { Publication } from './publish/run.ts';
import { TEXT_FORMATS } from './rewrite/links-in-text.ts';
import type { LinkRewriter } from './rewrite/rewrite-text.ts';
import type { Rewriting } from './rewrite/run.ts';
import { readMirrors, toCanonical, toGateway, toMirror } from './rewrite/targets.ts';

/** `text` for people and pipes, `json` for one document, `ndjson` for one object per line. */
export type OutputFormat = 'text' | 'json' | 'ndjson';

/** Where URLs are read from: arguments, or files of lines, of which `-` is standard input. */
export type InputSource =
  | { readonly kind: 'arguments'; readonly urls: readonly string[] }
  | { readonly kind: 'lines'; readonly files: readonly string[] };

/** How lines of input are read and what is left of them. */
export interface LineOptions {
  readonly encoding: InputEncoding;
  /** Whether lines end in NUL. */
  readonly null: boolean;
  /** Whether an invalid URL is printed as it came. */
  readonly keep: boolean;
  /** Where the URL stands; `null` = the line is the URL. */
  readonly field: FieldPosition | null;
}

/** A command that answers URLs. */
export interface UrlInvocation {
  readonly kind: 'run';
  readonly command: UrlCommand;
  readonly source: InputSource;
  readonly lines: LineOptions;
  readonly options: Options;
  readonly format: OutputFormat;
  /** How keys are made instead of canonical forms; `null` = they are not. */
  readonly surt: SurtOptions | null;
  /** Whether the link behind the address of a gateway is taken, and the origins of Wayposts; `null` = it is not. */
  readonly unwrap: { readonly wayposts: readonly string[] } | null;
}

/** `waypost check`, before its links are read. */
export interface Checking extends Omit<CheckRequest, 'links'> {
  readonly source: InputSource;
  readonly encoding: InputEncoding;
}

/** The command line, parsed. */
export type Invocation =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'completion'; readonly shell: Shell }
  | UrlInvocation
  | Rewriting
  | Publication
  | GetRequest
  | Checking;

/**
 * Reads the arguments after the name of the program.
 *
 * @throws UsageError
 */
export function readCommandLine(argv: readonly string[]): Invocation {
  const { options, positionals } = readArguments(argv);
  const [name, ...rest] = positionals;
  const command = COMMANDS.find((command) => command === name);
  if (name === 'help') return { kind: 'help', command: rest[0] === undefined ? null : commandNamed(rest[0]) };
  if (options.has('help')) return { kind: 'help', command: command ?? null };
  if (options.has('version')) return { kind: 'version' };
  if (name === 'completion') return { kind: 'completion', shell: shellNamed(rest) };
  if (name === undefined) throw new UsageError('no command');
  const named = commandNamed(name);
  checkOptions(named, options);
  switch (named) {
    case 'rewrite':
      return rewritingOf(options, rest);
    case 'publish':
      return publicationOf(options, rest);
    case 'get':
      return getOf(options, rest);
    case 'check':
      return checkingOf(options, rest);
    default:
      return runOf(named, options, rest);
  }
}

function commandNamed(name: string): Command {
  const command = COMMANDS.find((command) => command === name);
  if (command === undefined) throw new UsageError(`unknown command "${name}"`);
  return command;
}

function shellNamed(names: readonly string[]): Shell {
  const shell = SHELLS.find((shell) => shell === names[0]);
  if (shell === undefined || names.length > 1) throw new UsageError(`completion needs one of ${SHELLS.join(', ')}`);
  return shell;
}

function rewritingOf(given: GivenOptions, files: readonly string[]): Rewriting {
  if (files.length === 0) throw new UsageError('rewrite needs the names of files');
  const format = TEXT_FORMATS.find((format) => format === given.get('format')) ?? null;
  return { kind: 'rewrite', files, rewriter: rewriterOf(given), format, check: given.has('check') };
}

function publicationOf(given: GivenOptions, files: readonly string[]): Publication {
  const folder = given.get('folder');
  if (folder === undefined) throw new UsageError('publish needs --folder');
  if (files.length > 1) throw new UsageError('publish takes one file');
  return { kind: 'publish', file: files[0] ?? '-', folder, waypost: originOption(given) ?? null };
}

function rewriterOf(given: GivenOptions): LinkRewriter {
  const to = given.get('to');
  const mirrors = given.get('mirrors');
  if (mirrors !== undefined && to !== 'https') throw new UsageError('--mirrors needs --to https');
  const origin = originOption(given);
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

function getOf(given: GivenOptions, urls: readonly string[]): GetRequest {
  const [url] = urls;
  if (url === undefined || urls.length > 1) throw new UsageError('get needs one URL');
  for (const other of ['json', 'charset'] as const) {
    if (given.has('raw') && given.has(other)) throw new UsageError(`--${other} and --raw cannot be combined`);
  }
  return {
    kind: 'get',
    url,
    options: libraryOptions(given),
    format: given.has('json') ? 'json' : given.has('raw') ? 'raw' : 'text',
    output: given.get('output') ?? null,
    warc: given.get('warc') ?? null,
    publicOnly: given.has('public-only'),
    charset: charsetOption(given),
    settings: networkSettings(given),
  };
}

function checkingOf(given: GivenOptions, positionals: readonly string[]): Checking {
  const source = sourceOf(positionals, false);
  if (source.kind === 'arguments') refuseTogether(given, 'encoding', 'arguments');
  return {
    kind: 'check',
    source,
    encoding: encodingOf(given),
    options: libraryOptions(given),
    publicOnly: given.has('public-only'),
    pause: pauseOption(given.get('pause') ?? '1s'),
    concurrency: concurrencyOption(given.get('concurrency') ?? '16'),
    settings: networkSettings(given),
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function pauseOption(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? [];
  if (amount === undefined) throw new UsageError(`--pause must be a time such as 500ms or 2s, not "${text}"`);
  return Number(amount) * (UNITS[unit] ?? 1);
}

function concurrencyOption(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new UsageError(`--concurrency must be a number from 1 to 999, not "${text}"`);
  return Number(text);
}

function charsetOption(given: GivenOptions): string | null {
  const label = given.get('charset');
  if (label === undefined) return null;
  const charset = charsetOf(label);
  if (charset === null) throw new UsageError(`--charset: no charset has the name "${label}"`);
  return charset;
}

/** The settings of the gateways that a person may have, by the keys that the Worker has for them. */
const SETTINGS = { 'news-server': 'NEWS_SERVER', 'name-service': 'CNRP_SERVICES', deadlines: 'DEADLINES' } as const;

function networkSettings(given: GivenOptions): GetRequest['settings'] {
  const settings: Record<string, string> = {};
  for (const name of ['news-server', 'name-service', 'deadlines'] as const) {
    const value = given.get(name);
    if (value !== undefined) settings[SETTINGS[name]] = value;
  }
  return settings;
}

function runOf(command: UrlCommand, given: GivenOptions, positionals: readonly string[]): UrlInvocation {
  const field = fieldOption(given);
  const source = sourceOf(positionals, field !== null);
  if (command === 'compare' && source.kind === 'arguments' && source.urls.length !== 2) {
    throw new UsageError('compare needs two URLs');
  }
  if (source.kind === 'arguments') refuseTogether(given, 'encoding', 'arguments');
  return {
    kind: 'run',
    command,
    source,
    lines: { encoding: encodingOf(given), null: given.has('null'), keep: given.has('keep'), field },
    options: libraryOptions(given),
    format: outputFormat(given),
    surt: surtOptions(given),
    unwrap: unwrapOption(given),
  };
}

function sourceOf(positionals: readonly string[], areFiles: boolean): InputSource {
  const standardInput = positionals.length === 0 || (positionals.length === 1 && positionals[0] === '-');
  if (standardInput) return { kind: 'lines', files: ['-'] };
  return areFiles ? { kind: 'lines', files: positionals } : { kind: 'arguments', urls: positionals };
}

function libraryOptions(given: GivenOptions): Options {
  const dialect = given.get('dialect') === 'url-1994' ? 'url-1994' : 'current';
  const base = given.get('base');
  if (base !== undefined) checkBase(base, dialect);
  return { base, dialect, lax: given.has('lax') };
}

/** An invalid base is an error of the command line, not of every line of the input. */
function checkBase(base: string, dialect: Options['dialect']): void {
  try {
    canonicalize(base, { dialect });
  } catch (error) {
    throw error instanceof UrlError ? new UsageError(`--base: ${error.message} (${error.code})`) : error;
  }
}

function outputFormat(given: GivenOptions): OutputFormat {
  if (given.has('json') && given.has('ndjson')) throw new UsageError('--json and --ndjson cannot be combined');
  for (const format of ['json', 'ndjson'] as const) {
    if (!given.has(format)) continue;
    for (const other of ['keep', 'field', 'null'] as const) refuseTogether(given, other, `--${format}`);
    return format;
  }
  return 'text';
}

function refuseTogether(given: GivenOptions, option: 'encoding' | 'keep' | 'field' | 'null', other: string): void {
  if (given.has(option)) throw new UsageError(`--${option} and ${other} cannot be combined`);
}

function encodingOf(given: GivenOptions): InputEncoding {
  const name = given.get('encoding');
  return name === 'latin1' || name === 'utf-16' ? name : 'utf-8';
}

function fieldOption(given: GivenOptions): FieldPosition | null {
  const number = given.get('field');
  const delimiter = given.get('delimiter')?.replace(/^\\t$/, '\t') ?? null;
  if (number === undefined) {
    if (delimiter !== null) throw new UsageError('--delimiter needs --field');
    return null;
  }
  if (!/^[1-9]\d{0,3}$/.test(number)) throw new UsageError(`--field must be a number from 1 to 9999, not "${number}"`);
  if (delimiter !== null && [...delimiter].length !== 1) {
    throw new UsageError(`--delimiter must be one character or \\t, not "${delimiter}"`);
  }
  return { number: Number(number), delimiter };
}

function unwrapOption(given: GivenOptions): UrlInvocation['unwrap'] {
  const origin = originOption(given);
  if (!given.has('unwrap')) {
    if (origin !== undefined) throw new UsageError('--waypost needs --unwrap');
    return null;
  }
  return { wayposts: origin === undefined ? [] : [origin] };
}

function originOption(given: GivenOptions): string | undefined {
  const origin = given.get('waypost');
  if (origin !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(origin)) {
    throw new UsageError(`--waypost must be an origin such as https://waypost.example, not "${origin}"`);
  }
  return origin;
}

function surtOptions(given: GivenOptions): SurtOptions | null {
  if (!given.has('surt')) {
    for (const name of ['without', 'with-scheme'] as const) {
      if (given.has(name)) throw new UsageError(`--${name} needs --surt`);
    }
    return null;
  }
  const without = given.get('without')?.split(',').map(ruleNamed);
  return { withScheme: given.has('with-scheme'), ...(without && { without }) };
}

function ruleNamed(name: string): SurtRuleName {
  const rule = SURT_RULES.find((rule) => rule.name === name);
  if (rule !== undefined) return rule.name;
  throw new UsageError(`--without: unknown rule "${name}"; there are ${SURT_RULES.map(({ name }) => name).join(', ')}`);
}
