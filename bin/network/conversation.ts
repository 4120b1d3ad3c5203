/**
 * Conversations, which become records of a WARC file at their end. In FTP they are the control connection, and a
 * connection for each listing and file (RFC 959 §2.3); in every other protocol, what was asked and what was answered.
 */
import { isIP } from 'node:net';
import { canonicalize, type Resolution } from '../../src/index.ts';
import type { Listener } from '../../src/net/connection.ts';
import { latin1Of } from '../../src/octets/octets.ts';
import { Digest, Spool } from '../spool.ts';
import type { FetchPeer } from './network.ts';
import { recordId, type WarcRecord } from './warc.ts';

/** What is known about a conversation at its end. */
interface ConversationEnd {
  /** The media type of what was fetched; `null` = it is not known. */
  readonly mediaType: string | null;
  /** Why the octets of the server are not complete; `null` = they are. */
  readonly truncated: string | null;
}

/** One conversation, which becomes records. */
export interface Conversation extends Listener {
  /** The link that was asked for, without user info. */
  readonly link: Resolution;
  /** `null` = this is no control connection of FTP. */
  readonly control: ControlConnection | null;
  records(ending: ConversationEnd): readonly WarcRecord[];
  /** Removes what was kept of it. */
  remove(): void;
}

/** A control connection of FTP. */
interface ControlConnection {
  readonly port: number;
  /** The identifier of its record. */
  readonly id: string;
  /** The last command and its argument. */
  command: string;
}

/** Begins a conversation about a link, after others. */
export function conversation(link: Resolution, peer: FetchPeer, before: readonly Conversation[]): Conversation {
  if (link.kind !== 'ftp') return exchange(link, peer, before.at(-1)?.link !== link);
  // The first connection, and others to its port, are control connections; the others have data.
  const control = before.findLast((conversation) => conversation.control !== null)?.control ?? null;
  return control === null || control.port === peer.port ? controlConnection(link, peer) : transfer(link, peer, control);
}

