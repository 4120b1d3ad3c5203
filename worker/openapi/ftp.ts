/** What the ftp gateway says of a directory, as JSON. */
import { boolean, integer, list, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const KINDS = ['directory', 'file', 'link', 'unknown'];
const base64 = { contentEncoding: 'base64' };

export const ftpSchemas: Readonly<Record<string, Schema>> = {
  FtpDirectory: object(
    {
      kind: { const: 'directory' },
      url: string('The canonical link to the directory.', { format: 'uri' }),
      command: oneOf(['MLSD', 'LIST', 'NLST'], 'What the server was asked.'),
      welcome: nullable(string('What the server says to those who come in, at its root.')),
      notice: nullable(string('What the server says of this directory.')),
      entries: list(ref('FtpEntry'), 'In the order that was asked for (`sort`, `order`).'),
      unread: list(string('A line.'), 'Lines in no known form.'),
      cut: boolean('Whether the server lists more than this gateway reads.'),
      readme: nullable(
        object(
          {
            name: string('Of the file that explains the directory.'),
            text: string('What it says.'),
            cut: boolean('Whether this is its beginning only.'),
          },
          'The README of the directory.',
        ),
      ),
    },
    'A directory of an FTP server.',
  ),
  FtpEntry: object(
    {
      kind: oneOf(KINDS, 'What it is; `unknown` where the server gives names alone.'),
      name: string('The name for people.'),
      octets: nullable(string('The name, where its text loses some of its octets.', base64)),
      size: nullable(integer('In octets; of a file alone.')),
      modified: nullable(
        string('As precise as the server has it: a day, a minute in a zone that it does not tell, or a second of UTC.'),
      ),
      target: nullable(string('Where a symbolic link leads.')),
      url: string('The canonical link to it.', { format: 'uri' }),
      open: nullable(string('Where it is opened here.', { format: 'uri' })),
    },
    'One line of a listing.',
  ),
};
