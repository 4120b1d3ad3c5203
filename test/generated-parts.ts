/** Documents with parts that are generated: what stands between `<!-- name -->` and `<!-- /name -->`. */

/**
 * A document with its generated parts as they should be.
 *
 * @param parts - by their names
 * @throws Error if the document lacks a part
 */
export function withParts(document: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const from = text.indexOf(begin) + begin.length;
    const to = text.indexOf(end);
    if (from < begin.length || to < from) throw new Error(`The document has no part “${name}”.`);
    return text.slice(0, from) + part + text.slice(to);
  }, document);
}
