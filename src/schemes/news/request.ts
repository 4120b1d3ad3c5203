/**
 * The commands that a client sends for a news or nntp URL (RFC 3977). A URL has no request if a command line cannot
 * contain its name.
 */
import { lineOctets } from '../../octets/octets.ts';
import { type NewsTarget, newsTarget } from './names.ts';
import type { NewsDetails } from './reference.ts';

export interface NewsRequest {
  readonly transport: 'tcp' | 'tls';
  /** `null` = the reader's configured server. */
  readonly host: string | null;
  readonly port: number;
  /** Command lines without their line ends, UTF-8. */
  readonly commands: readonly string[];
}

/**
 * The request for a canonical URL; `null` if no command can name its target.
 *
 * @param path - of the canonical URL, percent-encoded
 * @param port - the explicit or default port
 */
export function newsRequest(
  details: NewsDetails,
  path: string,
  port: number,
  transport: NewsRequest['transport'],
): NewsRequest | null {
  const target = newsTarget(details, path);
  if (target === null) return null;
  const { server, group, messageId, all } = details;
  // `news://server/` names only a server, so there is nothing to request from it.
  const namesTarget = all || group !== null || messageId !== null;
  return { transport, host: server, port, commands: ['MODE READER', ...(namesTarget ? commandsFor(target) : [])] };
}

/** The commands as octets. A client waits for the response to each. */
export function newsWireOctets({ request }: { readonly request: NewsRequest | null }): readonly Uint8Array[] {
  return (request?.commands ?? []).map((line) => lineOctets(line));
}

function commandsFor(target: NewsTarget): readonly string[] {
  switch (target.kind) {
    case 'groups':
      return [target.wildmat === '*' ? 'LIST ACTIVE' : `LIST ACTIVE ${target.wildmat}`];
    case 'group':
      return [`GROUP ${target.group}`, 'OVER'];
    case 'message':
      return [`ARTICLE <${target.messageId}>`];
    case 'article':
      return [`GROUP ${target.group}`, `ARTICLE ${target.number}`];
  }
}
