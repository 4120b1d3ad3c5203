/** The JSON of the FTP gateway: a directory and its entries. */
import { boolean, integer, list, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const KINDS = ['directory', 'file', 'link', 'unknown'];
const base64 = { contentEncoding: 'base64' };

export const ftpSchemas: Readonly<Record<string, Schema>> = {
  FtpDirectory: object(
    {
      kind: { const: 'directory' },
      url: string('The canonical link to the directory.', { format: 'uri' }),
      command: oneOf(['MLSD', 'LIST', 'NLST'], 'The command that was sent to the server.'),
      welcome: nullable(string('The welcome message of the server, at its root.')),
      notice: nullable(string('The message of the server about this directory.')),
      entries: list(ref('FtpEntry'), 'The entries, in the order of `sort` and `order`.'),
      unread: list(string('A line.'), 'Lines in an unknown format.'),
      cut: boolean('Whether the server lists more than this gateway reads.'),
      readme: nullable(
        object(
          {
            name: string('The name of the file.'),
            text: string('The text of the file.'),
            cut: boolean('Whether this is only the beginning.'),
          },
          'The README of the directory.',
        ),
      ),
    },
    'A directory of an FTP server.',
  ),
  FtpEntry: object(
    {
      kind: oneOf(KINDS, 'The kind of entry; `unknown` if the server lists only names.'),
      name: string('The name as text.'),
      octets: nullable(string('The octets of the name, if they do not follow from its text.', base64)),
      size: nullable(
        integer('The size of a file in octets, rounded if the server lists larger units, such as the blocks of VMS.'),
      ),
      modified: nullable(
        string(
          'The last change, as precise as the server reports it: a day, a minute or second in an unknown zone, or a second in UTC.',
        ),
      ),
      target: nullable(string('The target of a symbolic link or a junction.')),
      url: string('The canonical link.', { format: 'uri' }),
      open: nullable(string('The address at which this service opens it.', { format: 'uri' })),
    },
    'One line of a listing.',
  ),
};
