/** The help texts, made from the tables of commands and options. */
import { COMMAND_NAMES, COMMANDS, type Command, FAILED } from './commands.ts';
import { FORMATS } from './formats.ts';
import { OPTIONS, type OptionName, optionsOf, spelled } from './options.ts';

const COLUMN = 20;

/** What the program does. */
export const PURPOSE =
  'Canonicalizes and explains URLs: gopher, ftp, news, nntp, telnet, wais, prospero, go and others';

/** The help of a command, or of the whole program. */
export function usageOf(command: Command | null): string {
  if (command === null) return wholeUsage();
  const { takes, about, more, examples, reports = false } = COMMANDS[command];
  const shown = examples === undefined ? '' : `\n${headingOf(examples)}\n${examples.replace(/^/gm, '  ')}\n`;
  return `Usage: waypost ${command} [options] [--] ${takes}

${sentenceOf(about)}
${more}
${shown}
Options
${optionLines(command)}
${statusLines(command)}${reports ? `\n${REPORTS}\n` : ''}`;
}

function wholeUsage(): string {
  return `Usage: waypost <command> [options] [--] [argument…]

${PURPOSE}.

Commands
${COMMAND_NAMES.map((name) => `  ${name.padEnd(COLUMN - 6)}${COMMANDS[name].about}\n`).join('')}\
  help          show this text, or "waypost help <command>" for the options of a command
  completion    print the completion of bash, zsh or fish: source <(waypost completion bash)

Options of every command
${optionLines(null)}
${statusLines(null)}`;
}

/** What a command does, as a sentence. */
export const sentenceOf = (about: string): string => `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;

export const headingOf = (examples: string): string => (examples.includes('\n') ? 'Examples' : 'Example');

const OF_PROGRAM = [
  'success',
  'the answer is no: a URL is invalid, a link is not alive; the help of a command says when',
] as const;

/** The exit statuses of a command, or of all, and when it ends with them. */
export function exitStatuses(command: Command | null): readonly (readonly [status: number, when: string])[] {
  const [success, failure] = command === null ? OF_PROGRAM : COMMANDS[command].ends;
  const readsFolders = optionsOf(command).includes('recursive');
  return [
    [0, success],
    ...(failure === null ? [] : [[1, failure] as const]),
    [2, `${FAILED}${readsFolders ? ', or no file was read' : ''}`],
  ];
}

function statusLines(command: Command | null): string {
  return `Exit status\n${exitStatuses(command)
    .map(([status, when]) => `  ${status}  ${when}\n`)
    .join('')}`;
}

export const REPORTS = 'Errors go to standard error as "line:column: message (code)"; a URL argument counts as a line.';

function optionLines(command: Command | null): string {
  const lines = optionsOf(command).flatMap((name) =>
    aboutOption(name, command)
      .split('\n')
      .map((line, index) => `${(index === 0 ? `  ${synopsisOf(name)}` : '').padEnd(COLUMN)}  ${line}\n`),
  );
  return lines.join('');
}

/** `-o, --output <file>` */
export function synopsisOf(name: OptionName): string {
  const { short, takes } = OPTIONS[name];
  return `${short === undefined ? '' : `-${short}, `}${spelled(name)}${takes === undefined ? '' : ` <${takes.shown}>`}`;
}

/** What an option does in a command, in lines of the help; `null` = in every command. */
export function aboutOption(name: OptionName, command: Command | null): string {
  const { about, aboutIn = {} } = OPTIONS[name];
  return (command === null ? undefined : aboutIn[command]) ?? about;
}

/** Two lines for each format: its extensions, and what is read of it. */
export function formatsList(): string {
  const column = Math.max(...FORMATS.map(({ format }) => format.length)) + 2;
  return FORMATS.map(({ format, extensions, read }) => {
    const names = extensions.map((extension) => `.${extension}`).join(' ');
    return `${format.padEnd(column)}${names}\n${' '.repeat(column)}${read.replaceAll('`', '')}\n`;
  }).join('');
}
