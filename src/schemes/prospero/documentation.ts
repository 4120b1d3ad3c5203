/**
 * What documents say of prospero: JSON Schema of details and request, the entries of the gallery, and help with
 * diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    hsoname: 'The host-specific object name, decoded.',
    fields: s.listOf('The fields after the name, in order.', { name: 'The name of the field.', value: 'Decoded.' }),
    version: s.nullable('The value of the field OBJECT-VERSION.'),
  }),
  request: s.object({
    ...s.endpoint,
    transport: s.literal('udp'),
    text: 'The lines of the question; one character for each octet.',
    packets: s.list(
      s.string('A packet of ARDP.', s.base64),
      'The packets that carry the question. Their connection id is 1; a client chooses another one each time.',
    ),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'prospero://host.dom//pros/name%00v1.0',
    year: 1989,
    history: 'Directories that span the network. Archie, the first Internet search engine, was queried with it.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'prospero-version': { input: 'prospero://h.example/o%002' },
  'prospero-nul': { input: 'prospero://h.example/o%002%003', fix: 'Keep only one version.' },
  'prospero-equals': { input: 'prospero://h.example/o;a' },
  'prospero-name': { input: 'prospero://h.example/%0A' },
  'prospero-version-text': { input: 'prospero://h.example/a;OBJECT-VERSION=b%20c' },
  'prospero-versions': { input: 'prospero://h.example/n;OBJECT-VERSION=3;OBJECT-VERSION=4' },
  'prospero-field-unsent': { input: 'prospero://h.example/o;x=y' },
  'prospero-field': { input: 'prospero://h.example/o;=a' },
};
