/**
 * Reads the command line of `waypost`.
 */
import { parseArgs } from 'node:util';
import { canonicalize, type Options, UrlError } from '../src/index.ts';

export const COMMANDS = ['canonicalize', 'explain', 'compare'] as const;
export type Command = (typeof COMMANDS)[number];

/** `text` for people and pipes, `json` for one document, `ndjson` for one object per line. */
export type Format = 'text' | 'json' | 'ndjson';

/** The command line, parsed. */
export type Invocation =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run';
      readonly command: Command;
      /** The URLs; `null` = standard input, one a line. */
      readonly urls: readonly string[] | null;
      readonly options: Options;
      readonly format: Format;
    };

/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `Usage: waypost <command> [options] [--] [url…]

Canonicalizes and explains URLs: gopher, ftp, news, nntp, telnet, wais, prospero, go and others.

Commands
  canonicalize  the canonical form of each URL, one per line
  explain       parts, changes, meaning, and what a client sends
  compare       whether two URLs have the same canonical form, and why

Without URLs, waypost reads standard input: one URL per line; for compare, two URLs separated by a tab.
Blank lines are skipped.

Options
  --base <url>      the base of relative references
  --dialect <name>  current, or url-1994 for the rules of 1994
  --lax             read "scheme:path" as relative if the base has the same scheme;
                    for http, https, ftp and file this is always on
  --json            one JSON document: an object for one URL argument, else an array
  --ndjson          one JSON object per line, for invalid URLs too
  -h, --help        show this help
  -v, --version     show the version

Exit status
  0  every URL is valid; compare: and all pairs are equivalent
  1  a URL is invalid; compare: or two URLs are not equivalent
  2  the command line is wrong, or reading or writing failed

Errors go to standard error as "line:column: message (code)"; a URL argument counts as a line.
`;

/**
 * Reads the arguments after the name of the program.
 *
 * @throws UsageError
 */
export function readCommandLine(argv: readonly string[]): Invocation {
  const { values, positionals } = parsed(argv);
  if (values.help || (argv.length === 1 && argv[0] === 'help')) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [name, ...urls] = positionals;
  const command = COMMANDS.find((command) => command === name);
  if (command === undefined) throw new UsageError(name === undefined ? 'no command' : `unknown command "${name}"`);
  const standardInput = urls.length === 0 || (urls.length === 1 && urls[0] === '-');
  if (command === 'compare' && !standardInput && urls.length !== 2) throw new UsageError('compare needs two URLs');
  return {
    kind: 'run',
    command,
    urls: standardInput ? null : urls,
    options: optionsOf(values),
    format: outputFormat(values),
  };
}

type Values = ReturnType<typeof parsed>['values'];

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        base: { type: 'string' },
        dialect: { type: 'string' },
        lax: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        ndjson: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function optionsOf({ base, dialect = 'current', lax }: Values): Options {
  if (dialect !== 'current' && dialect !== 'url-1994') {
    throw new UsageError(`--dialect must be current or url-1994, not "${dialect}"`);
  }
  if (base !== undefined) checkBase(base, dialect);
  return { base, dialect, lax };
}

/** An invalid base is an error of the command line, not of every line of the input. */
function checkBase(base: string, dialect: Options['dialect']): void {
  try {
    canonicalize(base, { dialect });
  } catch (error) {
    throw error instanceof UrlError ? new UsageError(`--base: ${error.message} (${error.code})`) : error;
  }
}

function outputFormat({ json, ndjson }: Values): Format {
  if (json && ndjson) throw new UsageError('--json and --ndjson cannot be combined');
  return json ? 'json' : ndjson ? 'ndjson' : 'text';
}
