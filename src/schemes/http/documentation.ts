/** What documents say of http and https: JSON Schema of details and request, and the entries of the gallery. */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({}),
  request: s.object({
    ...s.endpoint,
    method: s.literal('GET'),
    target: 'The target of the request line.',
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'http://info.cern.ch:80/hypertext/WWW/../WWW/TheProject.html',
    year: 1991,
    history: 'The address of the first website. At the time, Gopher was more popular.',
  },
  {
    url: 'https://www.rfc-editor.org:443/rfc/rfc3986#section-6.2.2',
    year: 1994,
    history: 'HTTP over TLS. Netscape invented it so that shops could sell on the Web.',
  },
];
