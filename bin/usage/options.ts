/**
 * The options of the command line in one table: an option is one entry. The reader of arguments and its types, the
 * help, the completions and the manual page follow it.
 */
import { STATUS_NAMES, STATUSES } from '../../src/open/statuses.ts';
import { SURT_PROFILES, SURT_RULES } from '../../src/surt.ts';
import { TEXT_FORMATS } from '../../src/text/formats.ts';
import type { Command } from './commands.ts';
import { anyText, archives, charset, listOf, matching, oneOf, time, type Value } from './values.ts';

/** An option. Its spelling is its name with hyphens: `--public-only` is `publicOnly`. */
interface OptionEntry {
  readonly short?: string;
  /** Absent = the option takes no value; it is `true` where it is given. */
  readonly takes?: Value<unknown>;
  /** What it is where it is not given; absent = `null`. */
  readonly absent?: unknown;
  /** Whether its commands need it. */
  readonly isRequired?: true;
  /** The options of which it needs one. */
  readonly needs?: readonly string[];
  /** The options with which it cannot be combined. */
  readonly excludes?: readonly string[];
  /** The commands that take it; absent = all. */
  readonly commands?: readonly Command[];
  /** What it does, in lines of the help. */
  readonly about: string;
  /** What it does in the commands for which it is something else. */
  readonly aboutIn?: Readonly<Partial<Record<Command, string>>>;
}

const RESOLVING = ['canonicalize', 'explain', 'compare'] as const;
const URLS = [...RESOLVING, 'relativize', 'resolve'] as const;
const CANONICALIZE = ['canonicalize'] as const;
/** The commands that read links out of files. */
const FILES = ['links', 'check', 'mend', 'rewrite'] as const;
const CHECKS = ['check', 'mend'] as const;
const NETWORK = ['get', ...CHECKS] as const;

/** The statuses that `--accept` takes. */
const ACCEPTABLE = STATUS_NAMES.filter((status) => status !== 'alive' && status !== 'not-checked');

/** The statuses that may count as dead. */
const DEAD = STATUS_NAMES.filter((status) => STATUSES[status].mayBeDead);

const DETECTED = 'the encoding of all files: utf-8 or latin1; default: detected';

