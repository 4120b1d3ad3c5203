/** The databases of the WAIS test server. */
import { gif } from '../content/pictures.ts';

export interface WaisDocument {
  readonly id: string;
  readonly headline: string;
  /** The types in which it can be retrieved, the usual one first. */
  readonly types: readonly string[];
  readonly date: string;
  readonly octets: Buffer;
}

export interface WaisDatabase {
  readonly name: string;
  readonly description: string;
  readonly documents: readonly WaisDocument[];
}

/** The database that answers with diagnostics. */
export const DIAGNOSTICS = 'diagnostics';
/** Every code that freeWAIS sends. */
export const DIAGNOSTIC_CODES: readonly string[] = 'S1 S2 S3 S5 SC SD SF SG SH SI SJ T2'.split(' ');

const text = (content: string): Buffer => Buffer.from(content, 'latin1');
const document = (id: string, headline: string, type: string, octets: Buffer): WaisDocument => ({
  ...{ id: `0 ${octets.length} /museum/wais/${id}`, headline },
  ...{ types: type.split(' '), date: '941116', octets },
});

/** A text with the marks that servers put around the words of a search, and before paragraphs. */
const MARKED =
  '\x1bPab3The \x1b(WAIS\x1b) protocol was created in 1989 by Thinking Machines, Apple, Dow Jones and Peat Marwick.\n' +
  'It carried Z39.50 of 1988 over TCP, \x1b(port 210.\n\nJ\xf6rg\x1b) remembers the directory of servers at quake.think.com.\n';

/** A message with a text, a page that shows the picture, and the picture. */
function multipart(): Buffer {
  return text(
    [
      ...['From: Brewster <bk@think.example>', 'Subject: A picture', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=cut', '', '--cut', 'Content-Type: text/plain', '', 'See below.'],
      ...['--cut', 'Content-Type: text/html', '', '<p>Page</p><img src="cid:gif@think"><script>alert(1)</script>'],
      ...['--cut', 'Content-Type: image/gif; name=wais.gif', 'Content-ID: <gif@think>'],
      ...['Content-Transfer-Encoding: base64', '', gif(1).toString('base64'), '--cut--', ''],
    ].join('\r\n'),
  );
}

const PAGE_ONLY = 'Subject: A page\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<h1>A page</h1>\r\n';

/** Every kind of document. */
export function library(port: number): readonly WaisDatabase[] {
  const otherDatabase = `wais://localhost:${port}/directory-of-servers`;
  const history: WaisDatabase = {
    name: 'history',
    description: 'The history of the Internet before the Web,\nin documents of every type.',
    documents: [
      document('wais.txt', 'wais.txt: The history of WAIS', 'TEXT PS', text(MARKED)),
      document('gopher.html', 'gopher.html: Gopher and WAIS', 'HTML', text('<h1>Gopher</h1><script>alert(1)</script>')),
      document('wais.gif', 'A picture of WAIS', 'GIF', gif(1)),
      document('link', otherDatabase, 'URL', text(`${otherDatabase}\n`)),
      document(
        'letter',
        'A letter about WAIS',
        'MIME',
        text('From: Brewster <bk@think.example>\r\nSubject: WAIS\r\nDate: 16 Nov 1994 12:00 GMT\r\n\r\nHello.\r\n'),
      ),
      document('parts.eml', 'parts.eml: WAIS with a picture', 'MIME', multipart()),
      document('page.eml', 'page.eml: WAIS as a page only', 'MIME', text(PAGE_ONLY)),
      document('empty.txt', 'empty.txt: WAIS, in no words', 'TEXT', text('')),
      document('long.txt', 'long.txt: WAIS, at length', 'TEXT', text('All about WAIS.\n'.repeat(20_000))),
      document('huge.txt', 'huge.txt: WAIS, beyond a page', 'TEXT', text('At length, WAIS.\n'.repeat(150_000))),
    ],
  };
  const servers: WaisDatabase = {
    name: 'directory-of-servers',
    description: 'Databases on other servers.',
    documents: [document('list.src', 'list.src', 'WSRC', text(source('history', 'All there is.', port)))],
  };
  const diagnostics: WaisDatabase = {
    name: DIAGNOSTICS,
    description: `A search for one of the words ${DIAGNOSTIC_CODES.join(', ')} is answered with this diagnostic.`,
    documents: [],
  };
  return [history, servers, diagnostics];
}

/** The description of a database, as servers keep it. */
export function source(database: string, description: string, port: number): string {
  return [
    '(:source',
    '  :version 3',
    '  :ip-name "localhost"',
    `  :tcp-port ${port}`,
    `  :database-name "${database}"`,
    '  :maintainer "curator@museum.test"',
    `  :description "${description}"`,
    ')\n',
  ].join('\n');
}
