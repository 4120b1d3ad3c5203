/** What documents say of the JSON of mailto links. */
import * as s from '../documentation.ts';

export const answers = {
  Draft: s.answer('draft', 'The message that a mailto link composes.', {
    to: s.list('An address.', 'The recipients.'),
    headers: s.listOf('The header fields that are filled in.', {
      name: 'The name in lower case.',
      value: 'The value.',
    }),
    blindCopies: s.list('An address.', 'Blind copies, which are shown but not filled in.'),
    leftOut: s.list('The name of a header field.', 'Header fields that a link must not set.'),
    href: s.link('The link for a mail program.'),
  }),
};
