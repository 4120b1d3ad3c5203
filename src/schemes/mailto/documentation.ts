/**
 * What documents say of mailto: JSON Schema of details and request, the entries of the gallery, and help with
 * diagnostics.
 */
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

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'mailto-slashes': { input: 'mailto://a@b.example' },
  'mailto-domain': { input: 'mailto:A@B.example' },
  'mailto-header-case': { input: 'mailto:a@b.example?Subject=X' },
  'mailto-fields': { input: 'mailto:a@b.example?&subject' },
  'mailto-to-field': { input: 'mailto:?cc=a&T%6F=b@h.example' },
  'mailto-unsafe-field': { input: 'mailto:a@h.example?attach=/etc/passwd' },
  'mailto-address': { input: 'mailto:a' },
};
