/**
 * What documents say of afs: JSON Schema of details and request, the entries of the gallery, and help with diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({ cell: 'The cell of the file system.', path: 'Decoded.' }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'afs://andrew.cmu.edu/usr/guest/README',
    year: 1983,
    history:
      'One file tree for the world, from Pittsburgh. The scheme never got past a draft; the file system is still in use.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'afs-historical': { input: 'afs://c/x' },
};
