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
import type { Conversation } from './conversation.ts';
import { Exchange } from './exchange.ts';
import { ftpConversation } from './ftp-conversation.ts';
import type { Listen } from './network.ts';
import { WarcFile } from './warc.ts';

export interface Recording {
  readonly listen: Listen;
  /** The next conversations are about this link. */
  requested(link: Resolution): void;
  /** The media type of the file that is fetched. */
  identify(mediaType: string): void;
  /** Writes the records. `truncated` says why the last answer is not complete (WARC 1.1 §5.13); `null` = it is. */
  end(truncated: 'disconnect' | null): Promise<void>;
}

export interface RecordingOptions {
  /** The path of the WARC file. */
  readonly file: string;
  readonly link: Resolution;
  /** The version of this program. */
  readonly version: string;
}

/**
 * Starts to record. The records are written at the end, because each begins with its length and digest.
 *
 * @throws the error of the system if the file cannot be written: better now than after the fetch
 */
export function record({ file, link, version }: RecordingOptions): Recording {
  closeSync(openSync(file, 'a'));
  const warc = new WarcFile(file, `waypost/${version}`);
  const conversations: Conversation[] = [];
  let current = withoutSecrets(link);
  let mediaType: string | null = null;
  return {
    listen: (peer) => {
      const isMain = conversations.at(-1)?.link !== current;
      const conversation =
        current.kind === 'ftp' ? ftpConversation(current, peer, conversations) : new Exchange(current, peer, isMain);
      conversations.push(conversation);
      return conversation;
    },
    requested: (next) => {
      current = withoutSecrets(next);
    },
    identify: (type) => {
      mediaType = type;
    },
    end: async (truncated) => {
      try {
        for (const conversation of conversations) {
          const isLast = conversation === conversations.at(-1);
          const ending = { mediaType, truncated: isLast ? truncated : null };
          for (const written of conversation.records(ending)) await warc.add(written);
        }
      } finally {
        for (const conversation of conversations) conversation.remove();
      }
    },
  };
}

function withoutSecrets({ canonical }: Resolution): Resolution {
  return explain(withoutUserInfo(canonical));
}