/** The fields that the records of a conversation share. */
function commonFields(url: string, { address }: FetchPeer): WarcRecord['fields'] {
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
function withoutSecrets(scheme: string, octets: Uint8Array): Uint8Array {
  const secret = SECRETS.find(([schemes]) => schemes.test(scheme))?.[1];
  const text = secret === undefined ? '' : latin1Of(octets);
  if (secret === undefined || text.search(secret) === -1) return octets;
  return Buffer.from(text.replace(secret, '$1***'), 'latin1');
}

/** A name, one character for each octet, as a segment of a URL. */
function escapedName(name: string): string {
  return name.replace(/[^\w.~-]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** The protocols that are HTTP. CNRP is HTTP at another port. */
const HTTP = /^(?:https?|go)$/;

/** @param isMain - whether it is about the link, and not about a file that says more about its server */
function exchange(link: Resolution, peer: FetchPeer, isMain: boolean): Conversation {
  const date = new Date();
  const [request, response] = [new Spool(), new Spool()];
  const isHttp = HTTP.test(link.scheme);
  const payload = isHttp ? new Payload() : null;
  let line = '';
  return {
    link,
    control: null,
    sent(octets) {
      const clean = withoutSecrets(link.scheme, octets);
      if (line === '') line = latin1Of(clean);
      request.add(clean);
    },
    received(octets) {
      response.add(octets);
      payload?.add(octets);
    },
    records({ mediaType, truncated }) {
      const [requestId, responseId] = [recordId(), recordId()];
      const common = commonFields(isMain ? link.canonical : urlBeside(link, line), peer);
      return [
        {
          ...{ type: isHttp ? 'request' : 'metadata', id: requestId, date, block: request },
          fields: [...common, ['WARC-Concurrent-To', responseId]],
          contentType: isHttp ? 'application/http;msgtype=request' : `application/x-${link.scheme};msgtype=request`,
        },
        {
          ...{ type: isHttp ? 'response' : 'resource', id: responseId, date, block: response },
          fields: [
            ...common,
            ['WARC-Concurrent-To', requestId],
            ['WARC-Payload-Digest', payload === null ? response.digest : payload.digest],
            ['WARC-Truncated', truncated],
          ],
          contentType: isHttp ? 'application/http;msgtype=response' : servedType(link, isMain, mediaType),
        },
      ];
    },
    remove() {
      request.remove();
      response.remove();
    },
  };
}

/** The gateway to gopher may ask for caps.txt, which has the charset of a server's texts. */
function urlBeside({ canonical, kind, components }: Resolution, line: string): string {
  if (kind !== 'gopher') return canonical;
  const root = canonical.slice(0, canonical.length - components.path.length);
  return canonicalize(`${root}/0${escapedName(line.replace(/[\t\r\n].*$/s, ''))}`);
}

/** The media type of what the server sent, where it is not HTTP. */
function servedType(link: Resolution, isMain: boolean, mediaType: string | null): string {
  if (link.kind !== 'gopher') return `application/x-${link.scheme};msgtype=response`;
  // The octets of gopher are those of the item.
  if (!isMain) return 'text/plain';
  const { type } = link.details;
  if (type === '1' || type === '7') return 'application/gopher-menu';
  return mediaType ?? (type === '0' ? 'text/plain' : 'application/octet-stream');
}

/** The digest of what follows the header of an answer. */
class Payload {
  readonly #digest = new Digest();
  /** The header so far; `null` = it has ended. */
  #header: Buffer | null = Buffer.alloc(0);

  add(octets: Uint8Array): void {
    if (this.#header === null) {
      this.#digest.add(octets);
      return;
    }
    const header = Buffer.concat([this.#header, octets]);
    const end = header.indexOf('\r\n\r\n');
    this.#header = end === -1 ? header : null;
    if (end !== -1) this.#digest.add(header.subarray(end + 4));
  }

  get digest(): string | null {
    return this.#header === null ? this.#digest.text : null;
  }
}

/** A control connection: the lines of both sides in their order. */
function controlConnection(link: Resolution, peer: FetchPeer): Conversation {
  const date = new Date();
  const control: ControlConnection = { port: peer.port, id: recordId(), command: '' };
  const block = new Spool();
  const unfinished = { '>': '', '<': '' };
  const add = (side: '>' | '<', octets: Uint8Array): void => {
    const lines = (unfinished[side] + latin1Of(octets)).split(/(?<=\n)/);
    unfinished[side] = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    for (const line of lines) block.add(Buffer.from(`${side} ${line}`, 'latin1'));
  };
  const contentType = 'text/x-ftp-control-conversation';
  return {
    link,
    control,
    sent(octets) {
      const clean = withoutSecrets(link.scheme, octets);
      control.command = latin1Of(clean).trimEnd();
      add('>', clean);
    },
    received: (octets) => add('<', octets),
    records: () => [
      { type: 'metadata', id: control.id, date, fields: commonFields(link.canonical, peer), contentType, block },
    ],
    remove: () => block.remove(),
  };
}

/** A data connection, which belongs to the last command of the control connection. */
function transfer(link: Resolution, peer: FetchPeer, control: ControlConnection): Conversation {
  const date = new Date();
  const block = new Spool();
  let command = '';
  return {
    link,
    control: null,
    sent() {},
    received(octets) {
      if (command === '') command = control.command;
      block.add(octets);
    },
    records({ mediaType, truncated }) {
      const [, name = null] = /^RETR (?:.*\/)?([^/]+)$/s.exec(command) ?? [];
      // The file that explains a directory is a resource of its own.
      const { canonical } = link;
      const isBeside = name !== null && canonical.endsWith('/');
      const ofFile = isBeside ? null : mediaType;
      const fields: WarcRecord['fields'] = [
        ...commonFields(isBeside ? canonical + escapedName(name) : canonical, peer),
        ['WARC-Concurrent-To', control.id],
        ['WARC-Payload-Digest', block.digest],
        ['WARC-Truncated', truncated],
      ];
      const contentType = name === null ? 'text/plain' : (ofFile ?? 'application/octet-stream');
      return [{ type: 'resource', id: recordId(), date, fields, contentType, block }];
    },
    remove: () => block.remove(),
  };
}
