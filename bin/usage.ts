/**
 * The help texts, and the scripts that complete the command line in bash, zsh and fish, made from the table of options.
 */
import { COMMANDS, type Command, type OptionEntry, optionsOf } from './options.ts';

interface CommandHelp {
  readonly takes: string;
  readonly about: string;
  /** How the command reads its input, and an example; lines of the help. */
  readonly more: string;
  /** When the exit status is 0, and when it is 1. */
  readonly ends: readonly [success: string, failure: string | null];
  /** Whether it reports invalid URLs on standard error. */
  readonly reports?: true;
}

export const HELP: Readonly<Record<Command, CommandHelp>> = {
  canonicalize: {
    takes: '[url…]',
    about: 'the canonical form of each URL, one per line',
    more: `Without URLs it reads standard input, one URL per line, and prints one line for each: an
empty one for what is blank or not a URL.

Examples
  waypost canonicalize --keep < links.txt
  waypost canonicalize --field 3 --delimiter ' ' crawl.cdx
  waypost canonicalize --surt < links.txt | LC_ALL=C sort
  waypost canonicalize --cdxj index.cdxj | LC_ALL=C sort > sorted.cdxj`,
    ends: ['every URL is valid', 'a URL is invalid'],
    reports: true,
  },
  explain: {
    takes: '[url…]',
    about: 'parts, changes, meaning, and what a client sends',
    more: 'Without URLs it reads standard input, one URL per line. Blank lines are skipped.',
    ends: ['every URL is valid', 'a URL is invalid'],
    reports: true,
  },
  compare: {
    takes: '[url url]',
    about: 'whether two URLs have the same canonical form, and why or why not',
    more: 'Without URLs it reads standard input: two URLs separated by a tab in each line.',
    ends: ['all pairs are equivalent', 'two URLs are not equivalent, or a URL is invalid'],
    reports: true,
  },
  relativize: {
    takes: '[target base]',
    about: 'a short reference that leads from a base to a URL',
    more: `Without URLs it reads standard input: a URL and its base, separated by a tab, in each line. If no
relative reference leads to the URL, it prints the canonical form.

Example
  waypost relativize http://h.example/docs/faq http://h.example/docs/guide/start`,
    ends: ['every URL is valid', 'a URL is invalid'],
    reports: true,
  },
  links: {
    takes: 'file…',
    about: 'the links of files, one JSON object per line',
    more: `It reads plain text and mail, Markdown, HTML, MediaWiki text, CSV and TSV. What may have been meant as a
link, such as a bare host, has a "proposal".

Examples
  waypost links --recursive docs
  waypost links --tsv --format text paper.tex | cut -f 5 | sort -u`,
    ends: ['every file was read', null],
  },
  mend: {
    takes: 'file or folder…',
    about: 'the dead links of files with living replacements, and writes them with --write',
    more: `It checks the links as "waypost check" does. A replacement is the address to which the server says that
the link has moved for good, else the one that --successors gives if it is alive, else a copy that an
archive says it has. Links that "waypost rewrite" would leave alone stay.

Examples
  waypost mend --recursive docs
  waypost mend --recursive --successors moved.txt --archives default --write docs`,
    ends: ['no dead link is left in the files', 'a dead link has no replacement, or it is not written'],
  },
  rewrite: {
    takes: 'file…',
    about: 'one line for each file whose links it changes in place',
    more: `It changes links in plain text and mail, Markdown, HTML, MediaWiki text, CSV and TSV. All other octets
stay the same. A link stays if its end is a guess, or if the new link could be read in another way.

Examples
  waypost rewrite --to gateway --waypost https://waypost.example page.html
  waypost rewrite --to https --mirrors mirrors.txt --check *.md
  waypost rewrite --to canonical --recursive --diff docs`,
    ends: ['success', 'with --check or --diff, a link would change'],
  },
  publish: {
    takes: '[export]',
    about: 'the number of short links that it wrote as pages for any web server',
    more: `It reads an export of short links, one JSON object per line, or standard input. Each link becomes a
page that leads on, and a line of the file _redirects for servers that read it. Links that a browser
cannot open get a page that explains them, or lead to --waypost.

Examples
  waypost publish --folder public links.ndjson
  waypost publish --folder public --waypost https://waypost.example links.ndjson`,
    ends: ['every line was written', 'a line cannot be written'],
  },
  get: {
    takes: 'url',
    about: 'what a link leads to: gopher, ftp, news, nntp, wais, prospero, go, http',
    more: `Menus, directories and articles are shown as text, files as they are. A user name and a password
in an ftp or http URL are sent to its server.

Examples
  waypost get gopher://gopher.floodgap.com/
  waypost get --raw --output disk.iso --warc pub.warc.gz ftp://ftp.example/pub/disk.iso
  waypost get --json --news-server news.example news:comp.infosystems.gopher`,
    ends: ['the link was opened', 'the link cannot be opened'],
  },
  check: {
    takes: '[link or file…]',
    about: 'whether each link is alive',
    more: `An argument that begins with a scheme, such as gopher:, is a link; every other is a file or a folder
whose links are checked. Without arguments it reads standard input: a URL, a JSON string, or a JSON
object with "url" in each line. Each line gives one JSON object, in the same order. The status is
alive, moved, restricted, gone, unavailable, unreachable, other-protocol or not-checked. Each server
has one check at a time and a pause after it, and its robots.txt is obeyed.

Examples
  waypost check --recursive docs README.md
  waypost check --report github --accept moved,restricted docs/*.html
  waypost check < links.txt > checked.ndjson
  waypost check --pause 5s < links.txt | jq -r 'select(.status == "gone") | .url'`,
    ends: ['every link is alive, accepted or not checked', 'a link is not alive, or not a URL'],
  },
};

