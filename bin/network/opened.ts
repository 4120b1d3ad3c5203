/** What a link leads to: values as JSON and as lines, the octets of a file, or another link. */

import type { Canonical, Resolution } from '../../src/index.ts';
import type { HeaderField } from '../../src/message/header.ts';
import type { SocketConnection } from '../../src/net/connection.ts';
import { jsonText } from '../../src/octets/controls.ts';
import type { OpenSettings } from '../../src/open/contract.ts';
import { type ArrivingText, jsonPieces, type LongJson } from '../../src/open/json-pieces.ts';
import type { MessageLinks } from '../../src/open/links.ts';
import type { Memory } from '../../src/open/memory.ts';
import type { Body, Filter } from '../../src/protocols/connection.ts';
import type { GetRequest } from './contract.ts';
import type { FetchNetwork } from './network.ts';

export type FetchedLink =
  | Reached
  /** The server names another link: an item has moved, or a name is a directory. */
  | { readonly kind: 'moved'; readonly url: string };

/** The link that was written, without a password, and the one that it leads to, without a login. */
export interface AboutLink {
  readonly input: string;
  readonly canonical: Canonical;
}

/** How a shape is written. */
export interface Writing extends Pick<GetRequest, 'format' | 'charset'> {
  /** What JSON begins with. */
  readonly about: AboutLink;
  readonly links: MessageLinks;
}

/** What a link leads to when it is followed to its end. */
export type Reached = (WrittenValues | OpenedFile) & {
  /** What is to be said before anything else; absent = nothing. */
  readonly notice?: string | undefined;
};

/** A file, or another text as its server has it. */
export interface OpenedFile {
  readonly kind: 'file';
  readonly mediaType: string;
  readonly octets: OctetParts;
  /** What is to be said about the octets when they have come; `null` = nothing. Absent = nothing in any case. */
  readonly remark?: () => string | null;
}

/** Values in their two forms, of which one is written. */
export interface WrittenValues {
  readonly kind: 'values';
  /** JSON in pieces, for programs. */
  readonly json: ArrivingText;
  /** Lines without their ends, for people. */
  readonly lines: ArrivingText;
}

/** The octets of a file, part by part. */
type OctetParts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How a link is opened. */
export interface OpenOptions extends Pick<GetRequest, 'format' | 'charset'> {
  readonly network: FetchNetwork;
  readonly settings: OpenSettings;
  /** What web servers learn of this program. */
  readonly userAgent: string;
  /** Called before each request, with its link. */
  readonly onRequest: (link: Resolution) => void;
  /** Of this run. */
  readonly memory: Memory;
  /** Every connection that is open. The caller closes them when everything is read. */
  readonly connections: SocketConnection[];
}

/** A value that is known as a whole. */
export function values(about: AboutLink, json: object, lines: ArrivingText): WrittenValues {
  return { kind: 'values', json: [`${jsonText({ ...about, ...json })}\n`], lines };
}

/** An object with a long list, in pieces. */
export function longJson<Item>(about: AboutLink, [head, list, tail]: LongJson<Item>): ArrivingText {
  return jsonPieces({ ...about, ...head }, list, tail);
}

/** A value for programs only: people get its JSON, too. */
export function shownAsJson(about: AboutLink, json: object): WrittenValues {
  return values(about, json, jsonText({ ...about, ...json }, 2).split('\n'));
}

/** The octets of a source up to its end, copied: the source uses its buffer again. The source is closed then. */
export async function* copiedOctets(source: Body, filter: Filter | null = null): AsyncGenerator<Uint8Array> {
  for (let octets = await source.read(); octets !== null; octets = await source.read()) {
    for (const part of filter === null ? [octets] : filter.pass(octets)) if (part.byteLength > 0) yield part.slice();
  }
  source.close();
  if (filter !== null) yield filter.flush();
}

/** A text without the end of its last line. */
export function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** A line with the link that it leads to; `null` = none. */
export function withUrl(line: string, url: string | null): string {
  return url === null || url === '' ? line : `${line}  <${url}>`;
}

/** The header of a message. */
export function fieldLines(fields: readonly HeaderField[]): readonly string[] {
  return fields.map(({ name, value }) => `${name}: ${value}`);
}

/** Columns, each with its width; a negative width means that its text ends there, 0 that it is the last. */
export function columns(...cells: readonly (readonly [text: string | number | null, width: number])[]): string {
  return cells
    .map(([text, width]) => (width < 0 ? String(text ?? '').padStart(-width) : String(text ?? '').padEnd(width)))
    .join('  ')
    .trimEnd();
}

/** The day of a date in ISO 8601. */
export function dayOf(date: string | null): string {
  return date?.slice(0, 10) ?? '';
}

/** A text above or below a list, with an empty line between; no line if there is no text. */
export function paragraph(text: string | null, place: 'above' | 'below' = 'above'): readonly string[] {
  const lines = text?.trimEnd() ?? '';
  if (lines === '') return [];
  return place === 'below' ? ['', lines] : [lines, ''];
}

/**
 * A directory, one entry on each line. Their sizes end at the same column. There are no columns of sizes and dates if
 * no entry has them.
 */
export function directoryLines(entries: readonly DirectoryEntry[]): readonly string[] {
  const width = Math.max(0, ...entries.map(({ size }) => String(size ?? '').length));
  const isDated = entries.some(({ modified }) => modified !== null);
  return entries.map(({ name, size, modified, isDirectory, target = null, url = null }) => {
    const named = `${name}${isDirectory ? '/' : ''}${target === null || target === '' ? '' : ` -> ${target}`}`;
    const sized = width === 0 ? [] : [[size, -width] as const];
    const dated = isDated ? [[dayOf(modified), DAY.length] as const] : [];
    return withUrl(columns(...sized, ...dated, [named, 0]), url);
  });
}

const DAY = 'yyyy-mm-dd';

interface DirectoryEntry {
  readonly name: string;
  /** In octets; `null` = unknown. */
  readonly size: number | null;
  /** In ISO 8601. */
  readonly modified: string | null;
  readonly isDirectory: boolean;
  /** The target of a symbolic link. */
  readonly target?: string | null;
  /** Absent where the name is the link, too. */
  readonly url?: string | null;
}
