/**
 * What a scheme consists of, as finger shows: its own folders, and the registries that name it. The recipe in
 * docs/contributing/adding.md names them, and new-scheme.slow.test.ts adds another scheme in the same places.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The folders of a scheme. */
const FOLDERS: readonly string[] = ['src/schemes', 'src/protocols', 'src/open'];

const isOwn = (file: string): boolean => FOLDERS.some((folder) => file.startsWith(`${folder}/finger/`));
const product = globSync('{src,worker,bin}/**/*.{ts,tsx}', { cwd: root }).toSorted();

/** The files of finger. */
export const files: readonly string[] = product.filter(isOwn);

/** A name in code: comments and texts for people have fingers, too. */
const NAMED = /^(?:(?:im|ex)port\b.*\bfinger\b|.*\bfinger,)/im;

/** `npm run readme` writes these. */
const GENERATED: readonly string[] = ['src/schemes/rules.ts', 'src/schemes/errors.ts'];

/** The files that name finger, without its own: one line is for finger in each list. */
export const registries: readonly string[] = product.filter(
  (file) => !isOwn(file) && !GENERATED.includes(file) && NAMED.test(readFileSync(join(root, file), 'utf8')),
);

/** A registry with another scheme beside finger. */
export function withScheme(registry: string, name: string): string {
  const renamed = (text: string) =>
    text.replaceAll('finger', name).replaceAll('Finger', `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
  return registry
    .split('\n')
    .flatMap((line) => {
      if (!NAMED.test(line)) return [line];
      const isList = /\[.*\bfinger,/.test(line);
      return isList ? [line.replace('finger,', `finger, ${name},`)] : [line, renamed(line)];
    })
    .join('\n');
}

/** The document of the recipe. */
export const RECIPE_FILE = 'docs/contributing/adding.md';

/** The parts of the recipe that are files, by name. */
export const EXCERPTS: Readonly<Record<string, string>> = {
  'the opener': `\n\`\`\`ts\n${readFileSync(join(root, 'src/open/finger/finger.ts'), 'utf8')}\`\`\`\n`,
};
