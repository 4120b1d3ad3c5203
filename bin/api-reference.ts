/**
 * The API reference in Markdown: every export of the package's entries with its declaration and its documentation
 * comment. It reads the declarations that the build has written.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A declaration as it is exported. */
interface Declaration {
  readonly name: string;
  /** The documentation comment without its asterisks; empty if there is none. */
  readonly comment: string;
  /** The declaration in TypeScript. */
  readonly code: string;
  /** Whether it exists at run time. */
  readonly isValue: boolean;
}

/**
 * Writes the reference of entries, each with its name for `import` and the path of its module without an extension.
 * Throws an `Error` if an export has no declaration.
 */
export function apiReference(
  folder: string,
  entries: readonly { readonly name: string; readonly path: string }[],
): string {
  const sections = entries.map(({ name, path }) => {
    const file = join(folder, `${path}.d.ts`);
    return [`## ${name}`, headOf(readFileSync(file, 'utf8')), ...describedIn(file), ...namespacesIn(file)].join('\n\n');
  });
  return `${sections.join('\n\n')}\n`;
}

/** What a file exports, described: values, then types. */
function describedIn(file: string, prefix = ''): readonly string[] {
  const all = exportsOf(file).toSorted((a, b) => Number(b.isValue) - Number(a.isValue));
  return all.map((one) => described(one, prefix));
}

/** The files that a file exports as a whole, each under a name. */
function namespacesIn(file: string): readonly string[] {
  const all = readFileSync(file, 'utf8').matchAll(/^export \* as (\w+) from '([^']+)';/gm);
  return [...all].flatMap(([, name = '', path = '']) => {
    const part = join(dirname(file), path.replace(/\.js$/, '.d.ts'));
    return [`### ${name}`, headOf(readFileSync(part, 'utf8')), ...describedIn(part, `${name}.`)];
  });
}

function described({ name, comment, code }: Declaration, prefix: string): string {
  const { text, tags } = splitTags(comment);
  const parameters = tags.filter(({ tag }) => tag === 'param').map(({ text }) => `- \`${text.replace(/ - /, '`: ')}`);
  const others = tags.flatMap(({ tag, text }) => {
    if (tag === 'throws') return [`Throws ${text}.`];
    if (tag === 'returns') return [`Returns ${text}.`];
    return tag === 'see' ? [`See ${text}.`] : [];
  });
  const examples = tags.filter(({ tag }) => tag === 'example').map(({ text }) => text);
  return [
    `${prefix === '' ? '###' : '####'} ${prefix}${name}`,
    `\`\`\`ts\n${code}\n\`\`\``,
    ...(text === '' ? [] : [text]),
    ...(parameters.length === 0 ? [] : [parameters.join('\n')]),
    ...others,
    ...examples,
  ].join('\n\n');
}

/** `{@link name}` is the name in Markdown. */
const withoutLinks = (text: string): string => text.replace(/\{@link (\w+)\}/g, '`$1`');

interface Tag {
  readonly tag: string;
  readonly text: string;
}

function splitTags(comment: string): { readonly text: string; readonly tags: readonly Tag[] } {
  const [text = '', ...rest] = comment.split(/^@(?=\w)/m);
  const tags = rest.map((part) => {
    const [, tag = '', about = ''] = /^(\w+)\s*(.*)$/s.exec(part) ?? [];
    const line = tag === 'example' ? about.trim() : about.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
    return { tag, text: withoutLinks(line) };
  });
  return { text: withoutLinks(text.trim()), tags };
}

/** The first comment of a file, which says what it is for. */
function headOf(text: string): string {
  return commentText(/^\/\*\*.*?\*\//s.exec(text)?.[0] ?? '');
}

/** The text of a comment without its asterisks. */
function commentText(comment: string): string {
  return comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^ *\* ?/gm, '')
    .trim();
}

/** What a file exports, also what it passes on from other files. */
function exportsOf(file: string): readonly Declaration[] {
  const text = readFileSync(file, 'utf8');
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm)].flatMap(
    ([, names = '', path = '']) => {
      const declared = new Map(
        exportsOf(join(dirname(file), path.replace(/\.js$/, '.d.ts'))).map((one) => [one.name, one]),
      );
      return names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .map((name) => {
          const declaration = declared.get(name);
          if (declaration === undefined) throw new Error(`${file} exports ${name}, which ${path} does not declare.`);
          return declaration;
        });
    },
  );
  return [...declarationsIn(text), ...passedOn];
}

/** The exported declarations of a file, each from its comment to the end of its statement. */
function declarationsIn(text: string): readonly Declaration[] {
  const pattern =
    /(\/\*\*(?:(?!\*\/).)*\*\/\n)?^export (?:declare )?(abstract class|class|const|function|interface|type) (\w+)/gms;
  return [...text.matchAll(pattern)].map((match) => {
    const [, comment = '', kind = '', name = ''] = match;
    const from = match.index + comment.length;
    const code = text.slice(from, from + statementLength(text.slice(from)));
    return {
      name,
      comment: commentText(comment.trim()),
      code: withoutComments(code.replace(/^export (?:declare )?/, '')),
      isValue: kind !== 'interface' && kind !== 'type',
    };
  });
}

/** Where a statement ends: at a semicolon or a closing brace in the first column. */
function statementLength(text: string): number {
  const end = /;$(?!\n(?: {4}|\}))|^\}/m.exec(text);
  return end === null ? text.length : end.index + end[0].length;
}

/** Comments of members stay, as one line where they are short. */
function withoutComments(code: string): string {
  return withoutLinks(code.replace(/^( *)#\w+;\n/gm, '').replace(/^ {4}/gm, '  '));
}
