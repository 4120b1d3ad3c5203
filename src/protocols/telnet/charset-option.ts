/** The option CHARSET of telnet (RFC 2066): a server offers charsets, and the client takes one. */
import { charsetOf } from '../../octets/charset.ts';
import { latin1Of, octetsOfLatin1 } from '../../octets/octets.ts';
import { OPTION, subnegotiation } from './telnet-decoder.ts';

const REQUEST = 1;
const ACCEPTED = 2;
const REJECTED = 3;

/** A server may say so that it knows translation tables, before their version, which is one octet. */
const TABLES = /^\[TTABLE\][\s\S]/;

/** Charsets in which ASCII is not ASCII, or whose escape sequences are those of a terminal, and what is no charset. */
const UNFIT: ReadonlySet<string> = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp', 'replacement', 'x-user-defined']);

/** An answer to a server, and the charset that it makes both ends use; `null` = as before. */
interface CharsetAnswer {
  readonly reply: Uint8Array;
  readonly charset: string | null;
}

/** Answers a subnegotiation; `null` if it is no request. The first charset that can be decoded is taken. */
export function answerCharsets(parameters: Uint8Array): CharsetAnswer | null {
  if (parameters[0] !== REQUEST) return null;
  const [separator = '', ...list] = latin1Of(parameters.subarray(1)).replace(TABLES, '');
  for (const name of list.join('').split(separator)) {
    const charset = charsetOf(name);
    if (charset === null || UNFIT.has(charset)) continue;
    return { reply: subnegotiation(OPTION.charset, [ACCEPTED, ...octetsOfLatin1(name)]), charset };
  }
  return { reply: subnegotiation(OPTION.charset, [REJECTED]), charset: null };
}
