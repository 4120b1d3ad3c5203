/** The manual page of the program, waypost(1), made from the tables of commands and options, as man(7) has it. */
import { COMMAND_NAMES, COMMANDS, type Command } from './commands.ts';
import { SHELLS } from './completion.ts';
import { aboutOption, exitStatuses, headingOf, PURPOSE, REPORTS, sentenceOf, synopsisOf } from './help.ts';
import { type OptionName, optionsOf } from './options.ts';

/** @param version - of the program */
export function manualPage(version: string): string {
  const ofEveryCommand = optionsOf(null);
  return `.TH WAYPOST 1 "" "waypost ${version}"
.SH NAME
waypost \\- ${roff(PURPOSE)}
.SH SYNOPSIS
.B waypost
.I command
[options] [\\-\\-] [argument ...]
.br
.B waypost help
.RI [ command ]
.br
.B waypost completion
.BR ${SHELLS.join(' | ')}
.SH COMMANDS
${COMMAND_NAMES.map((command) => sectionOf(command, ofEveryCommand)).join('')}\
.SH OPTIONS OF EVERY COMMAND
${ofEveryCommand.map((name) => optionOf(name, null)).join('')}\
.SH EXIT STATUS
${statusesOf(null)}\
`;
}

function sectionOf(command: Command, ofEveryCommand: readonly OptionName[]): string {
  const { takes, about, more, examples, reports = false } = COMMANDS[command];
  const own = optionsOf(command).filter((name) => !ofEveryCommand.includes(name));
  const paragraphs = [`${sentenceOf(about)}\n${more}`, ...(reports ? [REPORTS] : [])];
  return `.SS waypost ${command} [options] [\\-\\-] ${roff(takes)}
${paragraphs.map(roff).join('\n.PP\n')}
${own.map((name) => optionOf(name, command)).join('')}\
.PP
Exit status:
${statusesOf(command)}\
${examples === undefined ? '' : `.PP\n${headingOf(examples)}:\n.PP\n.nf\n.RS\n${roff(examples)}\n.RE\n.fi\n`}`;
}

const statusesOf = (command: Command | null): string =>
  exitStatuses(command)
    .map(([status, when]) => entry(String(status), when))
    .join('');

const optionOf = (name: OptionName, command: Command | null): string =>
  entry(synopsisOf(name), aboutOption(name, command));

/** A term in bold type, and what it means. */
const entry = (term: string, text: string): string => `.TP\n.B ${roff(term)}\n${roff(text)}\n`;

/** Text in which nothing is a request or an escape of roff, in ASCII. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', ' ...')
    .replace(/^(?=[.'])/gm, '\\&');
}
