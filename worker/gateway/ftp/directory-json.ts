/** A directory as JSON. A name that text cannot represent without loss also has its octets, in base64. */

import { type OctetString, octetsOf } from '../../../src/octets/octet-string.ts';
import { base64Of, utf8Of } from '../../../src/octets/octets.ts';
import type { ListingEntry } from '../../../src/protocols/ftp/listing.ts';
import type { Ended } from '../../http/text-stream.ts';
import { longJson } from '../shared/json-stream.ts';
import type { DirectoryView } from './directory-view.ts';

/** The body of the response. */
export function directoryJson(view: DirectoryView, ended: Ended): ReadableStream<Uint8Array> {
  const { listing, indices, decode, canonical, welcome, notice, readme } = view;
  return longJson(
    { kind: 'directory', url: canonical, command: listing.command, welcome, notice },
    { name: 'entries', items: listing.entries.at(indices), toJson: (entry) => entryJson(entry, view) },
    {
      unread: listing.unread.map((line) => decode(line)),
      cut: listing.cut,
      readme: readme && { name: decode(readme.name), text: decode(readme.text), cut: readme.cut },
    },
    ended,
  );
}

function entryJson(entry: ListingEntry, { decode, urlOf, hrefOf, root }: DirectoryView) {
  const href = hrefOf(entry);
  return {
    kind: entry.kind,
    name: decode(entry.name),
    octets: octetsUnlessText(entry.name),
    size: entry.size,
    modified: entry.modified,
    target: entry.target === null ? null : decode(entry.target),
    url: urlOf(entry),
    // An address that is not a path of this Worker has its own origin.
    open: href?.startsWith('/') ? root + href : href,
  };
}

/** A name in base64; `null` if its text represents it without loss. */
function octetsUnlessText(name: OctetString): string | null {
  if (/^[\x20-\x7e]*$/.test(name)) return null;
  const octets = octetsOf(name);
  return utf8Of(octets) === null || /[\x00-\x1f\x7f]/.test(name) ? base64Of(octets) : null;
}
