/** Directories and searches of Archie: their entries as a page, as JSON, or as the server sent them. */
import type { VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';
import {
  ARCHIE_MATCHES,
  type ArchieMatch,
  type ArchieSearch,
  archieSearch,
} from '../../../src/protocols/prospero/archie.ts';
import type { Found } from '../../../src/protocols/prospero/client.ts';
import { counted, octetsText } from '../../pages/parts/counted.ts';
import { readableHost } from '../../pages/parts/host-name.tsx';
import { REL } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { SearchForm } from '../shared/search-form.tsx';
import { directoryJson, listingOf, type ProsperoEntry, type ProsperoListing } from './entries.ts';

type Context = GatewayContext<'prospero'>;

const HEADERS = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept' };
/** How words match a name. */
const MATCHES: Readonly<Record<ArchieMatch, string>> = {
  s: 'Part of the name',
  c: 'Part of the name (case-sensitive)',
  '=': 'The whole name',
  r: 'Regular expression',
};
const NOTHING: ProsperoListing = { entries: [], unmerged: [] };

/** Answers with the form of Archie, before there is a search. */
export function archieForm(context: Context, form: ArchieSearch): Response {
  return respond(context, NOTHING, form);
}

/** Answers with the entries of a directory. */
export async function openDirectory(context: Context, found: Found): Promise<Response> {
  if (context.view.format === 'raw') {
    const headers = { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8', 'Content-Encoding': 'identity' };
    return new Response(octetsOfLatin1(found.text), { headers });
  }
  const listing = await listingOf(context, found.answer.links);
  return respond(context, listing, archieSearch(context.resolution.details.hsoname));
}

/** Answers with a listing. */
export function respond(context: Context, listing: ProsperoListing, form: ArchieSearch | null): Response {
  const { resolution, links, view } = context;
  if (view.format !== 'html') return Response.json(directoryJson(context, listing), { headers: HEADERS });
  return pageResponse(
    context,
    {
      title: titleOf(context, form),
      kicker: form === null ? 'Prospero directory' : 'Archie search',
      canonical: links.canonical,
      breadcrumbs: form === null ? breadcrumbsOf(resolution, links) : [],
      actions: [
        { text: 'JSON', href: links.self({ format: 'json' }) },
        { text: 'Raw', href: links.self({ format: 'raw' }) },
      ],
      content: (
        <>
          {form !== null && <ArchieForm context={context} form={form} />}
          {listing.entries.length > 0 && <EntryTable context={context} entries={listing.entries} />}
          {listing.entries.length === 0 && form?.words !== '' && (
            <Empty>{form === null ? 'The directory is empty.' : 'The search found nothing.'}</Empty>
          )}
          {listing.unmerged.length > 0 && <Unmerged context={context} entries={listing.unmerged} />}
        </>
      ),
    },
    { headers: HEADERS },
  );
}

function titleOf({ resolution }: Context, form: ArchieSearch | null): string {
  const { hsoname } = resolution.details;
  if (form !== null) return form.words === '' ? 'Archie' : displayText(form.words);
  return displayText(/([^/]+)\/?$/.exec(hsoname)?.[1] ?? readableHost(resolution.components));
}

function ArchieForm({ context, form }: { readonly context: Context; readonly form: ArchieSearch }): VNode {
  return (
    <SearchForm address={context.links.self()}>
      <label for="search">File names</label>
      <input id="search" name="search" type="search" value={form.words} required autocomplete="off" />
      <label for="match">Match</label>
      <select id="match" name="match">
        {ARCHIE_MATCHES.map((match) => (
          <option value={match} selected={match === form.match}>
            {MATCHES[match]}
          </option>
        ))}
      </select>
      <button type="submit">Search</button>
    </SearchForm>
  );
}

interface EntriesProps {
  readonly context: Context;
  readonly entries: readonly ProsperoEntry[];
}

function EntryTable({ context, entries }: EntriesProps): VNode {
  return (
    <table class="hits">
      <caption>{counted(entries.length, 'link')}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" class="number">
            Size
          </th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr>
            <th scope="row" dir="auto">
              <EntryLink context={context} entry={entry} />
            </th>
            <td class="number">{entry.bytes === null ? null : octetsText(entry.bytes)}</td>
            <td>{entry.modified === null ? null : entry.modified.slice(0, 16).replace('T', ' ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EntryLink({ context, entry }: { readonly context: Context; readonly entry: ProsperoEntry }): VNode {
  const href = entry.url === null ? null : context.links.hrefOfCanonical(entry.url);
  const name = entry.name === '' ? '(without a name)' : `${entry.name}${entry.type === 'directory' ? '/' : ''}`;
  const [, scheme, server] = /^([^:]+):\/\/([^/]*)/.exec(entry.url ?? '') ?? [];
  return (
    <>
      {href === null ? (
        <span>{name}</span>
      ) : (
        <a href={href} rel={REL}>
          {name}
        </a>
      )}
      {scheme !== undefined && scheme !== 'prospero' && (
        <>
          {/* Archie finds files of one name on many servers. */}
          <span class="tag">{scheme}</span> <small>{server}</small>
        </>
      )}
    </>
  );
}

function Unmerged({ context, entries }: EntriesProps): VNode {
  return (
    <Notice title="More directories belong to this one. They were not read.">
      <ul>
        {entries.map((entry) => (
          <li>
            <EntryLink context={context} entry={entry} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
