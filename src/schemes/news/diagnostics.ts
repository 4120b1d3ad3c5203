/**
 * The diagnostics of news, snews, nntp and nntps.
 */
import { defineDiagnostics, error, info, warning } from '../../uri/diagnostic.ts';
import { messageIdDiagnostics } from '../message-id.ts';

const RFC5538 = 'RFC 5538';
const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';

const newsDiagnostics = defineDiagnostics({
  'news-cr-lf': error('A CR or LF would end the NNTP command.', 'RFC 3977', '3.1'),
  'message-id-unusual': info('A message-id has one "@" and no character that must be escaped.', RFC5538, '2.2'),
  'newsgroup-unusual': info('Newsgroup names are made of letters, digits, "+", "-", "_" and dots.', RFC5538, '2.1'),
  'nntp-no-server': warning('This form of 1994 names no server; the one of the reader is meant.', URL03, 'NNTP'),
  'newsgroup-final-slash': info('The slash behind a group without an article number was removed.', RFC5538, '3'),
  'article-number': warning('Behind the group stands an article number of digits, and nothing else.', BIS, '2.5'),
  'article-number-zeros': info('Leading zeros of the article number were removed.', BIS, '2.5'),
});

export const diagnostics = { ...newsDiagnostics, ...messageIdDiagnostics };
