/**
 * What documents say of finger: JSON Schema of details and request, the entry of the gallery, and help with
 * diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    user: s.nullable('The user, decoded; null = everyone who is logged in.'),
    verbose: s.boolean('Whether the query asks for more about each user: it begins with `/W`.'),
    hosts: s.list('A host.', 'The hosts to which the server passes the query on, the last one first.'),
  }),
  request: s.object({
    ...s.endpoint,
    transport: s.literal('tcp'),
    octets: s.string('The octets of the request.', s.base64),
    text: 'The same octets as text.',
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'finger://space.mit.edu/nasanews',
    year: 1971,
    history: 'Who is logged in, and what are they working on? The first status updates.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'finger-control': {
    input: 'finger://h.example/a%0D%0Ab',
    fix: 'Remove the control character. A line break would add a second line to the query.',
  },
  'finger-forward': { input: 'finger://h.example/user@other.example' },
};
