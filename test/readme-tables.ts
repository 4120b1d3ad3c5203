/**
 * Generates the tables of README and of the documents in `docs/`. `npm run readme` writes them, and the
 * list of the rules of all schemes. readme.test.ts fails if one is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FORMATS } from '../bin/usage/formats.ts';
import { aboutOption, synopsisOf } from '../bin/usage/help.ts';
import { OPTION_NAMES, OPTIONS, type OptionName } from '../bin/usage/options.ts';
import { explain, MAX_LENGTH } from '../src/index.ts';
import { defaultDeadlines } from '../src/net/deadlines.ts';
import { openers } from '../src/open/registry.ts';
import { CERTAINTIES, CERTAINTY_NAMES, STATUS_NAMES, STATUSES } from '../src/open/statuses.ts';
import { LARGEST_TEXT } from '../src/open/text.ts';
import { MOST_TEXT_PAGES, TEXT_PAGE } from '../src/open/text-pages.ts';
import { protocolLimits } from '../src/protocols/limits.ts';
import { definitions } from '../src/schemes/registry.ts';
import { SURT_PROFILES, SURT_RULES } from '../src/surt.ts';
import { templateVariables } from '../src/templates/templates.ts';
import { definedKinds, readOpenedDocumentation } from '../worker/build/beside-definitions.ts';
import { readOpenedSchemes } from '../worker/build/page-bundle.ts';
import { groups } from '../worker/pages/docs/topics.ts';
import { limits } from '../worker/settings/limits.ts';
import { settingsTable } from '../worker/settings/settings-table.ts';
import { readFigures } from './bench/run.ts';
import { markdownOf, type Table } from './bench/table.ts';
import { withParts } from './generated-parts.ts';
import { MAP_FILE, MAPS } from './layers/map.ts';
import { scoresTable } from './mutate/scores.ts';
import { EXCERPTS, RECIPE_FILE } from './new-scheme/recipe.ts';
import * as scale from './scale-document.ts';
import * as canonicalForms from './src/canonical-forms/document.ts';

const root = join(import.meta.dirname, '..');
const schemesFolder = join(root, 'src/schemes');

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
  const isRelayed = openers.some(({ schemes, usesDatagrams }) => usesDatagrams === true && schemes.includes(name));
  return isRelayed ? 'self, by a relay' : 'self';
}

/** The addresses next door of the example of each scheme that has any. */
function webFrontRows(): readonly Row[] {
  return definitions.flatMap(({ example }) => {
    const link = explain(example, { complete: true });
    const urls = openers.find(({ schemes }) => schemes.includes(link.scheme))?.webFront?.(link)?.urls ?? [];
    return urls.length === 0 ? [] : [[code(link.canonical), urls.map(code).join(', ')]];
  });
}

/** Where clients send something else than `request` says, by kind. A tab is written as an arrow. */
async function departureRows(): Promise<readonly Row[]> {
  const lines = (templates: readonly string[]) =>
    templates.map((template) => code(template.replaceAll('\t', '⇥'))).join(', ') || '—';
  const rows = await Promise.all(
    definedKinds.map(async (kind) =>
      ((await readOpenedDocumentation(kind))?.departures ?? []).map(({ request, sent, reason }) => [
        schemesOf(kind),
        lines(request),
        lines(sent),
        reason,
      ]),
    ),
  );
  return rows.flat();
}

function schemesOf(kind: string): string {
  return definitions
    .filter((definition) => definition.kind === kind)
    .map(({ name }) => name)
    .join(', ');
}

/** A number of octets, such as `64 KiB`. */
function octets(count: number): string {
  return count >= 1024 ** 2 ? `${count / 1024 ** 2} MiB` : `${count / 1024} KiB`;
}

const number = new Intl.NumberFormat('en');

function duration(milliseconds: number | null): string {
  if (milliseconds === null) return 'no limit';
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${seconds / 60} minutes` : `${seconds / 3600} hours`;
}

const LIMITS: readonly Row[] = [
  ['A URL, and its canonical form', octets(MAX_LENGTH)],
  ['A JSON array', `${number.format(limits.arrayItems)} items, ${octets(limits.array)}`],
  ['Lines of JSON', 'no limit'],
  ['A gopher menu', `${octets(protocolLimits.menu)}, ${number.format(protocolLimits.menuLines)} lines`],
  [
    'A directory listing, a list of articles or groups',
    `${octets(protocolLimits.listing)}, ${number.format(protocolLimits.listingEntries)} entries`,
  ],
  ['A text as JSON', octets(LARGEST_TEXT)],
  ['A page of a longer text', octets(TEXT_PAGE)],
  ['The pages of a text', String(MOST_TEXT_PAGES)],
  ['A file', `${octets(limits.download)}, unless \`DOWNLOAD_CAP\` is set`],
  ['A filled-in form', octets(limits.form)],
];

