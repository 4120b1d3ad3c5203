/** The JSON of a listing. */
import { type OctetString, octetsOf } from '../octets/charset.ts';
import { base64Of, utf8Of } from '../octets/octets.ts';
import type { LongList } from './json-pieces.ts';
import type { JsonLinks } from './links.ts';
import type { Listing, Row, SortOrder } from './opened.ts';

/** The members before the rows, the rows in an order, and the members after them. */
export function listingJson(
  { noun, url, facts, rows, unread, cut, readme }: Listing,
  order: SortOrder | null,
  { open }: Pick<JsonLinks, 'open'>,
): readonly [head: object, rows: LongList<Row>, tail: object] {
  return [
    { kind: noun, url, ...facts },
    { name: 'entries', items: rows.at(rows.sorted(order)), toJson: (row) => rowJson(row, open) },
    { unread, cut, readme },
  ];
}

function rowJson({ kind, name, octets, size, modified, target, url }: Row, open: JsonLinks['open']): object {
  return {
    kind,
    name,
    octets: octets === null ? null : octetsUnlessText(octets),
    size,
    modified,
    target,
    url,
    open: open(url),
  };
}

/** A name in base64; `null` if its text represents it without loss. */
function octetsUnlessText(name: OctetString): string | null {
  if (/^[\x20-\x7e]*$/.test(name)) return null;
  const octets = octetsOf(name);
  return utf8Of(octets) === null || /[\x00-\x1f\x7f]/.test(name) ? base64Of(octets) : null;
}
