/**
 * Generates the tables of README. `npm run readme` writes them, the maps of CONTRIBUTING, the tables of
 * docs/canonical-forms.md and docs/scale.md, and the list of the rules of all schemes. readme.test.ts,
 * contributing.test.ts and canonical-forms.test.ts fail if one is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { definitions } from '../src/schemes/registry.ts';
import { SURT_RULES } from '../src/surt.ts';
import { readOpenedSchemes } from '../worker/build/page-bundle.ts';
import { relayedSchemes } from '../worker/gateway/contract/destination.ts';
import { templateVariables } from '../worker/gateway/contract/template.ts';
import { settingsTable } from '../worker/settings/settings.ts';
import { readFigures } from './bench/run.ts';
import { markdownOf, type Table } from './bench/table.ts';
import { withParts } from './generated-parts.ts';
import { MAPS } from './layers/map.ts';
import * as scale from './scale-document.ts';
import * as canonicalForms from './src/canonical-forms/document.ts';

const file = join(import.meta.dirname, '../README.md');
const schemesFolder = join(import.meta.dirname, '../src/schemes');

type Row = readonly string[];

/** A table in Markdown, between empty lines. */
function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `\n${lines.join('\n')}\n`;
}

const code = (text: string): string => `\`${text}\``;

const opened = await readOpenedSchemes();

function schemeRow({ name, title, defaultPort, specifications, example }: (typeof definitions)[number]): Row {
  const [first] = specifications;
  const clause = first === undefined ? '' : `${first.document} §${first.section}`;
  return [code(name), title, String(defaultPort ?? '—'), gatewayOf(name), clause, code(example)];
}

/** What `gateway` in `/v1/schemes` says, with the default settings and a relay. */
function gatewayOf(name: string): string {
  if (!opened.has(name)) return 'none';
  return relayedSchemes.has(name) ? 'self, by a relay' : 'self';
}

/** Each part by its name. */
const parts: Readonly<Record<string, string>> = {
  schemes: table(
    ['scheme', 'what it names', 'port', 'gateway', 'specification', 'example'],
    definitions.map(schemeRow),
  ),
  'template variables': table(
    ['variable', 'value'],
    Object.entries(templateVariables).map(([name, { about }]) => [code(name), about]),
  ),
  settings: table(
    ['key', 'set as', 'what it does'],
    [...settingsTable].map(([key, { kind, description }]) => [code(key), kind, description]),
  ),
  figures: `\n${figuresOfReadme().map(markdownOf).join('\n')}`,
  'rewritten schemes': definitions.flatMap(({ name, rewrittenByEmbed }) => (rewrittenByEmbed ? [name] : [])).join(', '),
};

/** The figures but those that docs/scale.md has. */
function figuresOfReadme(): readonly Table[] {
  const { spread: _, bill: __, ...others } = readFigures();
  return Object.values(others);
}

/** The parts of docs/command-line.md. */
const commandLineParts: Readonly<Record<string, string>> = {
  'surt rules': table(
    ['rule', 'what it does', 'source'],
    SURT_RULES.map(({ name, about, source }) => [code(name), about, source]),
  ),
};

/** The document of the command line. */
export const commandLine = {
  file: join(import.meta.dirname, '../docs/command-line.md'),
  withTables: (text: string): string => withParts(text, commandLineParts),
};

/** The current text of README. */
export function readReadme(): string {
  return readFileSync(file, 'utf8');
}

/** A README with every part generated again. */
export function withTables(readme: string): string {
  return withParts(readme, parts);
}

/** The source of `src/schemes/rules.ts`: the registry, with the rules of each scheme in place of its definition. */
export function rulesList(): string {
  const registry = readFileSync(join(schemesFolder, 'registry.ts'), 'utf8');
  const [, list = ''] = /^\/\*\*.*?\*\/\n(.*)$/s.exec(registry) ?? [];
  return `/**
 * The rules of every scheme, without what their definitions say for people: registry.ts with \`rules.ts\` in place of
 * \`definition.ts\`. \`npm run readme\` writes this file.
 */
${list.replaceAll("/definition.ts'", "/rules.ts'").replace('export const definitions', 'export const rules')}`;
}

const isScript = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isScript) {
  writeFileSync(file, withTables(readReadme()));
  writeFileSync(commandLine.file, commandLine.withTables(readFileSync(commandLine.file, 'utf8')));
  const contributing = join(import.meta.dirname, '../CONTRIBUTING.md');
  writeFileSync(contributing, withParts(readFileSync(contributing, 'utf8'), MAPS));
  writeFileSync(join(schemesFolder, 'rules.ts'), rulesList());
  writeFileSync(scale.FILE, scale.withTables(scale.readDocument()));
  writeFileSync(canonicalForms.FILE, canonicalForms.withTables(canonicalForms.readDocument()));
}
