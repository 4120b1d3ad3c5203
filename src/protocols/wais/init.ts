/** The optional first exchange with a WAIS server, which settles the size of messages (Z39.50-1988 §3.2.1). */
import { concatOctets } from '../../octets/octets.ts';
import { apdu, field, numberField } from '../../schemes/wais/fields.ts';
import { withHeader } from '../../schemes/wais/header.ts';
import { MessageReader, numberIn, WaisError } from '../../schemes/wais/reader.ts';
import { messageTypes, tags } from '../../schemes/wais/tags.ts';

/** Bit 0 of each. Servers refuse a client that asks for more than searches. */
const VERSION_1 = Uint8Array.of(0x80);
const SEARCH_ONLY = Uint8Array.of(0x80);
const ACCEPTED = 1;

/**
 * The message that begins a session.
 *
 * @param largest - the largest message that the client reads, in octets
 */
export function initMessage(largest: number): Uint8Array {
  const header = [
    field(tags.protocolVersion, VERSION_1),
    field(tags.options, SEARCH_ONLY),
    numberField(tags.preferredMessageSize, largest),
    numberField(tags.maximumRecordSize, largest),
    field(tags.implementationId, 'waypost'),
    field(tags.implementationName, 'Waypost'),
    field(tags.implementationVersion, '1'),
  ];
  return withHeader(apdu(messageTypes.init, header, concatOctets([])));
}

/**
 * Parses the answer to {@link initMessage}.
 *
 * @returns the largest record that the server sends, in octets; `null` if it does not say
 * @throws WaisError if the server refuses the session
 */
export function parseInitAnswer(message: Uint8Array): number | null {
  const reader = new MessageReader(message);
  const header = reader.within(reader.fixed(2));
  if (header.octet() !== messageTypes.initResponse) throw new WaisError('The server sent an unexpected answer.');
  if (header.octet() !== ACCEPTED) throw new WaisError('The server refused the session.');
  let largest: number | null = null;
  while (header.left > 0) {
    const { tag, value } = header.field();
    if (tag === tags.maximumRecordSize) largest = numberIn(value);
  }
  return largest === 0 ? null : largest;
}
