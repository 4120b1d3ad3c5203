/** The rule that a module exports what another module imports, and nothing else. */
import { dirname, join } from 'node:path';
import { examplesInSentences, fencedExamples } from '../examples.ts';
import { syntaxOf } from './rules.ts';

/** A name that a module exports. */
export interface Exported {
  readonly file: string;
  readonly name: string;
}

/** A name that a module takes from another one; `*` = all names. */
type Import = readonly [specifier: string, name: string];

interface Module {
  readonly exported: readonly string[];
  readonly imported: readonly Import[];
  /** The examples in its comments, which a test runs with its exports. */
  readonly examples: string;
  /** The modules all of whose names it exports. */
  readonly passedOn: readonly string[];
}

type Statement = ReturnType<typeof syntaxOf>['body'][number];
type Exports = Extract<Statement, { type: 'ExportNamedDeclaration' }>;
type Declared = NonNullable<Exports['declaration']>;
type ModuleName = Exports['specifiers'][number]['exported'];

const textOfName = (name: ModuleName): string => ('name' in name ? name.name : name.value);

/** The names that a declaration after `export` declares. */
function declaredBy(declaration: Declared): readonly string[] {
  if (declaration.type !== 'VariableDeclaration') {
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
  }
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

function exportsOf(statement: Statement): readonly string[] {
  if (statement.type === 'ExportAllDeclaration' && statement.exported !== null) return [textOfName(statement.exported)];
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement;
  return [
    ...(declaration === null ? [] : declaredBy(declaration)),
    ...specifiers.map(({ exported }) => textOfName(exported)),
  ];
}

function importsOf(statement: Statement): readonly Import[] {
  switch (statement.type) {
    case 'ImportDeclaration':
      return statement.specifiers.map((specifier) => [
        statement.source.value,
        specifier.type === 'ImportSpecifier' ? textOfName(specifier.imported) : '*',
      ]);
    case 'ExportNamedDeclaration': {
      const { source, specifiers } = statement;
      return source === null ? [] : specifiers.map(({ local }) => [source.value, textOfName(local)]);
    }
    case 'ExportAllDeclaration':
      return statement.exported === null ? [] : [[statement.source.value, '*']];
    default:
      return [];
  }
}

/** What `import()` takes, in code and in types. It counts as all names. */
function* importedOnDemand(node: unknown): Generator<Import> {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && (node.type === 'ImportExpression' || node.type === 'TSImportType') && 'source' in node) {
    const { source } = node;
    if (typeof source === 'object' && source !== null && 'value' in source) yield [String(source.value), '*'];
  }
  for (const child of Object.values(node)) yield* importedOnDemand(child);
}

function readModule(file: string, code: string): Module {
  const { body } = syntaxOf(file, code);
  const pathOf = (specifier: string) => (specifier.startsWith('.') ? join(dirname(file), specifier) : specifier);
  return {
    exported: body.flatMap(exportsOf),
    imported: [...body.flatMap(importsOf), ...importedOnDemand(body)].map(([from, name]) => [pathOf(from), name]),
    examples: [...fencedExamples(code), ...examplesInSentences(code)].join('\n'),
    passedOn: body.flatMap((statement) =>
      statement.type === 'ExportAllDeclaration' && statement.exported === null ? [pathOf(statement.source.value)] : [],
    ),
  };
}

/** The test that runs examples. */
const EXAMPLES = 'test/documentation.test.ts';

const isWord = (name: string, text: string): boolean => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text);

const isTest = (file: string): boolean => file.startsWith('test/');

/**
 * The names that no other module imports.
 *
 * @param modules - the code of all modules by their paths, with those of tests
 * @param isEntry - whether the exports of a file are read by something other than a module
 * @returns the names that nothing imports, and those that only tests import
 */
export function needlessExports(
  modules: ReadonlyMap<string, string>,
  isEntry: (file: string) => boolean,
): { readonly unused: readonly Exported[]; readonly onlyTested: readonly Exported[] } {
  const read = [...modules].map(([file, code]) => ({ file, ...readModule(file, code) }));
  const importers = Map.groupBy(
    read.flatMap(({ file, imported }) => imported.map(([from, name]) => ({ file, key: `${from} ${name}` }))),
    ({ key }) => key,
  );
  const passers = Map.groupBy(
    read.flatMap(({ file, passedOn }) => passedOn.map((from) => ({ file, from }))),
    ({ from }) => from,
  );
  /** Who imports a name, also from a module that passes it on. */
  const usersOf = (file: string, name: string): readonly string[] => [
    ...(isEntry(file) ? [file] : []),
    ...[name, '*'].flatMap((each) => importers.get(`${file} ${each}`) ?? []).map((importer) => importer.file),
    ...(passers.get(file) ?? []).flatMap((passer) => usersOf(passer.file, name)),
  ];
  const exported = read
    .filter(({ file }) => !isTest(file) && !file.endsWith('.d.ts'))
    .flatMap(({ file, exported, examples }) =>
      exported.map((name) => {
        const users = [...usersOf(file, name), ...(isWord(name, examples) ? [EXAMPLES] : [])];
        return { file, name, users };
      }),
    );
  return {
    unused: exported.filter(({ users }) => users.length === 0),
    onlyTested: exported.filter(({ users }) => users.length > 0 && users.every(isTest)),
  };
}
