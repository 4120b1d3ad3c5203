/** What gopher and gophers links mean, and what clients send for them. */
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import { octetAt } from '../../uri/percent.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { ResolutionOf, Scheme } from '../scheme.ts';
import { capital, hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import {
  type GopherDetails,
  type GopherPlus,
  gopherDetails,
  gopherPlusKind,
  itemTypes,
  proposedSearch,
  splitGopherPath,
  typeOf,
} from './path.ts';
import { type GopherRequest, gopherRequest, gopherWireOctets } from './request.ts';
import * as rules from './rules.ts';

const RFC4266 = 'RFC 4266';
const URL03 = 'draft-ietf-uri-url-03';
const diagnostics = defineDiagnostics({
  ...rules.errors,
  'gopher-type-unknown': info('No specification lists this item type.', 'draft-murali-url-gopher', '2.1'),
  'gopher-type-unlisted': info(
    'The item type is in common use, but the specification does not list it.',
    'draft-murali-url-gopher',
    '2.1',
  ),
  'gopher-default-type': info('The empty selector of a menu is written as an empty path.', RFC4266, '2.1'),
  'gopher-old-search': info(
    'In 1994 syntax a question mark begins the search. Today it is written "%09".',
    URL03,
    'BNF for specific URL schemes',
  ),
  'gopher-old-space': info(
    'In 1994 syntax a plus sign in a search stands for a space.',
    URL03,
    'BNF for specific URL schemes',
  ),
  'gopher-plus-unknown': info(
    'No specification has this Gopher+ string. It is sent as it is.',
    URL03,
    'Summary: gopher+ string',
  ),
  'gopher-plus-directory': info(
    'Only directories have items: for this type, "$" requests the attributes of the item itself, as "!" does.',
    'draft-murali-url-gopher',
    '2.6',
  ),
  'gopher-nul': warning(
    'The link contains NUL, which no gopher request may contain. Many servers end the selector there.',
    'RFC 1436',
    'Appendix',
  ),
  'gopher-search-question': info(
    'The question mark is part of the selector. Search words come after "%09".',
    RFC4266,
    '2.2',
  ),
  'gopher-type-changed': info(
    'The reference leads to an item of a different type than the base.',
    'draft-murali-url-gopher',
    '2.9',
  ),
});

/** The types whose items are items of a directory: menus, and the results of a search. */
const DIRECTORIES: ReadonlySet<string> = new Set(['1', '7']);

/** Notes a Gopher+ string that is unknown, or does not fit the type. */
function notePlus(pass: Rewrite<keyof typeof diagnostics>, written: string, type: string): void {
  if (!written.includes('%09')) return;
  const { plus } = splitGopherPath(written);
  if (plus === null || plus === '') return;
  const kind = gopherPlusKind(plus);
  if (kind === 'other') pass.note('gopher-plus-unknown', pass.pathFrom, pass.pathTo);
  if (kind === 'directoryAttributes' && !DIRECTORIES.has(type)) {
    pass.note('gopher-plus-directory', pass.pathFrom, pass.pathTo);
  }
}

/** Notes a type that no specification lists. */
function noteType(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const { text, pathFrom, pathTo } = pass;
  const written = pass.written(mark, pathTo);
  const type = written === '/' ? '1' : decodeText(typeOf(written));
  notePlus(pass, written, type);
  if (proposedSearch(written) !== null) pass.note('gopher-search-question', pathFrom, pathTo);
  if (written.includes('%00')) pass.note('gopher-nul', pathFrom, pathTo);
  const known = itemTypes.get(type);
  if (known?.spec) return;
  const first = text.charCodeAt(pathFrom) === 0x2f ? pathFrom + 1 : pathFrom;
  const escaped = text.charCodeAt(first) === 0x25 && octetAt(text, first) !== ABSENT;
  const code = known === undefined ? 'gopher-type-unknown' : 'gopher-type-unlisted';
  pass.note(code, first, first + (escaped ? '%20'.length : 1));
}

/** The port of CSO nameservers (RFC 2378 §2), which items of their type lead to. */
const CSO_PORT = 105;

type GopherScheme = Scheme<'gopher', GopherDetails, GopherRequest, keyof typeof diagnostics>;

const shared = {
  kind: 'gopher',
  specifications: [
    { document: 'RFC 4266', section: '2' },
    { document: 'draft-murali-url-gopher', section: '2' },
    { document: 'draft-ietf-uri-url-03', section: 'GOPHER' },
  ],
  diagnostics,
  notePath: noteType,
  noteReference: (base, target) =>
    splitGopherPath(base.path).type === splitGopherPath(target.path).type ? null : 'gopher-type-changed',
  details: gopherDetails,
  wireOctets: gopherWireOctets,
  sentence: gopherSentence,
  explanation,
  isUsualPort: (port, { type }) => type === '2' && port === CSO_PORT,
  detailNames: { gopherPlus: 'Gopher+' },
  templateVariables: {
    type: 'the item type.',
    selector: 'the selector, decoded.',
    search: 'the search words, decoded.',
  },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: true,
} satisfies Partial<GopherScheme>;

export const gopher: GopherScheme = {
  ...rules.gopher,
  ...shared,
  title: 'Gopher and Gopher+',
  example: 'gopher://gopher.floodgap.com/7/v2/vs%09gopher',
  request: (parts, details, extent) => gopherRequest(parts, details, 'tcp', extent),
};

export const gophers: GopherScheme = {
  ...rules.gophers,
  ...shared,
  title: 'Gopher over TLS',
  example: 'gophers://gopher.example/1/phlog',
  request: (parts, details, extent) => gopherRequest(parts, details, 'tls', extent),
};

type GopherResolution = ResolutionOf<'gopher', GopherDetails, unknown>;

export function gopherSentence({ details, components, scheme }: GopherResolution): string {
  const { type, selector, search, gopherPlus } = details;
  const name = itemTypes.get(type)?.name ?? `item of type ${quote(type)}`;
  const item = type === '1' ? `gopher ${name}` : name;
  const place = scheme === 'gophers' ? `${hostAndPort(components)} over TLS` : hostAndPort(components);
  const main = type === '1' && selector === '' && search === null && gopherPlus === null;
  if (main) return `The main menu of the gopher server on ${place}.`;
  const by = selector === '' ? 'empty selector' : `selector ${quote(selector)}`;
  const words = search === null || search === '' ? '' : ` for ${quote(search)}`;
  const plus = gopherPlus === null ? '' : `, ${plusPhrase(gopherPlus, DIRECTORIES.has(type))}`;
  return `${capital(indefinite(item))} on ${place}${words} (${by})${plus}.`;
}

function plusPhrase({ kind, view, language, attributes, answers, text }: GopherPlus, isDirectory: boolean): string {
  const named = ['attributes', ...attributes].join(' ');
  const variant = [view, language].flatMap((part) => (part === null ? [] : [quote(part)])).join(' in ');
  switch (kind) {
    case 'default':
      return 'requested with Gopher+';
    case 'view':
      return `as ${variant}`;
    case 'ask':
      return 'with a form to fill in';
    case 'form':
      return `with a filled-in form: ${answers.map(quote).join(', ')}`;
    case 'attributes':
      return `only its ${named}`;
    case 'directoryAttributes':
      return isDirectory ? `only the ${named} of its items` : `only its ${named}`;
    case 'other':
      return text ? `with the unknown Gopher+ string ${quote(text)}` : 'with an empty Gopher+ string';
  }
}

/** `an image` and `an XML document`, but `a menu`. */
function indefinite(noun: string): string {
  return `${/^(?:[aei]|HTML|XML)/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
