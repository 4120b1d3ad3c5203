/**
 * Atom feeds (RFC 4287) of what a server lists: articles of a group, files of a directory, dated items of a menu. Every
 * text comes from a stranger: `html` escapes it, and characters that XML 1.0 forbids are replaced.
 */
import { type HeaderFields, matchesTag } from '../../http/headers.ts';
import { html } from '../../pages/parts/html.ts';
import { fingerprint } from '../../settings/fingerprint.ts';
import { version } from '../../version.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { absolute } from './json-stream.ts';

export const ATOM_TYPE = 'application/atom+xml';

/** The most entries of a feed. Readers come often, and only the newest entries are new to them. */
export const MOST_ENTRIES = 100;

export interface FeedEntry {
  /** A URL that stays the same for as long as the entry exists. */
  readonly id: string;
  readonly title: string;
  readonly updated: Date;
  /** The address that opens it: a result of the link builder; `null` = the URL of the entry itself. */
  readonly href: string | null;
  /** Absent = the author of the feed. */
  readonly author?: string;
}

export interface Feed {
  /** The canonical URL of the list. */
  readonly id: string;
  readonly title: string;
  /** A name for whoever publishes the list, such as its server. */
  readonly author: string;
  /** The newest first; those beyond {@link MOST_ENTRIES} are left out, and those whose date Atom cannot say. */
  readonly entries: readonly FeedEntry[];
}

type FeedContext = Pick<GatewayContext, 'links' | 'request' | 'view'>;

/** Responds with a feed, or with 304 if the client already has it. */
export function feedResponse(context: FeedContext, feed: Feed, headers: HeaderFields): Response {
  const text = atomOf(context, feed);
  const ETag = `"${fingerprint(text)}"`;
  const all = { ...headers, ETag, 'Content-Type': ATOM_TYPE };
  const tags = context.request.headers.get('If-None-Match');
  const isFresh = tags !== null && matchesTag(tags, ETag);
  return isFresh ? new Response(null, { status: 304, headers: all }) : new Response(text, { headers: all });
}

/** The `updated` of a feed without entries: an atom:feed must have one (RFC 4287 §4.1.1), and it must not change. */
const NEVER = new Date(0);

function atomOf({ links, view }: FeedContext, { id, title, author, entries }: Feed): string {
  const parameters = [...view.query].filter(([name]) => name !== 'format');
  const page = absolute(links, links.self(Object.fromEntries(parameters)));
  const self = absolute(links, links.self(Object.fromEntries(view.query)));
  const listed = entries.filter(({ updated }) => isWritable(updated)).slice(0, MOST_ENTRIES);
  const updated = listed.reduce((newest, entry) => (entry.updated > newest ? entry.updated : newest), NEVER);
  const { text } =
    html`<feed xmlns="http://www.w3.org/2005/Atom"><id>${id}</id><title>${clean(title)}</title><updated>${atomTime(
      updated,
    )}</updated><author><name>${clean(author)}</name></author><link rel="self" type="${ATOM_TYPE}" href="${self}"/><link rel="alternate" type="text/html" href="${page}"/><generator version="${version}">Waypost</generator>${listed.map(
      (entry) =>
        html`<entry><id>${entry.id}</id><title>${clean(entry.title)}</title><updated>${atomTime(
          entry.updated,
        )}</updated>${entry.author !== undefined && html`<author><name>${clean(entry.author)}</name></author>`}<link rel="alternate" href="${
          entry.href === null ? entry.id : absolute(links, entry.href)
        }"/></entry>`,
    )}</feed>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${text}\n`;
}

/** RFC 3339 §1 has years of four digits. The date of an article may be beyond them, by its time zone. */
function isWritable(date: Date): boolean {
  return date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9999;
}

/** RFC 3339, to the second. */
function atomTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Everything but the Char of XML 1.0 §2.2. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text on one line that XML may contain; never empty, because readers show nothing for an empty title. */
function clean(text: string): string {
  const line = text.replace(FORBIDDEN, '\ufffd').replace(/\s+/g, ' ').trim();
  return line === '' ? '(untitled)' : line;
}
