/** Reads the arguments of the command line by the table of options. */
import { parseArgs } from 'node:util';
import { nearestName } from './nearest-name.ts';
import {
  COMMANDS,
  type Command,
  EXCLUSIVE,
  isOptionName,
  OPTIONS,
  type OptionEntry,
  type OptionName,
  optionEntries,
  optionsOf,
  UsageError,
} from './options.ts';

/** Writes `check, mend and get`. */
const AND = new Intl.ListFormat('en-GB');

/** The options that were given, each with its value, or `''` if it takes none. */
export type GivenOptions = ReadonlyMap<OptionName, string>;

/** Reads options and other arguments. Throws a `UsageError`. */
export function readArguments(argv: readonly string[]): { options: GivenOptions; positionals: readonly string[] } {
  const options = new Map<OptionName, string>();
  const positionals: string[] = [];
  // `-v` is an older spelling of `-V`.
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: {
      v: { type: 'boolean', short: 'v' },
      ...Object.fromEntries(
        optionEntries().map(([name, { short, value }]) => {
          const type: 'boolean' | 'string' = value === undefined ? 'boolean' : 'string';
          return [name, short === undefined ? { type } : { type, short }];
        }),
      ),
    },
  });
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const name = token.rawName === '-v' ? 'version' : token.name;
    if (!isOptionName(name) || token.rawName === '--v') throw unknownOption(token.rawName, positionals[0]);
    options.set(name, readValue(OPTIONS[name], token));
  }
  return { options, positionals };
}

/** The command stands before its options nearly always; if it does not, every option is proposed. */
function unknownOption(rawName: string, command: string | undefined): UsageError {
  const known = COMMANDS.find((name) => name === command);
  const names = (known === undefined ? optionEntries() : optionsOf(known)).map(([name]) => `--${name}`);
  const nearest = nearestName(rawName, names);
  return new UsageError(`unknown option "${rawName}"${nearest === null ? '' : `; did you mean ${nearest}?`}`);
}

type OptionToken = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { kind: 'option' }>;

function readValue({ value: takes, values, form }: OptionEntry, { rawName, value, inlineValue }: OptionToken): string {
  if (takes === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return '';
  }
  // An option after an option is more likely a forgotten value than a value.
  if (value === undefined || (inlineValue !== true && /^-./.test(value))) {
    const hint = value === undefined ? '' : `; a value that begins with a hyphen is written ${rawName}=${value}`;
    throw new UsageError(`${rawName} needs a value${hint}`);
  }
  if (values !== undefined && !values.includes(value)) {
    throw new UsageError(`${rawName} must be ${values.join(' or ').replace(/ or (?=.* or )/g, ', ')}, not "${value}"`);
  }
  if (form?.[0].test(value) === false) throw new UsageError(`${rawName} must be ${form[1]}, not "${value}"`);
  return value;
}

/** Refuses options that belong to another command, that lack the one they need, and that exclude each other. */
export function checkOptions(command: Command, options: GivenOptions): void {
  for (const name of options.keys()) {
    const { commands, needs }: OptionEntry = OPTIONS[name];
    if (commands !== undefined && !commands.includes(command)) {
      throw new UsageError(
        `${command} has no option --${name}; ${AND.format(commands)} ${commands.length === 1 ? 'does' : 'do'}`,
      );
    }
    if (needs !== undefined && !needs.some((need) => isOptionName(need) && options.has(need))) {
      throw new UsageError(`--${name} needs ${needs.map((need) => `--${need}`).join(' or ')}`);
    }
  }
  const both = EXCLUSIVE.find((names) => names.every((name) => options.has(name)));
  if (both !== undefined) throw new UsageError(`--${both[0]} and --${both[1]} cannot be combined`);
}
