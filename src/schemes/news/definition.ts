/** What news and nntp links mean, and what clients send for them. */
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import { messageIdDiagnostics } from '../message-id-diagnostics.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { capital, hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import {
  type NewsDetails,
  type NewsRequest,
  newsFault,
  newsRequest,
  newsWireOctets,
  readNewsReference,
  readNntpReference,
  splitMessageId,
} from './request.ts';
import * as rules from './rules.ts';

const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';
const RFC5538 = 'RFC 5538';
const newsDiagnostics = defineDiagnostics({
  ...rules.errors,
  'message-id-unusual': info('A message-id usually has one "@" and no character that must be escaped.', RFC5538, '4'),
  'newsgroup-unusual': info(
    'Newsgroup names usually consist of letters, digits, "+", "-", "_" and dots.',
    RFC5538,
    '3',
  ),
  'news-empty-server': info('An empty server means the default one, so it was left out.', RFC5538, '4'),
  'nntp-no-server': warning('This 1994 form names no server, so a client uses its default news server.', URL03, 'NNTP'),
  'newsgroup-final-slash': info('The slash after a group without an article number was removed.', RFC5538, '3'),
  'article-number': warning('Only an article number, in digits, may follow the group.', BIS, '2.5'),
  'article-number-range': warning(
    'An article number is from 1 to 2,147,483,647, so nothing can be sent.',
    'RFC 3977',
    '6',
  ),
  'message-id-command': warning(
    'A command can contain a message-id of 1 to 248 octets without spaces, control characters, "<" and ">". Nothing can be sent.',
    'RFC 3977',
    '3.6',
  ),
  'newsgroup-command': warning(
    'No command can contain this name: it is not a newsgroup, or longer than 497 octets. Nothing can be sent.',
    'RFC 3977',
    '4.1',
  ),
  'news-utf-8': warning(
    'NNTP uses UTF-8, but the escapes of this link do not. Nothing can be sent.',
    'RFC 3977',
    '3.1',
  ),
  'article-number-zeros': info('Leading zeros of the article number were removed.', BIS, '2.5'),
});

const diagnostics = { ...newsDiagnostics, ...messageIdDiagnostics };

type NewsDiagnosticCode = keyof typeof diagnostics;
type NewsScheme = Scheme<'news', NewsDetails, NewsRequest, NewsDiagnosticCode>;

