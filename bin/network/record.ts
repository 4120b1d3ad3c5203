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
import { closeSync, openSync } from 'node:fs';
import { explain, type Resolution } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { type Conversation, conversation } from './conversation.ts';
import type { Listen } from './network.ts';
import { warcWriter } from './warc.ts';

/** The records of a fetch. They are written at its end, because each begins with its length and digest. */
export class Recording {
  readonly #write: ReturnType<typeof warcWriter>;
  readonly #conversations: Conversation[] = [];
  #link: Resolution | null = null;
  #mediaType: string | null = null;

  /** Throws the error of the system if the file cannot be written: better now than after the fetch. */
  constructor(path: string, version: string) {
    closeSync(openSync(path, 'a'));
    this.#write = warcWriter(path, `waypost/${version}`);
  }

  readonly listen: Listen = (peer) => {
    if (this.#link === null) throw new TypeError('no link was requested');
    const begun = conversation(this.#link, peer, this.#conversations);
    this.#conversations.push(begun);
    return begun;
  };

  /** The next conversations are about this link. */
  requested({ canonical }: Resolution): void {
    this.#link = explain(withoutUserInfo(canonical), { complete: true });
  }

  /** The media type of the file that is fetched. */
  identify(mediaType: string): void {
    this.#mediaType = mediaType;
  }

  /** Writes the records. `truncated` says why the last answer is not complete (WARC 1.1 §5.13); `null` = it is. */
  async end(truncated: 'disconnect' | null): Promise<void> {
    const conversations = this.#conversations;
    try {
      for (const conversation of conversations) {
        const isLast = conversation === conversations.at(-1);
        const ending = { mediaType: this.#mediaType, truncated: isLast ? truncated : null };
        for (const record of conversation.records(ending)) await this.#write(record);
      }
    } finally {
      for (const conversation of conversations) conversation.remove();
    }
  }
}
