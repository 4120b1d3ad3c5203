/** The files of unpacked packages, by format. */
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { formatOfFile, type TextFormat } from '../../src/text/index.ts';

/** A file of the corpus. */
export interface CorpusFile {
  /** Its path in its package. */
  readonly path: string;
  readonly format: TextFormat;
  readonly octets: Buffer;
}

/** Files of one package and kind, so that no manual outweighs the others. */
export const MOST_OF_A_PACKAGE = 150;
/** In octets. */
const LARGEST = 2 * 1024 * 1024;
/** The parser of the judge is slow, in octets. */
const LARGEST_AS_WIKI = 16 * 1024;

/** Names and extensions of other texts, which people rewrite with `--format`. */
const NAMED: readonly (readonly [pattern: RegExp, format: TextFormat])[] = [
  [/\.(?:mdwn|md)$/, 'markdown'],
  // Sphinx keeps the sources of its pages under longer names.
  [/\.rst\.txt$/, 'rst'],
  [/\.md\.txt$/, 'markdown'],
  [/\.ipynb\.txt$/, 'json'],
  // Notes in the markup of MediaWiki and of its relatives.
  [/^(?:HISTORY|RELEASE-NOTES-[\d.]+|(?:berlin|tokyo|washington|young)\.txt)$/, 'mediawiki'],
  [/^(?:README|NEWS|TODO|FAQ|BUGS|AUTHORS|INSTALL|THANKS|CREDITS|ChangeLog|changelog|copyright)(?:\.Debian)?$/, 'text'],
  [/\.[1-8]$/, 'roff'],
  [/\.(?:sgml|sh|tcl|pl|pm|py|c|h|js|yaml|conf|el|ps)$/, 'text'],
];

/**
 * The files of a package, each content once.
 *
 * @param only - the format that is read; `undefined` = every one
 */
export function* filesOf(
  folder: string,
  seen: Set<string>,
  most: number,
  only: string | undefined,
): Generator<CorpusFile> {
  const counts = new Map<string, number>();
  for (const path of pathsIn(folder)) {
    const name = basename(path).replace(/\.gz$/, '');
    const extension = /\.[^.]*$/.exec(name)?.[0] ?? name;
    const format = NAMED.find(([pattern]) => pattern.test(name))?.[1] ?? formatOfFile(name);
    const count = counts.get(extension) ?? 0;
    if (format === null || count >= most) continue;
    if (only !== undefined && only !== format && only !== 'mediawiki') continue;
    const octets = contentOf(join(folder, path));
    if (octets === null || octets.length > LARGEST || !octets.includes('://')) continue;
    const hash = createHash('sha256').update(octets).digest('hex');
    if (seen.has(hash)) continue;
    seen.add(hash);
    counts.set(extension, count + 1);
    if (only === undefined || only === format) yield { path, format, octets };
    // Debian has few wiki pages. Running text is wikitext, too, as far as links go.
    const isSample = format === 'text' && !name.endsWith('.xml') && count % 4 === 0 && octets.length < LARGEST_AS_WIKI;
    if (isSample) yield { path, format: 'mediawiki', octets };
  }
}

function* pathsIn(folder: string, inside = ''): Generator<string> {
  const entries: Dirent[] = readdirSync(join(folder, inside), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(inside, entry.name);
    if (entry.isDirectory()) yield* pathsIn(folder, path);
    else if (entry.isFile()) yield path;
  }
}

function contentOf(path: string): Buffer | null {
  const octets = readFileSync(path);
  if (!path.endsWith('.gz')) return octets;
  try {
    return gunzipSync(octets);
  } catch {
    return null;
  }
}