/** What each deadline limits. */
const DEADLINES: Readonly<Record<keyof typeof defaultDeadlines, string>> = {
  connect: 'Looking up the name and connecting. A TLS handshake gets the same time again.',
  first: 'From the request to the first octet of the reply.',
  idle: 'Between two octets of a reply. A line of a menu, or a reply that is read line by line, has this time from its beginning to its end.',
  total:
    'Until a menu or a page is whole, or its first part is sent. From then on, and for files, each part only has to keep `idle`.',
  session: 'A terminal session without traffic.',
  longest: 'A terminal session as a whole.',
};

/** The first sentence of the first paragraph of a document. */
function leadOf(name: string): string {
  const [, lead = ''] = /^# .*\n\n((?:[^\n]+\n)+)/.exec(readFileSync(join(root, 'docs', `${name}.md`), 'utf8')) ?? [];
  const [sentence] = lead
    .trim()
    .replaceAll('\n', ' ')
    .split(/(?<=[.!?]) (?=[A-Z`])/);
  return sentence ?? '';
}

/** The figures but those that docs/scale.md has. */
function otherFigures(): readonly Table[] {
  const { spread: _, bill: __, ...others } = readFigures();
  return Object.values(others);
}

/** Every document by group, as seen from a folder. */
function documentsTable(folder: string): string {
  const parts = groups.map(({ title, topics }) => {
    const rows = Object.entries(topics).map(([name, title]) => [`[${title}](${folder}${name}.md)`, leadOf(name)]);
    return table([title, ''], rows);
  });
  return parts.join('');
}

/**
 * How to run the command: by the name of the package if package.json has `repository`, which says that the package is
 * published, or else from the checkout.
 *
 * @param prompt - what stands before each command; empty = a block to copy, without answers
 */
function commandExample(prompt: '' | '$ '): string {
  const { name, repository }: { name: string; repository?: string } = JSON.parse(readDocument('package.json'));
  const [before, run] = repository === undefined ? [`${prompt}npm run build\n`, 'npx ./dist'] : ['', `npx ${name}`];
  const example = `${before}${prompt}${run} canonicalize 'GOPHER://H.example:70/1'\n`;
  const where = repository === undefined ? 'In a copy of the source:\n\n' : '';
  if (prompt === '') return `\n${where}\`\`\`sh\n${example}\`\`\`\n`;
  return `\n\`\`\`console\n${example}gopher://h.example/\n${prompt}${run} mend --recursive docs\n\`\`\`\n`;
}

/** The generated parts of each document, by their names. */
export const documents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': { documents: documentsTable('docs/'), command: commandExample('$ ') },
  'docs/README.md': { documents: documentsTable(''), command: commandExample('') },
  [MAP_FILE]: MAPS,
  [RECIPE_FILE]: EXCERPTS,
  'docs/schemes.md': {
    schemes: table(
      ['scheme', 'what it names', 'port', 'gateway', 'specification', 'example'],
      definitions.map(schemeRow),
    ),
  },
  'docs/dead-links.md': {
    certainties: table(
      ['certainty', 'what it means', '`mend` may take it'],
      CERTAINTY_NAMES.map((certainty) => {
        const { meaning, mayBeWritten } = CERTAINTIES[certainty];
        return [code(certainty), meaning, mayBeWritten ? 'with `--take-same`' : 'never'];
      }),
    ),
    'web fronts': table(['link', 'addresses that are asked, in order'], webFrontRows()),
    statuses: table(
      ['status', 'what it means'],
      STATUS_NAMES.map((status) => [code(status), STATUSES[status].meaning]),
    ),
  },
  'docs/gateways.md': {
    'template variables': table(
      ['variable', 'value'],
      Object.entries(templateVariables).map(([name, { about }]) => [code(name), about]),
    ),
    resolvers: table(
      ['namespace', 'addresses'],
      definitions.flatMap(({ resolvers = [] }) =>
        resolvers.map(({ namespace, front }) => [code(namespace), code(`${front}…`)]),
      ),
    ),
    departures: table(['links', '`request` says', 'Waypost sends', 'why'], await departureRows()),
  },
  'docs/settings.md': {
    settings: table(
      ['key', 'set as', 'what it does'],
      [...settingsTable].map(([key, { kind, description }]) => [code(key), kind, description]),
    ),
    limits: table(['what', 'limit'], LIMITS),
    deadlines: table(
      ['key', 'default', 'what it limits'],
      (Object.keys(DEADLINES) as (keyof typeof DEADLINES)[]).map((key) => [
        code(key),
        duration(defaultDeadlines[key]),
        DEADLINES[key],
      ]),
    ),
  },
  'docs/figures.md': {
    figures: `\n${otherFigures().map(markdownOf).join('\n')}`,
    'planted faults': `\n${markdownOf(scoresTable())}`,
  },
  'docs/embed.md': {
    'rewritten schemes': definitions
      .flatMap(({ name, rewrittenByEmbed }) => (rewrittenByEmbed ? [name] : []))
      .join(', '),
  },
  'docs/lists.md': {
    'surt profiles': table(
      ['profile', 'whose keys', 'compared with'],
      SURT_PROFILES.map(({ name, about, source }) => [code(name), about, source]),
    ),
    'surt rules': table(
      ['rule', 'what it does', 'option'],
      SURT_RULES.map(({ name, about, source }) => [code(name), about, code(source)]),
    ),
  },
  'docs/command-line.md': {
    formats: table(
      ['format', 'extensions', 'what is read'],
      FORMATS.map(({ format, extensions, read }) => [code(format), extensions.join(', '), read]),
    ),
    options: table(['option', 'commands', 'what it does'], OPTION_NAMES.flatMap(optionRows)),
  },
};

/** A row for each thing that an option does, as it may differ from command to command. */
function optionRows(name: OptionName): readonly Row[] {
  const commands = OPTIONS[name].commands ?? [];
  if (commands.length === 0) return [[code(synopsisOf(name)), 'all', aboutOption(name, null)]];
  return Array.from(new Set(commands.map((command) => aboutOption(name, command))), (about) => {
    const takenBy = commands.filter((command) => aboutOption(name, command) === about);
    return [
      code(synopsisOf(name)),
      takenBy.map(code).join(', '),
      about.replaceAll('\n', ' ').replace(/"([^"]+)"|([a-z]+:\/\/\w+)/g, '`$1$2`'),
    ];
  });
}

/** The current text of a document. */
export function readDocument(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** A document with every part generated again. */
export function withTables(file: string): string {
  return withParts(readDocument(file), documents[file] ?? {});
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

/** The source of `src/schemes/errors.ts`: the table `errors` in the rules of each scheme that has one. */
export function errorsList(): string {
  const registry = readFileSync(join(schemesFolder, 'registry.ts'), 'utf8');
  const kinds = [...registry.matchAll(/ from '\.\/(\w+)\/definition\.ts';/g)].map(([, kind = '']) => kind);
  const withErrors = kinds.filter((kind) =>
    readFileSync(join(schemesFolder, kind, 'rules.ts'), 'utf8').includes('export const errors ='),
  );
  const imports = withErrors.map((kind) => `import { errors as ${kind} } from './${kind}/rules.ts';`);
  const shared = "import { messageIdErrors } from './message-id.ts';";
  return `/**
 * Why URLs are refused: every error, generic or of a scheme, for a program without definitions. \`npm run readme\`
 * writes this file.
 */
import type { DiagnosticTable } from '../uri/diagnostic.ts';
import { genericErrors } from '../uri/generic-errors.ts';
${[...imports, shared].toSorted(byPath).join('\n')}

const tables = [genericErrors, messageIdErrors, ${withErrors.join(', ')}] as const;

export const errors: DiagnosticTable = /* @__PURE__ */ Object.assign({}, ...tables);
`;
}

/** The order that the formatter wants. */
function byPath(a: string, b: string): number {
  const path = (line: string): string => / from '(.*)';/.exec(line)?.[1] ?? '';
  return path(a) < path(b) ? -1 : 1;
}

const isScript = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isScript) {
  for (const file of Object.keys(documents)) writeFileSync(join(root, file), withTables(file));
  writeFileSync(join(schemesFolder, 'rules.ts'), rulesList());
  writeFileSync(join(schemesFolder, 'errors.ts'), errorsList());
  writeFileSync(scale.FILE, scale.withTables(scale.readDocument()));
  writeFileSync(canonicalForms.FILE, canonicalForms.withTables(canonicalForms.readDocument()));
}
