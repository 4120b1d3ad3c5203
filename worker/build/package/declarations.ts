/**
 * Reads the declarations that the compiler writes (`.d.ts`). A constant that holds a function is given as a function,
 * with its parameters and its result, even if its type is an alias of another file.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A declaration as it is exported. */
export interface Declaration {
  readonly name: string;
  /** The documentation comment without its asterisks; empty if there is none. */
  readonly comment: string;
  /** The declaration in TypeScript. */
  readonly code: string;
  /** Whether it exists at run time. */
  readonly isValue: boolean;
}

/** The text of a comment without its asterisks. */
export function commentText(comment: string): string {
  return comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^ *\* ?/gm, '')
    .trim();
}

/**
 * The declarations that a file exports, including those that it exports from other files.
 *
 * @throws `Error` if it exports a name that the other file does not declare
 */
export function exportsOf(file: string): readonly Declaration[] {
  const text = readFileSync(file, 'utf8');
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm)].flatMap(
    ([, names = '', path = '']) => {
      const declared = new Map(exportsOf(declarationFile(file, path)).map((one) => [one.name, one]));
      return namesIn(names).map((name) => {
        const declaration = declared.get(name);
        if (declaration === undefined) throw new Error(`${file} exports ${name}, which ${path} does not declare.`);
        return declaration;
      });
    },
  );
  return [...declarationsIn(file, text), ...passedOn];
}

/** The names between the braces of an import or export. */
function namesIn(braces: string): readonly string[] {
  const names = braces.split(',').map((name) => name.trim().replace(/^type /, ''));
  return names.filter((name) => name !== '');
}

/** The file that declares what a module imports. */
function declarationFile(importer: string, path: string): string {
  return join(dirname(importer), path.replace(/\.js$/, '.d.ts'));
}

/** The exported declarations of a file, each from its comment to the end of its statement. */
function declarationsIn(file: string, text: string): readonly Declaration[] {
  const pattern =
    /(\/\*\*(?:(?!\*\/).)*\*\/\n)?^export (?:declare )?((?:abstract )?class|const|function|interface|type) (\w+)/gms;
  return [...text.matchAll(pattern)].map((match) => {
    const [, comment = '', kind = '', name = ''] = match;
    const code = statementAt(text, match.index + comment.length).replace(/^export (?:declare )?/, '');
    return {
      name,
      comment: commentText(comment.trim()),
      code: indented(kind === 'const' ? (functionOf(file, name, code) ?? code) : code),
      isValue: kind !== 'interface' && kind !== 'type',
    };
  });
}

/** Private members are left out, and each level has two blanks. */
function indented(code: string): string {
  return code
    .replace(/^( *)#\w+;\n/gm, '')
    .replace(/^(?: {4})+/gm, (blanks) => ' '.repeat(blanks.length / 2))
    .trim();
}

/** The declaration of a constant as that of a function; `null` if the constant does not hold a function. */
function functionOf(file: string, name: string, code: string): string | null {
  const type = code.replace(/^const \w+: /, '').replace(/;$/, '');
  const signature = signatureOf(aliased(file, type) ?? type);
  return signature === null ? null : `function ${name}${signature};`;
}

/** The parameters and the result of a function type, as a declaration has them; `null` for another type. */
function signatureOf(type: string): string | null {
  for (const { index, depth } of outerText(type)) {
    if (depth === 0 && type.startsWith(' => ', index)) {
      const before = type.slice(0, index);
      return /^[(<].*\)$/s.test(before) ? `${before}: ${type.slice(index + ' => '.length)}` : null;
    }
  }
  return null;
}

/** The type that an alias stands for, in the file or in one that it imports; `null` if the type is not an alias. */
function aliased(file: string, type: string): string | null {
  if (!/^\w+$/.test(type)) return null;
  const text = readFileSync(file, 'utf8');
  const declared = new RegExp(`^(?:export )?(?:declare )?type ${type} = `, 'm').exec(text);
  if (declared !== null) {
    const { index, 0: begin } = declared;
    const definition = statementAt(text, index).slice(begin.length).replace(/;$/, '');
    return aliased(file, definition) ?? definition;
  }
  for (const [, names = '', path = ''] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)';/gm)) {
    if (namesIn(names).includes(type)) return aliased(declarationFile(file, path), type);
  }
  return null;
}

/** The statement that begins at an index: it ends at a semicolon or a closing brace that nothing surrounds. */
function statementAt(text: string, start: number): string {
  const rest = text.slice(start);
  const hasBody = /^(?:export )?(?:declare )?(?:(?:abstract )?class|interface) /.test(rest);
  for (const { index, depth } of outerText(rest)) {
    if (depth === 0 && rest[index] === (hasBody ? '}' : ';')) return rest.slice(0, index + 1);
  }
  return rest;
}

/** The characters outside of comments and literals, each with the number of brackets around it. */
function* outerText(code: string): Generator<{ readonly index: number; readonly depth: number }> {
  let depth = 0;
  for (const { index, 0: token } of code.matchAll(/\/\*.*?\*\/|\/\/.*?$|(["'`])(?:\\.|(?!\1).)*\1|./gms)) {
    if (token.length > 1) continue;
    if (')]}'.includes(token)) depth--;
    yield { index, depth };
    if ('([{'.includes(token)) depth++;
  }
}
