/** The JSON of shapes whose JSON is the same for every kind of links. */
import { type OctetString, octetsOf } from '../octets/charset.ts';
import { base64Of, utf8Of } from '../octets/octets.ts';
import type { LongList } from './json-pieces.ts';
import type { JsonLinks } from './links.ts';
import type { Draft, Listing, ListingRow, Names, SortOrder, TerminalSession } from './opened.ts';

/** The members before the rows, the rows in an order, and the members after them. */
export function listingJson(
  { noun, facts, rows, unread, cut, broken, readme }: Listing,
  order: SortOrder | null,
  { open }: Pick<JsonLinks, 'open'>,
): readonly [head: object, rows: LongList<ListingRow>, tail: object] {
  return [
    { kind: noun, ...facts },
    { name: 'entries', items: rows.at(rows.sorted(order)), toJson: (row) => rowJson(row, open) },
    { unread, cut, broken: broken?.message ?? null, readme },
  ];
}

function rowJson({ kind, name, octets, size, modified, target, url }: ListingRow, open: JsonLinks['open']): object {
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

export function namesJson({ query, services }: Names, { open }: Pick<JsonLinks, 'open'>): object {
  return {
    kind: 'names',
    query,
    services: services.map(({ results, referrals, ...service }) => ({
      ...service,
      results: results.map((result) => ({ ...result, open: open(result.uri) })),
      referrals: referrals.map((referral) => ({ ...referral, open: open(referral.url) })),
    })),
  };
}

/** What a caller knows of a session. */
interface SessionAddresses {
  /** A name to log in with, which nothing sends by itself; `null` = none. */
  readonly user: string | null;
  /** The address of a WebSocket that carries the session, and the subprotocol of its control messages. */
  readonly socket: string;
  readonly subprotocol: string;
}

export function sessionJson(
  { protocol, host, port }: TerminalSession,
  { user, socket, subprotocol }: SessionAddresses,
): object {
  return { kind: 'terminal', protocol, host, port, user, socket, subprotocol };
}

export function draftJson({ shape: kind, to, headers, blindCopies, leftOut, href }: Draft): object {
  return { kind, to, headers, blindCopies, leftOut, href };
}
