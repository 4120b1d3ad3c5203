/**
 * The commands that a client sends for a news or nntp URL (RFC 3977). News names may hold anything in a URL;
 * what cannot stand in a command line gives no request.
 */
import { isMessageId } from './names.ts';
import { type NewsDetails, namesNothing } from './reference.ts';

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

/**
 * @param path - of the canonical URL
 * @param port - the explicit or default port
 */
export function newsRequest(
  details: NewsDetails,
  path: string,
  port: number,
  transport: NewsRequest['transport'],
): NewsRequest | null {
  const commands = namesNothing(details, path) ? null : commandsOf(details);
  if (commands === null) return null;
  const sendable = commands.every((line) => new TextEncoder().encode(line).length + 2 <= MAX_LINE);
  return sendable ? { transport, host: details.server, port, commands } : null;
}

function commandsOf({ group, messageId, all, article }: NewsDetails): string[] | null {
  if (all) return ['MODE READER', 'LIST ACTIVE'];
  if (messageId !== null) return isMessageId(messageId) ? ['MODE READER', `ARTICLE <${messageId}>`] : null;
  if (group === null) return ['MODE READER'];
  if (/[\0-\x20\x7f-\xa0\ufffd]/.test(group)) return null;
  if (/[*?[\],!\\]/.test(group)) return ['MODE READER', `LIST ACTIVE ${group}`];
  return ['MODE READER', `GROUP ${group}`, article === null ? 'OVER' : `ARTICLE ${article}`];
}
