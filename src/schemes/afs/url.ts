/**
 * afs: files of the Andrew File System, `afs://<cellname>/<path>` (draft-ietf-uri-url-03, where "afsaddress"
 * is "left in as historical note"). No transport was ever given to it.
 */
import { decodeText } from '../../uri/octets.ts';
import { syntaxOf } from '../../uri/syntax.ts';
import type { Scheme } from '../scheme.ts';

export interface AfsDetails {
  readonly cell: string;
  /** Decoded. */
  readonly path: string;
}

export const afs: Scheme<'afs', AfsDetails, never> = {
  name: 'afs',
  kind: 'afs',
  title: 'Andrew File System',
  defaultPort: null,
  specifications: [{ document: 'draft-ietf-uri-url-03', section: 'BNF for specific URL schemes' }],
  example: 'afs://andrew.cmu.edu/usr/guest/README',
  syntax: syntaxOf({ authority: 'required', emptyHost: false }),
  doubt: () => 'afs-historical',
  details: ({ host, path }) => ({ cell: decodeText(host ?? ''), path: decodeText(path) }),
  request: () => null,
};
