/** The tree of the FTP test server, which the museum calls its attic. */
import { createHash } from 'node:crypto';
import type { Directory, Entry } from '../ftp/tree.ts';
import type { Octets } from '../octets.ts';
import { stored } from '../source.ts';
import { type Document, type DocumentName, documents, lazyDocument, note } from './documents.ts';
import { difficultNames } from './names.ts';

const TIDIED = new Date('1995-02-03T04:05:06Z');

/**
 * Builds the tree.
 *
 * @param opened - when the server started: the time of its one recent file
 * @param extra - `many`: the number of files in `/pub/many`; `long`: what is in `/pub/long.txt`. Absent = neither
 */
export function archive(
  opened: Date,
  { many = 0, long }: { readonly many?: number; readonly long?: Buffer } = {},
): Directory {
  const directory = (entries: Record<Octets, Entry>, rest: Partial<Directory> = {}): Directory => ({
    kind: 'directory',
    entries: new Map(Object.entries(entries)),
    modified: TIDIED,
    ...rest,
  });
  const link = (target: Octets): Entry => ({ kind: 'link', target, modified: TIDIED });

  const pub: Record<Octets, Entry> = {
    README: file(documents.readme),
    texts: directory(files('welcome', 'gopher', 'gopherplus', 'timeline', 'ftp', 'usenet', 'links', 'terminals')),
    charsets: directory(files('languages', 'letter', 'prices', 'poster', 'dots')),
    pictures: directory(files('gif', 'blinking', 'png', 'bitmap')),
    sounds: directory(files('wav', 'au')),
    gallery: directory(
      files('gif', 'pdf', 'zip', 'binHex', 'uuencode', 'rtf', 'html', 'trap', 'xml', 'calendar', 'film', 'movie'),
    ),
    names: directory(
      Object.fromEntries(difficultNames.map(({ name, difficulty }) => [name, file(note(name, difficulty))])),
    ),
    large: directory({ ...files('heavy', 'heavier', 'heaviest'), CHECKSUMS: file(checksums) }),
    empty: directory({}),
    latest: link('texts/timeline.txt'),
    here: link('.'),
    outside: link('../../../../../../etc/passwd'),
    nowhere: link('this/is/gone'),
    circle: link('circle'),
    'nothing.txt': file({ ...note('nothing.txt', ''), source: stored(Buffer.alloc(0)) }),
    'visitors.today': file({ ...note('visitors.today', 'One. You.'), modified: opened }),
  };
  if (many > 0) pub.many = directory(crowd(many));
  if (long !== undefined) pub['long.txt'] = file({ ...note('long.txt', ''), source: stored(long) });

  return directory({
    README: file(documents.readme),
    'welcome.txt': file(documents.welcome),
    pub: directory(pub, { message: 'Everything here may be taken away.\nPlease read the file README.' }),
    private: directory(
      { 'ledger.txt': file(note('ledger.txt', 'Income: none. Expenses: one candle.')), pub: link('/pub') },
      { owner: 'curator' },
    ),
  });
}

function file(document: Document): Entry {
  const text = document.mediaType.startsWith('text/');
  return { kind: 'file', source: document.source, text, modified: document.modified };
}

function files(...names: DocumentName[]): Record<string, Entry> {
  return Object.fromEntries(names.map((name) => [documents[name].name, file(documents[name])]));
}

function crowd(many: number): Record<string, Entry> {
  const entry = file(note('visitor', 'Somebody was here.'));
  const name = (index: number): string => `visitor-${String(index + 1).padStart(6, '0')}.txt`;
  return Object.fromEntries(Array.from({ length: many }, (_, index) => [name(index), entry]));
}

/** The checksums of two large files, computed at the first request. The largest file has no checksum. */
const checksums = lazyDocument(
  { name: 'CHECKSUMS', title: 'The weights of the heavy things', type: '0', mediaType: 'text/plain' },
  '1999-12-31T23:59:59',
  () => {
    const lines = [documents.heavy, documents.heavier].map(({ name, source }) => {
      const hash = createHash('sha256');
      for (const chunk of source.read()) hash.update(chunk);
      return `${hash.digest('hex')}  ${name}\n`;
    });
    return Buffer.from(lines.join(''));
  },
);
