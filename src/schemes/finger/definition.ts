/** What finger links mean, and what clients send for them. */
import { defineDiagnostics, info } from '../../uri/diagnostic.ts';
import type { ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import { type FingerDetails, type FingerRequest, fingerDetails, fingerRequest, fingerWireOctets } from './request.ts';
import * as rules from './rules.ts';

const DRAFT = 'draft-ietf-uri-url-finger-03';

const diagnostics = defineDiagnostics({
  ...rules.errors,
  'finger-forward': info(
    'The query asks the server to pass it on to another host. Most servers refuse that.',
    'RFC 1288',
    '3.2.1',
  ),
});

export const finger: Scheme<'finger', FingerDetails, FingerRequest, keyof typeof diagnostics> = {
  ...rules.finger,
  kind: 'finger',
  title: 'Finger user information',
  specifications: [
    { document: DRAFT, section: 'Description' },
    { document: 'RFC 1288', section: '2.3' },
  ],
  example: 'finger://host.example/user',
  diagnostics,
  notePath: (pass, mark) => {
    const { pathFrom, pathTo } = pass;
    if (pass.written(mark, pathTo).includes('@')) pass.note('finger-forward', pathFrom, pathTo);
  },
  details: fingerDetails,
  request: (parts, _details, extent) => fingerRequest(parts, extent),
  wireOctets: fingerWireOctets,
  sentence,
  explanation,
  templateVariables: { user: 'the user that the query is about.' },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: false,
};

function sentence({ details, components }: ResolutionOf<'finger', FingerDetails, unknown>): string {
  const { user, verbose, hosts } = details;
  const [asked, ...others] = [...hosts, ''].map(quote);
  const who = user === null ? 'Everyone who is logged in' : `The user ${quote(user)}`;
  const server = hostAndPort(components);
  const by = [server, ...others.slice(0, -1).reverse()].join(', ');
  const where = hosts.length === 0 ? server : `${asked}, by way of ${by}`;
  return `${who} at ${where}${verbose ? ', with all details' : ''}.`;
}
