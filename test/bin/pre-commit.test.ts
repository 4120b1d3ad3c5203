/** The hooks of `.pre-commit-hooks.yaml` are given the documents that a reader of links knows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCommandLine } from '../../bin/command-line.ts';
import { EXTENSIONS, TEXT_FORMATS } from '../../src/text/formats.ts';

/** Formats of data, whose links are not all meant for readers. */
const DATA: ReadonlySet<string> = new Set(['csv', 'tsv', 'xml', 'json', 'po']);

const hooks = readFileSync(join(import.meta.dirname, '../../.pre-commit-hooks.yaml'), 'utf8')
  .split(/^- /m)
  .slice(1);
const member = (hook: string, name: string): string => new RegExp(`^ *${name}: (.+)$`, 'm').exec(hook)?.[1] ?? '';

test('there are hooks', () => {
  expect(hooks.map((hook) => member(hook, 'id'))).toEqual(['waypost-links', 'waypost-canonical']);
});

test.each(hooks.map((hook) => [member(hook, 'id'), hook] as const))(
  '%s reads documents and has a command',
  (_, hook) => {
    const files = new RegExp(member(hook, 'files').replace('(?i)', ''), 'i');
    const read = TEXT_FORMATS.filter((format) => EXTENSIONS[format].every((extension) => files.test(`A.${extension}`)));
    const some = TEXT_FORMATS.filter((format) => EXTENSIONS[format].some((extension) => files.test(`a.${extension}`)));
    expect(read).toEqual(TEXT_FORMATS.filter((format) => !DATA.has(format)));
    expect(some).toEqual(read);
    const [program, ...args] = member(hook, 'entry').split(' ');
    expect(program).toBe('waypost');
    expect(readCommandLine([...args, 'a.md'])).toMatchObject({ kind: args[0] });
  },
);
