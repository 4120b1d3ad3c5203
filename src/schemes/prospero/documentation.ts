/** What documents say of prospero: JSON Schema of details and request, and the entries of the gallery. */
import {
  base64,
  endpoint,
  field,
  type GalleryEntry,
  type KindSchema,
  list,
  literal,
  nullable,
  object,
  string,
} from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    hsoname: 'The host-specific object name, decoded.',
    fields: list(field('The name of the field.'), 'The fields after the name, in order.'),
    version: nullable('The value of the field OBJECT-VERSION.'),
  }),
  request: object({
    ...endpoint,
    transport: literal('udp'),
    text: 'The lines of the question; one character for each octet.',
    packets: list(
      string('A packet of ARDP.', base64),
      'The packets that carry the question. Their connection id is 1; a client chooses another one each time.',
    ),
  }),
};

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'prospero',
    url: 'prospero://host.dom//pros/name%00v1.0',
    year: 1989,
    history: 'Directories that span the network. Archie, the first Internet search engine, was queried with it.',
  },
];
