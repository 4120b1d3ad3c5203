/** A file of an FTP server. Its size and date come from SIZE and MDTM (RFC 3659 §3, §4), its octets from RETR. */
import { decoderFor, type OctetString } from '../../octets/charset.ts';
import type { FileFacts, FtpClient } from '../../protocols/ftp/client.ts';
import type { TransferType } from '../../protocols/ftp/session.ts';
import type { Download } from '../../protocols/ftp/transfer.ts';
import type { Link } from '../contract.ts';
import type { File, FileTransfer, Moved } from '../opened.ts';
import { asReadableText } from '../text.ts';
import { closing, directoryOf, FRESH, openedAs } from './directory.ts';

interface FoundFile {
  readonly link: Link<'ftp'>;
  /** In the directory of the file. */
  readonly client: FtpClient;
  readonly name: OctetString;
  /** With `A`, the server converts line ends, so the size from SIZE is wrong. */
  readonly type: TransferType;
  readonly facts: Exclude<FileFacts, { kind: 'directory' }>;
}

/** Begins the transfer of a file from an offset. The session ends with it. */
export async function beginTransfer(found: FoundFile, start: number): Promise<FileTransfer | Moved> {
  const { client, name, type, link } = found;
  try {
    const download = await client.retrieveUnlessDirectory(name, { type, start, size: fileSize(found) });
    if (download !== null) return transferOf(download, client);
  } catch (error) {
    client.close();
    throw error;
  }
  client.close();
  return directoryOf(link);
}

/** The octets of the transfer; `null` = unknown. */
function fileSize({ type, facts }: FoundFile): number | null {
  return type === 'I' && facts.kind === 'file' ? facts.size : null;
}

/** @param begun - the transfer if it has begun; `null` = it begins when it is fetched */
export function fileOf(found: FoundFile, charset: string | null, begun: FileTransfer | null): File {
  const { link, client, name, facts } = found;
  const title = fileTitle(name, charset);
  const size = fileSize(found);
  return {
    shape: 'file',
    freshFor: FRESH,
    openedAs: openedAs(link, client),
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
    read: (octets, decided = charset) =>
      asReadableText({ noun: 'file', name: title, octets, charset: decided, freshFor: FRESH }),
    json: null,
    fetch: async (start = 0) => begun ?? beginTransfer(found, start),
    close() {
      begun?.close();
      client.close();
    },
  };
}

/** The name of a file, decoded. That of VMS has no version, so that other systems recognize the extension. */
function fileTitle(name: OctetString, charset: string | null): string {
  return decoderFor(charset)(name).replace(/(\.[\w$-]{0,39});\d{1,5}$/, '$1');
}

const UNCONFIRMED = '226 did not come; the length is right.';

function transferOf(download: Download, client: FtpClient): FileTransfer {
  return {
    ...closing(download, client),
    shape: 'transfer',
    start: download.start,
    beginning: (cap) => download.beginning(cap),
    remark: () => (download.unconfirmed ? UNCONFIRMED : null),
  };
}
