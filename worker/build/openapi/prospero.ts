/** The JSON of the Prospero gateway: directories, searches of Archie, and texts. */
import { integer, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const url = string('The canonical link.', { format: 'uri' });

export const prosperoSchemas: Readonly<Record<string, Schema>> = {
  ProsperoDirectory: object(
    {
      ...{ kind: literal('directory'), url },
      entries: list(ref('ProsperoEntry'), 'The links of the directory, in the order of the server.'),
      unmerged: list(
        ref('ProsperoEntry'),
        'Directories that belong to this one, but were not read: too many, or their servers gave no answer.',
      ),
    },
    'A Prospero directory, or the result of an Archie search.',
  ),
  ProsperoEntry: object(
    {
      name: string('The name of the link.'),
      type: oneOf(['file', 'directory', 'other'], 'What the link leads to.'),
      url: nullable(string('The canonical link; null if no URL can name the object.', { format: 'uri' })),
      open: nullable(string('The address at which this service opens it.', { format: 'uri' })),
      bytes: nullable(integer('The size in octets.', { minimum: 0 })),
      modified: nullable(string('When the object changed, in UTC.', { format: 'date-time' })),
      modes: nullable(string('The permissions, as `ls` writes them.')),
    },
    'A link in a Prospero directory.',
  ),
  ProsperoText: object(
    {
      ...{ kind: literal('text'), url },
      charset: string('The charset in which the text was decoded.'),
      text: string('The text.'),
    },
    'A file whose contents the Prospero server sends.',
  ),
};

/** The schemas that an answer of the gateway may have. */
export const prosperoAnswers: readonly string[] = ['ProsperoDirectory', 'ProsperoText'];
