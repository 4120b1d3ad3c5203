/** The options of the command line in one table. The usage, the completion and the reader of arguments follow it. */
import { TEXT_FORMATS } from '../src/text/formats.ts';

export const COMMANDS = [
  'canonicalize',
  'explain',
  'compare',
  'relativize',
  'links',
  'check',
  'mend',
  'rewrite',
  'publish',
  'get',
] as const;
export type Command = (typeof COMMANDS)[number];
/** The commands that answer URLs. */
export type UrlCommand = Extract<Command, 'canonicalize' | 'explain' | 'compare' | 'relativize'>;
/** Those that take two URLs at a time. */
export const PAIR_COMMANDS: ReadonlySet<Command> = new Set<Command>(['compare', 'relativize']);

/** The command line is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Whether it is a {@link UsageError}. The bundle of `get` and `check` has a class of its own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
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
  /** The options of which it needs one. */
  readonly needs?: readonly string[];
  /** The commands that take it; absent = all. */
  readonly commands?: readonly Command[];
  /** What it does, in lines of the usage. */
  readonly about: readonly string[];
  /** What it does in the commands for which it is something else. */
  readonly aboutIn?: Readonly<Partial<Record<Command, readonly string[]>>>;
}

const RESOLVING: readonly Command[] = ['canonicalize', 'explain', 'compare'];
const URLS: readonly Command[] = [...RESOLVING, 'relativize'];
const CANONICALIZE: readonly Command[] = ['canonicalize'];
const REWRITE: readonly Command[] = ['rewrite'];
/** The commands that read links out of files. */
const FILES: readonly Command[] = ['links', 'check', 'mend', 'rewrite'];
const PUBLISH: readonly Command[] = ['publish'];
const GET: readonly Command[] = ['get'];
const CHECKS: readonly Command[] = ['check', 'mend'];
const NETWORK: readonly Command[] = ['get', 'check', 'mend'];

