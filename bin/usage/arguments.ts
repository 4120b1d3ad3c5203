/** Reads the arguments of the command line by the tables of commands and options. */
import { parseArgs } from 'node:util';
import { COMMAND_NAMES, COMMANDS, type Command } from './commands.ts';
import { nearestName } from './nearest-name.ts';
import { OPTION_NAMES, OPTIONS, type OptionName, type OptionValues, optionsOf, spelled } from './options.ts';
import { UsageError } from './usage-error.ts';
import { AND, OR } from './values.ts';

/** A command line, read. */
interface Arguments {
  /** The options that were given. */
  readonly given: ReadonlySet<OptionName>;
  readonly options: OptionValues;
  readonly positionals: readonly string[];
}

/** Reads options and other arguments. Throws a `UsageError`. */
export function readArguments(argv: readonly string[]): Arguments {
  const values = new Map<OptionName, unknown>();
  const positionals: string[] = [];
  for (const token of tokensOf(argv)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const name = OPTION_NAMES.find((name) => spelled(name) === `--${token.rawName === '-v' ? 'version' : token.name}`);
    if (name === undefined || token.rawName === '--v') throw unknownOption(token.rawName, positionals[0]);
    values.set(name, readValue(name, token));
  }
  const all = Object.fromEntries(
    OPTION_NAMES.map((name) => [name, values.has(name) ? values.get(name) : absent(name)]),
  );
  if (!isComplete(all)) throw new TypeError('an option has no value');
  return { given: new Set(values.keys()), options: all, positionals };
}

/** The table says of what type each value is. */
function isComplete(values: Readonly<Record<string, unknown>>): values is OptionValues {
  return OPTION_NAMES.every((name) => name in values);
}

function absent(name: OptionName): unknown {
  const { takes, absent = null } = OPTIONS[name];
  return takes === undefined ? false : absent;
}

type ArgumentToken = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function tokensOf(argv: readonly string[]): readonly ArgumentToken[] {
  const options = OPTION_NAMES.map((name) => {
    const { short, takes } = OPTIONS[name];
    const type: 'boolean' | 'string' = takes === undefined ? 'boolean' : 'string';
    return [spelled(name).slice(2), short === undefined ? { type } : { type, short }] as const;
  });
  return parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    // `-v` is an older spelling of `-V`.
    options: { v: { type: 'boolean', short: 'v' }, ...Object.fromEntries(options) },
  }).tokens;
}

function readValue(
  name: OptionName,
  { rawName, value, inlineValue }: Extract<ArgumentToken, { kind: 'option' }>,
): unknown {
  const { takes } = OPTIONS[name];
  if (takes === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return true;
  }
  // An option after an option is more likely a forgotten value than a value.
  if (value === undefined || (inlineValue !== true && /^-./.test(value))) {
    const hint = value === undefined ? '' : `; a value that begins with a hyphen is written ${rawName}=${value}`;
    throw new UsageError(`${rawName} needs a value${hint}`);
  }
  return takes.read(value, rawName);
}

/** The command stands before its options nearly always; if it does not, every option is proposed. */
function unknownOption(rawName: string, command: string | undefined): UsageError {
  const known = COMMAND_NAMES.find((name) => name === command);
  return unknown('option', rawName, (known === undefined ? OPTION_NAMES : optionsOf(known)).map(spelled));
}

/** The error for a word that is not one of these. */
function unknown(noun: string, word: string, words: readonly string[]): UsageError {
  const nearest = nearestName(word, words);
  return new UsageError(`unknown ${noun} "${word}"${nearest === null ? '' : `; did you mean ${nearest}?`}`);
}

export function commandNamed(word: string): Command {
  const command = COMMAND_NAMES.find((name) => name === word);
  if (command === undefined) throw unknown('command', word, [...COMMAND_NAMES, 'help', 'completion']);
  return command;
}

/**
 * Refuses options that belong to another command, that lack the one they need, or that exclude each other, and a
 * command without the options or arguments that it needs.
 */
export function checkArguments(command: Command, given: ReadonlySet<OptionName>, count: number): void {
  const has = (name: string): boolean => OPTION_NAMES.some((known) => known === name && given.has(known));
  for (const name of given) {
    const { commands, needs } = OPTIONS[name];
    if (commands !== undefined && !commands.includes(command)) {
      const verb = commands.length === 1 ? 'does' : 'do';
      throw new UsageError(`${command} has no option ${spelled(name)}; ${AND.format(commands)} ${verb}`);
    }
    if (needs !== undefined && !needs.some(has)) {
      throw new UsageError(`${spelled(name)} needs ${OR.format(needs.map(spelled))}`);
    }
  }
  for (const name of given) {
    const other = OPTIONS[name].excludes?.find(has);
    if (other !== undefined) throw new UsageError(`${spelled(name)} and ${spelled(other)} cannot be combined`);
  }
  const missing = optionsOf(command).find((name) => OPTIONS[name].isRequired === true && !given.has(name));
  if (missing !== undefined) throw new UsageError(`${command} needs ${spelled(missing)}`);
  const [least, most, words] = COMMANDS[command].count ?? [0, Number.POSITIVE_INFINITY, ''];
  if (count < least || count > most) throw new UsageError(`${command} ${words}`);
}
