/** The map of the code, from the table of layers. */
import { AROUND, CORE, type Layer } from './table.ts';

const WIDTH = 118;
const COLUMN = 30;

/** The top folders, with what they are. */
const FOLDERS: Readonly<Record<string, string>> = {
  src: 'the library. No I/O and no API of Workers or Node; it runs in workerd, Node, Bun, Deno and browsers',
  worker: 'the edge function: HTTP in, TCP out',
  bin: 'the command line, and what else of the npm package knows Node, so it is not in src/',
};

/** Puts a text beside a name, in lines that are aligned with its beginning. */
function entry(name: string, about: string): string {
  const lines: string[] = [];
  for (const word of about.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || COLUMN + last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line, index) => `${(index === 0 ? name : '').padEnd(COLUMN - 1)} ${line}\n`).join('');
}

/** A tree of rows, the highest first. */
function tree(rows: readonly Layer[]): string {
  return Object.entries(FOLDERS)
    .map(([folder, about]) => {
      const below = rows.filter(({ unit }) => unit.startsWith(`${folder}/`)).reverse();
      const entries = below.map((row) => {
        const name = row.unit.slice(folder.length + 1);
        return entry(`  ${name}${name.endsWith('.ts') ? '' : '/'}`, row.about);
      });
      return entries.length === 0 ? '' : entry(`${folder}/`, about) + entries.join('');
    })
    .join('');
}

const block = (rows: readonly Layer[]): string => `\n\`\`\`\n${tree(rows)}\`\`\`\n`;

/** The document of the map. */
export const MAP_FILE = 'docs/contributing/map.md';

/** The parts of the map that `npm run readme` writes, by name. */
export const MAPS: Readonly<Record<string, string>> = {
  'the core': block(CORE),
  'around the core': block(AROUND),
};
