/** The scripts that complete the command line in bash, zsh and fish, made from the tables of commands and options. */
import { COMMAND_NAMES, COMMANDS, type Command } from './commands.ts';
import { aboutOption } from './help.ts';
import { OPTIONS, type OptionName, optionsOf, spelled } from './options.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that completes the command line in a shell. */
export function completionOf(shell: Shell): string {
  if (shell === 'fish') return fish();
  return shell === 'bash' ? bash() : `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;
}

const commands = COMMAND_NAMES.join(' ');

/** zsh runs it too, by its emulation of bash's completion. */
function bash(): string {
  const words = COMMAND_NAMES.map(
    (command) => `    ${command}) words="${optionsOf(command).map(spelled).join(' ')}" ;;\n`,
  );
  const values = Array.from(new Set(COMMAND_NAMES.flatMap(optionsOf)), (name) => {
    const texts = OPTIONS[name].takes?.texts;
    return texts === undefined ? '' : `    ${spelled(name)}) words="${texts.join(' ')}" ;;\n`;
  });
  return `_waypost() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  case "\${COMP_WORDS[1]}" in
${words.join('')}\
    help) words="${commands}" ;;
    completion) words="${SHELLS.join(' ')}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands} help completion"; fi
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('')}\
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _waypost waypost
`;
}

function fish(): string {
  const after = (command: string): string => `complete -c waypost -n '__fish_seen_subcommand_from ${command}'`;
  return [
    ...COMMAND_NAMES.map(
      (name) => `complete -c waypost -n __fish_use_subcommand -a ${name} -d ${quoted(COMMANDS[name].about)}`,
    ),
    `complete -c waypost -f -n '__fish_seen_subcommand_from help' -a '${commands}'`,
    `complete -c waypost -f -n '__fish_seen_subcommand_from completion' -a '${SHELLS.join(' ')}'`,
    'complete -c waypost -n __fish_use_subcommand -a "help completion"',
    ...COMMAND_NAMES.flatMap((command) =>
      optionsOf(command).map((name) => `${after(command)} ${fishOption(command, name)}`),
    ),
    '',
  ].join('\n');
}

function fishOption(command: Command, name: OptionName): string {
  const { short, takes } = OPTIONS[name];
  return [
    `-l ${spelled(name).slice(2)}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(takes === undefined ? [] : ['-r']),
    ...(takes?.texts === undefined ? [] : [`-f -a '${takes.texts.join(' ')}'`]),
    `-d ${quoted(aboutOption(name, command).replaceAll('\n', ' '))}`,
  ].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
