/** Where copies of links may be whose servers are gone: the setting `ARCHIVES`, and the addresses for a link. */
import { parseTemplate, type Template } from 'url-template';
import { entriesOf } from '../egress/entries.ts';
import { judgePublicHost } from '../egress/policy.ts';
import type { Resolution } from '../index.ts';
import { DEFAULT_ARCHIVES } from './default-archives.ts';
import { variablesIn, variablesOf, webTemplate } from './variables.ts';

/** An archive that may have a copy of a link. */
export interface Archive {
  /** The host of the archive, or the name that people know it by. */
  readonly name: string;
  readonly template: Template;
  /** What stands before `{/date}` and behind it; `null` = the template takes no date. */
  readonly aroundDate: readonly [before: Template, after: Template] | null;
  /** The variables of the template. Without a value for each, there is no address. */
  readonly variables: readonly string[];
}

/** Archives by what they keep: `message-id` and `group` for news and mail, else the scheme of the link. */
export type Archives = ReadonlyMap<string, readonly Archive[]>;

/** Where the date of a copy stands in a template. Without a date, RFC 6570 leaves it out. */
const DATE = '{/date}';

/** What people call the archives of the defaults, by the beginning of their addresses; the longer ones come first. */
const NAMES: Readonly<Record<string, string>> = {
  'web.archive.org/web/1996/': 'Wayback Machine: the server’s Web pages of 1996',
  'web.archive.org/web/http://gopher.floodgap.com/': 'Wayback Machine: the page of Floodgap’s gateway',
  'web.archive.org': 'Wayback Machine',
  'archive.org': 'Internet Archive',
  'groups.google.com': 'Google Groups',
  'al.howardknight.net': 'Howard Knight’s Usenet archive',
  'www.mail-archive.com': 'The Mail Archive',
};

/**
 * Reads `ARCHIVES`: scheme, `group` or `message-id` → RFC 6570 templates of http(s) URLs with blanks between them, or
 * `none`. What it does not name keeps its default.
 */
export function parseArchives(text: string): Archives {
  return new Map(
    [...Object.entries(DEFAULT_ARCHIVES), ...entriesOf(text)].map(([key, templates]) => {
      if (!/^[a-z][a-z0-9+.-]*$/.test(key)) throw new TypeError('not a scheme');
      const written = templates === 'none' ? [] : templates.trim().split(/\s+/);
      return [key, written.map((template) => parseArchive(template, key))];
    }),
  );
}

function parseArchive(text: string, entry: string): Archive {
  const [, host = ''] = /^https?:\/\/([^/?#]*)/.exec(webTemplate(text, entry, ['date'])) ?? [];
  const address = text.replace(/^https?:\/\//, '');
  const [before = '', ...after] = text.split(DATE);
  const [, name] = Object.entries(NAMES).find(([beginning]) => address.startsWith(beginning)) ?? [];
  return {
    name: name ?? host.replace(/^\{[^}]*\}\./, ''),
    template: parseTemplate(text),
    aroundDate: after.length === 1 ? [parseTemplate(before), parseTemplate(after[0] ?? '')] : null,
    variables: variablesIn(text).filter((name) => name !== 'date'),
  };
}

/** An archive that may have a copy of what a link leads to, and the address of the copy. */
export type ArchivedCopy = Readonly<Record<'name' | 'url', string>>;

/** The archives that are asked. */
interface Asked {
  readonly archives: Archives;
}

/**
 * The addresses at which archives may have a copy of a link. No archive reaches a host that is not on the public
 * Internet; but articles and groups are on many servers. `archivesOf(explain('ftp://h.example.org/a'),
 * { archives: parseArchives('') })[0]?.url` is `'https://web.archive.org/web/ftp://h.example.org/a'`.
 */
export function archivesOf(link: Resolution, { archives }: Asked): readonly ArchivedCopy[] {
  return datedArchivesOf(link, { archives }).map(({ name, url }) => ({ name, url }));
}

/** An archive, and its address for the copy nearest to a date. */
export interface DatedCopy extends ArchivedCopy {
  /** An RFC 6570 template whose variable `date` is `YYYYMMDD` or `YYYYMMDDhhmmss`; `null` = it takes no date. */
  readonly dated: string | null;
}

/** As {@link archivesOf}, with the addresses for copies of a date. */
export function datedArchivesOf(link: Resolution, { archives }: Asked): readonly DatedCopy[] {
  const variables = variablesOf(link);
  const kind = variables.messageId ? 'message-id' : variables.group ? 'group' : link.scheme;
  const { host } = link.components;
  if (kind === link.scheme && host !== null && !judgePublicHost(host).allowed) return [];
  return (archives.get(kind) ?? []).flatMap(({ name, template, aroundDate, variables: names }) => {
    // Only a path may be empty.
    const complete = names.every((each) => each === 'path' || Boolean(variables[each]));
    const around = aroundDate?.map((part) => part.expand(variables));
    return complete ? [{ name, url: template.expand(variables), dated: around?.join('/{date}') ?? null }] : [];
  });
}
