/** The help texts, made from the tables of commands and options. */
import { COMMAND_NAMES, COMMANDS, type Command, FAILED } from './commands.ts';
import { OPTIONS, type OptionName, optionsOf, spelled } from './options.ts';

const COLUMN = 20;

/** The help of the whole program. */
export const USAGE = `Usage: waypost <command> [options] [--] [argument…]

Canonicalizes and explains URLs: gopher, ftp, news, nntp, telnet, wais, prospero, go and others.

Commands
${COMMAND_NAMES.map((name) => `  ${name.padEnd(COLUMN - 6)}${COMMANDS[name].about}\n`).join('')}\
  help          this text, or "waypost help <command>" for the options of a command
  completion    the completion of bash, zsh or fish: source <(waypost completion bash)

Options of every command
${optionLines(null)}
Exit status
  0  success
  1  the answer is no: a URL is invalid, a link is not alive; the help of a command says when
  2  ${FAILED}
`;

/** The help of one command. */
export function usageOf(command: Command): string {
  const { takes, about, more, examples = [], reports = false } = COMMANDS[command];
  const shown =
    examples.length === 0 ? '' : `\n${headingOf(examples)}\n${examples.map((line) => `  ${line}\n`).join('')}`;
  return `Usage: waypost ${command} [options] [--] ${takes}

Prints ${about}.
${more}
${shown}
Options
${optionLines(command)}
Exit status
${exitStatuses(command)
  .map(([status, when]) => `  ${status}  ${when}\n`)
  .join('')}${reports ? `\n${REPORTS}\n` : ''}`;
}

export const headingOf = ({ length }: readonly string[]): string => (length === 1 ? 'Example' : 'Examples');

/** The exit statuses of a command, and when it ends with them. */
export function exitStatuses(command: Command): readonly (readonly [status: number, when: string])[] {
  const [success, failure] = COMMANDS[command].ends;
  const readsFolders = optionsOf(command).includes('recursive');
  return [
    [0, success],
    ...(failure === null ? [] : [[1, failure] as const]),
    [2, `${FAILED}${readsFolders ? ', or no file was read' : ''}`],
  ];
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
