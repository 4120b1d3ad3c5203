/** What the conversations of all protocols have in common when they become records of a WARC file. */
import { isIP } from 'node:net';
import type { Resolution } from '../../src/index.ts';
import { latin1Of } from '../../src/octets/octets.ts';
import type { Listener } from '../node-socket.ts';
import type { Peer } from './network.ts';
import type { WarcRecord } from './warc.ts';

/** What is known about a conversation at its end. */
export interface ConversationEnd {
  /** The media type of what was fetched; `null` = it is not known. */
  readonly mediaType: string | null;
  /** Why the octets of the server are not complete; `null` = they are. */
  readonly truncated: string | null;
}

/** One conversation, which becomes records. */
export interface Conversation extends Listener {
  /** The link that was asked for, without user info. */
  readonly link: Resolution;
  records(ending: ConversationEnd): readonly WarcRecord[];
  /** Removes what was kept of it. */
  remove(): void;
}

/** The fields that the records of a conversation share. */
export function commonFields(url: string, { address }: Peer): WarcRecord['fields'] {
  return [
    ['WARC-Target-URI', url],
    ['WARC-IP-Address', isIP(address) === 0 ? null : address],
  ];
}

/** What is secret in requests: the line of a command, or of a field, after its name. */
const SECRETS: readonly (readonly [schemes: RegExp, secret: RegExp])[] = [
  [/^https?$/, /^(Authorization: ).*$/gim],
  [/^s?news$|^nntps?$|^mid$/, /^(AUTHINFO (?:USER|PASS) ).*$/gim],
  [/^ftps?$/, /^((?:PASS|ACCT) ).*$/gim],
];

/** A request without its secrets. */
export function withoutSecrets(scheme: string, octets: Uint8Array): Uint8Array {
  const secret = SECRETS.find(([schemes]) => schemes.test(scheme))?.[1];
  const text = secret === undefined ? '' : latin1Of(octets);
  if (secret === undefined || text.search(secret) === -1) return octets;
  return Buffer.from(text.replace(secret, '$1***'), 'latin1');
}

/** A name, one character for each octet, as a segment of a URL. */
export function escaped(name: string): string {
  return name.replace(/[^\w.~-]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
