/**
 * Records what goes over the network for a WARC file: the octets of both sides as they were sent, except for passwords.
 *
 * | protocol | the server's octets | the client's octets |
 * | --- | --- | --- |
 * | HTTP, also that of CNRP | `response` | `request` |
 * | FTP | a `resource` for each data connection | `metadata`: the lines of both sides of the control connection |
 * | every other | `resource` | `metadata` |
 *
 * Readers of WARC files take every `request` and `response` for HTTP, whatever its URL is.
 */
import { isIP } from 'node:net';
import type { Resolution } from '../../src/index.ts';
import { latin1Of } from '../../src/uri/octets.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import type { Listen, Listener, Peer } from './network.ts';
import { Digest, Spool } from './spool.ts';
import { recordId, WarcFile, type WarcRecord } from './warc.ts';

export interface Recording {
  readonly listen: Listen;
  /** The next conversations are about this URL. */
  requested(url: string): void;
  /** The media type of what was fetched. */
  identify(mediaType: string | null): void;
  /** Writes the records. `truncated` says why the last answer is not complete (WARC 1.1 §5.13). */
  end(truncated: 'disconnect' | 'unspecified' | null): Promise<void>;
}

export interface RecordingOptions {
  readonly file: string;
  readonly link: Resolution;
  /** The version of this program. */
  readonly version: string;
}

/** Starts to record. The file is written at the end. */
export function record({ file, link, version }: RecordingOptions): Recording {
  const warc = new WarcFile(file, `waypost/${version}`);
  const conversations: Conversation[] = [];
  let url = withoutUserInfo(link.canonical);
  let mediaType: string | null = null;
  return {
    listen: (peer) => {
      const conversation =
        link.kind === 'ftp'
          ? ftpConversation(link.scheme, url, peer, conversations)
          : new Exchange(link.scheme, url, peer);
      conversations.push(conversation);
      return conversation;
    },
    requested: (next) => {
      url = next;
    },
    identify: (type) => {
      // JSON is how gateways answer programs, and never what a server sent.
      if (type !== null && !/^application\/json\b/.test(type)) mediaType = type;
    },
    end: async (truncated) => {
      try {
        for (const [index, conversation] of conversations.entries()) {
          const isLast = index === conversations.length - 1;
          const context = { link, mediaType, truncated: isLast ? truncated : null };
          for (const written of conversation.records(context)) await warc.add(written);
        }
      } finally {
        for (const conversation of conversations) conversation.remove();
      }
    },
  };
}

/** What is known about a conversation at its end. */
interface Context {
  readonly link: Resolution;
  /** Of what was fetched; `null` = it is not known. */
  readonly mediaType: string | null;
  /** Why the octets of the server are not complete; `null` = they are. */
  readonly truncated: string | null;
}

/** One conversation, which becomes records. */
interface Conversation extends Listener {
  records(context: Context): readonly WarcRecord[];
  remove(): void;
}

/** The fields that the records of a conversation share. */
function commonFields(url: string, { address }: Peer): WarcRecord['fields'] {
  return [
    ['WARC-Target-URI', url],
    ['WARC-IP-Address', isIP(address) === 0 ? null : address],
  ];
}

/** The protocols that are HTTP. CNRP is HTTP at another port. */
const HTTP = /^(?:https?|go)$/;

