/** What `waypost get` writes of a shape, as one text. */
import { expect } from 'vitest';
import type { FetchedLink, Writing } from '../../../bin/network/opened.ts';
import { openedOf } from '../../../bin/network/shapes.ts';
import { canonicalize } from '../../../src/index.ts';
import type { Opened as Shape } from '../../../src/open/opened.ts';

const LINKS = {
  open: (url: string | null) => url && `open:${url}`,
  openCanonical: (link: string) => `open:${link}`,
  part: (message: string, part: string) => `part:${message}:${part}`,
  thread: (article: string) => `thread:${article}`,
  self: () => 'self:',
};

const ABOUT = { input: 'as it was written', canonical: canonicalize('gopher://h.example/1about') };

/** The type and the octets of a file; JSON without what all JSON begins with; or lines for people. */
export async function written(shape: Shape, format: Writing['format']): Promise<string> {
  const opened: FetchedLink = await openedOf(shape, { format, charset: null, about: ABOUT, links: LINKS });
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
  if (format !== 'json') return pieces.join('\n');
  const json = pieces.join('');
  const beginning = JSON.stringify(ABOUT).replace('}', ',');
  expect(json.slice(0, beginning.length)).toBe(beginning);
  return `{${json.slice(beginning.length)}`;
}