/** `unique@domain` (RFC 1036 §2.1.5). */
const MESSAGE_ID =
  /^[^@%?/]+@(?:(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?|(?:[0-9]{1,3}\.){3}[0-9]{1,3})$/;

/** The diagnostic for a name that RFC 5536 §3.1.3–3.1.4 and wildmats do not allow; `null` = allowed. */
function unusualName(name: string): NewsDiagnosticCode | null {
  if (name === '*') return null;
  if (name.includes('@')) return MESSAGE_ID.test(splitMessageId(name).id) ? null : 'message-id-unusual';
  return !name.includes('**') && /^[A-Za-z0-9+_\-.*?!,]+$/.test(name) && /^[A-Za-z*?!]/.test(name)
    ? null
    : 'newsgroup-unusual';
}

/** Notes a name that newsgroups and message-ids rarely have. `news://server/` names only the server. */
function noteName(pass: Rewrite<NewsDiagnosticCode>, mark: number): void {
  const { hostFrom, pathFrom, pathTo, text } = pass;
  const hasSlash = hostFrom !== ABSENT && text.charCodeAt(pathFrom) === 0x2f;
  const nameFrom = hasSlash ? pathFrom + 1 : pathFrom;
  if (nameFrom === pathTo && hostFrom !== ABSENT) return;
  const name = writtenReference(pass, mark);
  const code = newsFault(readNewsReference(name, null), name) ?? unusualName(name);
  if (code !== null) pass.note(code, nameFrom, pathTo);
}

/** The canonical form of the path, without its slash if there is a host. */
function writtenReference(pass: Rewrite<NewsDiagnosticCode>, mark: number): string {
  return pass.written(mark, pass.pathTo).slice(pass.hostFrom === ABSENT ? 0 : 1);
}

function noteReference(pass: Rewrite<NewsDiagnosticCode>, mark: number): void {
  const { pathFrom, pathTo } = pass;
  const reference = writtenReference(pass, mark);
  const fault = newsFault(readNntpReference(reference, null), reference);
  if (fault !== null) pass.note(fault, pathFrom, pathTo);
  const [group = '', number] = reference.split('/', 2);
  const code = unusualName(group) ?? (group.includes('@') ? 'newsgroup-unusual' : null);
  if (code !== null && fault === null) pass.note(code, pathFrom, pathTo);
  if (group.includes('@') && number !== undefined) pass.note('article-number', pathFrom, pathTo);
}

/** The reference in a URL, percent-encoded: the path, without its slash if there is a host. */
function referenceOf({ host, path }: Pick<Parts, 'host' | 'path'>): string {
  return host === null ? path : path.slice(1);
}

/** The host in a URL; `null` = the reader's configured server, which an empty host means too. */
function namedHost({ host }: Parts): string | null {
  return host === '' ? null : host;
}

/** The part of the definition that all four schemes share. */
function shared(port: number, transport: NewsRequest['transport']) {
  return {
    kind: 'news',
    diagnostics,
    request: (parts, details) => newsRequest(details, parts.path, parts.port ?? port, transport),
    wireOctets: newsWireOctets,
    sentence: newsSentence,
    explanation,
    templateVariables: { group: 'the group.', messageId: 'the message-id without its angle brackets.' },
    linkable: true,
    gatewayPath: true,
    rewrittenByEmbed: true,
    usesDefaultServer: true,
  } satisfies Partial<NewsScheme>;
}

/** What news and snews mean, which name a group or an article. */
function newsMeaning(port: number, transport: NewsRequest['transport']) {
  return {
    ...shared(port, transport),
    notePath: noteName,
    details: (parts) => readNewsReference(referenceOf(parts), namedHost(parts)),
  } satisfies Partial<NewsScheme>;
}

/** What nntp and nntps mean, which name a group on a server and an article number in it. */
function nntpMeaning(port: number, transport: NewsRequest['transport']) {
  return {
    ...shared(port, transport),
    notePath: noteReference,
    details: (parts) => readNntpReference(referenceOf(parts), namedHost(parts)),
  } satisfies Partial<NewsScheme>;
}

const rfc5538 = (section: string) => ({ document: 'RFC 5538', section });

export const news: NewsScheme = {
  ...rules.news,
  ...newsMeaning(119, 'tcp'),
  title: 'Usenet news, by group or message-id',
  specifications: [
    rfc5538('4'),
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.4' },
    { document: 'draft-ietf-uri-url-03', section: 'NEWS' },
  ],
  example: 'news:comp.infosystems.gopher',
};

export const snews: NewsScheme = {
  ...rules.snews,
  ...newsMeaning(563, 'tls'),
  title: 'Usenet news over TLS',
  specifications: [rfc5538('8.1')],
  example: 'snews://news.example/comp.infosystems.gopher',
};

export const nntp: NewsScheme = {
  ...rules.nntp,
  ...nntpMeaning(119, 'tcp'),
  title: 'Usenet news on one server, by article number',
  specifications: [
    rfc5538('3'),
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.5' },
    { document: 'draft-ietf-uri-url-03', section: 'NNTP' },
  ],
  example: 'nntp://news.example/comp.infosystems.gopher/42',
};

export const nntps: NewsScheme = {
  ...rules.nntps,
  ...nntpMeaning(563, 'tls'),
  title: 'NNTP over TLS',
  specifications: [rfc5538('3'), { document: 'RFC 4642', section: '1' }],
  example: 'nntps://news.example/comp.infosystems.gopher',
};

type NewsResolution = ResolutionOf<'news', NewsDetails, unknown>;

/** What is meant of an article: the article itself, its thread, or a part. */
function articleOrItsPart(noun: string, name: string, { thread, part }: NewsDetails): string {
  if (thread) return `The thread of ${noun} ${name}`;
  return part === null ? `${capital(noun)} ${name}` : `Part ${quote(part)} of ${noun} ${name}`;
}

function newsSentence({ details, components, request }: NewsResolution): string {
  const { group, messageId, all, article, server } = details;
  const where = server === null ? 'on the default news server' : `on the news server ${hostAndPort(components)}`;
  if (request === null) {
    const name = quote(decodeText(referenceOf(components)));
    return `${name} ${where} is neither a newsgroup nor an article that can be requested.`;
  }
  if (all) return `All newsgroups ${where}.`;
  if (messageId !== null) return `${articleOrItsPart('the news article', quote(messageId), details)} ${where}.`;
  if (group === null)
    return server === null ? 'The default news server.' : `The news server ${hostAndPort(components)}.`;
  if (article !== null) {
    return `${articleOrItsPart('article', `${article} of the newsgroup ${quote(group)}`, details)} ${where}.`;
  }
  return /[*?,!]/.test(group)
    ? `The newsgroups that match ${quote(group)} ${where}.`
    : `The newsgroup ${quote(group)} ${where}.`;
}
