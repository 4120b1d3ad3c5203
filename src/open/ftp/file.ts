/** A file of an FTP server. Its size and date come from SIZE and MDTM (RFC 3659 §3, §4), its octets from RETR. */
import { decoderFor, type OctetString } from '../../octets/charset.ts';
import type { Body } from '../../protocols/connection.ts';
import type { FileFacts, FtpClient, RetrieveOptions } from '../../protocols/ftp/client.ts';
import type { TransferType } from '../../protocols/ftp/session.ts';
import type { Download } from '../../protocols/ftp/transfer.ts';
import type { File, Moved, Transfer } from '../opened.ts';
import { plainText } from '../text.ts';

interface FoundFile {
  /** Canonical. */
  readonly url: string;
  /** In the directory of the file. */
  readonly client: FtpClient;
  readonly name: OctetString;
  /** With `A`, the server converts line ends, so the size from SIZE is wrong. */
  readonly type: TransferType;
  readonly facts: Exclude<FileFacts, { kind: 'directory' }>;
}

interface Others {
  /** Where the name leads if it turns out to be a directory. */
  readonly directory: Moved;
  /** Another session for the same file after an error; it throws the error if none helps. */
  readonly again: (error: unknown) => Promise<FtpClient>;
}

/** Archives change by the day; a minute saves repeated transfers. */
export const FRESH = 60;

export function fileOf(found: FoundFile, charset: string | null, others: Others): File {
  const { url, client, name, type, facts } = found;
  const title = fileTitle(name, charset);
  const size = type === 'I' && facts.kind === 'file' ? facts.size : null;
  let session = client;
  const begin = async (options: RetrieveOptions): Promise<Download | null> => {
    try {
      return await session.retrieveUnlessDirectory(name, options).catch(async (error: unknown) => {
        session.close();
        session = await others.again(error);
        return session.retrieveUnlessDirectory(name, options);
      });
    } catch (error) {
      session.close();
      throw error;
    }
  };
  return {
    shape: 'file',
    freshFor: FRESH,
    noun: null,
    name: title,
    mediaType: null,
    size,
    isExact: true,
    exists: true,
    modified: facts.kind === 'file' ? facts.modified : null,
    isBase: true,
    isResumable: size !== null && client.canRestart,
    isRead: false,
    read: (octets) => plainText({ url, noun: 'file', name: title, octets, charset, freshFor: FRESH }),
    json: null,
    async fetch(start = 0) {
      const download = await begin({ type, start, size });
      if (download !== null) return transferOf(download, session);
      session.close();
      return others.directory;
    },
    close: () => session.close(),
  };
}

/** The name of a file, decoded. That of VMS has no version, so that other systems recognize the extension. */
function fileTitle(name: OctetString, charset: string | null): string {
  return decoderFor(charset)(name).replace(/(\.[\w$-]{0,39});\d{1,5}$/, '$1');
}

const UNCONFIRMED = '226 did not come; the length is right.';

function transferOf(download: Download, client: FtpClient): Transfer {
  return {
    ...closing(download, client),
    shape: 'transfer',
    start: download.start,
    beginning: (cap) => download.beginning(cap),
    remark: () => (download.unconfirmed ? UNCONFIRMED : null),
  };
}

/** A body that ends the session, too. */
export function closing(body: Body, client: FtpClient): Body {
  return {
    read: (waited) => body.read(waited),
    unread: (octets) => body.unread(octets),
    close() {
      body.close();
      client.close();
    },
  };
}
