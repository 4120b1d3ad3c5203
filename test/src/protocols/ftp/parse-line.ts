import type { Listed } from '../../../../src/protocols/ftp/listing/entry.ts';
import { type ListingCommand, listingParser } from '../../../../src/protocols/ftp/listing.ts';

/** Parses one line of a listing by itself. */
export function parseLine(command: ListingCommand, line: string, now: Date): Listed {
  let listed: Listed = null;
  const parser = listingParser(command, now, (only) => {
    listed = only;
  });
  parser.take(line);
  parser.end();
  return listed;
}

/** What a test compares of an entry; a line that could not be read is itself. */
export type Row = readonly [kind: string, name: string, size: number | null, modified: string | null] | string;

/** The rows of a listing by LIST on 2026-11-20. */
export function listedRows(...lines: readonly string[]): Row[] {
  const rows: Row[] = [];
  const parser = listingParser('LIST', new Date('2026-11-20T12:00:00Z'), (entry) => {
    rows.push(entry.kind === 'unread' ? entry.line : [entry.kind, entry.name, entry.size, entry.modified]);
  });
  for (const line of lines) parser.take(line);
  parser.end();
  return rows;
}
