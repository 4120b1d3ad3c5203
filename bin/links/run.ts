/** `waypost links`: the links of files, one in each line. */
import { safeCanonicalize } from '../../src/index.ts';
import { byPlace, isTextLink, type TextFinding } from '../../src/text/findings.ts';
import { withoutPasswords } from '../../src/uri/user-info.ts';
import type { FileEncoding } from '../files/encoding.ts';
import { LongTextError, openTextFile, piecesOf, type TextFile, type TextPiece } from '../files/pieces.ts';
import type { PipedInputs } from '../files/piped.ts';
import { type Place, PlaceCounter } from '../files/place.ts';
import { FileCounts } from '../files/skipped.ts';
import { type UnreadNote, unreadNote } from '../files/unread.ts';
import { type FileFault, type FileSelection, faultOf, filesOf } from '../files/walk.ts';
import { masked } from '../masked.ts';

/** Which files are read. */
export interface LinkSource {
  readonly selection: FileSelection;
  /** `null` = it is recognised. */
  readonly encoding: FileEncoding | null;
}

/** A run of the command. */
export interface LinkListing extends LinkSource {
  readonly kind: 'links';
  readonly output: 'ndjson' | 'tsv';
  /** Whether what is not read fails the run. */
  readonly strict: boolean;
}

/** A link of a file, or what may have been meant as one. */
interface FileLink extends Place {
  readonly file: TextFile;
  readonly link: TextFinding;
}

/**
 * The links of files in their order, what was not read of a file, and the files that cannot be read; at the end, how
 * many files were skipped.
 */
export async function* linksOfFiles(
  { selection, encoding }: LinkSource,
  pipes: PipedInputs,
): AsyncGenerator<readonly FileLink[] | FileFault | UnreadNote> {
  const counts = new FileCounts();
  for await (const found of filesOf(selection)) {
    const named = counts.add(found);
    if (named === null) continue;
    const file = 'fault' in named ? named : await openTextFile(named, encoding, pipes);
    if ('fault' in file) {
      yield file;
      continue;
    }
    const places = new PlaceCounter();
    try {
      for await (const piece of piecesOf(file)) {
        yield linksOfPiece(file, piece, places);
        const unread = unreadNote(file.name, piece);
        if (unread !== '') yield { unread, isNothingRead: false };
      }
    } catch (error) {
      yield error instanceof LongTextError ? { name: file.name, fault: error.message } : faultOf(file.name, error);
    }
  }
  const note = counts.note();
  if (note !== null) yield note;
}

function linksOfPiece(file: TextFile, { text, end, found }: TextPiece, places: PlaceCounter): readonly FileLink[] {
  places.next(text.slice(0, end));
  return [...found.links, ...found.proposals]
    .filter(({ range: [from] }) => from < end)
    .toSorted(byPlace)
    .map((link) => ({ file, link, ...places.placeOf(link.range[0]) }));
}

/** The line for a link. */
export function lineOf(
  { file: { name, format }, line, column, link }: FileLink,
  output: LinkListing['output'],
): string {
  const url = link.url;
  const read = url === null ? null : safeCanonicalize(url);
  const canonical = read?.ok ? withoutPasswords(read.value) : null;
  const scheme = canonical?.slice(0, canonical.indexOf(':')) ?? null;
  const [proposal, warnings] = isTextLink(link) ? [null, link.warnings] : [link.reason, []];
  const certainty = proposal !== null ? 'proposal' : warnings.length > 0 ? 'uncertain' : 'certain';
  if (output === 'tsv') {
    const texts = [masked(link.written), canonical ?? '', scheme ?? '', proposal ?? '', certainty, warnings.join(',')];
    return `${[masked(name), line, column, ...texts].join('\t')}\n`;
  }
  const error = read === null || read.ok ? null : { code: read.error.code, message: read.error.message };
  return `${JSON.stringify({
    ...{ file: name, format, line, column },
    written: withoutPasswords(link.written),
    url: url === null ? null : withoutPasswords(url),
    ...{ canonical, scheme, proposal, certainty, warnings },
    ...(error === null ? {} : { error }),
  })}\n`;
}
