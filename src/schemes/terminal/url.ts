/**
 * telnet, rlogin and tn3270: interactive sessions, `//[user[:password]@]host[:port]/`
 * (draft-hoffkohn-rfc1738bis §2.6, RFC 4248; draft-ietf-uri-url-03, "TELNET, RLOGIN, TN3270").
 * User and password are suggestions for the person at the terminal; no client sends them automatically.
 */
import { decodeOptional } from '../../uri/decode.ts';
import { defineDiagnostics, warning } from '../../uri/diagnostic.ts';
import { rewritePath } from '../../uri/generic-path.ts';
import { authorityPattern, tailPattern } from '../../uri/pattern.ts';
import { internetSyntax } from '../../uri/syntax.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';

export interface TerminalDetails {
  readonly user: string | null;
  readonly password: string | null;
  readonly advisory: true;
}

/** A person types; the client sends nothing automatically. */
export interface TerminalRequest {
  readonly interactive: true;
  readonly protocol: 'telnet' | 'rlogin' | 'tn3270';
  readonly host: string;
  readonly port: number;
  /** The suggested user name; `null` if it contains a control character. */
  readonly user: string | null;
}

const diagnostics = defineDiagnostics({
  'terminal-path': warning('A terminal session has no path. The path is ignored.', 'draft-hoffkohn-rfc1738bis', '2.6'),
});

type Protocol = TerminalRequest['protocol'];

function terminal(
  name: Protocol,
  title: string,
  port: number,
  rest: Pick<Scheme, 'specifications' | 'example'>,
): Scheme<'terminal', TerminalDetails, TerminalRequest, keyof typeof diagnostics> {
  const syntax = internetSyntax(port);
  return {
    name,
    kind: 'terminal',
    title,
    defaultPort: port,
    ...rest,
    syntax,
    diagnostics,
    canonical: authorityPattern(port, `/${tailPattern(syntax)}`),
    path(pass, from) {
      const to = rewritePath(pass, from, syntax);
      if (to > from + 1) pass.note(diagnostics['terminal-path'], from, to);
      return to;
    },
    details: ({ user, password }) => ({
      user: decodeOptional(user),
      password: decodeOptional(password),
      advisory: true,
    }),
    request: (parts) => request(name, parts),
    sentence,
    explanation,
    detailNames: { advisory: 'Only suggested' },
    linkable: true,
    gatewayPath: true,
    rewrittenByEmbed: true,
  };
}

function request(protocol: Protocol, { host, port, user }: Parts): TerminalRequest | null {
  if (host === null || port === null) return null;
  const suggested = decodeOptional(user);
  const printable = suggested !== null && !/[\0-\x1f\x7f-\x9f]/.test(suggested);
  return { interactive: true, protocol, host, port, user: printable ? suggested : null };
}

type TerminalResolution = ResolutionOf<'terminal', TerminalDetails, TerminalRequest>;

function sentence({ request, components, details, scheme }: TerminalResolution): string {
  const session = scheme === 'rlogin' ? 'remote login' : `${scheme} session`;
  const advice = details.user === null ? '' : ` for the user ${quote(details.user)}`;
  return `A ${session} at ${hostAndPort(components)}${advice}${request === null ? ', which cannot be opened' : ''}.`;
}

export const telnet = terminal('telnet', 'Telnet session', 23, {
  specifications: [
    { document: 'RFC 4248', section: '2' },
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.6' },
  ],
  example: 'telnet://melvyl.ucop.edu/',
});

export const rlogin = terminal('rlogin', 'Remote login session', 513, {
  specifications: [{ document: 'draft-ietf-uri-url-03', section: 'TELNET, RLOGIN, TN3270' }],
  example: 'rlogin://guest@archie.example.edu/',
});

export const tn3270 = terminal('tn3270', 'IBM 3270 session', 23, {
  specifications: [{ document: 'draft-ietf-uri-url-03', section: 'TELNET, RLOGIN, TN3270' }],
  example: 'tn3270://melvyl.example.edu/',
});
