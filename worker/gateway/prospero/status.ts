/** The errors that the refusals of a Prospero server become for an HTTP client. */

import { octetsOfLatin1, utf8OrLatin1Of } from '../../../src/octets/octets.ts';
import type { ProsperoAnswer, Refusal } from '../../../src/protocols/prospero/links.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { GatewayCode } from '../../errors/table.ts';

const MEANINGS: Readonly<Record<Refusal, readonly [code: GatewayCode, detail: string]>> = {
  'not-found': ['not-found', 'The server has no object with this name.'],
  'not-authorized': ['forbidden', 'The server requires a login for this object.'],
  'not-a-directory': ['not-found', 'The object is not a directory, and the server does not give its contents.'],
  version: ['gateway-protocol', 'The server does not support this gateway’s version of the protocol.'],
  error: ['gateway-protocol', 'The server reports an error.'],
};

const LONGEST_QUOTE = 300;
/** Servers name their own files, and these are nobody's business. */
const PATH = /\S*\/\S*/g;

/** The error for a refusal. It quotes the server, without the paths of its files. */
export function refusalError({ kind, text }: NonNullable<ProsperoAnswer['refusal']>): GatewayError {
  const [code, detail] = MEANINGS[kind];
  const reply = utf8OrLatin1Of(octetsOfLatin1(text.slice(0, LONGEST_QUOTE)))
    .replace(PATH, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return new GatewayError(code, reply === '' ? detail : `${detail} It says: “${reply}”.`, { reply });
}
