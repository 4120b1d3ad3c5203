/**
 * The templates of gateways and archives (RFC 6570), and the variables of links in them. `{+name}` keeps the escapes
 * and the reserved characters of a value, `{name}` escapes everything.
 */
import { definitionOf } from '../definition-of.ts';
import { type Resolution, safeCanonicalize } from '../index.ts';
import { definitions } from '../schemes/registry.ts';
import { withoutUserInfo } from '../uri/user-info.ts';

interface Variable {
  readonly about: string;
  /** `null` = the link does not have it; RFC 6570 leaves it out. */
  readonly of: (resolution: Resolution) => string | number | null;
}

/** The variables that every URL has, percent-encoded as in the URL. */
const partVariables: Readonly<Record<string, Variable>> = {
  url: { about: 'The canonical URL, without user info and fragment.', of: ({ canonical }) => bare(canonical) },
  scheme: { about: 'In lower case.', of: ({ scheme }) => scheme },
  host: { about: 'In A-labels; IPv6 in brackets.', of: ({ components }) => components.host },
  port: { about: 'The port that a client connects to.', of: ({ components }) => components.port },
  authority: { about: 'The host, and the port unless it is the default.', of: authorityOf },
  path: { about: 'The path without its first slash.', of: ({ components }) => components.path.replace(/^\//, '') },
  query: { about: 'The query, without its question mark.', of: ({ components }) => components.query },
};

function bare(canonical: string): string {
  return withoutUserInfo(canonical).replace(/#.*$/, '');
}

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
export function variablesIn(template: string): readonly string[] {
  return [...template.matchAll(EXPRESSION)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/(?::\d+|\*)$/, '')),
  );
}