/** The media type of what a server sent, where it is not HTTP. */
function servedType({ link, mediaType }: Context): string {
  if (link.kind !== 'gopher') return `application/x-${link.scheme};msgtype=response`;
  // The octets of gopher are those of the item.
  const { type } = link.details;
  if (type === '1' || type === '7') return 'application/gopher-menu';
  return mediaType ?? (type === '0' ? 'text/plain' : 'application/octet-stream');
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

/** A request and its response. */
class Exchange implements Conversation {
  readonly #scheme: string;
  readonly #url: string;
  readonly #peer: Peer;
  readonly #date = new Date();
  readonly #request = new Spool();
  readonly #response = new Spool();
  readonly #payload: Payload | null;

  constructor(scheme: string, url: string, peer: Peer) {
    this.#scheme = scheme;
    this.#url = url;
    this.#peer = peer;
    this.#payload = HTTP.test(scheme) ? new Payload() : null;
  }

  sent(octets: Uint8Array): void {
    this.#request.add(withoutSecrets(this.#scheme, octets));
  }

  received(octets: Uint8Array): void {
    this.#response.add(octets);
    this.#payload?.add(octets);
  }

  records(context: Context): readonly WarcRecord[] {
    const [request, response] = [recordId(), recordId()];
    const common = commonFields(this.#url, this.#peer);
    const { scheme } = context.link;
    const isHttp = HTTP.test(scheme);
    return [
      {
        ...{ type: isHttp ? 'request' : 'metadata', id: request, date: this.#date, block: this.#request },
        fields: [...common, ['WARC-Concurrent-To', response]],
        contentType: isHttp ? 'application/http;msgtype=request' : `application/x-${scheme};msgtype=request`,
      },
      {
        ...{ type: isHttp ? 'response' : 'resource', id: response, date: this.#date, block: this.#response },
        fields: [
          ...common,
          ['WARC-Concurrent-To', request],
          ['WARC-Payload-Digest', this.#payload === null ? this.#response.digest : this.#payload.digest],
          ['WARC-Truncated', context.truncated],
        ],
        contentType: isHttp ? 'application/http;msgtype=response' : servedType(context),
      },
    ];
  }

  remove(): void {
    this.#request.remove();
    this.#response.remove();
  }
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

/** The first connection, and others to its port, are control connections; the others have data. */
function ftpConversation(scheme: string, url: string, peer: Peer, before: readonly Conversation[]): Conversation {
  const controls = before.filter((conversation) => conversation instanceof Control);
  const control = controls.at(-1);
  return control === undefined || control.peer.port === peer.port
    ? new Control(scheme, url, peer)
    : new Data(url, peer, control);
}

/** A control connection: the lines of both sides in their order. */
class Control implements Conversation {
  readonly peer: Peer;
  readonly id = recordId();
  readonly #scheme: string;
  readonly #url: string;
  readonly #date = new Date();
  readonly #lines = new Spool();
  readonly #unfinished = { '>': '', '<': '' };
  /** The last command and its argument. */
  command = '';

  constructor(scheme: string, url: string, peer: Peer) {
    this.#scheme = scheme;
    this.#url = url;
    this.peer = peer;
  }

  sent(octets: Uint8Array): void {
    const clean = withoutSecrets(this.#scheme, octets);
    this.command = latin1Of(clean).trimEnd();
    this.#add('>', clean);
  }

  received(octets: Uint8Array): void {
    this.#add('<', octets);
  }

  #add(side: '>' | '<', octets: Uint8Array): void {
    const lines = (this.#unfinished[side] + latin1Of(octets)).split(/(?<=\n)/);
    this.#unfinished[side] = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    for (const line of lines) this.#lines.add(Buffer.from(`${side} ${line}`, 'latin1'));
  }

  records(): readonly WarcRecord[] {
    const { id } = this;
    const fields = commonFields(this.#url, this.peer);
    return [
      {
        ...{ type: 'metadata', id, date: this.#date, fields, block: this.#lines },
        contentType: 'text/x-ftp-control-conversation',
      },
    ];
  }

  remove(): void {
    this.#lines.remove();
  }
}

/** A data connection, which belongs to the last command of the control connection. */
class Data implements Conversation {
  readonly #url: string;
  readonly #peer: Peer;
  readonly #control: Control;
  readonly #date = new Date();
  readonly #octets = new Spool();
  #command = '';

  constructor(url: string, peer: Peer, control: Control) {
    this.#url = url;
    this.#peer = peer;
    this.#control = control;
  }

  sent(): void {}

  received(octets: Uint8Array): void {
    if (this.#command === '') this.#command = this.#control.command;
    this.#octets.add(octets);
  }

  records({ mediaType, truncated }: Context): readonly WarcRecord[] {
    const [, name = null] = /^RETR (?:.*\/)?([^/]+)$/s.exec(this.#command) ?? [];
    // The file that explains a directory is a resource of its own.
    const isBeside = name !== null && this.#url.endsWith('/');
    const listing = name === null ? 'text/plain' : null;
    return [
      {
        ...{ type: 'resource', id: recordId(), date: this.#date, block: this.#octets },
        fields: [
          ...commonFields(isBeside ? this.#url + escaped(name) : this.#url, this.#peer),
          ['WARC-Concurrent-To', this.#control.id],
          ['WARC-Payload-Digest', this.#octets.digest],
          ['WARC-Truncated', truncated],
        ],
        contentType: listing ?? (isBeside ? 'application/octet-stream' : (mediaType ?? 'application/octet-stream')),
      },
    ];
  }

  remove(): void {
    this.#octets.remove();
  }
}

/** A name, one character for each octet, as a segment of a URL. */
function escaped(name: string): string {
  return name.replace(/[^\w.~-]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
