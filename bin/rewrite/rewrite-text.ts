/**
 * Writes the links of a text anew and leaves every other octet as it is.
 */
import { isUtf8 } from 'node:buffer';
import type { LinkPlace } from './link-place.ts';
import { linksIn, type TextFormat } from './links-in-text.ts';

/** A link that changes. */
export interface TextChange {
  /** From 1. */
  readonly line: number;
  /** In octets, from 1. */
  readonly column: number;
  readonly before: string;
  readonly after: string;
}

/** What becomes of a link; `null` = it stays. */
export type LinkRewriter = (link: string) => string | null;

/**
 * Rewrites the links of a file.
 *
 * @param octets - the file
 * @param format - how links stand in it
 * @param rewriter - what becomes of each link
 */
export function rewriteText(
  octets: Uint8Array,
  format: TextFormat,
  rewriter: LinkRewriter,
): { readonly octets: Buffer; readonly changes: readonly TextChange[] } {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
  const pieces: string[] = [];
  const changes: TextChange[] = [];
  let copied = 0;
  let line = 1;
  let lineStart = 0;
  for (const place of linksIn(text, format)) {
    const before = text.slice(place.from, place.to);
    const after = rewritten(before, place, rewriter);
    if (after === null || after === before) continue;
    for (let end = text.indexOf('\n', lineStart); end !== -1 && end < place.from; end = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = end + 1;
    }
    changes.push({ line, column: place.from - lineStart + 1, before, after });
    pieces.push(text.slice(copied, place.from), after);
    copied = place.to;
  }
  return { octets: Buffer.from(pieces.join('') + text.slice(copied), 'latin1'), changes };
}

function rewritten(text: string, { references }: LinkPlace, rewriter: LinkRewriter): string | null {
  const octets = Buffer.from(text, 'latin1');
  // Octets of another encoding could only be guessed.
  if (!isUtf8(octets)) return null;
  const read = octets.toString();
  if (!references) return rewriter(read);
  const link = read.replace(/&(?:amp|#38|#x26);/gi, '&');
  // Of other references, only a browser's table knows which characters they are.
  if (/&(?:#\w+|[a-z][a-z\d]*);/i.test(link)) return null;
  const result = rewriter(link);
  if (result === null || result === link) return null;
  return link === read && link.includes('&') ? result : result.replaceAll('&', '&amp;').replaceAll("'", '%27');
}
