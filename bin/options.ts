/** The options of the command line in one table. The usage, the completion and the reader of arguments follow it. */
import { parseArgs } from 'node:util';

export const COMMANDS = ['canonicalize', 'explain', 'compare', 'rewrite', 'publish', 'get', 'check'] as const;
export type Command = (typeof COMMANDS)[number];
/** The commands that answer URLs. */
export type UrlCommand = Exclude<Command, 'rewrite' | 'publish' | 'get' | 'check'>;

/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option of the command line. */
export interface OptionEntry {
  readonly short?: string;
  /** What stands for the value in the usage; absent = the option takes none. */
  readonly value?: string;
  /** The only values that are allowed. */
  readonly values?: readonly string[];
  /** What every value matches, and how an error says it. */
  readonly form?: readonly [pattern: RegExp, name: string];
  /** The option without which it has no meaning. */
  readonly needs?: string;
  /** The commands that take it; absent = all. */
  readonly commands?: readonly Command[];
  /** What it does, in lines of the usage. */
  readonly about: readonly string[];
}

const URLS: readonly Command[] = ['canonicalize', 'explain', 'compare'];
const CANONICALIZE: readonly Command[] = ['canonicalize'];
const REWRITE: readonly Command[] = ['rewrite'];
const PUBLISH: readonly Command[] = ['publish'];
const GET: readonly Command[] = ['get'];
const NETWORK: readonly Command[] = ['get', 'check'];

export const OPTIONS = {
  base: { value: 'url', commands: [...URLS, ...NETWORK], about: ['the base of relative references'] },
  dialect: {
    value: 'name',
    values: ['current', 'url-1994'],
    commands: [...URLS, ...NETWORK],
    about: ['current, or url-1994 for the rules of 1994'],
  },
  lax: {
    commands: [...URLS, ...NETWORK],
    about: [
      'read "scheme:path" as relative if the base has the same scheme;',
      'for http, https, ftp and file this is always on',
    ],
  },
  keep: { commands: CANONICALIZE, about: ['print invalid URLs as they came, not as empty lines'] },
  field: {
    value: 'n',
    form: [/^[1-9]\d{0,3}$/, 'a number from 1 to 9999'],
    commands: CANONICALIZE,
    about: ['change the field n of each line, from 1, and nothing else;', 'arguments are then files'],
  },
  delimiter: {
    value: 'c',
    form: [/^(?:.|\\t)$/su, 'one character or \\t'],
    needs: 'field',
    commands: CANONICALIZE,
    about: ['what separates fields; absent: a tab, or a space in lines', 'without a tab'],
  },
  surt: { commands: CANONICALIZE, about: ['print sort-friendly keys (SURT), as CDX files have them'] },
  without: {
    value: 'rules',
    needs: 'surt',
    commands: CANONICALIZE,
    about: ['rules of keys that do not apply, separated by commas, such as www'],
  },
  'with-scheme': {
    needs: 'surt',
    commands: CANONICALIZE,
    about: ['keys of http and https URLs begin with the scheme'],
  },
  unwrap: {
    value: 'gateways',
    values: ['gateways'],
    commands: URLS,
    about: ['take the link behind the address of a gateway or archived copy'],
  },
  waypost: {
    value: 'origin',
    form: [/^https?:\/\/[^/?#]+\/?$/, 'an origin such as https://waypost.example'],
    commands: COMMANDS,
    about: ['a Waypost: its addresses are links for --unwrap, and the', 'gateway for --to gateway'],
  },
  to: {
    value: 'form',
    values: ['gateway', 'canonical', 'https'],
    commands: REWRITE,
    about: ['what links become: addresses at the Waypost, canonical forms,', 'or addresses of mirrors'],
  },
  mirrors: {
    value: 'file',
    commands: REWRITE,
    about: ['a table for --to https: two URLs in a line, such as', '"ftp://ftp.gnu.org/gnu/ https://ftp.gnu.org/gnu/"'],
  },
  format: {
    value: 'name',
    values: ['html', 'markdown', 'mediawiki', 'text'],
    commands: REWRITE,
    about: ['html, markdown, mediawiki or text; absent: by the file name'],
  },
  folder: { value: 'path', commands: PUBLISH, about: ['where the pages are written; absent or empty before'] },
  check: { commands: REWRITE, about: ['list the changes, write nothing, end with 1 if there are any'] },
  encoding: {
    value: 'name',
    values: ['utf-8', 'latin1', 'utf-16'],
    commands: [...URLS, 'check'],
    about: ['utf-8, latin1 or utf-16: of the input; the output is UTF-8'],
  },
  null: { short: 'z', commands: URLS, about: ['lines of input and output end in NUL'] },
  raw: { commands: GET, about: ['the octets as the server sends them'] },
  output: { short: 'o', value: 'file', commands: GET, about: ['write to this file, not to standard output'] },
  warc: {
    value: 'file',
    commands: GET,
    about: ['also add the conversation to this WARC file, compressed', 'if its name ends in .gz'],
  },
  charset: { value: 'name', commands: GET, about: ['the charset of texts; absent: it is recognised'] },
  'news-server': {
    value: 'host',
    commands: NETWORK,
    about: ['the server of news links that name none: host, host:port or', 'nntps://host; absent: $NNTPSERVER'],
  },
  'name-service': {
    value: 'host',
    commands: NETWORK,
    about: ['the CNRP service of go links that name no server'],
  },
  'public-only': { commands: NETWORK, about: ['refuse addresses that are not on the public Internet'] },
  pause: {
    value: 'time',
    form: [/^\d{1,6}(?:ms|s|m)$/, 'a time such as 500ms or 2s'],
    commands: ['check'],
    about: ['the pause after each check of a server, as 500ms or 2s;', 'absent: 1s'],
  },
  concurrency: {
    value: 'n',
    form: [/^[1-9]\d{0,2}$/, 'a number from 1 to 999'],
    commands: ['check'],
    about: ['the servers that are asked at the same time; absent: 16'],
  },
  deadlines: {
    value: 'list',
    commands: NETWORK,
    about: ['the time that servers may take, such as', '"connect=10s, first=15s, idle=15s, total=60s"'],
  },
  json: {
    commands: [...URLS, ...GET],
    about: ['one JSON document: an object for one URL argument, else an array'],
  },
  ndjson: { commands: URLS, about: ['one JSON object per line, for invalid URLs too'] },
  help: { short: 'h', about: ['show this help'] },
  version: { short: 'V', about: ['show the version; also -v'] },
} as const satisfies Readonly<Record<string, OptionEntry>>;

export type OptionName = keyof typeof OPTIONS;

/** Options that cannot be combined. */
const EXCLUSIVE: readonly (readonly [OptionName, OptionName])[] = [
  ['json', 'ndjson'],
  ['keep', 'json'],
  ['field', 'json'],
  ['null', 'json'],
  ['keep', 'ndjson'],
  ['field', 'ndjson'],
  ['null', 'ndjson'],
  ['json', 'raw'],
  ['charset', 'raw'],
];

/** The options that a command takes; those of every command if it is `null`. */
export function optionsOf(command: Command | null): readonly (readonly [OptionName, OptionEntry])[] {
  return entries().filter(([, { commands }]) => commands === undefined || (command && commands.includes(command)));
}

function entries(): readonly [OptionName, OptionEntry][] {
  return OPTION_NAMES.map((name) => [name, OPTIONS[name]]);
}

const isOptionName = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);
const OPTION_NAMES: readonly OptionName[] = Object.keys(OPTIONS).filter(isOptionName);

/** The options that were given, each with its value, or `''` if it takes none. */
export type GivenOptions = ReadonlyMap<OptionName, string>;

/** Reads options and other arguments. Throws a `UsageError`. */
export function readArguments(argv: readonly string[]): { options: GivenOptions; positionals: readonly string[] } {
  const options = new Map<OptionName, string>();
  const positionals: string[] = [];
  // `-v` is an older spelling of `-V`.
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: {
      v: { type: 'boolean', short: 'v' },
      ...Object.fromEntries(
        entries().map(([name, { short, value }]) => {
          const type: 'boolean' | 'string' = value === undefined ? 'boolean' : 'string';
          return [name, short === undefined ? { type } : { type, short }];
        }),
      ),
    },
  });
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const name = token.rawName === '-v' ? 'version' : token.name;
    if (!isOptionName(name) || token.rawName === '--v') throw new UsageError(`unknown option "${token.rawName}"`);
    options.set(name, readValue(OPTIONS[name], token));
  }
  return { options, positionals };
}

