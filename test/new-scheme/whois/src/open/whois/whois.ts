/** Opens whois links (RFC 3912): the reply of a server is a text. */
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { ask } from '../../protocols/whois/client.ts';
import type { Opener } from '../contract.ts';
import { asReadableText } from '../text.ts';

export const whois: Opener<'whois'> = {
  kind: 'whois',
  schemes: ['whois'],
  name: 'Whois',
  protocol: null,
  hasNoStatus: true,
  shapes: ['text'],
  async open({ details, request }, { connect, charset }) {
    if (request === null) throw new ProtocolError('invalid-request', 'A whois query cannot have control characters.');
    const octets = await ask((tls) => connect({ tls }), request.line);
    return asReadableText({ noun: 'record', name: details.object ?? 'Registry', octets, charset });
  },
};
