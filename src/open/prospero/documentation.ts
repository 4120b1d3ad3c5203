/** What documents say of the JSON of Prospero. */
import * as s from '../documentation.ts';

export const answers = {
  ProsperoDirectory: s.answer('directory', 'A Prospero directory, or the result of an Archie search.', {
    entries: s.list(
      s.ref('ProsperoEntry'),
      'The links of the directory, in the order of the server, or of `sort` and `order`.',
    ),
    unmerged: s.list(
      s.ref('ProsperoEntry'),
      'Directories that belong to this one, but were not read: too many, or their servers gave no answer.',
    ),
  }),
};

export const parts = {
  ProsperoEntry: s.shape('A link in a Prospero directory.', {
    name: 'The name of the link.',
    type: s.oneOf(['file', 'directory', 'other'], 'What the link leads to.'),
    url: s.nullable(s.link('The canonical link; null if no URL can name the object.')),
    open: s.openable,
    bytes: s.nullable(s.count('The size in octets.')),
    modified: s.nullable(s.time('When the object changed, in UTC.')),
    modes: s.nullable('The permissions, as `ls` writes them.'),
  }),
};

export const departures: readonly s.Departure[] = [
  {
    request: [],
    sent: ['VERSION {number}', 'AUTHENTICATOR UNAUTHENTICATED guest', 'DIRECTORY {name}', 'LIST ATTRIBUTES COMPONENTS'],
    reason: 'A server that does not know version 5 of the protocol is asked in version 1.',
  },
  {
    request: [],
    sent: [
      "AUTHENTICATE '' UNAUTHENTICATED ''",
      'GET-OBJECT-INFO CONTENTS {name}',
      'GET-OBJECT-INFO ATTRIBUTES {name}',
    ],
    reason: 'An object that is not a directory may be a file, or have attributes that say where it is.',
  },
];