type OptionToken = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { kind: 'option' }>;

function readValue({ value: takes, values, form }: OptionEntry, { rawName, value, inlineValue }: OptionToken): string {
  if (takes === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return '';
  }
  // An option after an option is more likely a forgotten value than a value.
  if (value === undefined || (inlineValue !== true && /^-./.test(value))) {
    const hint = value === undefined ? '' : `; a value that begins with a hyphen is written ${rawName}=${value}`;
    throw new UsageError(`${rawName} needs a value${hint}`);
  }
  if (values !== undefined && !values.includes(value)) {
    throw new UsageError(`${rawName} must be ${values.join(' or ').replace(/ or (?=.* or )/g, ', ')}, not "${value}"`);
  }
  if (form?.[0].test(value) === false) throw new UsageError(`${rawName} must be ${form[1]}, not "${value}"`);
  return value;
}

/** Refuses options that belong to another command, that lack the one they need, and that exclude each other. */
export function checkOptions(command: Command, options: GivenOptions): void {
  for (const name of options.keys()) {
    const { commands, needs }: OptionEntry = OPTIONS[name];
    if (commands !== undefined && !commands.includes(command)) {
      throw new UsageError(`${command} has no option --${name}; ${commands.join(' and ')} does`);
    }
    if (needs !== undefined && !(isOptionName(needs) && options.has(needs))) {
      throw new UsageError(`--${name} needs --${needs}`);
    }
  }
  const both = EXCLUSIVE.find((names) => names.every((name) => options.has(name)));
  if (both !== undefined) throw new UsageError(`--${both[0]} and --${both[1]} cannot be combined`);
}
