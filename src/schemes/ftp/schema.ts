/** JSON Schema for the details and the request of ftp and ftps URLs. */
import { base64, boolean, endpoint, type KindSchema, list, nullable, object, oneOf, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    absolute: boolean('Whether the path begins at the root of the server.'),
    cwd: list(string('Decoded.'), 'The directories to change to, one after another.'),
    name: string('The file, decoded; empty for a directory.'),
    type: nullable(oneOf(['a', 'i', 'd'], 'Text, image (binary), or a listing of the directory.')),
  }),
  request: object({
    ...endpoint,
    commands: list(
      object({ line: string('Without its line end.'), octets: string('With its line end.', base64) }),
      'The commands, in order.',
    ),
  }),
};
