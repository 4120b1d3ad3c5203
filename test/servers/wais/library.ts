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

const text = (content: string): Buffer => Buffer.from(content, 'latin1');
const document = (id: string, headline: string, type: string, octets: Buffer): WaisDocument => ({
  ...{ id: `0 ${octets.length} /museum/wais/${id}`, headline },
  ...{ types: type.split(' '), date: '941116', octets },
});

/** A text with the marks that servers put around the words of a search, and before paragraphs. */
const MARKED =
  '\x1bPab3The \x1b(WAIS\x1b) protocol was created in 1989 by Thinking Machines, Apple, Dow Jones and Peat Marwick.\n' +
  'It carried Z39.50 of 1988 over TCP, port 210.\n\nJ\xf6rg remembers the directory of servers at quake.think.com.\n';

/** Every kind of document. */
export function library(port: number): readonly WaisDatabase[] {
  const history: WaisDatabase = {
    name: 'history',
    description: 'The history of the Internet before the Web,\nin documents of every type.',
    documents: [
      document('wais.txt', 'wais.txt: The history of WAIS', 'TEXT PS', text(MARKED)),
      document('gopher.html', 'gopher.html: Gopher and WAIS', 'HTML', text('<h1>Gopher</h1><script>alert(1)</script>')),
      document('wais.gif', 'A picture of WAIS', 'GIF', gif(1)),
      document('link', `gopher://localhost/1/wais`, 'URL', text('gopher://localhost/1/wais\n')),
      document(
        'letter',
        'A letter about WAIS',
        'MIME',
        text('From: Brewster <bk@think.example>\r\nSubject: WAIS\r\nDate: 16 Nov 1994 12:00 GMT\r\n\r\nHello.\r\n'),
      ),
      document('long.txt', 'long.txt: WAIS, at length', 'TEXT', text('All about WAIS.\n'.repeat(20_000))),
    ],
  };
  const servers: WaisDatabase = {
    name: 'directory-of-servers',
    description: 'Databases on other servers.',
    documents: [document('list.src', 'list.src', 'WSRC', text(source('history', 'All there is.', port)))],
  };
  return [history, servers];
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