/** How the program ends; each command says what its 1 means. */
const STATUS_2 = 'the command line is wrong, or reading or writing failed';

const COLUMN = 20;

/** The help of the whole program. */
export const USAGE = `Usage: waypost <command> [options] [--] [argument…]

Canonicalizes and explains URLs: gopher, ftp, news, nntp, telnet, wais, prospero, go and others.

Commands
${COMMANDS.map((name) => `  ${name.padEnd(COLUMN - 6)}${HELP[name].about}\n`).join('')}\
  help          this text, or "waypost help <command>" for the options of a command
  completion    the completion of bash, zsh or fish: source <(waypost completion bash)

Options of every command
${optionLines(null)}
Exit status
  0  success
  1  the answer is no: a URL is invalid, a link is not alive; the help of a command says when
  2  ${STATUS_2}
`;

/** The help of one command. */
export function usageOf(command: Command): string {
  const { takes, about, more, ends, reports = false } = HELP[command];
  return `Usage: waypost ${command} [options] [--] ${takes}

Prints ${about}.
${more}

Options
${optionLines(command)}
Exit status
  0  ${ends[0]}
${ends[1] === null ? '' : `  1  ${ends[1]}\n`}\
  2  ${STATUS_2}${readsFolders(command) ? ', or no file was read' : ''}
${reports ? `\n${REPORTS}\n` : ''}`;
}

const readsFolders = (command: Command): boolean => optionsOf(command).some(([name]) => name === 'recursive');

const REPORTS = 'Errors go to standard error as "line:column: message (code)"; a URL argument counts as a line.';

function optionLines(command: Command | null): string {
  const lines = optionsOf(command).flatMap(([name, entry]) => {
    const { short, value } = entry;
    const spelled = `  ${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`;
    return aboutOption(entry, command).map(
      (line, index) => `${(index === 0 ? spelled : '').padEnd(COLUMN)}  ${line}\n`,
    );
  });
  return lines.join('');
}

function aboutOption({ about, aboutIn = {} }: OptionEntry, command: Command | null): readonly string[] {
  return (command === null ? undefined : aboutIn[command]) ?? about;
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that completes the command line in a shell. */
export function completionOf(shell: Shell): string {
  if (shell === 'fish') return fish();
  return shell === 'bash' ? bash() : `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;
}

/** zsh runs it too, by its emulation of bash's completion. */
function bash(): string {
  const cases = COMMANDS.map((command) => {
    const flags = optionsOf(command).map(([name]) => `--${name}`);
    return `    ${command}) words="${flags.join(' ')}" ;;`;
  });
  const values = COMMANDS.flatMap((command) => optionsOf(command)).flatMap(([name, { values }]) =>
    values === undefined ? [] : [`    --${name}) words="${values.join(' ')}" ;;`],
  );
  return `_waypost() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    help) words="${COMMANDS.join(' ')}" ;;
    completion) words="${SHELLS.join(' ')}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${COMMANDS.join(' ')} help completion"; fi
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${[...new Set(values)].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _waypost waypost
`;
}

function fish(): string {
  const commands = COMMANDS.map(
    (name) =>
      `complete -c waypost -n __fish_use_subcommand -a ${name} -d '${HELP[name].about.replaceAll("'", "\\'")}'\n`,
  );
  const options = COMMANDS.flatMap((command) => optionsOf(command).map((option) => fishOption(command, option)));
  return [
    ...commands,
    `complete -c waypost -f -n '__fish_seen_subcommand_from help' -a '${COMMANDS.join(' ')}'\n`,
    `complete -c waypost -f -n '__fish_seen_subcommand_from completion' -a '${SHELLS.join(' ')}'\n`,
    'complete -c waypost -n __fish_use_subcommand -a "help completion"\n',
    ...options,
  ].join('');
}

function fishOption(command: Command, [name, entry]: readonly [string, OptionEntry]): string {
  const { short, value, values } = entry;
  return [
    `complete -c waypost -n '__fish_seen_subcommand_from ${command}' -l ${name}`,
    short === undefined ? '' : ` -s ${short}`,
    value === undefined ? '' : ' -r',
    values === undefined ? '' : ` -f -a '${values.join(' ')}'`,
    ` -d '${aboutOption(entry, command).join(' ').replaceAll("'", "\\'")}'\n`,
  ].join('');
}
