/** What documents say of whois: JSON Schema of details and request, and the entry of the gallery. */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({ object: s.nullable('What the query is about, decoded; null = nothing.') }),
  request: s.object({ ...s.endpoint, transport: s.literal('tcp'), line: 'The query, without its line end.' }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'whois://whois.example/host.example',
    year: 1982,
    history: 'The address book of the network: who has this name, and whom can one call?',
  },
];
