/** What documents say of file: JSON Schema of details and request, and the entries of the gallery. */
import { type GalleryEntry, type KindSchema, nullable, object } from '../documentation.ts';

export const schema: KindSchema = {
  details: object({
    host: nullable('null for the local machine.'),
    path: 'Decoded.',
    windowsDrive: nullable('Such as `C:`.'),
  }),
};

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'file',
    url: 'file:/C|/GOPHER/GOPHER.INI',
    year: 1994,
    history: 'A path, but no protocol to fetch it with. Programs never agreed on its slashes.',
  },
];
