/** The commands in one table, with what the help says of each. */
import { STATUS_NAMES } from '../../src/open/statuses.ts';

/** A command. */
interface CommandEntry {
  /** Its arguments, as the help shows them. */
  readonly takes: string;
  /** How many it takes, and how an error says it; absent = any number. */
  readonly count?: readonly [least: number, most: number, words: string];
  /** What it does: an imperative, in lower case and without a full stop. */
  readonly about: string;
  /** How it reads its input, in lines of the help. */
  readonly more: string;
  /** Command lines, one in each line. */
  readonly examples?: string;
  /** When the exit status is 0, and when it is 1. */
  readonly ends: readonly [success: string, failure: string | null];
  /** Whether it reports invalid URLs on standard error. */
  readonly reports?: boolean;
}

const TABLE = {
  canonicalize: {
    takes: '[url…]',
    about: 'print the canonical form of each URL, one per line',
    more: `Without URLs it reads standard input, one URL per line, and prints one line for each: an
empty one for what is blank or not a URL.`,
    examples: `waypost canonicalize --keep < links.txt
waypost canonicalize --field 3 --delimiter ' ' crawl.cdx
waypost canonicalize --surt < links.txt | LC_ALL=C sort
waypost canonicalize --cdxj index.cdxj | LC_ALL=C sort > sorted.cdxj`,
    ends: ['every URL is valid', 'a URL is invalid'],
    reports: true,
  },
  explain: {
    takes: '[url…]',
    about: 'show the parts, changes and meaning of a URL, and what a client sends',
    more: 'Without URLs it reads standard input, one URL per line. Blank lines are skipped.',
    ends: ['every URL is valid', 'a URL is invalid'],
    reports: true,
  },
  compare: {
    takes: '[url url]',
    about: 'tell whether two URLs have the same canonical form, and why or why not',
    more: 'Without URLs it reads standard input: two URLs separated by a tab in each line.',
    ends: ['all pairs are equivalent', 'two URLs are not equivalent, or a URL is invalid'],
    reports: true,
  },
  relativize: {
    takes: '[target base]',
    about: 'print a short reference that leads from a base to a URL',
    more: `Without URLs it reads standard input: a URL and its base, separated by a tab, in each line. If no
relative reference leads to the URL, it prints the canonical form.`,
    examples: 'waypost relativize http://h.example/docs/faq http://h.example/docs/guide/start',
    ends: ['every URL is valid', 'a URL is invalid'],
    reports: true,
  },
  resolve: {
    takes: '[reference base]',
    about: 'resolve a reference against a base, and print its canonical form',
    more: `Without URLs it reads standard input: a reference and its base, separated by a tab, in each line.
"waypost canonicalize" resolves many references against one base.`,
    examples: 'waypost resolve ../faq http://h.example/docs/guide/start',
    ends: ['every reference and base is valid', 'a reference or a base is invalid'],
    reports: true,
  },
  links: {
    takes: '[file…]',
    about: 'list the links of files, one JSON object per line',
    more: `It reads the formats that "waypost formats" lists. Without files it reads standard input, whose format
--format or --stdin-name names. What may have been meant as a link, such as a bare host, has a "proposal".`,
    examples: `waypost links --recursive docs
waypost links --tsv --format text < notes | awk -F'\\t' '$8 == "certain" {print $5}' | sort -u`,
    ends: ['every file was read', 'with --strict, a file or a text was not read'],
  },
  check: {
    takes: '[link or file…]',
    about: 'ask servers whether each link is alive',
    more: `An argument that begins with a scheme, such as gopher:, is a link; every other is a file or a folder
whose links are checked. Without arguments it reads standard input: a URL, a JSON string, or a JSON
object with "url" in each line. With --format or --stdin-name, standard input is a text. Each line of
a list gives one JSON object, in the same order. A status is one of
${STATUS_NAMES.join(', ')}.
Each server has one check at a time and a pause after it, and its robots.txt is obeyed.`,
    examples: `waypost check --recursive docs README.md
waypost check --report github --accept moved,restricted docs/*.html
waypost check < links.txt > checked.ndjson
waypost check --pause 5s < links.txt | jq -r 'select(.status == "gone") | .input'`,
    ends: ['every link is alive, accepted or not checked', 'a link is not alive, or not a URL'],
  },
  mend: {
    takes: '[file or folder…]',
    about: 'find living replacements for the dead links of files, and write them with --write',
    more: `It checks the links as "waypost check" does. A replacement is the address to which the server says that
the link has moved for good, else the one that --successors gives if it is alive, else a copy that an
archive says it has. Links that "waypost rewrite" would leave alone stay. Without files it reads standard
input, and --write writes its text to standard output.`,
    examples: `waypost mend --recursive docs
waypost mend --recursive --successors moved.txt --archives default --write docs`,
    ends: [
      'no dead link is left in the files',
      'a dead link has no replacement, or it is not written; with --strict, a file or a text was not read',
    ],
  },
  rewrite: {
    takes: '[file…]',
    about: 'change links of files in place, and print a line for each changed file',
    more: `It changes links in the formats that "waypost formats" lists. All other octets stay the same. Without
files it reads standard input, and writes its text to standard output. A link stays if its end is a
guess, or if the new link could be read in another way.`,
    examples: `waypost rewrite --to gateway --waypost https://waypost.example page.html
waypost rewrite --to https --mirrors mirrors.txt --check *.md
waypost rewrite --to canonical --recursive --diff docs
waypost rewrite --to canonical --format markdown < README.md`,
    ends: ['success', 'with --check or --diff, a link would change; with --strict, a file or a text was not read'],
  },
  formats: {
    takes: '',
    count: [0, 0, 'takes no arguments'],
    about: 'list the formats that "links", "check", "mend" and "rewrite" read, with the extensions of their files',
    more: 'The extension of a file decides how it is read, unless an option names a format.',
    ends: ['always', null],
  },
  publish: {
    takes: '[export]',
    count: [0, 1, 'takes one file'],
    about: 'write short links as pages for any web server, and print their number',
    more: `It reads an export of short links, one JSON object per line, or standard input. Each link becomes a
page that leads on, and a line of the file _redirects for servers that read it. Links that a browser
cannot open get a page that explains them, or lead to --waypost.`,
    examples: `waypost publish --folder public links.ndjson
waypost publish --folder public --waypost https://waypost.example links.ndjson`,
    ends: ['every line was written', 'a line cannot be written'],
  },
  'index-news': {
    takes: 'file or folder…',
    count: [1, Number.POSITIVE_INFINITY, 'needs the names of files'],
    about: 'write files of netnews into an archive that opens news links, and report what is in them',
    more: `It reads mbox, mbox.gz, ZIP files with mbox inside, and folders of these or of a news spool. If the
folder has an archive already, the articles are added to it. An mbox that lies in the folder and is not
compressed stays where it is; all other articles are written again, compressed. With the folder in
$NEWS_ARCHIVE, "waypost get" and "waypost check" read the archive.`,
    examples: `waypost index-news --out usenet comp.lang.c.mbox.zip sci.math.mbox.gz
waypost index-news --out usenet --name "Usenet of our department" /var/spool/news
NEWS_ARCHIVE=usenet waypost get news:comp.lang.c`,
    ends: ['every file was read', 'a file cannot be read, or is not netnews'],
  },
  get: {
    takes: 'url',
    count: [1, 1, 'needs one URL'],
    about: 'open a link of gopher, ftp, news, wais, http or others, and print what it leads to',
    more: `Menus, directories and articles are shown as text, files as they are. A user name and a password
in an ftp or http URL are sent to its server.`,
    examples: `waypost get gopher://gopher.floodgap.com/
waypost get --raw --output disk.iso --warc pub.warc.gz ftp://ftp.example/pub/disk.iso
waypost get --json --news-server news.example news:comp.infosystems.gopher`,
    ends: ['the link was opened', 'the link cannot be opened'],
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type Command = keyof typeof TABLE;
/** The commands that answer URLs. */
export type UrlCommand = Extract<Command, 'canonicalize' | 'explain' | 'compare' | 'relativize' | 'resolve'>;

export const COMMANDS: Readonly<Record<Command, CommandEntry>> = TABLE;

const isCommand = (name: string): name is Command => Object.hasOwn(TABLE, name);
export const COMMAND_NAMES: readonly Command[] = Object.keys(TABLE).filter(isCommand);

/** Those that take two URLs at a time. */
export const PAIR_COMMANDS: ReadonlySet<Command> = new Set<Command>(['compare', 'relativize', 'resolve']);

/** How the program ends; each command says what its 0 and its 1 mean. */
export const FAILED = 'the command line is wrong, or reading or writing failed';
