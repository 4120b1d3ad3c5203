/** What `waypost get` writes of a shape, as one text. */
import type { FetchedLink, Writing } from '../../../bin/network/opened.ts';
import { openedOf } from '../../../bin/network/shapes.ts';
import type { Opened as Shape } from '../../../src/open/opened.ts';

const LINKS = {
  open: (url: string | null) => url && `open:${url}`,
  openCanonical: (link: string) => `open:${link}`,
  part: (message: string, part: string) => `part:${message}:${part}`,
  self: () => 'self:',
};

/** The type and the octets of a file; JSON; or lines for people. */
export async function written(shape: Shape, format: Writing['format']): Promise<string> {
  const opened: FetchedLink = await openedOf(shape, { format, charset: null, links: LINKS });
  if (opened.kind === 'moved') return `moved to ${opened.url}`;
  if (opened.kind === 'file') {
    const parts: Uint8Array[] = [];
    for await (const part of opened.octets) parts.push(part.slice());
    return `${opened.mediaType}: ${Buffer.concat(parts).toString()}`;
  }
  const pieces: string[] = [];
  for await (const piece of format === 'json' ? opened.json : opened.lines) {
    pieces.push(...(typeof piece === 'string' ? [piece] : piece));
  }
  return pieces.join(format === 'json' ? '' : '\n');
}
