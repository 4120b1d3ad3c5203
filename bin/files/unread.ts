/** What a reader leaves out of a file: `links`, `check`, `mend` and `rewrite` name it in the same words. */
import { byPlace } from '../../src/text/findings.ts';
import { masked } from '../masked.ts';
import type { TextPiece } from './pieces.ts';
import { type Place, PlaceCounter } from './place.ts';

/** What a run did not read: texts of a file, or files of folders. */
export interface UnreadNote {
  /** Lines for standard error. */
  readonly unread: string;
  /** Whether there was no file to read at all: then the run says nothing of any link. */
  readonly isNothingRead: boolean;
}

/** What a text must have for a link of any scheme: a colon, which HTML may write as a character reference. */
const MAY_HAVE_LINKS = /:|&#/;

/**
 * Names the texts that were not read and may have links; empty if there are none.
 *
 * @param piece - all of the file: only formats that are read as a whole leave something out
 */
export function unreadNote(name: string, { text, found: { unread } }: TextPiece): string {
  const texts = unread.filter(({ range }) => MAY_HAVE_LINKS.test(text.slice(...range))).toSorted(byPlace);
  if (texts.length === 0) return '';
  const places = new PlaceCounter();
  places.next(text);
  const reasons = new Map<string, { readonly first: Place; number: number }>();
  for (const { range, reason } of texts) {
    const known = reasons.get(reason);
    if (known === undefined) reasons.set(reason, { first: places.placeOf(range[0]), number: 1 });
    else known.number++;
  }
  return [...reasons]
    .map(
      ([
        reason,
        {
          first: { line, column },
          number,
        },
      ]) => {
        const amount = number === 1 ? '1 text' : `${number} texts`;
        return `waypost: ${masked(name)}:${line}:${column}: ${amount} not read: ${reason}\n`;
      },
    )
    .join('');
}
