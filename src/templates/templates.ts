/**
 * Templates of addresses for links (RFC 6570): the variables in them, and the setting `ARCHIVES`, which says where
 * copies of links may be whose servers are gone. `{+name}` keeps the escapes and the reserved characters of a value,
 * `{name}` escapes everything.
 */
import { parseTemplate, type Template } from 'url-template';
import { definitionOf } from '../definition-of.ts';
import { entriesOf } from '../egress/entries.ts';
import { judgePublicHost } from '../egress/judgement.ts';
import { type Resolution, safeCanonicalize } from '../index.ts';
import { definitions } from '../schemes/registry.ts';
import { withoutUserInfoAndFragment } from '../uri/user-info.ts';
import { DEFAULT_ARCHIVES } from './default-archives.ts';

interface Variable {
  readonly about: string;
  /** `null` = the link does not have it; RFC 6570 leaves it out. */
  readonly of: (resolution: Resolution) => string | number | null;
}

/** The variables that every URL has, percent-encoded as in the URL. */
const partVariables: Readonly<Record<string, Variable>> = {
  url: {
    about: 'The canonical URL, without user info and fragment.',
    of: ({ canonical }) => withoutUserInfoAndFragment(canonical),
  },
  scheme: { about: 'In lower case.', of: ({ scheme }) => scheme },
  host: { about: 'In A-labels; IPv6 in brackets.', of: ({ components }) => components.host },
  port: { about: 'The port that a client connects to.', of: ({ components }) => components.port },
  authority: { about: 'The host, and the port unless it is the default.', of: authorityOf },
  path: { about: 'The path without its first slash.', of: ({ components }) => components.path.replace(/^\//, '') },
  query: { about: 'The query, without its question mark.', of: ({ components }) => components.query },
};

function authorityOf({ components: { host, explicitPort } }: Resolution): string | null {
  return host === null || explicitPort === null ? host : `${host}:${explicitPort}`;
}

/** The variables that the definitions offer: details of their links, decoded. */
function detailVariables(): Readonly<Record<string, Variable>> {
  const offers = definitions.flatMap(({ kind, templateVariables = {} }) =>
    Object.entries(templateVariables).flatMap(([name, about]) => (about === undefined ? [] : [{ name, kind, about }])),
  );
  const byName = [...Map.groupBy(offers, ({ name }) => name)];
  return Object.fromEntries(byName.map(([name, offers]) => [name, { about: aboutOf(offers), of: detail(name) }]));
}

/** `gopher, wais: the words that are searched for, decoded.` */
function aboutOf(offers: readonly { readonly kind: string; readonly about: string }[]): string {
  const byText = [...Map.groupBy(offers, ({ about }) => about)];
  return byText
    .map(([about, alike]) => `${[...new Set(alike.map(({ kind }) => kind))].join(', ')}: ${about}`)
    .join(' ');
}

/** Reads a detail of the links whose scheme offers it. */
const detail =
  (name: string): Variable['of'] =>
  ({ scheme, details }) => {
    if (!(name in (definitionOf(scheme).templateVariables ?? {}))) return null;
    const value: unknown = new Map(Object.entries(details)).get(name);
    return value === null || value === undefined ? null : String(value);
  };

export const templateVariables: Readonly<Record<string, Variable>> = { ...partVariables, ...detailVariables() };

export function variablesOf(resolution: Resolution): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(templateVariables).map(([name, { of }]) => [name, of(resolution)]));
}

/** @throws TypeError if a text is not the URL of a host on the Web */
export function webUrl(text: string): string {
  if (!/^https?:\/\/[^/?#\s]\S*$/.test(text) || !safeCanonicalize(text).ok) throw new TypeError('not an http(s) URL');
  return text;
}

const EXPRESSION = /\{[+#./;?&]?([\w.%,:*]+)\}/g;

/**
 * @param entry - the key of its entry in the setting, for the message
 * @param more - variables in addition to those of links
 * @throws TypeError if a text is not a template of http(s) URLs, or has a variable that no link has
 */
export function webTemplate(text: string, entry: string, more: readonly string[] = []): string {
  // A number can stand for a part of any component, the port included.
  const example = text.replace(EXPRESSION, '1');
  if (/[{}]/.test(example)) throw new TypeError('not a template');
  webUrl(example);
  const known = new Set([...Object.keys(templateVariables), ...more]);
  if (!variablesIn(text).every((name) => known.has(name))) {
    throw new TypeError(`entry ${entry} must have no other variables than ${[...known].join(', ')}`);
  }
  return text;
}

/** The names of the variables in a template, without their modifiers (RFC 6570 §2.4). */
function variablesIn(template: string): readonly string[] {
  return [...template.matchAll(EXPRESSION)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/(?::\d+|\*)$/, '')),
  );
}

/** An archive that may have a copy of a link. */
interface Archive {
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
interface ArchiveSettings {
  readonly archives: Archives;
}

/**
 * The addresses at which archives may have a copy of a link. No archive reaches a host that is not on the public
 * Internet; but articles and groups are on many servers. `archivesOf(explain('ftp://h.example.org/a'),
 * { archives: parseArchives('') })[0]?.url` is `'https://web.archive.org/web/ftp://h.example.org/a'`.
 */
export function archivesOf(link: Resolution, { archives }: ArchiveSettings): readonly ArchivedCopy[] {
  return datedArchivesOf(link, { archives }).map(({ name, url }) => ({ name, url }));
}

/** An archive, and its address for the copy nearest to a date. */
export interface DatedCopy extends ArchivedCopy {
  /** An RFC 6570 template whose variable `date` is `YYYYMMDD` or `YYYYMMDDhhmmss`; `null` = it takes no date. */
  readonly dated: string | null;
}

/** As {@link archivesOf}, with the addresses for copies of a date. */
export function datedArchivesOf(link: Resolution, { archives }: ArchiveSettings): readonly DatedCopy[] {
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
