/** What documents say of mailto: JSON Schema of details and request, and the entries of the gallery. */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    to: s.list('Decoded.', 'The addresses, also those of `to` fields.'),
    headers: s.listOf('The other header fields, in order.', { name: 'In lower case.', value: 'Decoded.' }),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'mailto:gopher@Boombox.Micro.UMN.EDU?Subject=RFC%201436',
    year: 1971,
    history: 'The @ sign dates from the first network mail, in 1971; the scheme dates from 1994.',
  },
];
