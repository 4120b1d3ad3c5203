/** What documents say of urn: JSON Schema of details, the entry of the gallery, and help with diagnostics. */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    namespace: s.nullable('The namespace, in lower case.'),
    name: 'The name in the namespace, percent-encoded.',
    resolution: s.nullable('The r-component, percent-encoded: parameters for a resolver.'),
    query: s.nullable('The q-component, percent-encoded: parameters for what the URN names.'),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'urn:ISBN:0395363411',
    year: 1994,
    history: 'Names that outlive addresses. The URL draft of 1994 kept a place for them.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'urn-namespace-case': { input: 'urn:ISBN:0395363411' },
  'urn-syntax': { input: 'urn:isbn' },
};
