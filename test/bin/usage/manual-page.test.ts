/** The manual page. */
import { expect, test } from 'vitest';
import { COMMAND_NAMES, COMMANDS } from '../../../bin/usage/commands.ts';
import { manualPage } from '../../../bin/usage/manual-page.ts';
import { OPTION_NAMES, spelled } from '../../../bin/usage/options.ts';

const page = manualPage('1.2.3');

test('it has the version, every command, every option and every example', () => {
  expect(page).toMatch(/^\.TH WAYPOST 1 "" "waypost 1\.2\.3"\n\.SH NAME\nwaypost \\- /);
  const text = page.replaceAll('\\-', '-').replaceAll('\\e', '\\');
  for (const command of COMMAND_NAMES) {
    expect(text).toContain(`\n.SS waypost ${command} [options] [--] `);
    expect(text).toContain(COMMANDS[command].examples ?? '');
  }
  for (const name of OPTION_NAMES) expect(text).toMatch(new RegExp(`^\\.B (?:-\\w, )?${spelled(name)}(?: |$)`, 'm'));
});

test('no text is a request of roff, and all is ASCII', () => {
  const requests = new Set(page.match(/^[.'].\w*/gm));
  expect([...requests].toSorted()).toEqual(
    ['.B', '.BR', '.I', '.PP', '.RE', '.RI', '.RS', '.SH', '.SS', '.TH', '.TP', '.br', '.fi', '.nf'].toSorted(),
  );
  expect(page).toMatch(/^[\n\x20-\x7e]*$/);
  expect(page.replaceAll(/\\(?:-|e|&)/g, '')).not.toContain('\\');
});
