/** Opens links at a server in memory, for the tests of the opener of gopher. */
import type { OpenContext } from '../../../../src/open/contract.ts';
import { type GopherValues, gopher } from '../../../../src/open/gopher/gopher.ts';
import type { Arriving, DownloadOffer } from '../../../../src/open/opened.ts';
import type { MemoryServer } from '../../protocols/memory-server.ts';
import { contextAt, gopherDouble, gopherLink, type Replies } from './double.ts';

export type Opened = Awaited<ReturnType<typeof gopher.open>>;

export interface OpenedAt {
  readonly opened: Opened;
  readonly server: MemoryServer;
}

/** @param url - absolute, or the path of a link to `gopher://h.example` */
export async function open(url: string, replies: Replies = {}, asked: Partial<OpenContext> = {}): Promise<OpenedAt> {
  const server = gopherDouble(replies);
  const link = gopherLink(url.startsWith('/') ? `gopher://h.example${url}` : url);
  return { opened: await gopher.open(link, contextAt(server, asked)), server };
}

/** The values of one kind. */
export function valuesOf<Kind extends GopherValues['kind']>(
  opened: Opened,
  kind: Kind,
): Extract<GopherValues, { kind: Kind }> {
  if (opened.shape !== 'values' || !isOfKind(opened, kind)) throw new TypeError(`not ${kind}, but ${opened.shape}`);
  return opened;
}

function isOfKind<Kind extends GopherValues['kind']>(
  values: GopherValues,
  kind: Kind,
): values is Extract<GopherValues, { kind: Kind }> {
  return values.kind === kind;
}

export async function arriving(opened: Opened): Promise<Arriving> {
  const begun = await downloadOf(opened).begin();
  if (begun.shape !== 'arriving') throw new TypeError(`no file arrives, but ${begun.shape}`);
  return begun;
}

export function downloadOf(opened: Opened): DownloadOffer {
  if (opened.shape !== 'download') throw new TypeError(`not a download, but ${opened.shape}`);
  return opened;
}

/** The octets of a file as they are sent, one character for each. */
export async function sentOctets(
  { body, sentTo }: Arriving,
  reader: 'browser' | 'decoder' = 'browser',
): Promise<string> {
  const { filter } = sentTo(reader);
  const parts: Uint8Array[] = [];
  for (let octets = await body.read(); octets !== null; octets = await body.read()) {
    for (const part of filter === null ? [octets] : filter.pass(octets)) parts.push(part.slice());
  }
  if (filter !== null) parts.push(filter.flush());
  body.close();
  return Buffer.concat(parts).toString('latin1');
}
