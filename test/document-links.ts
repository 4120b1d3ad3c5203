/** The documents of the project, and their links as the library reads them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linksInMarkdown } from '../src/text/markdown.ts';
import { anchorsOf } from '../worker/build/anchors.ts';

/** Every document, as its path in the repository. The texts of the Worker's own pages are in `docs/pages`. */
export const documentFiles: readonly string[] = globSync(['*.md', 'docs/*.md', 'docs/contributing/*.md']).toSorted();

/**
 * The relative links of a document that lead to no file, or to no heading of it.
 *
 * @param folder - where the documents are
 * @param file - the path of the document in the folder
 */
export function brokenLinks(folder: string, file: string): readonly string[] {
  const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');
  // A reference to the document itself is none that the library lists, so it gets the name of the document.
  const text = textOf(file).replaceAll('](#', `](${basename(file)}#`);
  return linksInMarkdown(text)
    .relative.map(({ url }) => url)
    .filter((url) => {
      const [path = '', anchor] = url.split('#');
      const target = join(dirname(file), path);
      return !existsSync(join(folder, target)) || (anchor !== undefined && !anchorsOf(textOf(target)).has(anchor));
    });
}
