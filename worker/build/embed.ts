/**
 * Bundles the script for other sites. The same version is always the same octets, so that a page can pin it (Subresource
 * Integrity).
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { definitions } from '../../src/schemes/registry.ts';

/** The browsers that run the script. In older ones, links stay as they are. */
const TARGET = ['chrome80', 'firefox78', 'safari15'];

/** The schemes whose links the script rewrites unless the page says otherwise. */
const SCHEMES = definitions
  .filter(({ rewrittenByEmbed }) => rewrittenByEmbed)
  .map(({ name }) => name)
  .join(' ');

/** The paths of the script: one that always serves the latest version, and one that always serves this version. */
export const embedNames = (version: string) => ['assets/waypost.js', `assets/waypost-${version}.js`] as const;

export function bundleEmbed(version: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, '../pages/embed/waypost.ts')],
    tsconfigRaw: { compilerOptions: { target: 'es2022', strict: true } },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    charset: 'utf8',
    target: TARGET,
    define: { SCHEMES: JSON.stringify(SCHEMES) },
    banner: { js: `/* Waypost ${version}, MIT */` },
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** The integrity metadata of a script (Subresource Integrity §3.1). */
export function integrityOf(script: string): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

/** What pages say about the script: its paths without a slash before them, and the schemes separated by spaces. */
export function embedFacts(version: string) {
  const [latest, pinned] = embedNames(version);
  return { latest, pinned, integrity: integrityOf(bundleEmbed(version)), schemes: SCHEMES };
}

export type EmbedFacts = ReturnType<typeof embedFacts>;
