/** What documents say of the requests for mid links. */
import { ARCHIVE_DEPARTURE, type Departure } from '../documentation.ts';

export const departures: readonly Departure[] = [
  {
    request: [],
    sent: ['MODE READER', 'CAPABILITIES', 'ARTICLE <{message-id}>', 'QUIT'],
    reason: 'A mid link has no request. The server of `NEWS_SERVER` is asked for its message.',
  },
  ARCHIVE_DEPARTURE,
];
