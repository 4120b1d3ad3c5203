/** Plain text and mail: all of it is running text. */
import { checkArgument } from '../uri/arguments.ts';
import type { Findings } from './findings.ts';
import type { LinksInText } from './link.ts';
import { allRead, ProseSearch } from './prose.ts';

/**
 * Finds the links of plain text, or of the text of mail.
 *
 * @param text - the text, without a transfer encoding
 * @returns the links, and proposals for what may have been meant as one
 * @example
 * ```ts
 * const { links } = linksInPlainText('See <URL:ftp://h.example/pub/\n  a.txt> and http://h.example/.');
 * links.map(({ url }) => url); // ['ftp://h.example/pub/a.txt', 'http://h.example/']
 * ```
 */
export function linksInPlainText(text: string): LinksInText {
  checkArgument('text', text, ['a string']);
  const findings: Findings = { links: [], proposals: [] };
  new ProseSearch(text).find([0, text.length], findings);
  return allRead('text', findings);
}
