/**
 * news and snews, nntp and nntps (RFC 5538; draft-hoffkohn-rfc1738bis §2.4, §2.5; draft-ietf-uri-url-03).
 *
 * ```
 *   news:*            news:<group>            news:<message-id>        news://<server>/…
 *   nntp://<host>[:<port>]/<group>[/<article-number>]                  nntp:<group>/<number>  (1994)
 * ```
 * In a name only the slash is reserved: `%40` is the same as `@`, and a name with `@` is a message-id.
 */
import { PCHAR } from '../../uri/characters.ts';
import { splitUrl } from '../../uri/components.ts';
import { type DiagnosticEntry, defineDiagnostics, error, info, warning } from '../../uri/diagnostic.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { authorityPattern, runPattern, tailPattern } from '../../uri/pattern.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import { transform } from '../../uri/reference-resolution.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import { internetSyntax, policies, type Syntax } from '../../uri/syntax.ts';
import { dropIdBrackets, messageIdDiagnostics } from '../message-id.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import {
  type NewsDetails,
  type NewsRequest,
  newsRequest,
  newsWireOctets,
  readNewsReference,
  readNntpReference,
} from './request.ts';

const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';
const RFC5538 = 'RFC 5538';
const newsDiagnostics = defineDiagnostics({
  'news-cr-lf': error('This link contains a line break, which would end the NNTP command.', 'RFC 3977', '3.1'),
  'message-id-unusual': info('A message-id usually has one "@" and no character that must be escaped.', RFC5538, '2.2'),
  'newsgroup-unusual': info(
    'Newsgroup names usually consist of letters, digits, "+", "-", "_" and dots.',
    RFC5538,
    '2.1',
  ),
  'nntp-no-server': warning('This 1994 form names no server, so a client uses its default news server.', URL03, 'NNTP'),
  'newsgroup-final-slash': info('The slash after a group without an article number was removed.', RFC5538, '3'),
  'article-number': warning('Only an article number, in digits, may follow the group.', BIS, '2.5'),
  'article-number-zeros': info('Leading zeros of the article number were removed.', BIS, '2.5'),
});

const diagnostics = { ...newsDiagnostics, ...messageIdDiagnostics };

const newsSyntax = (port: number, path: typeof PCHAR, emptyHost: boolean): Syntax =>
  internetSyntax(port, {
    authority: 'optional',
    emptyHost,
    query: false,
    policies: policies({ path, decode: PCHAR, query: false }),
  });

/** The name after `news:` or `news://server/`. A `/` in it is data; angle brackets around it are removed. */
function newsPath(pass: Rewrite, from: number, syntax: Syntax): number {
  const rooted = rootPath(pass, from, syntax) && pass.hostFrom !== ABSENT;
  const nameFrom = rooted && pass.text.charCodeAt(from) === 0x2f ? from + 1 : from;
  const mark = pass.mark(nameFrom);
  const to = rewriteComponent(pass, nameFrom, pass.text.length, syntax.policies.path);
  if (pass.lineBreak !== ABSENT) pass.fail(diagnostics['news-cr-lf'], pass.lineBreak);
  if (pass.changedSince(mark, nameFrom) || pass.text.charCodeAt(nameFrom) === 0x25)
    dropIdBrackets(pass, mark, nameFrom, to);
  // `news://server/` names only the server.
  const isNamed = nameFrom < to || pass.hostFrom === ABSENT;
  const diagnostic = pass.recording && isNamed ? unusualName(pass.written(mark, to)) : null;
  if (diagnostic !== null) pass.note(diagnostic, nameFrom, to);
  return to;
}

