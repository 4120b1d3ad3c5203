/** The conversations of FTP: the control connection, and a connection for each listing and file (RFC 959 §2.3). */
import type { Resolution } from '../../src/index.ts';
import { latin1Of } from '../../src/octets/octets.ts';
import { type Conversation, type ConversationEnd, commonFields, escaped, withoutSecrets } from './conversation.ts';
import type { Peer } from './network.ts';
import { Spool } from './spool.ts';
import { recordId, type WarcRecord } from './warc.ts';

/** The first connection, and others to its port, are control connections; the others have data. */
export function ftpConversation(link: Resolution, peer: Peer, before: readonly Conversation[]): Conversation {
  const controls = before.filter((conversation) => conversation instanceof Control);
  const control = controls.at(-1);
  return control === undefined || control.peer.port === peer.port
    ? new Control(link, peer)
    : new Data(link, peer, control);
}

/** A control connection: the lines of both sides in their order. */
class Control implements Conversation {
  readonly link: Resolution;
  readonly peer: Peer;
  readonly id = recordId();
  readonly #date = new Date();
  readonly #lines = new Spool();
  readonly #unfinished = { '>': '', '<': '' };
  /** The last command and its argument. */
  command = '';

  constructor(link: Resolution, peer: Peer) {
    this.link = link;
    this.peer = peer;
  }

  sent(octets: Uint8Array): void {
    const clean = withoutSecrets(this.link.scheme, octets);
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
    const fields = commonFields(this.link.canonical, this.peer);
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
  readonly link: Resolution;
  readonly #peer: Peer;
  readonly #control: Control;
  readonly #date = new Date();
  readonly #octets = new Spool();
  #command = '';

  constructor(link: Resolution, peer: Peer, control: Control) {
    this.link = link;
    this.#peer = peer;
    this.#control = control;
  }

  sent(): void {}

  received(octets: Uint8Array): void {
    if (this.#command === '') this.#command = this.#control.command;
    this.#octets.add(octets);
  }

  records({ mediaType, truncated }: ConversationEnd): readonly WarcRecord[] {
    const [, name = null] = /^RETR (?:.*\/)?([^/]+)$/s.exec(this.#command) ?? [];
    // The file that explains a directory is a resource of its own.
    const { canonical } = this.link;
    const isBeside = name !== null && canonical.endsWith('/');
    const listing = name === null ? 'text/plain' : null;
    return [
      {
        ...{ type: 'resource', id: recordId(), date: this.#date, block: this.#octets },
        fields: [
          ...commonFields(isBeside ? canonical + escaped(name) : canonical, this.#peer),
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
