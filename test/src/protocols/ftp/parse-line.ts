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
