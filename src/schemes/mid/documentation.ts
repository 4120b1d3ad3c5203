/** What documents say of mid and cid: JSON Schema of details and request, and the entries of the gallery. */
import * as s from '../documentation.ts';

export const schema: s.KindSchema = {
  details: s.object({
    messageId: s.nullable('Without angle brackets.'),
    contentId: s.nullable('Without angle brackets.'),
  }),
};

export const gallery: readonly s.GalleryEntry[] = [
  {
    url: 'mid:960830.1639@XIson.com/partA.960830.1639@XIson.com',
    year: 1997,
    history: 'Every mail message has a unique identifier, so a link can name it.',
  },
  {
    url: 'cid:%3Cfoo4%2Afoo1@bar.net%3E',
    year: 1997,
    history: 'It says where each attached picture belongs in a message. Mail programs still use it.',
  },
];
