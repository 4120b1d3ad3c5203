/** A directory as JSON. A name that text cannot represent without loss also has its octets, in base64. */

import { type OctetString, octetsOf } from '../../../src/octets/charset.ts';
import { base64Of, utf8Of } from '../../../src/octets/octets.ts';
import type { ListingEntry } from '../../../src/protocols/ftp/listing.ts';
import { absolute } from '../shared/json-stream.ts';
import type { DirectoryView } from './directory.ts';

/** The members in their order. The entries are made one by one: there may be 50,000. */
export function directoryJson(view: DirectoryView) {
  const { listing, indices, decode, canonical, welcome, notice, readme } = view;
  return {
    kind: 'directory',
    url: canonical,
    command: listing.command,
    welcome,
    notice,
    entries: entriesJson(listing.entries.at(indices), view),
    unread: listing.unread.map(decode),
    cut: listing.cut,
    readme: readme && { name: decode(readme.name), text: decode(readme.text), cut: readme.cut },
  } as const;
}

function* entriesJson(entries: Iterable<ListingEntry>, view: DirectoryView): Generator<object> {
  for (const entry of entries) yield entryJson(entry, view);
}

function entryJson(entry: ListingEntry, { decode, urlOf, hrefOf, root }: DirectoryView): object {
  const href = hrefOf(entry);
  return {
    kind: entry.kind,
    name: decode(entry.name),
    octets: octetsUnlessText(entry.name),
    size: entry.size,
    modified: entry.modified,
    target: entry.target === null ? null : decode(entry.target),
    url: urlOf(entry),
    open: href === null ? null : absolute({ root }, href),
  };
}

/** A name in base64; `null` if its text represents it without loss. */
function octetsUnlessText(name: OctetString): string | null {
  if (/^[\x20-\x7e]*$/.test(name)) return null;
  const octets = octetsOf(name);
  return utf8Of(octets) === null || /[\x00-\x1f\x7f]/.test(name) ? base64Of(octets) : null;
}
