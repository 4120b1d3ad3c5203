/** The diagnostics of message-ids in news, mid and cid links. */
import { defineDiagnostics, info } from '../uri/diagnostic.ts';
import type { MessageIdCode } from './message-id.ts';

export const messageIdDiagnostics = defineDiagnostics<MessageIdCode>({
  'message-id-brackets': info('The angle brackets around the message-id were removed.', 'RFC 5538', '2.2'),
});
