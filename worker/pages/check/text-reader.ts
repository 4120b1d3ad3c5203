/** The readers of formats that need no parser. */
import { formatOfText } from '../../../src/text/formats.ts';
import type { LinkReader } from '../../../src/text/link.ts';
import { linksInMediaWiki } from '../../../src/text/mediawiki.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { linksInCsv, linksInTsv } from '../../../src/text/tables.ts';

const READERS: ReadonlyMap<string, LinkReader> = new Map([
  ['mediawiki', linksInMediaWiki],
  ['csv', linksInCsv],
  ['tsv', linksInTsv],
]);

/**
 * The reader of the format that a text seems to have. It is that of plain text if the format needs a parser, which
 * browsers load and the Worker does not have.
 */
export function withoutParser(text: string): LinkReader {
  return READERS.get(formatOfText(text)) ?? linksInPlainText;
}
