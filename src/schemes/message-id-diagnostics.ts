/** The diagnostics of message-ids in news, mid and cid links. */
import { defineDiagnostics, info, warning } from '../uri/diagnostic.ts';
import { type MessageIdCode, messageIdErrors } from './message-id.ts';

export const messageIdDiagnostics = defineDiagnostics<MessageIdCode>({
  ...messageIdErrors,
  'message-id-brackets': info('The angle brackets around the message-id were removed.', 'RFC 5538', '4'),
  'message-id-form': info('A message-id has one "@", with something before it and after it.', 'RFC 2392', '2'),
  'message-id-literal': warning(
    'No message-id has a control character or an octet that is not UTF-8, so the "%" of its escape was read literally.',
    'RFC 6532',
    '3.2',
  ),
  'message-id-unreserved': warning(
    'A character that needs no escape was decoded. If the message-id has a "%" here, write it as "%25".',
    'RFC 3986',
    '2.3',
  ),
});

/** Whether an id, percent-encoded, has the form of a message-id. */
export function isMessageIdForm(id: string): boolean {
  return /^[^@]+@[^@]+$/.test(id);
}
