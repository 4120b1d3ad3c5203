/**
 * The gateway to Prospero directories and files, and to Archie. Directories and searches are shown as their entries;
 * files are those whose contents the Prospero server gives itself; other servers have other objects.
 */

import type { VNode } from 'preact';
import { type Canonical, canonicalize } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { ALIVE } from '../../../src/open/contract.ts';
import {
  ARCHIE_MATCHES,
  type ArchieMatch,
  type ArchieSearch,
  archieMatch,
  archieName,
  archieSearch,
} from '../../../src/protocols/prospero/archie.ts';
import { type Found, findObject, linkedObject, lookUp } from '../../../src/protocols/prospero/client.ts';
import { refusalError } from '../../../src/protocols/prospero/links.ts';
import { responseWithJson } from '../../http/response.ts';
import { counted, sizeText } from '../../pages/parts/counted.ts';
import { readableHost } from '../../pages/parts/host-name.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { fileHeaders } from '../shared/file-headers.ts';
import { FRAME_POLICY, framedResponse, htmlContent, IMAGES, VIEW, wantsFramed } from '../shared/html-page.tsx';
import { MEDIA_POLICY, MediaContent, PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import { LinkOrText, redirectToSearch, SearchForm, TableHead } from '../shared/page-parts.tsx';
import { TextContent } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import {
  decodeFile,
  describeFile,
  directoryJson,
  fileJson,
  listingOf,
  listingOfOther,
  type ProsperoEntry,
  type ProsperoListing,
  requestedObject,
} from './entries.ts';

type Context = GatewayContext<'prospero'>;

const UNFIT = 'An Archie search cannot contain these characters.';

export const prospero: Gateway<'prospero'> = {
  kind: 'prospero',
  protocol: null,
  schemes: ['prospero'],
  parameters: ['search', 'match', VIEW, IMAGES],

  /** Asks for a directory, a file, or an object that other servers have, as the page does. */
  async check({ askProspero, resolution }) {
    const { answer, object } = await lookUp(askProspero, linkedObject(resolution), 'list');
    let { refusal } = answer;
    for (const ask of ['contents', 'object'] as const) {
      if (refusal?.kind === 'not-a-directory') refusal = (await lookUp(askProspero, object, ask)).answer.refusal;
    }
    if (refusal !== null) throw refusalError(refusal);
    return ALIVE;
  },

  async open(context) {
    const { resolution, askProspero } = context;
    const place = requestedObject(resolution);
    context.judgeServer();
    const form = archieSearch(resolution.details.hsoname);
    const submitted = form === null ? null : submittedSearch(context.view.query, form);
    if (submitted !== null) return redirectToSearch(context, searchLink(context, submitted), UNFIT);
    // Before there is a search, there is only its form.
    if (form?.words === '') return respond(context, { entries: [], unmerged: [] }, form);
    const object = await findObject(askProspero, place);
    switch (object.kind) {
      case 'directory':
        return openDirectory(context, object.found);
      case 'file':
        return openFile(context, object.contents);
      case 'other':
        return respond(context, await listingOfOther(context, object), null);
    }
  },
};

/** The search that a submitted form asks for; `null` if it has no words. */
function submittedSearch(query: URLSearchParams, form: ArchieSearch): ArchieSearch | null {
  const words = query.get('search')?.trim() ?? '';
  return words === '' ? null : { ...form, words, match: archieMatch(query.get('match') ?? '') ?? form.match };
}

/** The canonical link to a search at the server of this link. */
function searchLink({ resolution }: Pick<Context, 'resolution'>, search: ArchieSearch): Canonical {
  const [server = ''] = /^[^:]+:\/\/[^/]*/.exec(resolution.canonical) ?? [];
  return canonicalize(`${server}/${encodeURIComponent(archieName(search).toWellFormed()).replaceAll('%2F', '/')}`);
}

const DIRECTORY_HEADERS = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept' };
const FILE_HEADERS = { 'Cache-Control': 'public, max-age=3600', Vary: PAGE_OR_FILE };
/** How words match a name. */
const MATCHES: Readonly<Record<ArchieMatch, string>> = {
  s: 'Part of the name',
  c: 'Part of the name (case-sensitive)',
  '=': 'The whole name',
  r: 'Regular expression',
};

async function openDirectory(context: Context, found: Found): Promise<Response> {
  if (context.view.format === 'raw') {
    const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Encoding': 'identity' };
    return new Response(octetsOfLatin1(found.text), { headers: { ...DIRECTORY_HEADERS, ...type } });
  }
  const listing = await listingOf(context, found.answer.links);
  return respond(context, listing, archieSearch(context.resolution.details.hsoname));
}

/** Answers with the contents of a file, which have one character for each octet. */
function openFile(context: Context, contents: string): Response {
  const octets = octetsOfLatin1(contents);
  const { view } = context;
  const { name, mediaType } = describeFile(context, octets);
  const asIs = () => new Response(octets, { headers: { ...FILE_HEADERS, ...fileHeaders(name, mediaType) } });
  if (view.format === 'raw') return asIs();
  if (view.format === 'json') {
    return responseWithJson(fileJson(context, decodeFile(context, octets)), { headers: FILE_HEADERS });
  }
  const [type = ''] = mediaType.split(';', 1);
  const isText = type === 'text/plain';
  // What asks for a part of a page, such as a picture in HTML, gets the octets. A text is a page for everybody.
  if (!isText && !wantsFramed(context) && !wantsPage(context)) return asIs();
  if (type === 'text/html') return htmlResponse(context, name, octets);
  const { charset, text } = decodeFile(context, octets);
  const content = isText ? (
    <TextContent context={context} name={name} octets={octets} text={displayText(text)} charset={charset} />
  ) : (
    <MediaContent file={{ name, type, size: octets.length, href: context.links.self({ format: 'raw' }) }} />
  );
  return filePage(context, name, content, MEDIA_POLICY);
}

function htmlResponse(context: Context, name: string, octets: Uint8Array): Response {
  if (wantsFramed(context)) return framedResponse(context, octets, FILE_HEADERS);
  const { charset } = context.view;
  const { title, content } = htmlContent(context, octets, name, { repeated: charset === null ? {} : { charset } });
  return filePage(context, name, content, FRAME_POLICY, title);
}

/** @param title - `null` = the name */
function filePage(context: Context, name: string, content: VNode, policy: string, title: string | null = null) {
  const page = viewerPage(context, {
    title: title === null ? name : displayText(title),
    kicker: 'Prospero file',
    download: name,
    content,
  });
  return pageResponse(context, page, { headers: { ...FILE_HEADERS, 'Content-Security-Policy': policy } });
}

function respond(context: Context, listing: ProsperoListing, form: ArchieSearch | null): Response {
  const { view } = context;
  const headers = DIRECTORY_HEADERS;
  if (view.format !== 'html') return responseWithJson(directoryJson(context, listing), { headers });
  const page = viewerPage(context, {
    title: titleOf(context, form),
    kicker: form === null ? 'Prospero directory' : 'Archie search',
    ...(form !== null && { breadcrumbs: [] }),
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
  });
  return pageResponse(context, page, { headers });
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
      <TableHead columns={['Name', { number: 'Size' }, 'Modified (UTC)']} />
      <tbody>
        {entries.map((entry) => (
          <tr>
            <th scope="row" dir="auto">
              <EntryLink context={context} entry={entry} />
            </th>
            <td class="number">{entry.bytes === null ? null : sizeText(entry.bytes)}</td>
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
      <LinkOrText href={href} text={name} />
      {scheme !== undefined && scheme !== 'prospero' && (
        <>
          {/* Archie finds files of one name on many servers. */} <span class="tag">{scheme}</span>{' '}
          <small>{server}</small>
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
