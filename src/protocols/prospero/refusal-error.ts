/** The errors that the refusals of a Prospero server are. */
import { octetsOfLatin1, utf8OrLatin1Of } from '../../octets/octets.ts';
import { type ProtocolCode, ProtocolError } from '../protocol-error.ts';
import type { ProsperoAnswer, Refusal } from './links.ts';

const MEANINGS: Readonly<Record<Refusal, readonly [code: ProtocolCode, sentence: string]>> = {
  'not-found': ['not-found', 'The server has no object with this name.'],
  'not-authorized': ['forbidden', 'The server requires a login for this object.'],
  'not-a-directory': ['not-found', 'The object is not a directory, and the server does not give its contents.'],
  version: ['malformed', 'The server does not support this gateway’s version of the protocol.'],
  error: ['malformed', 'The server reports an error.'],
};

const LONGEST_QUOTE = 300;
/** Servers name their own files, which are not for strangers. */
const PATH = /\S*\/\S*/g;

/** The error for a refusal. It quotes the server, without the paths of its files. */
export function refusalError({ kind, status, text }: NonNullable<ProsperoAnswer['refusal']>): ProtocolError {
  const [code, sentence] = MEANINGS[kind];
  const reply = utf8OrLatin1Of(octetsOfLatin1(text.slice(0, LONGEST_QUOTE)))
    .replace(PATH, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const message = reply === '' ? sentence : `${sentence} It says: “${reply}”.`;
  return new ProtocolError(code, message, { reply, status });
}
