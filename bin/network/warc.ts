/**
 * Writes WARC files (ISO 28500:2017, WARC/1.1): named fields and a block for each record. If the name of the file ends
 * in `.gz`, each record is a member of its own (Annex D), so that readers can begin at any of them.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Spool } from '../spool.ts';

/** A record without the fields that every record has. */
export interface WarcRecord {
  readonly type: 'warcinfo' | 'request' | 'response' | 'resource' | 'metadata';
  /** As {@link recordId} makes it. */
  readonly id: string;
  /** When its first octet was sent or received. */
  readonly date: Date;
  /** In their order; those that are `null` are left out. */
  readonly fields: readonly (readonly [name: string, value: string | null])[];
  readonly contentType: string;
  readonly block: Spool;
}

/** A new identifier of a record. */
export function recordId(): string {
  return `<urn:uuid:${randomUUID()}>`;
}

/** What adds records to a file, and before the first one a record about the software, its name and version. */
export function warcWriter(path: string, software: string): (record: WarcRecord) => Promise<void> {
  let info: string | null = null;
  return async (record) => {
    if (info === null) {
      info = recordId();
      await writeRecord(path, infoRecord(path, software, info));
    }
    await writeRecord(path, { ...record, fields: [...record.fields, ['WARC-Warcinfo-ID', info]] });
  };
}

function infoRecord(path: string, software: string, id: string): WarcRecord {
  const block = new Spool();
  const lines = [
    `software: ${software}`,
    'format: WARC File Format 1.1',
    'conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
  ];
  block.add(Buffer.from(`${lines.join('\r\n')}\r\n`));
  const fields = [['WARC-Filename', basename(path)]] as const;
  return { type: 'warcinfo', id, date: new Date(), fields, contentType: 'application/warc-fields', block };
}

async function writeRecord(path: string, { type, id, date, fields, contentType, block }: WarcRecord): Promise<void> {
  const all: WarcRecord['fields'] = [
    ['WARC-Type', type],
    ['WARC-Record-ID', id],
    ['WARC-Date', date.toISOString()],
    ...fields,
    ['WARC-Block-Digest', block.digest],
    ['Content-Type', contentType],
    ['Content-Length', String(block.length)],
  ];
  const present = all.flatMap(([name, value]) => (value === null ? [] : `${name}: ${oneLine(value)}\r\n`));
  const record = Readable.from(
    (async function* () {
      yield Buffer.from(`WARC/1.1\r\n${present.join('')}\r\n`);
      yield* block.octets();
      yield Buffer.from('\r\n\r\n');
    })(),
  );
  const file = createWriteStream(path, { flags: 'a' });
  await (path.endsWith('.gz') ? pipeline(record, createGzip(), file) : pipeline(record, file));
}

/** A value from a server must not begin another field. */
function oneLine(value: string): string {
  return value.replace(/[\0-\x1f\x7f]+/g, ' ');
}
