/**
 * What documents say of ws and wss: JSON Schema of details and request, the entries of the gallery, and help with
 * diagnostics.
 */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({}),
  request: s.object({
    ...s.endpoint,
    target: 'The target of the request line of the opening handshake.',
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'ws://Host.example:80/chat',
    year: 2009,
    history: 'A connection that stays open after the page has loaded, for chats and games in a browser.',
  },
  {
    url: 'wss://Bücher.example:443/feed',
    year: 2009,
    history: 'The same over TLS. Today hardly any browser opens the other on a secure page.',
  },
];

export const diagnosticHelp: s.DiagnosticHelpTable = {
  'ws-fragment': { input: 'wss://h.example/#a' },
};
