/** What a Prospero server has, as JSON. */
import { decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { absolute } from '../shared/json-stream.ts';
import type { Entry, Listing } from './entries.ts';

type LinkContext = Pick<GatewayContext<'prospero'>, 'resolution' | 'links'>;

/** A directory, or what Archie found. */
export function directoryJson({ resolution, links }: LinkContext, { entries, unmerged }: Listing): object {
  const entryJson = (entry: Entry): object => {
    const href = entry.url === null ? null : links.hrefOfCanonical(entry.url);
    return { ...entry, open: href === null ? null : absolute(links, href) };
  };
  return {
    kind: 'directory',
    url: resolution.canonical,
    entries: entries.map(entryJson),
    unmerged: unmerged.map(entryJson),
  };
}

/** A file that the server gives itself. */
export interface FileText {
  readonly charset: string;
  readonly text: string;
}

/** Decodes a file, in the charset that the visitor chose or else in the likeliest one. */
export function decodeFile({ view }: Pick<GatewayContext, 'view'>, octets: Uint8Array): FileText {
  const charset = view.charset ?? detectCharset(octets);
  return { charset, text: decodeCharset(octets, charset) };
}

export function fileJson({ resolution }: Pick<LinkContext, 'resolution'>, file: FileText): object {
  return { kind: 'text', url: resolution.canonical, ...file };
}
