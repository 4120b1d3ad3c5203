/**
 * What documents say of ftp and ftps: JSON Schema of details and request, the entries of the gallery, and help with
 * diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    absolute: s.boolean('Whether the path begins at the root of the server.'),
    cwd: s.list('Decoded.', 'The directories to change to, one after another.'),
    name: 'The file, decoded; empty for a directory.',
    type: s.nullable(s.oneOf(['a', 'i', 'd'], 'Text, image (binary), or a listing of the directory.')),
  }),
  request: s.object({
    ...s.endpoint,
    commands: s.list(
      s.object({ line: 'Without its line end.', octets: s.string('With its line end.', s.base64) }),
      'The commands, in order.',
    ),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'FTP://ftp.funet.fi/pub/%7Edoc/README;type=I',
    year: 1971,
    history: 'It moved files before there was an Internet. Browsers dropped it in 2021.',
  },
  {
    url: 'ftps://ftp.example:990/pub/README',
    year: 1997,
    history: 'FTP over TLS, on its own port.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'ftp-control': {
    input: 'ftp://h.example/a%0Ab',
    fix: 'Remove the control character. It would add a second command to the request.',
  },
  'ftp-type-case': { input: 'ftp://h.example/a;TYPE=I' },
  'ftp-type-unknown': { input: 'ftp://h.example/a;type=x' },
  'ftp-semicolon': { input: 'ftp://h.example/<a>;b' },
  'ftp-empty-segment': { input: 'ftp://h.example/a//b' },
  'ftp-old-type': { input: 'ftp://h.example/a!I', options: { dialect: 'url-1994' } },
};