export const OPTIONS = {
  base: { value: 'url', commands: [...RESOLVING, ...NETWORK], about: ['the base of relative references'] },
  dialect: {
    value: 'name',
    values: ['current', 'url-1994'],
    commands: [...URLS, ...NETWORK],
    about: ['current, or url-1994 for the rules of 1994'],
  },
  lax: {
    commands: [...RESOLVING, ...NETWORK],
    about: [
      'read "scheme:path" as relative if the base has the same scheme;',
      'for http, https, ftp and file this is always on',
    ],
  },
  keep: { commands: CANONICALIZE, about: ['print invalid URLs as they came, not as empty lines'] },
  cdxj: {
    commands: CANONICALIZE,
    about: [
      'write the key of each line of a CDXJ index again, from "url" in',
      'its JSON, which stays; arguments are then files',
    ],
  },
  field: {
    value: 'n',
    form: [/^[1-9]\d{0,3}$/, 'a number from 1 to 9999'],
    commands: CANONICALIZE,
    about: [
      'change the field n of each line, from 1, and nothing else; what',
      'is not a URL stays; arguments are then files',
    ],
  },
  delimiter: {
    value: 'c',
    form: [/^(?:.|\\t)$/su, 'one character or \\t'],
    needs: ['field'],
    commands: CANONICALIZE,
    about: ['what separates fields; default: a tab, or a space in lines', 'without a tab'],
  },
  surt: { commands: CANONICALIZE, about: ['print sort-friendly keys (SURT), as CDX files have them'] },
  without: {
    value: 'rules',
    needs: ['surt', 'cdxj'],
    commands: CANONICALIZE,
    about: ['rules of keys that do not apply, separated by commas, such as www'],
  },
  'with-scheme': {
    needs: ['surt', 'cdxj'],
    commands: CANONICALIZE,
    about: ['keys of http and https URLs begin with the scheme'],
  },
  unwrap: {
    value: 'gateways',
    values: ['gateways'],
    commands: RESOLVING,
    about: ['take the link behind the address of a gateway or archived copy'],
  },
  waypost: {
    value: 'origin',
    form: [/^https?:\/\/[^/?#]+\/?$/, 'an origin such as https://waypost.example'],
    commands: [...RESOLVING, ...REWRITE, ...PUBLISH],
    about: ['for --unwrap: a Waypost whose addresses stand for links, too'],
    aboutIn: {
      rewrite: ['for --to gateway: the Waypost that opens the links'],
      publish: ['the Waypost that opens links of forgotten schemes'],
    },
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
    values: TEXT_FORMATS,
    commands: FILES,
    about: [
      'the format of all files: text, which mail is too, markdown, html,',
      'mediawiki, csv or tsv; default: by the name of each file',
    ],
  },
  folder: { value: 'path', commands: PUBLISH, about: ['where the pages are written: a new or empty folder'] },
  recursive: { short: 'r', commands: FILES, about: ['read folders, and all folders in them'] },
  check: { commands: REWRITE, about: ['list the changes, write nothing, end with 1 if there are any'] },
  diff: {
    commands: REWRITE,
    about: ['show the changes as a unified diff, write nothing, end with 1', 'if there are any'],
  },
  tsv: {
    commands: ['links'],
    about: [
      'columns separated by tabs: file, line, column, link as written,',
      'canonical form, scheme, why it is only a proposal',
    ],
  },
  encoding: {
    value: 'name',
    values: ['utf-8', 'latin1', 'utf-16'],
    commands: [...URLS, ...FILES],
    about: ['utf-8, latin1 or utf-16: of the input; the output is UTF-8'],
    aboutIn: {
      check: ['of a list: utf-8, latin1 or utf-16; of files: utf-8 or latin1,', 'default: detected'],
      mend: ['utf-8 or latin1: of all files; default: detected'],
      links: ['utf-8 or latin1: of all files; default: detected'],
      rewrite: ['utf-8 or latin1: of all files; default: detected'],
    },
  },
  null: { short: 'z', commands: URLS, about: ['lines of input and output end in NUL'] },
  raw: { commands: GET, about: ['the octets as the server sends them'] },
  output: { short: 'o', value: 'file', commands: GET, about: ['write to this file, not to standard output'] },
  warc: {
    value: 'file',
    commands: GET,
    about: ['also add the conversation to this WARC file, compressed', 'if its name ends in .gz'],
  },
  charset: { value: 'name', commands: GET, about: ['the charset of texts; default: detected'] },
  'news-server': {
    value: 'host',
    commands: NETWORK,
    about: ['the server of news links that name none: host, host:port or', 'nntps://host; default: $NNTPSERVER'],
  },
  'name-service': {
    value: 'host',
    commands: NETWORK,
    about: ['the CNRP service of go links that name no server'],
  },
  'public-only': { commands: NETWORK, about: ['refuse addresses that are not on the public Internet'] },
  accept: {
    value: 'list',
    commands: ['check'],
    about: ['statuses that do not fail the run, such as moved,restricted'],
  },
  strict: { commands: ['check'], about: ['fail for links that were not checked, and files of folders not read'] },
  report: {
    value: 'name',
    values: ['text', 'ndjson', 'github'],
    commands: CHECKS,
    about: [
      'text: failures and a summary; ndjson: an object for each link;',
      'github: annotations; default: text for files, else ndjson',
    ],
    aboutIn: { mend: ['text: what needs attention, and a summary; ndjson: an object', 'for each link; default: text'] },
  },
  write: { commands: ['mend'], about: ['write the replacements into the files'] },
  dead: {
    value: 'list',
    commands: ['mend'],
    about: [
      'statuses of dead links: gone, unreachable, other-protocol;',
      'default: gone, as other servers may come back',
    ],
  },
  successors: {
    value: 'file',
    commands: ['mend'],
    about: [
      'a table of replacements: an old and a new prefix in each line,',
      'such as "ftp://old.example/pub/ https://new.example/pub/"',
    ],
  },
  archives: {
    value: 'list',
    commands: ['mend'],
    about: [
      'ask archives for copies of dead links: "default", an address such as',
      '"https://web.archive.org/web/{+url}", or JSON as the setting ARCHIVES',
      'has it; default: no archive is asked',
    ],
  },
  pause: {
    value: 'time',
    form: [/^\d{1,6}(?:ms|s|m)$/, 'a time such as 500ms or 2s'],
    commands: CHECKS,
    about: ['the pause after each check of a server, as 500ms or 2s;', 'default: 1s'],
  },
  concurrency: {
    value: 'n',
    form: [/^[1-9]\d{0,2}$/, 'a number from 1 to 999'],
    commands: CHECKS,
    about: ['the servers that are asked at the same time; default: 16'],
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
export const EXCLUSIVE: readonly (readonly [OptionName, OptionName])[] = [
  ['json', 'ndjson'],
  ['keep', 'json'],
  ['field', 'json'],
  ['null', 'json'],
  ['keep', 'ndjson'],
  ['field', 'ndjson'],
  ['null', 'ndjson'],
  ['json', 'raw'],
  ['charset', 'raw'],
  ['cdxj', 'json'],
  ['cdxj', 'ndjson'],
  ['cdxj', 'field'],
  ['cdxj', 'surt'],
  ['cdxj', 'null'],
  ['check', 'diff'],
];

/** The options that a command takes; those of every command if it is `null`. */
export function optionsOf(command: Command | null): readonly (readonly [OptionName, OptionEntry])[] {
  return optionEntries().filter(
    ([, { commands }]) => commands === undefined || (command && commands.includes(command)),
  );
}

/** All options. */
export function optionEntries(): readonly [OptionName, OptionEntry][] {
  return OPTION_NAMES.map((name) => [name, OPTIONS[name]]);
}

export const isOptionName = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);
const OPTION_NAMES: readonly OptionName[] = Object.keys(OPTIONS).filter(isOptionName);
