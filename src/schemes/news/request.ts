/**
 * The commands that a client sends for a news or nntp URL (RFC 3977). News names may hold anything in a URL;
 * what cannot stand in a command line gives no request.
 */
import type { NewsDetails } from './reference.ts';

export interface NewsRequest {
  readonly transport: 'tcp' | 'tls';
  /** `null` = the server that the reader is configured with. */
  readonly host: string | null;
  readonly port: number;
  /** Command lines without their line ends, UTF-8. */
  readonly commands: readonly string[];
}

/** Longest command line with its line end, in octets (RFC 3977 §3.1). */
const MAX_LINE = 512;

/** @param port - the explicit or default port */
export function newsRequest(
  details: NewsDetails,
  port: number | null,
  transport: NewsRequest['transport'],
): NewsRequest | null {
  const commands = commandsOf(details);
  if (port === null || commands === null) return null;
  const sendable = commands.every((line) => new TextEncoder().encode(line).length + 2 <= MAX_LINE);
  return sendable ? { transport, host: details.server, port, commands } : null;
}

function commandsOf({ group, messageId, all, article }: NewsDetails): string[] | null {
  if (all) return ['MODE READER', 'LIST ACTIVE'];
  // RFC 3977 §3.6: 3 to 250 octets with the brackets, printable ASCII without "<", ">" and blanks.
  if (messageId !== null)
    return /^[!-;=?-~]{1,248}$/.test(messageId) ? ['MODE READER', `ARTICLE <${messageId}>`] : null;
  if (group === null) return ['MODE READER'];
  if (/[\0-\x20\x7f-\xa0\ufffd]/.test(group)) return null;
  if (/[*?[\],!\\]/.test(group)) return ['MODE READER', `LIST ACTIVE ${group}`];
  return ['MODE READER', `GROUP ${group}`, article === null ? 'OVER' : `ARTICLE ${article}`];
}