const TABLE = {
  base: { takes: anyText('url'), commands: [...RESOLVING, ...NETWORK], about: 'the base of relative references' },
  dialect: {
    takes: oneOf('name', ['current', 'url-1994']),
    absent: 'current',
    commands: [...URLS, ...NETWORK],
    about: 'current, or url-1994 for the rules of 1994',
  },
  lax: {
    commands: [...RESOLVING, 'resolve', ...NETWORK],
    about: `read "scheme:path" as relative if the base has the same scheme;
for http, https, ftp and file this is always on`,
  },
  keep: {
    excludes: ['json', 'ndjson'],
    commands: CANONICALIZE,
    about: 'print invalid URLs as they came, not as empty lines',
  },
  cdxj: {
    excludes: ['json', 'ndjson', 'field', 'surt', 'null'],
    commands: CANONICALIZE,
    about: `recompute the key of each line of a CDXJ index from "url" in
its JSON, which stays, if a known program makes that key;
arguments are then files`,
  },
  field: {
    takes: matching('n', /^[1-9]\d{0,3}$/, 'a number from 1 to 9999', Number),
    excludes: ['json', 'ndjson'],
    commands: CANONICALIZE,
    about: `change only field n of each line, counted from 1; what is not a
URL stays; arguments are then files`,
  },
  delimiter: {
    takes: matching('c', /^(?:.|\\t)$/su, 'one character or \\t', (text) => (text === '\\t' ? '\t' : text)),
    needs: ['field'],
    commands: CANONICALIZE,
    about: 'what separates fields; default: a tab, or a space in lines\nwithout a tab',
  },
  surt: { commands: CANONICALIZE, about: 'print sort-friendly keys (SURT), as CDX files have them' },
  profile: {
    takes: oneOf(
      'name',
      SURT_PROFILES.map(({ name }) => name),
    ),
    absent: 'ia',
    needs: ['surt', 'cdxj'],
    commands: CANONICALIZE,
    about: `whose keys: ${SURT_PROFILES.map(({ name }) => name).join(', ')}`,
  },
  without: {
    takes: listOf(
      'rules',
      'rule',
      SURT_RULES.map(({ name }) => name),
    ),
    needs: ['surt', 'cdxj'],
    commands: CANONICALIZE,
    about: 'rules of keys that do not apply, separated by commas, such as www',
  },
  withScheme: {
    needs: ['surt', 'cdxj'],
    commands: CANONICALIZE,
    about: 'keys of URLs with a host begin with the scheme',
  },
  unwrap: {
    takes: oneOf('gateways', ['gateways']),
    commands: RESOLVING,
    about: 'take the link out of the address of a gateway or archived copy',
  },
  waypost: {
    takes: matching('origin', /^https?:\/\/[^/?#]+\/?$/, 'an origin such as https://waypost.example', String),
    commands: [...RESOLVING, 'rewrite', 'publish'],
    about: 'for --unwrap: also take links out of addresses of this Waypost',
    aboutIn: {
      rewrite: 'for --to gateway: the Waypost that opens the links',
      publish: 'the Waypost that opens links of forgotten schemes',
    },
  },
  to: {
    takes: oneOf('form', ['gateway', 'canonical', 'https']),
    isRequired: true,
    commands: ['rewrite'],
    about: 'what links become: addresses at the Waypost, canonical forms,\nor addresses of mirrors',
  },
  mirrors: {
    takes: anyText('file'),
    commands: ['rewrite'],
    about: 'a table for --to https: two URLs in a line, such as\n"ftp://ftp.gnu.org/gnu/ https://ftp.gnu.org/gnu/"',
  },
  format: {
    takes: oneOf('name', TEXT_FORMATS),
    commands: FILES,
    about: `the format of all files, such as text (also for mail), markdown or
html: see "waypost formats"; default: by the name of each file`,
  },
  stdinName: {
    takes: anyText('name'),
    commands: FILES,
    about: 'the name of standard input, for its format and in results',
  },
  folder: {
    takes: anyText('path'),
    isRequired: true,
    commands: ['publish'],
    about: 'where the pages are written: a new or empty folder',
  },
  recursive: { short: 'r', commands: FILES, about: 'read folders, and all folders in them' },
  check: {
    excludes: ['diff'],
    commands: ['rewrite'],
    about: 'list the changes, write nothing, end with 1 if there are any',
  },
  diff: {
    commands: ['rewrite'],
    about: 'show the changes as a unified diff, write nothing, end with 1\nif there are any',
  },
  tsv: {
    commands: ['links'],
    about: `columns separated by tabs: file, line, column, link as written,
canonical form, scheme, why it is only a proposal, certainty
(certain, uncertain or proposal), warnings`,
  },
  encoding: {
    takes: oneOf('name', ['utf-8', 'latin1', 'utf-16']),
    commands: [...URLS, ...FILES],
    about: 'the encoding of the input: utf-8, latin1 or utf-16; the output is\nUTF-8',
    aboutIn: {
      check: 'the encoding of a list: utf-8, latin1 or utf-16; of files: utf-8\nor latin1, default: detected',
      ...{ mend: DETECTED, links: DETECTED, rewrite: DETECTED },
    },
  },
  null: { short: 'z', excludes: ['json', 'ndjson'], commands: URLS, about: 'lines of input and output end in NUL' },
  raw: { commands: ['get'], about: 'the octets as the server sends them' },
  output: {
    short: 'o',
    takes: anyText('file'),
    commands: ['get'],
    about: 'write to this file, not to standard output',
  },
  warc: {
    takes: anyText('file'),
    commands: ['get'],
    about: 'also add the conversation to this WARC file, compressed\nif its name ends in .gz',
  },
  charset: { takes: charset, excludes: ['raw'], commands: ['get'], about: 'the charset of texts; default: detected' },
  newsServer: {
    takes: anyText('host'),
    commands: NETWORK,
    about: 'the server of news links that name none: host, host:port or\nnntps://host; default: $NNTPSERVER',
  },
  newsArchive: {
    takes: anyText('place'),
    commands: NETWORK,
    about: 'the news archive that is asked after the server: a folder or an\nhttp(s) address; default: $NEWS_ARCHIVE',
  },
  out: {
    takes: anyText('folder'),
    absent: 'news-archive',
    commands: ['index-news'],
    about: 'the folder of the archive; default: news-archive',
  },
  name: {
    takes: anyText('text'),
    commands: ['index-news'],
    about: 'the name of the archive, which its pages show; default: that of\nthe folder',
  },
  nameService: { takes: anyText('host'), commands: NETWORK, about: 'the CNRP service of go links that name no server' },
  publicOnly: { commands: NETWORK, about: 'refuse addresses that are not on the public Internet' },
  accept: {
    takes: listOf('list', 'status', ACCEPTABLE),
    absent: new Set<never>(),
    commands: ['check'],
    about: 'statuses that do not fail the run, such as moved,restricted',
  },
  strict: {
    commands: FILES,
    about: 'fail if a file of a folder or a text of a file was not read',
    aboutIn: {
      check: 'fail if a link was not checked, or a file of a folder or a text\nof a file was not read',
    },
  },
  report: {
    takes: oneOf('name', ['text', 'ndjson', 'github', 'junit', 'sarif']),
    commands: CHECKS,
    about: `text: failures and a summary; ndjson: an object for each link;
github: annotations, and a server that wants a login, denies access
or wants fewer requests (401, 403, 429) does not fail the run;
junit, sarif: a document for other programs; default: text for files, else ndjson`,
    aboutIn: {
      mend: 'text: what needs attention, and a summary; ndjson: an object\nfor each link; default: text',
    },
  },
  answers: {
    takes: anyText('file'),
    commands: ['check'],
    about: `remember in this file which links were alive, and do not ask about
them again until --answers-for has passed`,
  },
  answersFor: {
    takes: time,
    absent: 86_400_000,
    needs: ['answers'],
    commands: ['check'],
    about: 'how long an answer of --answers counts, such as 12h or 7d;\ndefault: 1d',
  },
  write: { commands: ['mend'], about: 'write the replacements into the files' },
  dead: {
    takes: listOf('list', 'status', DEAD),
    absent: new Set(['gone'] as const),
    commands: ['mend'],
    about: `statuses of dead links: ${DEAD.join(', ')};
default: gone, because other servers may come back`,
  },
  successors: {
    takes: anyText('file'),
    commands: ['mend'],
    about: `a table of replacements: an old and a new prefix in each line,
such as "ftp://old.example/pub/ https://new.example/pub/"`,
  },
  archives: {
    takes: archives,
    commands: ['mend'],
    about: `ask archives for copies of dead links: "default", an address such as
"https://web.archive.org/web/{+url}", or JSON as the setting ARCHIVES
has it; default: no archive is asked`,
  },
  suggest: {
    excludes: ['answers'],
    commands: CHECKS,
    about: `ask the web server of the same host for the same path, over https
and, for ftp and gopher, http; lists what it has and how certain it is`,
  },
  takeSame: {
    needs: ['suggest'],
    commands: ['mend'],
    about: 'use what --suggest finds as a replacement if it is certainly\nthe same',
  },
  pause: {
    takes: time,
    absent: 1000,
    commands: CHECKS,
    about: 'the pause after each check of a server, such as 500ms or 2s;\ndefault: 1s',
  },
  concurrency: {
    takes: matching('n', /^[1-9]\d{0,2}$/, 'a number from 1 to 999', Number),
    absent: 16,
    commands: CHECKS,
    about: 'how many servers are asked at the same time; default: 16',
  },
  deadlines: {
    takes: anyText('list'),
    commands: NETWORK,
    about: 'the time that servers may take, such as\n"connect=10s, first=15s, idle=15s, total=60s"',
  },
  json: {
    excludes: ['ndjson', 'raw'],
    commands: [...URLS, 'get'],
    about: 'one JSON document: an object for one URL argument, else an array',
  },
  ndjson: { commands: URLS, about: 'one JSON object per line, for invalid URLs too' },
  help: { short: 'h', about: 'show this help' },
  version: { short: 'V', about: 'show the version; also -v' },
} as const satisfies Readonly<Record<string, OptionEntry>>;

export type OptionName = keyof typeof TABLE;

/** What an option is in a command line. */
type Read<Entry> = Entry extends { readonly takes: Value<infer Taken> } ? Taken | Absent<Entry> : boolean;
type Absent<Entry> = Entry extends { readonly isRequired: true }
  ? never
  : Entry extends { readonly absent: infer Default }
    ? Default
    : null;

/** Every option, with its value in a command line. */
export type OptionValues = { readonly [Name in OptionName]: Read<(typeof TABLE)[Name]> };

/** The options of a command, or of several, with their values in a command line. */
export type OptionsOf<Of extends Command> = Pick<
  OptionValues,
  { [Name in OptionName]: Extract<CommandOf<(typeof TABLE)[Name]>, Of> extends never ? never : Name }[OptionName]
>;
type CommandOf<Entry> = Entry extends { readonly commands: readonly (infer Of)[] } ? Of : Command;

export const OPTIONS: Readonly<Record<OptionName, OptionEntry>> = TABLE;

const isOptionName = (name: string): name is OptionName => Object.hasOwn(TABLE, name);
export const OPTION_NAMES: readonly OptionName[] = Object.keys(TABLE).filter(isOptionName);

/** The options that a command takes; those of every command if it is `null`. */
export function optionsOf(command: Command | null): readonly OptionName[] {
  return OPTION_NAMES.filter((name) => {
    const { commands } = OPTIONS[name];
    return commands === undefined || (command !== null && commands.includes(command));
  });
}

/** An option as it is written: `--public-only` for `publicOnly`. */
export function spelled(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}
