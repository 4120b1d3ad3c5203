/** What telnet, rlogin and tn3270 links mean: a person types, and clients send nothing automatically. */
import { decodeOptional } from '../../uri/decode.ts';
import { defineDiagnostics, warning } from '../../uri/diagnostic.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import * as rules from './rules.ts';

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

type TerminalScheme = Scheme<'terminal', TerminalDetails, TerminalRequest, keyof typeof diagnostics>;

const shared = {
  kind: 'terminal',
  diagnostics,
  notePath: (pass) => {
    if (pass.pathTo > pass.pathFrom + 1) pass.note('terminal-path', pass.pathFrom, pass.pathTo);
  },
  details: ({ user, password }) => ({
    user: decodeOptional(user),
    password: decodeOptional(password),
    advisory: true,
  }),
  sentence,
  explanation,
  detailNames: { advisory: 'Only suggested' },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: true,
} satisfies Partial<TerminalScheme>;

function request(protocol: TerminalRequest['protocol'], { host, port, user }: Parts): TerminalRequest | null {
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

export const telnet: TerminalScheme = {
  ...rules.telnet,
  ...shared,
  title: 'Telnet session',
  specifications: [
    { document: 'RFC 4248', section: '2' },
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.6' },
  ],
  example: 'telnet://melvyl.ucop.edu/',
  request: (parts) => request('telnet', parts),
};

export const rlogin: TerminalScheme = {
  ...rules.rlogin,
  ...shared,
  title: 'Remote login session',
  specifications: [{ document: 'draft-ietf-uri-url-03', section: 'TELNET, RLOGIN, TN3270' }],
  example: 'rlogin://guest@archie.example.edu/',
  request: (parts) => request('rlogin', parts),
};

export const tn3270: TerminalScheme = {
  ...rules.tn3270,
  ...shared,
  title: 'IBM 3270 session',
  specifications: [{ document: 'draft-ietf-uri-url-03', section: 'TELNET, RLOGIN, TN3270' }],
  example: 'tn3270://melvyl.example.edu/',
  request: (parts) => request('tn3270', parts),
};
