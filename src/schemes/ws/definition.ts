/** What ws and wss links mean, and where clients connect for them. */
import { defineDiagnostics, warning } from '../../uri/diagnostic.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import { withoutUserInfo } from '../../uri/user-info.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, shellQuoted } from '../sentence-parts.ts';
import * as rules from './rules.ts';

const diagnostics = defineDiagnostics({
  'ws-fragment': warning('A WebSocket URL has no fragment. Browsers refuse or remove it.', 'RFC 6455', '3'),
});

/** ws has no details: the components say everything. */
export type WsDetails = Record<string, never>;

/** Where to connect, and what the request line of the opening handshake names (RFC 6455 §4.1). */
export interface WsRequest {
  readonly transport: 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
  /** `resource-name` of RFC 6455 §3. */
  readonly target: string;
}

function noteFragment(pass: Rewrite<keyof typeof diagnostics>): void {
  const { pathTo, text } = pass;
  const hash = text.indexOf('#', pathTo);
  if (hash !== ABSENT) pass.note('ws-fragment', hash, text.length);
}

function request({ host, port, path, query }: Parts, transport: WsRequest['transport']): WsRequest | null {
  return host === null || port === null
    ? null
    : { transport, host, port, target: path + (query === null ? '' : `?${query}`) };
}

type WsScheme = Scheme<'ws', WsDetails, WsRequest, keyof typeof diagnostics>;

const shared = {
  kind: 'ws',
  diagnostics,
  notePath: noteFragment,
  details: () => ({}),
  sentence: ({ components }: ResolutionOf<'ws', WsDetails, WsRequest>) => `A WebSocket on ${hostAndPort(components)}.`,
  explanation: ({ canonical }: ResolutionOf<'ws', WsDetails, WsRequest>) => ({
    what: 'A WebSocket: a connection that a program keeps open to a web server.',
    needed: 'The script or the program that it belongs to opens it.',
    program: null,
    command: `websocat ${shellQuoted(withoutUserInfo(canonical))}`,
  }),
  linkable: false,
  gatewayPath: false,
  rewrittenByEmbed: false,
} satisfies Partial<WsScheme>;

export const ws: WsScheme = {
  ...rules.ws,
  ...shared,
  title: 'WebSocket',
  specifications: [{ document: 'RFC 6455', section: '3' }],
  example: 'ws://host.example/chat',
  request: (parts) => request(parts, 'tcp'),
};

export const wss: WsScheme = {
  ...rules.wss,
  ...shared,
  title: 'WebSocket over TLS',
  specifications: [{ document: 'RFC 6455', section: '3' }],
  example: 'wss://host.example/chat',
  request: (parts) => request(parts, 'tls'),
};
