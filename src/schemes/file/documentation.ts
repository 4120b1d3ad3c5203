/**
 * What documents say of file: JSON Schema of details and request, the entries of the gallery, and help with
 * diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    host: s.nullable('null for the local machine.'),
    path: 'Decoded.',
    windowsDrive: s.nullable('Such as `C:`.'),
    native: s.nullable('The path as Windows, VMS or Unix writes it; null if it is not known which of them has it.'),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'file:/C|/GOPHER/GOPHER.INI',
    year: 1994,
    history: 'A path, but no protocol to fetch it with. Programs never agreed on its slashes.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'file-slashes': { input: 'file:/x' },
  'file-localhost': { input: 'file://localhost/x' },
  'file-drive-host': { input: 'file://C:/x' },
  'file-drive': { input: 'file:///C|/x' },
};
