/**
 * Scripts that complete the command line in bash, zsh and fish.
 */
import { COMMANDS, type OptionEntry, optionsOf } from './options.ts';
import { HELP } from './usage.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script for a shell. */
export function completionOf(shell: Shell): string {
  return shell === 'fish'
    ? fish()
    : shell === 'bash'
      ? bash()
      : `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;
}

const WORDS: readonly string[] = [...COMMANDS, 'help', 'completion'];

/** zsh runs it too, by its emulation of bash's completion. */
function bash(): string {
  const cases = COMMANDS.map((command) => `    ${command}) words="${flags(command)}" ;;`);
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
  if [ "$COMP_CWORD" -eq 1 ]; then words="${WORDS.join(' ')}"; fi
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${[...new Set(values)].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _waypost waypost
`;
}

function flags(command: (typeof COMMANDS)[number]): string {
  return optionsOf(command)
    .map(([name]) => `--${name}`)
    .join(' ');
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

function fishOption(command: string, [name, { short, value, values, about }]: readonly [string, OptionEntry]): string {
  return [
    `complete -c waypost -n '__fish_seen_subcommand_from ${command}' -l ${name}`,
    short === undefined ? '' : ` -s ${short}`,
    value === undefined ? '' : ' -r',
    values === undefined ? '' : ` -f -a '${values.join(' ')}'`,
    ` -d '${about.join(' ').replaceAll("'", "\\'")}'\n`,
  ].join('');
}
