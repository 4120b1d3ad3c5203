/**
 * Identifiers and file names use the standard terms of the field. The words below are inventions of this project that
 * nobody else knew; CONTRIBUTING lists the word to use instead of each.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';

const root = join(import.meta.dirname, '..');

/** Words inside an identifier: `crumbs` matches `crumbsOf` but not `breadcrumbs`. */
const INVENTED = [
  ...[
    'attend',
    'attends',
    'attended',
    'attendance',
    'court',
    'courtesy',
    'crumb',
    'crumbs',
    'deals',
    'doubt',
    'doubts',
  ],
  ...['doubted', 'doubtful', 'dress', 'dressed', 'elsewhere', 'harvest', 'harvested', 'harvester', 'harvesting'],
  ...[
    'house',
    'household',
    'journey',
    'lane',
    'lanes',
    'lettering',
    'museum',
    'pick',
    'picks',
    'picked',
    'room',
    'rooms',
  ],
  ...['torn', 'touched', 'visit', 'visits', 'visited', 'visiting', 'visitor', 'visitors', 'wish', 'wishes'],
];

/** The words of an identifier or of a file name: `crumbsOf` is `crumbs` and `of`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** Every identifier that a module writes, properties and JSX names among them. */
function identifiersOf(node: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(node)) for (const item of node) identifiersOf(item, found);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && 'name' in node && typeof node.name === 'string') found.add(node.name);
    for (const value of Object.values(node)) identifiersOf(value, found);
  }
  return found;
}

/** TypeScript's own utility type. */
const BUILT_IN = 'Pick';

function inventedIn(names: Iterable<string>): string[] {
  return [...names].filter((name) => name !== BUILT_IN && wordsOf(name).some((word) => INVENTED.includes(word)));
}

const files = globSync('{src,worker,bin,test}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));

describe('invented words', () => {
  test('are found in identifiers of every kind', () => {
    const code = 'const crumbsOf = ({ doubt }: Visit) => <Room harvest={doubt.elsewhere} breadcrumbs="torn" />;';
    const names = identifiersOf(parseAst(code, { lang: 'tsx' }));
    expect(inventedIn(names)).toEqual(['crumbsOf', 'doubt', 'Visit', 'Room', 'harvest', 'elsewhere']);
  });

  test('are in no identifier', () => {
    const found = files.flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      const names = identifiersOf(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
      return inventedIn(names).map((name) => `${file}: ${name}`);
    });
    expect(found).toEqual([]);
  });

  test('are in no file name', () => {
    expect(files.filter((file) => inventedIn([basename(file)]).length > 0)).toEqual([]);
  });
});
