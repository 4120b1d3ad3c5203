/** docs/canonical-forms.md, whose tables are made from the data that the tests read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withParts } from '../../generated-parts.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { SPELLINGS } from './spellings.ts';

export const FILE: string = join(import.meta.dirname, '../../../docs/canonical-forms.md');

type Row = readonly string[];

function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `\n${lines.join('\n')}\n`;
}

const code = (text: string): string => `\`${text}\``;

const spellings = SPELLINGS.map(({ schemes, part, reserved, clause, same, different }) => [
  schemes.join(', ') + (part === undefined ? '' : `: ${part}`),
  reserved,
  same.map(code).join(' = '),
  different === undefined ? '' : code(different),
  clause,
]);

const exceptions = EXCEPTIONS.map(({ schemes, about, example }) => [
  schemes?.join(', ') ?? 'all',
  about,
  example.map(code).join(' and '),
]);

export function readDocument(): string {
  return readFileSync(FILE, 'utf8');
}

/** The document with its tables made again. */
export function withTables(document: string): string {
  return withParts(document, {
    spellings: table(['scheme', 'reserved', 'one link, the canonical form first', 'another link', 'source'], spellings),
    exceptions: table(['scheme', 'what stays apart', 'two links'], exceptions),
  });
}
