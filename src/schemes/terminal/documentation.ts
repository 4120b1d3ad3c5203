/**
 * What documents say of telnet, rlogin and tn3270: JSON Schema of details and request, the entries of the gallery, and
 * help with diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    user: s.nullable('Decoded.'),
    password: s.nullable('Decoded.'),
    advisory: { const: true, description: 'User and password are suggestions; no client sends them automatically.' },
  }),
  request: s.object({
    interactive: { const: true, description: 'A person types; there is nothing to send.' },
    protocol: s.oneOf(['telnet', 'rlogin', 'tn3270'], 'The protocol of the session.'),
    host: s.endpoint.host,
    port: s.endpoint.port,
    user: s.nullable('The suggested user.'),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'telnet://melvyl.ucop.edu:23/',
    year: 1969,
    history: 'The oldest of all: a terminal on another computer. In the nineties, library catalogues were on it.',
  },
  {
    url: 'rlogin://guest@archie.example.edu',
    year: 1983,
    history: 'Berkeley’s remote login, for computers that trusted each other. They should not have.',
  },
  {
    url: 'tn3270://MELVYL.example.edu',
    year: 1988,
    history: 'Telnet for IBM mainframe screens, with twenty-four function keys.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'terminal-path': { input: 'telnet://h.example/x' },
};
