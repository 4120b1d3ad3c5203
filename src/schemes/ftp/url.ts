/**
 * ftp and ftps (RFC 1738 §3.2 as revised by draft-hoffkohn-rfc1738bis §2.2; draft-ietf-uri-url-03 "FTP").
 *
 * ```
 *   ftp://[user[:password]@]host[:port]/<cwd1>/<cwd2>/…/<cwdN>/<name>[;type=<typecode>]
 * ```
 * In a segment only `/` and `;` are reserved: their escapes stay, and the escapes of other characters that may appear
 * raw are decoded. Empty segments stay, because each is a `CWD ""`.
 */
import { PCHAR } from '../../uri/characters.ts';
import { decodeText } from '../../uri/decode.ts';
import { type DiagnosticEntry, defineDiagnostics, error, info, warning } from '../../uri/diagnostic.ts';
import { generic } from '../../uri/generic-diagnostics.ts';
import { removeDotSegments, rootPath } from '../../uri/generic-path.ts';
import { authorityPattern, pathPattern, tailPattern } from '../../uri/pattern.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { Dialect, DialectName } from '../../uri/scheme-rules.ts';
import { internetSyntax, policies, type Syntax } from '../../uri/syntax.ts';
import type { ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import { type FtpDetails, ftpDetails, isTypeCode, TYPE_LENGTH, type TypeCode } from './path.ts';
import { type FtpRequest, ftpRequest, ftpWireOctets } from './request.ts';

const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';
const diagnostics = defineDiagnostics({
  'ftp-control': error(
    'A control character in a path, user name or password would break the FTP command.',
    'RFC 959',
    '5.3.2',
  ),
  'ftp-type-case': info('The transfer type is written in lower case.', BIS, '2.2.2'),
  'ftp-type-unknown': warning('The transfer type is not a, i or d, so it was read as part of the name.', BIS, '2.2.2'),
  'ftp-semicolon': info('A semicolon that is part of a name was escaped.', BIS, '2.2.2'),
  'ftp-old-type': info(
    'In 1994 syntax an exclamation mark begins the transfer type. Today it is written ";type=".',
    URL03,
    'BNF for specific URL schemes',
  ),
});

const segment = PCHAR.without(';');

/** Browsers have their own rules for ftp URLs, but not for ftps. */
const syntax = (port: number, browser: boolean): Syntax =>
  internetSyntax(port, {
    authority: browser ? 'browser' : 'required',
    asBrowsersRead: browser,
    dotSegments: true,
    query: false,
    policies: policies({ path: segment.or('/'), decode: segment, query: false, dots: true, mark: ';', browser }),
  });

/** In `url-1994` an exclamation mark begins the transfer type: `ftp://h/a!I`. */
const dialectRules: Readonly<Record<DialectName, { readonly oldType: boolean }>> = {
  current: { oldType: false },
  'url-1994': { oldType: true },
};

function rewriteFtpPath(pass: Rewrite, from: number, dialect: Dialect, syntax: Syntax): number {
  // A control character in a name or password would end its command line.
  if (pass.userFrom !== ABSENT && pass.userControl !== ABSENT) pass.fail(diagnostics['ftp-control'], pass.userControl);
  const mark = pass.mark(from);
  rootPath(pass, from, syntax);
  const to = rewriteComponent(pass, from, pass.text.length, syntax.policies.path);
  if (pass.control !== ABSENT) pass.fail(diagnostics['ftp-control'], pass.control);
  const typed = pass.marked !== ABSENT && !isPlainType(pass, mark, from, to);
  const suffixed = dialectRules[dialect.name].oldType && /![AID]$/.test(pass.written(mark, to));
  if (typed || suffixed || pass.dotSegment !== ABSENT) rewriteSegments(pass, mark, from, to, suffixed);
  return to;
}

/** Whether the only semicolon belongs to a type in its canonical form. */
function isPlainType(pass: Rewrite, mark: number, from: number, to: number): boolean {
  const { text } = pass;
  if (pass.marked !== to - TYPE_LENGTH || pass.changedSince(mark, from)) return false;
  return text.startsWith(';type=', pass.marked) && isTypeCode(text.charAt(to - 1));
}

/** Decides which semicolon begins a type, escapes the others, and removes dot segments. */
function rewriteSegments(pass: Rewrite, mark: number, from: number, to: number, suffixed: boolean): void {
  const written = pass.written(mark, to);
  const { path: untyped, type } = suffixed ? oldType(pass, written, to) : newType(pass, written, from, to);
  const escaped = untyped.includes(';') ? untyped.replaceAll(';', '%3B') : untyped;
  const joined = type === null ? escaped : `${escaped};type=${type}`;
  const clean = pass.dotSegment === ABSENT ? joined : removeDotSegments(joined);
  if (clean === written) return;
  const diagnostic = clean === joined ? segmentDiagnostic(suffixed, escaped !== untyped) : generic['dot-segments'];
  pass.rewrite(mark, from, to, clean, diagnostic);
}

function segmentDiagnostic(suffixed: boolean, escaped: boolean): DiagnosticEntry {
  if (suffixed) return diagnostics['ftp-old-type'];
  return escaped ? diagnostics['ftp-semicolon'] : diagnostics['ftp-type-case'];
}

/** `;type=a|i|d`, in any case, ends the path. The delimiters `;` and `=` must be raw. */
function newType(pass: Rewrite, written: string, from: number, to: number): { path: string; type: TypeCode | null } {
  const { text } = pass;
  const semicolon = pass.marked === ABSENT ? ABSENT : text.lastIndexOf(';', to - 1);
  const equals = semicolon < from ? ABSENT : text.indexOf('=', semicolon);
  if (equals === ABSENT || equals >= to) return { path: written, type: null };
  if (decodeText(text.slice(semicolon + 1, equals)).toLowerCase() !== 'type') return { path: written, type: null };
  const type = decodeText(text.slice(equals + 1, to)).toLowerCase();
  if (isTypeCode(type)) return { path: written.slice(0, -TYPE_LENGTH), type };
  pass.note(diagnostics['ftp-type-unknown'], semicolon, to);
  return { path: written, type: null };
}

/** `url-1994`: a raw `!A`, `!I` or `!D` is the type; an escaped `!` is data and stays escaped. */
function oldType(pass: Rewrite, written: string, to: number): { path: string; type: string | null } {
  const path = written.slice(0, -2);
  if (/![AID]$/.test(pass.text.slice(to - 2, to))) return { path, type: written.slice(-1).toLowerCase() };
  return { path: `${path}%21${written.slice(-1)}`, type: null };
}

function definition(
  name: string,
  title: string,
  port: number,
  transport: FtpRequest['transport'],
  rest: Pick<Scheme, 'specifications' | 'example'>,
): Scheme<'ftp', FtpDetails, FtpRequest, keyof typeof diagnostics> {
  const ownSyntax = syntax(port, name === 'ftp');
  return {
    name,
    kind: 'ftp',
    title,
    defaultPort: port,
    ...rest,
    syntax: ownSyntax,
    diagnostics,
    canonical: authorityPattern(port, `${pathPattern(ownSyntax, 'controls')}(?:;type=[aid])?${tailPattern(ownSyntax)}`),
    path: (pass, from, dialect) => rewriteFtpPath(pass, from, dialect, ownSyntax),
    details: ftpDetails,
    request: (parts) => ftpRequest(parts, transport),
    wireOctets: ftpWireOctets,
    sentence: ftpSentence,
    explanation,
    detailNames: { cwd: 'Directories' },
    templateVariables: { type: 'the transfer type.', name: 'the name of the file, decoded.' },
    linkable: true,
    gatewayPath: true,
    rewrittenByEmbed: true,
  };
}

export const ftp = definition('ftp', 'File Transfer Protocol', 21, 'tcp', {
  specifications: [
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.2' },
    { document: 'draft-ietf-uri-url-03', section: 'FTP' },
  ],
  example: 'ftp://ftp.funet.fi/pub/README',
});

export const ftps = definition('ftps', 'File Transfer Protocol over TLS', 990, 'tls', {
  specifications: [
    { document: 'RFC 4217', section: '4' },
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.2' },
  ],
  example: 'ftps://ftp.example/pub/README',
});

type FtpResolution = ResolutionOf<'ftp', FtpDetails, unknown>;

const TRANSFERS = { a: ', as text', i: ', as binary', d: '' } as const;

export function ftpSentence({ details, components }: FtpResolution): string {
  const { absolute, cwd, name, type } = details;
  const names = type === 'd' && name !== '' ? [...cwd, name] : cwd;
  const folder = `${absolute ? '/' : ''}${names.map((segment) => segment.replace(/^\//, '')).join('/')}`;
  const user = components.user === null ? '' : ` (user ${quote(components.user)})`;
  const place = `${hostAndPort(components)}${user}`;
  if (type !== 'd' && name !== '') {
    const where = folder === '' ? '' : ` in the directory ${quote(folder)}`;
    return `The file ${quote(name)}${where} on the FTP server ${place}${type === null ? '' : TRANSFERS[type]}.`;
  }
  if (folder === '') return `The login directory on the FTP server ${place}.`;
  return `The directory ${quote(folder)} on the FTP server ${place}.`;
}
