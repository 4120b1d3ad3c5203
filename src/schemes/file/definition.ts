/** What file links mean. */
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import { nativePath } from './native.ts';
import * as rules from './rules.ts';

export interface FileDetails {
  /** `null` = the local machine. */
  readonly host: string | null;
  /** Decoded. */
  readonly path: string;
  /** `C:` and the like. */
  readonly windowsDrive: string | null;
  /**
   * The path as its system writes it: `C:\x`, `\\server\share\x`, `DISK$USER:[A]B.TXT` (VMS) or `/x`. `null` = the path
   * could be one of two systems, or no system has such a path.
   */
  readonly native: string | null;
}

const diagnostics = defineDiagnostics({
  'file-slashes': info('A local file has an empty host, so "//" was added.', 'RFC 8089', '2'),
  'file-localhost': info('An empty host and localhost mean the same computer.', 'draft-hoffkohn-rfc1738bis', '2.8'),
  'file-drive-host': warning(
    'A drive letter stands where the host belongs. It was read as the start of the path, as browsers do.',
    'WHATWG URL',
    '4.4',
  ),
  'file-drive': info('The vertical bar after the drive letter was replaced by a colon.', 'RFC 8089', 'E.2.2'),
});

function details({ host, path }: Parts): FileDetails {
  const drive = /^\/([A-Za-z]:)(?:\/|$)/.exec(path)?.[1] ?? null;
  return {
    host: host === '' ? null : host,
    path: decodeText(path),
    windowsDrive: drive,
    native: nativePath({ host, path }),
  };
}

function sentence({ details }: ResolutionOf<'file', FileDetails, unknown>): string {
  const noun = details.path.endsWith('/') ? 'directory' : 'file';
  const path = quote(details.native ?? details.path);
  return details.host === null
    ? `A ${noun} on your computer: ${path}.`
    : `The ${noun} ${path} on the host ${details.host}.`;
}

export const file: Scheme<'file', FileDetails, never, keyof typeof diagnostics> = {
  ...rules.file,
  kind: 'file',
  title: 'Host-specific file',
  specifications: [
    { document: 'RFC 8089', section: '2' },
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.8' },
  ],
  example: 'file://vms.host.edu/disk$user/my/notes/note12345.txt',
  diagnostics,
  details,
  sentence,
  explanation,
  linkable: false,
  gatewayPath: false,
  rewrittenByEmbed: false,
};
