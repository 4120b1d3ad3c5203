/**
 * The parameters of the pages of an opener: they follow from its shapes and its other members. Each has a sentence for
 * the description of the API.
 */
import * as v from 'valibot';
import type { AnyOpener } from '../../../src/open/contract.ts';
import { COLUMNS, DIRECTIONS, type Shape } from '../../../src/open/opened.ts';
import { FILTER, IMAGES, VIEW } from '../contract/contract.ts';
import { LOGIN, PASSWORD } from './passwords.ts';

/** The parameter that asks for a redirect to what a name stands for. Its value does not matter. */
export const REDIRECT = 'redirect';

type Sentences = Readonly<Record<string, string>>;

/** The pages of what is too long for one. */
const PAGES: Sentences = { page: 'The page of a long list or text in HTML, from 1. All other formats are whole.' };

/** What the pages of a shape read. */
const PAGE_PARAMETERS: Readonly<Partial<Record<Shape, Sentences>>> = {
  menu: {
    ...PAGES,
    [FILTER]: 'The words that the items of a menu must have to be shown.',
    [IMAGES]: '`show` for the pictures of a menu instead of links to them.',
  },
  message: { part: 'The part of a message.' },
  text: PAGES,
  file: PAGES,
  download: PAGES,
  listing: {
    sort: `The column that a list is sorted by: ${quotedList(COLUMNS)}. Default: the name, or the order of the server.`,
    order: `The direction of \`sort\`: ${quotedList(DIRECTIONS)}.`,
    ...PAGES,
  },
  names: { [REDIRECT]: 'Redirect to the result if there is exactly one. The value does not matter.' },
  session: {
    user: 'The name to log in with, shown as advice.',
    password: '`withheld` if the link had a password, which addresses leave out.',
    model: 'The model of a 3270 terminal from 2 to 5, which decides its size. Default: 2.',
    lu: 'The name of the logical unit that a 3270 terminal asks the host for.',
  },
};

/** What the pages of a shape ask of its opener, with any value. */
const ASKED_OF_OPENERS: Readonly<Partial<Record<Shape, Sentences>>> = {
  groups: { match: 'A word in the names or the descriptions of groups.' },
  group: { to: 'The number of the last article of the list.' },
  article: { part: 'The part of a message.' },
};

const OF_LOGINS: Sentences = {
  [LOGIN]: 'Ask for the password of this user; empty = for a user name and a password.',
  [PASSWORD]: '`empty` if the password in the link is empty. No other password appears in an address.',
};

/** The shapes whose pages may have a document in a frame. */
const MAY_BE_FRAMED: ReadonlySet<Shape> = new Set(['file', 'download', 'article']);

/** What these read. */
const OF_FRAMES: Sentences = {
  [VIEW]: '`framed` for an HTML document as it stands in the frame on its page.',
  [IMAGES]: '`show` for all pictures of an HTML document.',
};

type DescribedParameters = readonly (readonly [name: string, about: string])[];

function ofPages({ shapes, searchFields, options = {}, logIn, spelling }: AnyOpener): DescribedParameters {
  return [
    ...Object.entries(searchFields?.fields ?? {}),
    ...shapes.flatMap((shape) => Object.entries({ ...PAGE_PARAMETERS[shape], ...ASKED_OF_OPENERS[shape] })),
    ...Object.entries(options).map(
      ([name, { about, values }]) => [name, `${about} Values: ${quotedList(values)}.`] as const,
    ),
    ...Object.entries(logIn === undefined ? {} : OF_LOGINS),
    ...Object.entries(shapes.some((shape) => MAY_BE_FRAMED.has(shape)) ? OF_FRAMES : {}),
    ...(spelling === undefined ? [] : [[spelling.parameter, spelling.about] as const]),
  ];
}

/** The parameters of an opener with a sentence about each. */
export function describedParameters(opener: AnyOpener): DescribedParameters {
  return [...new Map([...ofPages(opener), ...Object.entries(opener.fields ?? {})])];
}

/**
 * The names of the parameters, in the order in which an error names them.
 *
 * @param own - those that the views of only this kind have
 */
export function parametersOf(opener: AnyOpener, own: readonly string[] = []): readonly string[] {
  const ofPage = ofPages(opener).map(([name]) => name);
  return [...new Set([...ofPage, ...own, ...Object.keys(opener.fields ?? {})])];
}

/** The parameters that an opener gets beside its options. */
export function besideOptions({ shapes, spelling }: AnyOpener): readonly string[] {
  const ofPages = shapes.flatMap((shape) => Object.keys(ASKED_OF_OPENERS[shape] ?? {}));
  return spelling === undefined ? ofPages : [...ofPages, spelling.parameter];
}

/** The parameters with a list of values. A misspelt value is an error: that of `tls` must not turn TLS off silently. */
export function optionsOf({ shapes, options = {} }: AnyOpener) {
  const sorting = { sort: oneOf(COLUMNS, COLUMNS.join(' or ')), order: oneOf(DIRECTIONS, DIRECTIONS.join(' or ')) };
  const named = Object.entries(options).map(([name, { values }]) => [name, oneOf(values, listed(values))] as const);
  const entries = [...Object.entries(shapes.includes('listing') ? sorting : {}), ...named];
  return v.looseObject(Object.fromEntries(entries));
}

function oneOf(values: readonly string[], text: string) {
  return v.exactOptional(v.picklist(values, `must be ${text}`));
}

/** Values for a sentence: `40, 100 or 200`. */
function listed(values: readonly string[]): string {
  return values.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

function quotedList(values: readonly string[]): string {
  return listed(values.map((value) => `\`${value}\``));
}
