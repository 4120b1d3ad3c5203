/**
 * gopher and gophers (RFC 4266, draft-murali-url-gopher, draft-ietf-uri-url-03 "GOPHER").
 *
 * ```
 *   gopher://<host>[:<port>]/<type><selector>[%09<search>[%09<gopher+_string>]]
 * ```
 * No character of the path is reserved (RFC 4266 §2.1): two spellings of the same octets are one URL, and slashes do
 * not make a hierarchy. `gopher://h`, `gopher://h/` and `gopher://h/1` name the top menu.
 */
import { PCHAR } from '../../uri/characters.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { defineDiagnostics, error, info } from '../../uri/diagnostic.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { authorityPattern, characterPattern, runPattern, tailPattern } from '../../uri/pattern.ts';
import { octetAt, rewriteComponent } from '../../uri/percent.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { Dialect, DialectName } from '../../uri/scheme-rules.ts';
import { internetSyntax, policies } from '../../uri/syntax.ts';
import type { ResolutionOf, Scheme } from '../scheme.ts';
import { capital, hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import {
  type GopherDetails,
  type GopherPlus,
  gopherDetails,
  hasOnlyFormLineBreaks,
  itemTypes,
  splitGopherPath,
  typeOf,
} from './path.ts';
import { type GopherRequest, gopherRequest, gopherWireOctets } from './request.ts';

const RFC4266 = 'RFC 4266';
const URL03 = 'draft-ietf-uri-url-03';
const diagnostics = defineDiagnostics({
  'gopher-type': error(
    'The item type, the first character of the path, must be a printable ASCII character.',
    RFC4266,
    '2.1',
  ),
  'gopher-type-unknown': info('No specification lists this item type.', 'draft-murali-url-gopher', '2.1'),
  'gopher-type-unlisted': info(
    'The item type is in common use, but the specification does not list it.',
    'draft-murali-url-gopher',
    '2.1',
  ),
  'gopher-default-type': info('The empty selector of a menu is written as an empty path.', RFC4266, '2.1'),
  'gopher-cr-lf': error(
    'This link contains a line break, which would inject a second request. Only Gopher+ form data may contain line breaks.',
    RFC4266,
    '2.1',
  ),
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
  'gopher-type-changed': info(
    'The reference leads to an item of a different type than the base.',
    'draft-murali-url-gopher',
    '2.9',
  ),
});

const anything = PCHAR.or('/');
const syntax = internetSyntax(70, {
  userInfo: 'ignored',
  query: false,
  policies: policies({ path: anything, decode: anything, query: false }),
});

/** `gopher://h/7find?gold` of 1994: in a path without `%09`, `?` begins the search, and `+` in it means a space. */
const dialectRules: Readonly<Record<DialectName, { readonly oldSearch: boolean }>> = {
  current: { oldSearch: false },
  'url-1994': { oldSearch: true },
};

/** Excludes `/1`, which becomes `/`, and line breaks, which `checkLineBreaks` must see. */
const canonical = authorityPattern(
  70,
  `/(?:(?!1(?:#|$))${characterPattern(syntax.policies.path)}${runPattern(syntax.policies.path, 'line breaks')})?${tailPattern(syntax)}`,
);

function path(pass: Rewrite, from: number, dialect: Dialect): number {
  const mark = pass.mark(from);
  rootPath(pass, from, syntax);
  const to = dialectRules[dialect.name].oldSearch
    ? rewriteOldSearch(pass, from)
    : rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  checkType(pass, mark, from, to);
  if (pass.lineBreak !== ABSENT) checkLineBreaks(pass, mark, to);
  if (isTopMenu(pass, mark, from, to)) pass.rewrite(mark, from, to, '/', diagnostics['gopher-default-type']);
  return to;
}

/** `url-1994`: in a path without `%09`, `?search` is the search, and `+` in it means a space. */
function rewriteOldSearch(pass: Rewrite, from: number): number {
  const { text } = pass;
  const policy = syntax.policies.path;
  const hash = text.indexOf('#', from);
  const end = hash === ABSENT ? text.length : hash;
  const question = text.indexOf('?', from);
  if (question === ABSENT || question >= end || /%09|\t/.test(text.slice(from, end))) {
    return rewriteComponent(pass, from, text.length, policy);
  }
  rewriteComponent(pass, from, question, policy);
  let lineBreak = pass.lineBreak;
  // The grammar is `[/ gtype [selector]] [? search]`. If the type is absent, it is that of a menu.
  const typed = question > from + 1;
  pass.replace(question, question + 1, typed ? '%09' : '1%09', diagnostics['gopher-old-search']);
  for (let index = question + 1; index < end; ) {
    const plus = text.indexOf('+', index);
    const to = plus === ABSENT || plus > end ? end : plus;
    rewriteComponent(pass, index, to, policy);
    if (lineBreak === ABSENT) lineBreak = pass.lineBreak;
    if (to < end) pass.replace(to, to + 1, '%20', diagnostics['gopher-old-space']);
    index = to + 1;
  }
  pass.lineBreak = lineBreak;
  return end;
}

/** The type is one printable octet. */
function checkType(pass: Rewrite, mark: number, from: number, to: number): void {
  const { text } = pass;
  const first = text.charCodeAt(from) === 0x2f ? from + 1 : from;
  const raw = text.charCodeAt(first);
  // Fast path: a printable character follows the slash.
  if (!pass.recording && first > from && raw > 0x20 && raw < 0x7f && raw !== 0x25) return;
  const written = pass.written(mark, to);
  if (written === '/') return;
  const octet = decodeOctets(typeOf(written))[0] ?? 0;
  if (octet < 0x20 || octet > 0x7e) pass.fail(diagnostics['gopher-type'], first);
  const type = itemTypes.get(String.fromCharCode(octet));
  const escaped = raw === 0x25 && octetAt(text, first) !== ABSENT;
  const diagnostic = type === undefined ? diagnostics['gopher-type-unknown'] : diagnostics['gopher-type-unlisted'];
  if (!type?.spec) pass.note(diagnostic, first, first + (escaped ? '%20'.length : 1));
}

/** Allows only the line breaks of a filled-in form: others would begin a second request (RFC 4266 §2.1, §2.9). */
function checkLineBreaks(pass: Rewrite, mark: number, to: number): void {
  const { selector, search, plus } = splitGopherPath(pass.written(mark, to));
  if (hasOnlyFormLineBreaks(plus ?? '') && !/%0[AD]/.test(selector + (search ?? ''))) return;
  pass.fail(diagnostics['gopher-cr-lf'], pass.lineBreak);
}

/** `/1` names the top menu. `/1%09` does not, because its request has other octets. */
function isTopMenu(pass: Rewrite, mark: number, from: number, to: number): boolean {
  if (to - from > '/%31'.length) return false;
  if (pass.changedSince(mark, from)) return pass.written(mark, to) === '/1';
  return to === from + 2 && pass.text.charCodeAt(from + 1) === 0x31;
}

export const gopher: Scheme<'gopher', GopherDetails, GopherRequest, keyof typeof diagnostics> = {
  name: 'gopher',
  kind: 'gopher',
  title: 'Gopher and Gopher+',
  defaultPort: 70,
  specifications: [
    { document: 'RFC 4266', section: '2' },
    { document: 'draft-murali-url-gopher', section: '2' },
    { document: 'draft-ietf-uri-url-03', section: 'GOPHER' },
  ],
  example: 'gopher://gopher.floodgap.com/7/v2/vs%09gopher',
  syntax,
  diagnostics,
  canonical,
  path,
  noteReference: (base, target) =>
    splitGopherPath(base.path).type === splitGopherPath(target.path).type ? null : diagnostics['gopher-type-changed'],
  details: gopherDetails,
  request: (parts) => gopherRequest(parts, 'tcp'),
  wireOctets: gopherWireOctets,
  sentence: gopherSentence,
  explanation,
  detailNames: { gopherPlus: 'Gopher+' },
  templateVariables: {
    type: 'the item type.',
    selector: 'the selector, decoded.',
    search: 'the search words, decoded.',
  },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: true,
};

export const gophers: Scheme<'gopher', GopherDetails, GopherRequest, keyof typeof diagnostics> = {
  ...gopher,
  name: 'gophers',
  title: 'Gopher over TLS',
  example: 'gophers://gopher.example/1/phlog',
  request: (parts) => gopherRequest(parts, 'tls'),
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
  const plus = gopherPlus === null ? '' : `, ${plusPhrase(gopherPlus)}`;
  return `${capital(indefinite(item))} on ${place}${words} (${by})${plus}.`;
}

function plusPhrase({ kind, view, language, attributes, answers }: GopherPlus): string {
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
      return `only the ${named} of its items`;
    case 'other':
      return 'with an unknown Gopher+ string';
  }
}

/** `an image` and `an XML document`, but `a menu`. */
function indefinite(noun: string): string {
  return `${/^(?:[aei]|HTML|XML)/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
