/** The table of options. */
import { expect, test } from 'vitest';
import { OPTION_NAMES, OPTIONS, optionsOf } from '../../../bin/usage/options.ts';

test('each command of an option has one that it needs, and some command each that it excludes', () => {
  for (const name of OPTION_NAMES) {
    const { needs, excludes = [], commands = [] } = OPTIONS[name];
    for (const command of commands) {
      const own: readonly string[] = optionsOf(command);
      if (needs !== undefined)
        expect(
          needs.some((need) => own.includes(need)),
          `${command} --${name}`,
        ).toBe(true);
    }
    const others: readonly string[] = commands.flatMap(optionsOf);
    expect(excludes.filter((other) => !others.includes(other))).toEqual([]);
  }
});

test('no two options have one letter', () => {
  const letters = OPTION_NAMES.flatMap((name) => OPTIONS[name].short ?? []);
  expect(letters).toEqual([...new Set(letters)]);
});
