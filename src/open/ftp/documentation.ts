/** What documents say of the JSON of FTP. */
import * as s from '../documentation.ts';

export const answers = {
  FtpDirectory: s.listing('directory', 'A directory of an FTP server.', {
    command: s.oneOf(['MLSD', 'LIST', 'NLST'], 'The command that was sent to the server.'),
    openedAs: s.nullable(
      'The URL that names this directory, if the server does not have the empty segments of the link.',
    ),
    welcome: s.nullable('The welcome message of the server, at its root.'),
    notice: s.nullable('The message of the server about this directory.'),
  }),
};
