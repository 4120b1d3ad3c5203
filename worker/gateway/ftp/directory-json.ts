/** A directory as JSON: what is read by programs, with every name as octets where text would lose them. */
import type { ListingEntry } from '../../../src/schemes/ftp/listing.ts';
import { type OctetString, octetsOf } from '../../../src/schemes/ftp/octet-string.ts';
import { base64Of, utf8Of } from '../../../src/uri/octets.ts';
import type { DirectoryView } from './directory-view.ts';

/** So many entries are written at once: all of 50,000 in one text would be more than they take as they are. */
const PIECE = 1000;

/** The body of the answer. */
export function directoryJson(view: DirectoryView): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = piecesOf(view);
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
  });
}

function* piecesOf(view: DirectoryView): Generator<string> {
  const { listing, entries, decode, canonical, welcome, notice, readme } = view;
  const head = JSON.stringify({ kind: 'directory', url: canonical, command: listing.command, welcome, notice });
  yield `${head.slice(0, -1)},"entries":[`;
  for (let from = 0; from < entries.length; from += PIECE) {
    const piece = entries.slice(from, from + PIECE).map((entry) => JSON.stringify(entryJson(entry, view)));
    yield (from === 0 ? '' : ',') + piece.join(',');
  }
  const tail = JSON.stringify({
    unread: listing.unread.map((line) => decode(line)),
    cut: listing.cut,
    readme: readme && { name: decode(readme.name), text: decode(readme.text), cut: readme.cut },
  });
  yield `],${tail.slice(1)}\n`;
}

function entryJson(entry: ListingEntry, { decode, urlOf, hrefOf, origin }: DirectoryView) {
  const href = hrefOf(entry);
  return {
    kind: entry.kind,
    name: decode(entry.name),
    octets: octetsUnlessText(entry.name),
    size: entry.size,
    modified: entry.modified,
    target: entry.target === null ? null : decode(entry.target),
    url: urlOf(entry),
    open: href === null ? null : new URL(href, origin).href,
  };
}

/** What the text of a name loses. */
function octetsUnlessText(name: OctetString): string | null {
  if (/^[\x20-\x7e]*$/.test(name)) return null;
  const octets = octetsOf(name);
  return utf8Of(octets) === null || /[\x00-\x1f\x7f]/.test(name) ? base64Of(octets) : null;
}
