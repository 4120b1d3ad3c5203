/** What afs links mean. No document says how to fetch such a file. */
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info } from '../../uri/diagnostic.ts';
import type { Scheme } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import * as rules from './rules.ts';

export interface AfsDetails {
  readonly cell: string;
  /** Decoded. */
  readonly path: string;
}

const diagnostics = defineDiagnostics({
  'afs-historical': info(
    'afs: is a historical note in the draft. It never became a URL scheme.',
    'draft-ietf-uri-url-03',
    'BNF for specific URL schemes',
  ),
});

export const afs: Scheme<'afs', AfsDetails, never, keyof typeof diagnostics> = {
  ...rules.afs,
  kind: 'afs',
  title: 'Andrew File System',
  specifications: [{ document: 'draft-ietf-uri-url-03', section: 'BNF for specific URL schemes' }],
  example: 'afs://andrew.cmu.edu/usr/guest/README',
  diagnostics,
  noteScheme: () => 'afs-historical',
  details: ({ host, path }) => ({ cell: decodeText(host ?? ''), path: decodeText(path) }),
  sentence: ({ details }) =>
    `The file ${quote(details.path)} in the cell ${quote(details.cell)} of the Andrew File System.`,
  explanation,
  linkable: false,
  gatewayPath: false,
  rewrittenByEmbed: true,
  collection: ({ details }) => details.cell.toLowerCase(),
};
