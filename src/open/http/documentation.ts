/** What documents say of the requests to web servers. */
import type { Departure } from '../documentation.ts';

export const departures: readonly Departure[] = [
  {
    request: [],
    sent: ['User-Agent: {program}', 'Accept: */*', 'Accept-Encoding: identity', 'Connection: close'],
    reason: 'The header says who asks. One answer is read from each connection, and it is not compressed.',
  },
  {
    request: ['GET {target} HTTP/1.1'],
    sent: ['HEAD {target} HTTP/1.1'],
    reason: 'JSON about a file needs the head of the answer alone.',
  },
];
