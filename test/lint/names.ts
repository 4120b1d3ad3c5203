/** The rule that a name stands for one type: interfaces, type aliases and classes at the top level of modules. */
import { syntaxOf } from './rules.ts';

/** A name that modules may share. */
export interface SharedName {
  readonly name: string;
  readonly files: readonly string[];
  readonly because: string;
}

/** The names of the types that a module declares. */
function typesOf(file: string, code: string): readonly string[] {
  return syntaxOf(file, code).body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    switch (declared?.type) {
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'ClassDeclaration':
        return declared.id === null ? [] : [declared.id.name];
      default:
        return [];
    }
  });
}

/** The names of types that several modules declare, with these modules, without those that may be shared. */
export function repeatedTypes(
  modules: ReadonlyMap<string, string>,
  shared: readonly SharedName[],
): readonly (readonly [name: string, files: readonly string[]])[] {
  const places = new Map<string, Set<string>>();
  for (const [file, code] of modules) {
    for (const name of typesOf(file, code)) places.set(name, (places.get(name) ?? new Set()).add(file));
  }
  const isShared = (name: string, files: readonly string[]) =>
    shared.some((entry) => entry.name === name && files.every((file) => entry.files.includes(file)));
  return [...places]
    .map(([name, files]) => [name, [...files]] as const)
    .filter(([name, files]) => files.length > 1 && !isShared(name, files));
}
