/**
 * The API reference in Markdown: every export of the package's entries with its declaration and its documentation
 * comment. It reads the declarations that the build has written.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commentText, type Declaration, exportsOf } from './declarations.ts';

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
  return all.map((one) => describedDeclaration(one, prefix));
}

/** The files that a file exports as a whole, each under a name. */
function namespacesIn(file: string): readonly string[] {
  const all = readFileSync(file, 'utf8').matchAll(/^export \* as (\w+) from '([^']+)';/gm);
  return [...all].flatMap(([, name = '', path = '']) => {
    const part = join(dirname(file), path.replace(/\.js$/, '.d.ts'));
    return [`### ${name}`, headOf(readFileSync(part, 'utf8')), ...describedIn(part, `${name}.`)];
  });
}

function describedDeclaration({ name, comment, code }: Declaration, prefix: string): string {
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
    `\`\`\`ts\n${withoutLinks(code)}\n\`\`\``,
    ...(text === '' ? [] : [text]),
    ...(parameters.length === 0 ? [] : [parameters.join('\n')]),
    ...others,
    ...examples,
  ].join('\n\n');
}

/** Replaces each `{@link name}` with the name. */
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
