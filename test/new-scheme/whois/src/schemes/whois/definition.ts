/** What whois links mean, and what clients send for them. */
import type { Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { type WhoisDetails, type WhoisRequest, whoisDetails, whoisRequest, whoisWireOctets } from './request.ts';
import * as rules from './rules.ts';

export const whois: Scheme<'whois', WhoisDetails, WhoisRequest> = {
  ...rules.whois,
  kind: 'whois',
  title: 'Registry of names and networks',
  specifications: [{ document: 'RFC 3912', section: '2' }],
  example: 'whois://whois.example/host.example',
  details: whoisDetails,
  request: whoisRequest,
  wireOctets: whoisWireOctets,
  sentence: ({ details: { object }, components }) =>
    `The record of ${object === null ? 'the registry itself' : quote(object)} in the registry ${hostAndPort(components)}.`,
  templateVariables: { object: 'the name or network that the query is about.' },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: false,
};
