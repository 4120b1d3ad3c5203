/** What is built of the documentation: the reference as HTML, and the script of its forms. */
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { ApiDescription } from '../../openapi/document.ts';

/** Where the script is. */
export const DOCS_SCRIPT = 'assets/docs.js';
/** Where the reference is, which a page has in it. */
export const REFERENCE = 'reference.fragment';

const TARGET = ['chrome111', 'firefox121', 'safari16.4'];

/** The text of the script. */
export function bundleDocs(): string {
  return bundled('browser/script.ts', { platform: 'browser', target: TARGET, minify: true });
}

/** The reference; JSX is translated first, since Node does not read it. */
export async function writeReference(description: ApiDescription): Promise<string> {
  const code = bundled('reference.tsx', { platform: 'node', target: 'node20', minify: false });
  const { writeReference: write }: { writeReference: (description: ApiDescription) => string } = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  );
  return write(description);
}

interface Settings {
  readonly platform: 'browser' | 'node';
  readonly target: string | string[];
  readonly minify: boolean;
}

function bundled(entry: string, settings: Settings): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, entry)],
    tsconfigRaw: { compilerOptions: { target: 'es2024', jsx: 'react-jsx', jsxImportSource: 'preact', strict: true } },
    bundle: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    ...settings,
  });
  return outputFiles.map(({ text }) => text).join('');
}
