/** Reads the command line of `waypost`. */
import type { Options } from '../src/index.ts';
import { charsetOf } from '../src/octets/charset.ts';
import { SURT_RULES, type SurtOptions, type SurtRuleName } from '../src/surt.ts';
import { checkOptions, type GivenOptions, readArguments } from './arguments.ts';
import type { Checking } from './check/run.ts';
import { checkingOf, listingOf, mendingOf, rewritingOf } from './file-options.ts';
import type { FieldPosition, InputEncoding } from './lines.ts';
import type { LinkListing } from './links/run.ts';
import type { Mending } from './mend/run.ts';
import { nearestName } from './nearest-name.ts';
import type { GetRequest } from './network/contract.ts';
import { COMMANDS, type Command, PAIR_COMMANDS, type UrlCommand, UsageError } from './options.ts';
import type { Publication } from './publish/run.ts';
import type { Rewriting } from './rewrite/run.ts';
import { libraryOptions, networkSettings } from './shared-options.ts';
import { SHELLS, type Shell } from './usage.ts';

/** `text` for people and pipes, `json` for one document, `ndjson` for one object per line. */
export type OutputFormat = 'text' | 'json' | 'ndjson';

/** Where URLs are read from: arguments, or files of lines, of which `-` is standard input. */
export type InputSource =
  | { readonly kind: 'arguments'; readonly urls: readonly string[] }
  | { readonly kind: 'lines'; readonly files: readonly string[] };

/** A command that answers URLs. */
export interface UrlInvocation {
  readonly kind: 'run';
  readonly command: UrlCommand;
  readonly source: InputSource;
  /** How lines of input are read and what is left of them. */
  readonly lines: {
    readonly encoding: InputEncoding;
    /** Whether lines end in NUL. */
    readonly null: boolean;
    /** Whether an invalid URL is printed as it came. */
    readonly keep: boolean;
    /** Where the URL stands; `cdxj` = in the JSON of an index; `null` = the line is the URL. */
    readonly field: FieldPosition | 'cdxj' | null;
  };
  readonly options: Options;
  readonly format: OutputFormat;
  /** How keys are made instead of canonical forms; `null` = they are not. */
  readonly surt: SurtOptions | null;
  /** Whether the link behind the address of a gateway is taken, and the origins of Wayposts; `null` = it is not. */
  readonly unwrap: { readonly wayposts: readonly string[] } | null;
}

/** The command line, parsed. */
export type Invocation =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'completion'; readonly shell: Shell }
  | UrlInvocation
  | Rewriting
  | LinkListing
  | Publication
  | GetRequest
  | Mending
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
    case 'links':
      return listingOf(options, rest);
    case 'publish':
      return publicationOf(options, rest);
    case 'get':
      return getOf(options, rest);
    case 'mend':
      return mendingOf(options, rest);
    case 'check':
      return checkingOf(options, rest);
    default:
      return runOf(named, options, rest);
  }
}

function commandNamed(name: string): Command {
  const command = COMMANDS.find((command) => command === name);
  if (command !== undefined) return command;
  const nearest = nearestName(name, [...COMMANDS, 'help', 'completion']);
  throw new UsageError(`unknown command "${name}"${nearest === null ? '' : `; did you mean ${nearest}?`}`);
}

function shellNamed(names: readonly string[]): Shell {
  const shell = SHELLS.find((shell) => shell === names[0]);
  if (shell === undefined || names.length > 1) throw new UsageError(`completion needs one of ${SHELLS.join(', ')}`);
  return shell;
}

function publicationOf(given: GivenOptions, files: readonly string[]): Publication {
  const folder = given.get('folder');
  if (folder === undefined) throw new UsageError('publish needs --folder');
  if (files.length > 1) throw new UsageError('publish takes one file');
  return { kind: 'publish', file: files[0] ?? '-', folder, waypost: given.get('waypost') ?? null };
}

function getOf(given: GivenOptions, urls: readonly string[]): GetRequest {
  const [url] = urls;
  if (url === undefined || urls.length > 1) throw new UsageError('get needs one URL');
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

function charsetOption(given: GivenOptions): string | null {
  const label = given.get('charset');
  if (label === undefined) return null;
  const charset = charsetOf(label);
  if (charset === null) throw new UsageError(`--charset: no charset has the name "${label}"`);
  return charset;
}

function runOf(command: UrlCommand, given: GivenOptions, positionals: readonly string[]): UrlInvocation {
  const { source, encoding } = inputOf(given, positionals);
  if (PAIR_COMMANDS.has(command) && source.kind === 'arguments' && source.urls.length !== 2) {
    throw new UsageError(`${command} needs two URLs`);
  }
  return {
    kind: 'run',
    command,
    source,
    lines: { encoding, null: given.has('null'), keep: given.has('keep'), field: fieldOption(given) },
    options: libraryOptions(given),
    format: (['json', 'ndjson'] as const).find((name) => given.has(name)) ?? 'text',
    surt: surtOptions(given),
    unwrap: unwrapOption(given),
  };
}

/** With `--field` and `--cdxj`, arguments are the names of files. */
function inputOf(
  given: GivenOptions,
  positionals: readonly string[],
): { readonly source: InputSource; readonly encoding: InputEncoding } {
  const named = given.get('encoding');
  const encoding = named === 'latin1' || named === 'utf-16' ? named : 'utf-8';
  const standardInput = positionals.length === 0 || (positionals.length === 1 && positionals[0] === '-');
  if (standardInput) return { source: { kind: 'lines', files: ['-'] }, encoding };
  if (given.has('field') || given.has('cdxj')) return { source: { kind: 'lines', files: positionals }, encoding };
  if (named !== undefined) throw new UsageError('--encoding and arguments cannot be combined');
  return { source: { kind: 'arguments', urls: positionals }, encoding };
}

function fieldOption(given: GivenOptions): UrlInvocation['lines']['field'] {
  if (given.has('cdxj')) return 'cdxj';
  const number = given.get('field');
  if (number === undefined) return null;
  return { number: Number(number), delimiter: given.get('delimiter')?.replace(/^\\t$/, '\t') ?? null };
}

function unwrapOption(given: GivenOptions): UrlInvocation['unwrap'] {
  const origin = given.get('waypost');
  if (!given.has('unwrap')) {
    if (origin !== undefined) throw new UsageError('--waypost needs --unwrap');
    return null;
  }
  return { wayposts: origin === undefined ? [] : [origin] };
}

function surtOptions(given: GivenOptions): SurtOptions | null {
  if (!given.has('surt') && !given.has('cdxj')) return null;
  const without = given.get('without')?.split(',').map(ruleNamed);
  return { withScheme: given.has('with-scheme'), ...(without && { without }) };
}

function ruleNamed(name: string): SurtRuleName {
  const rule = SURT_RULES.find((rule) => rule.name === name);
  if (rule !== undefined) return rule.name;
  throw new UsageError(`--without: unknown rule "${name}"; there are ${SURT_RULES.map(({ name }) => name).join(', ')}`);
}