/** `unique@domain` (RFC 1036 §2.1.5). */
const MESSAGE_ID =
  /^[^@%?/]+@(?:(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?|(?:[0-9]{1,3}\.){3}[0-9]{1,3})$/;

/** The diagnostic for a name that RFC 5536 §3.1.3–3.1.4 and wildmats do not allow; `null` = allowed. */
function unusualName(name: string): DiagnosticEntry | null {
  if (name === '*') return null;
  if (name.includes('@')) return MESSAGE_ID.test(name) ? null : diagnostics['message-id-unusual'];
  return !name.includes('**') && /^[A-Za-z0-9+_\-.*?!,]+$/.test(name) && /^[A-Za-z*?!]/.test(name)
    ? null
    : diagnostics['newsgroup-unusual'];
}

function nntpPath(pass: Rewrite, from: number, syntax: Syntax): number {
  const { text } = pass;
  if (pass.hostFrom === ABSENT) pass.note(diagnostics['nntp-no-server'], 0, from);
  const mark = pass.mark(from);
  rootPath(pass, from, syntax);
  const to = rewriteComponent(pass, from, text.length, syntax.policies.path);
  if (pass.lineBreak !== ABSENT) pass.fail(diagnostics['news-cr-lf'], pass.lineBreak);
  const inPlace = !pass.changedSince(mark, from);
  const path = inPlace ? text.slice(from, to) : pass.written(mark, to);
  const redundant = redundantPart(path, pass.hostFrom !== ABSENT);
  if (redundant !== null) {
    const { start, end, diagnostic } = redundant;
    if (inPlace) pass.replace(from + start, from + end, '', diagnostic);
    else pass.rewrite(mark, from, to, path.slice(0, start) + path.slice(end), diagnostic);
  }
  if (pass.recording) noteUnusualReference(pass, mark, from, to);
  return to;
}

/**
 * The part of a path that says nothing: the slash of `group/`, because RFC 5538 §3 has no empty article number, or the
 * zeros of `group/00042`.
 */
function redundantPart(path: string, hasHost: boolean) {
  const start = path.lastIndexOf('/') + 1;
  if (start === path.length) {
    const group = path.slice(hasHost && path.startsWith('/') ? 1 : 0, -1);
    if (group === '' || group.includes('/')) return null;
    return { start: start - 1, end: start, diagnostic: diagnostics['newsgroup-final-slash'] };
  }
  let end = start;
  while (end < path.length - 1 && path.charCodeAt(end) === 0x30) end++;
  // A group precedes the slash.
  if (end === start || start <= 1 || !/^\d+$/.test(path.slice(end))) return null;
  return { start, end, diagnostic: diagnostics['article-number-zeros'] };
}

function noteUnusualReference(pass: Rewrite, mark: number, from: number, to: number): void {
  const [group = '', number, ...more] = pass.written(mark, to).replace(/^\//, '').split('/');
  const diagnostic =
    unusualName(group) ??
    (group.includes('@') || (group === '' && number !== undefined) ? diagnostics['newsgroup-unusual'] : null);
  if (diagnostic !== null) pass.note(diagnostic, from, to);
  if (more.length > 0 || (number !== undefined && !/^[0-9]{1,15}$/.test(number)))
    pass.note(diagnostics['article-number'], from, to);
}

/** A relative reference is a group or a message-id without a scheme (draft-ietf-uri-url-03, "NEWS"). */
function newsTransform(base: string, reference: string): string {
  const opaque = !splitUrl(base).hasAuthority;
  const partial = opaque && reference !== '' && !reference.startsWith('#');
  return partial ? base.slice(0, base.indexOf(':') + 1) + reference : transform(base, reference);
}

/** The reference in a URL, percent-encoded: the path, without its slash if there is a host. */
function referenceOf({ host, path }: Parts): string {
  return host === null ? path : path.slice(1);
}

/** The host in a URL; `null` = the reader's configured server, which an empty host means too. */
function namedHost({ host }: Parts): string | null {
  return host === '' ? null : host;
}

type NewsScheme = Scheme<'news', NewsDetails, NewsRequest, keyof typeof diagnostics>;

/** The part of the definition that all four schemes share. */
function shared(port: number, transport: NewsRequest['transport']) {
  return {
    kind: 'news',
    defaultPort: port,
    diagnostics,
    request: (parts, details) => newsRequest(details, parts.path, parts.port ?? port, transport),
    wireOctets: newsWireOctets,
    sentence: newsSentence,
    explanation,
    templateVariables: { group: 'the group.', messageId: 'the message-id without its angle brackets.' },
    linkable: true,
    gatewayPath: true,
    rewrittenByEmbed: true,
  } satisfies Partial<NewsScheme>;
}

type Named = Pick<NewsScheme, 'name' | 'title' | 'specifications' | 'example'>;

/** The definition of news and snews, which name a group or an article. */
function newsDefinition(port: number, transport: NewsRequest['transport'], named: Named): NewsScheme {
  const syntax = newsSyntax(port, PCHAR, true);
  return {
    ...shared(port, transport),
    ...named,
    syntax,
    // Names in brackets need a pass; so do URLs with a server, which are rare.
    canonical: `(?!%3C)${runPattern(syntax.policies.path, 'line breaks')}${tailPattern(syntax)}`,
    path: (pass, from) => newsPath(pass, from, syntax),
    transform: newsTransform,
    details: (parts) => readNewsReference(referenceOf(parts), namedHost(parts)),
  };
}

/** The definition of nntp and nntps, which name a group on a server and an article number in it. */
function nntpDefinition(port: number, transport: NewsRequest['transport'], named: Named): NewsScheme {
  const syntax = newsSyntax(port, PCHAR.or('/'), false);
  return {
    ...shared(port, transport),
    ...named,
    syntax,
    canonical: authorityPattern(
      port,
      `/${runPattern(syntax.policies.path, 'line breaks', '/')}(?:/(?:0|[1-9][0-9]*))?${tailPattern(syntax)}`,
    ),
    path: (pass, from) => nntpPath(pass, from, syntax),
    details: (parts) => readNntpReference(referenceOf(parts), namedHost(parts)),
  };
}

const rfc5538 = (section: string) => ({ document: 'RFC 5538', section });

export const news = newsDefinition(119, 'tcp', {
  name: 'news',
  title: 'Usenet news, by group or message-id',
  specifications: [
    rfc5538('2'),
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.4' },
    { document: 'draft-ietf-uri-url-03', section: 'NEWS' },
  ],
  example: 'news:comp.infosystems.gopher',
});

export const snews = newsDefinition(563, 'tls', {
  name: 'snews',
  title: 'Usenet news over TLS',
  specifications: [rfc5538('5')],
  example: 'snews://news.example/comp.infosystems.gopher',
});

export const nntp = nntpDefinition(119, 'tcp', {
  name: 'nntp',
  title: 'Usenet news on one server, by article number',
  specifications: [
    rfc5538('3'),
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.5' },
    { document: 'draft-ietf-uri-url-03', section: 'NNTP' },
  ],
  example: 'nntp://news.example/comp.infosystems.gopher/42',
});

export const nntps = nntpDefinition(563, 'tls', {
  name: 'nntps',
  title: 'NNTP over TLS',
  specifications: [rfc5538('3'), { document: 'RFC 4642', section: '1' }],
  example: 'nntps://news.example/comp.infosystems.gopher',
});

type NewsResolution = ResolutionOf<'news', NewsDetails, unknown>;

function newsSentence({ details, components }: NewsResolution): string {
  const { group, messageId, all, article, server } = details;
  const where = server === null ? 'on the default news server' : `on the news server ${hostAndPort(components)}`;
  if (all) return `All newsgroups ${where}.`;
  if (messageId !== null) return `The news article ${quote(messageId)} ${where}.`;
  if (group === null)
    return server === null ? 'The default news server.' : `The news server ${hostAndPort(components)}.`;
  if (article !== null) return `Article ${article} of the newsgroup ${quote(group)} ${where}.`;
  return /[*?,!]/.test(group)
    ? `The newsgroups that match ${quote(group)} ${where}.`
    : `The newsgroup ${quote(group)} ${where}.`;
}
