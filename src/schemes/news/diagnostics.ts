/**
 * The diagnostics of news, snews, nntp and nntps.
 */
import { defineDiagnostics, error, info, warning } from '../../uri/diagnostic.ts';
import { messageIdDiagnostics } from '../message-id.ts';

const RFC5538 = 'RFC 5538';
const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';

const newsDiagnostics = defineDiagnostics({
  'news-cr-lf': error('This link contains a line break, which would end the NNTP command.', 'RFC 3977', '3.1'),
  'message-id-unusual': info('A message-id usually has one "@" and no character that must be escaped.', RFC5538, '2.2'),
  'newsgroup-unusual': info(
    'Newsgroup names usually consist of letters, digits, "+", "-", "_" and dots.',
    RFC5538,
    '2.1',
  ),
  'nntp-no-server': warning('This 1994 form names no server, so a client uses its default news server.', URL03, 'NNTP'),
  'newsgroup-final-slash': info('The slash after a group without an article number was removed.', RFC5538, '3'),
  'article-number': warning('Only an article number, in digits, may follow the group.', BIS, '2.5'),
  'article-number-zeros': info('Leading zeros of the article number were removed.', BIS, '2.5'),
});

export const diagnostics = { ...newsDiagnostics, ...messageIdDiagnostics };
