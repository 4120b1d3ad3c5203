/** Searches of Archie, which are directories of its Prospero server. */
import { type Canonical, canonicalize } from '../../index.ts';
import { displayText } from '../../octets/ansi.ts';
import {
  ARCHIE_MATCHES,
  type ArchieMatch,
  type ArchieSearch,
  archieMatch,
  archieName,
  archieSearch,
} from '../../protocols/prospero/archie.ts';
import type { Link } from '../contract.ts';
import type { Listing, SearchForm } from '../opened.ts';
import { type FoundEntries, listingOf } from './directory.ts';

/** How words match a name. */
const MATCHES: Readonly<Record<ArchieMatch, string>> = {
  s: 'Part of the name',
  c: 'Part of the name (case-sensitive)',
  '=': 'The whole name',
  r: 'Regular expression',
};

/** The link of the search that a form asks for; `null` if it has no words, or the link is no search. */
export function submittedSearch(
  { canonical, details }: Link<'prospero'>,
  { search = '', match = '' }: Readonly<Record<string, string>>,
): Canonical | null {
  const shown = archieSearch(details.hsoname);
  const words = search.trim();
  if (shown === null || words === '') return null;
  const [server = ''] = /^[^:]+:\/\/[^/]*/.exec(canonical) ?? [];
  const name = archieName({ ...shown, words, match: archieMatch(match) ?? shown.match });
  return canonicalize(`${server}/${encodeURIComponent(name.toWellFormed()).replaceAll('%2F', '/')}`);
}

/** What a search has found. */
export function archieListing(link: Link<'prospero'>, search: ArchieSearch, found: FoundEntries): Listing {
  const { words } = search;
  return {
    ...listingOf(link, found),
    noun: 'search',
    service: 'Archie',
    title: words === '' ? 'Archie' : displayText(words),
    path: [],
    form: archieForm(link, search),
    nothing: words === '' ? null : 'The search found nothing.',
  };
}

function archieForm({ canonical }: Link<'prospero'>, { words, match }: ArchieSearch): SearchForm {
  const values = ARCHIE_MATCHES.map((key) => [key, MATCHES[key]] as const);
  return {
    url: canonical,
    label: 'File names',
    words,
    choices: [{ name: 'match', label: 'Match', value: match, values }],
  };
}
