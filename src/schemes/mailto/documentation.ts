/** What documents say of mailto: JSON Schema of details and request, and the entries of the gallery. */
import { field, type GalleryEntry, type KindSchema, list, object } from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    to: list('Decoded.', 'The addresses, also those of `to` fields.'),
    headers: list(field('In lower case.'), 'The other header fields, in order.'),
  }),
};

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'mailto',
    url: 'mailto:gopher@Boombox.Micro.UMN.EDU?Subject=RFC%201436',
    year: 1971,
    history: 'The @ sign dates from the first network mail, in 1971; the scheme dates from 1994.',
  },
];
