/** A conversation of every protocol but FTP: what was asked, and what was answered. */
import { canonicalize, type Resolution } from '../../src/index.ts';
import { latin1Of } from '../../src/octets/octets.ts';
import { type Conversation, type ConversationEnd, commonFields, escaped, withoutSecrets } from './conversation.ts';
import type { Peer } from './network.ts';
import { Digest, Spool } from './spool.ts';
import { recordId, type WarcRecord } from './warc.ts';

/** The protocols that are HTTP. CNRP is HTTP at another port. */
const HTTP = /^(?:https?|go)$/;

export class Exchange implements Conversation {
  readonly link: Resolution;
  readonly #peer: Peer;
  /** Whether the conversation is about the link, and not about a file that says more about its server. */
  readonly #isMain: boolean;
  readonly #date = new Date();
  readonly #request = new Spool();
  readonly #response = new Spool();
  readonly #payload: Payload | null;
  /** The beginning of the request. */
  #line = '';

  constructor(link: Resolution, peer: Peer, isMain: boolean) {
    this.link = link;
    this.#peer = peer;
    this.#isMain = isMain;
    this.#payload = HTTP.test(link.scheme) ? new Payload() : null;
  }

  sent(octets: Uint8Array): void {
    const clean = withoutSecrets(this.link.scheme, octets);
    if (this.#line === '') this.#line = latin1Of(clean);
    this.#request.add(clean);
  }

  received(octets: Uint8Array): void {
    this.#response.add(octets);
    this.#payload?.add(octets);
  }

  records(ending: ConversationEnd): readonly WarcRecord[] {
    const { scheme } = this.link;
    const [request, response] = [recordId(), recordId()];
    const common = commonFields(this.#url, this.#peer);
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
          ['WARC-Truncated', ending.truncated],
        ],
        contentType: isHttp ? 'application/http;msgtype=response' : this.#servedType(ending),
      },
    ];
  }

  /** The gateway to gopher may ask for caps.txt, which has the charset of a server's texts. */
  get #url(): string {
    const { canonical, kind, components } = this.link;
    if (kind !== 'gopher' || this.#isMain) return canonical;
    const root = canonical.slice(0, canonical.length - components.path.length);
    return canonicalize(`${root}/0${escaped(this.#line.replace(/[\t\r\n].*$/s, ''))}`);
  }

  /** The media type of what the server sent, where it is not HTTP. */
  #servedType({ mediaType }: ConversationEnd): string {
    const { link } = this;
    if (link.kind !== 'gopher') return `application/x-${link.scheme};msgtype=response`;
    // The octets of gopher are those of the item.
    if (!this.#isMain) return 'text/plain';
    const { type } = link.details;
    if (type === '1' || type === '7') return 'application/gopher-menu';
    return mediaType ?? (type === '0' ? 'text/plain' : 'application/octet-stream');
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
