/** What documents say of ftp and ftps: JSON Schema of details and request, and the entries of the gallery. */
import {
  base64,
  boolean,
  endpoint,
  type GalleryEntry,
  type KindSchema,
  list,
  nullable,
  object,
  oneOf,
  string,
} from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    absolute: boolean('Whether the path begins at the root of the server.'),
    cwd: list('Decoded.', 'The directories to change to, one after another.'),
    name: 'The file, decoded; empty for a directory.',
    type: nullable(oneOf(['a', 'i', 'd'], 'Text, image (binary), or a listing of the directory.')),
  }),
  request: object({
    ...endpoint,
    commands: list(
      object({ line: 'Without its line end.', octets: string('With its line end.', base64) }),
      'The commands, in order.',
    ),
  }),
};

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'ftp',
    url: 'FTP://ftp.funet.fi/pub/%7Edoc/README;type=I',
    year: 1971,
    history: 'It moved files before there was an Internet. Browsers dropped it in 2021.',
  },
  {
    scheme: 'ftps',
    url: 'ftps://ftp.example:990/pub/README',
    year: 1997,
    history: 'FTP over TLS, on its own port.',
  },
];
