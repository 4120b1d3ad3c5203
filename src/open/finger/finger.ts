/** Opens finger links (RFC 1288): the reply of a server is a text. */
import { ask } from '../../protocols/finger/client.ts';
import { fingerQuery } from '../../schemes/finger/request.ts';
import type { Opener } from '../contract.ts';
import { asReadableText } from '../text.ts';

export const finger: Opener<'finger'> = {
  kind: 'finger',
  schemes: ['finger'],
  name: 'Finger',
  protocol: null,
  hasNoStatus: true,
  shapes: ['text'],
  async open({ components, details }, { connect, charset }) {
    const octets = await ask((tls) => connect({ tls }), fingerQuery(components));
    const name = details.user ?? 'Who is logged in';
    return asReadableText({ noun: 'reply', name, octets, charset, freshFor: 60 });
  },
};
