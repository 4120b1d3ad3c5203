/** Questions to Prospero servers, as they are asked by datagrams. They can say nothing else. */
import { safeExplain } from '../../index.ts';
import { octetsOfLatin1 } from '../../octets/octets.ts';
import { escapedText, type ObjectPlace, prosperoUrl } from '../../protocols/prospero/links.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { type Ask, prosperoObject, questionText } from '../../schemes/prospero/request.ts';
import { ProsperoError, type ProtocolVersion } from '../../schemes/prospero/tokens.ts';

export interface ProsperoQuestion {
  /** Canonical. */
  readonly host: string;
  readonly port: number;
  /** The host-specific object name, percent-encoded as in a URL. */
  readonly hsoname: string;
  /** The version of the object; `null` = the current one. */
  readonly objectVersion: string | null;
  /** The version of the protocol. */
  readonly version: ProtocolVersion;
  readonly ask: Ask;
}

/**
 * The question about an object. Its host may be from the answer of another server, so it is canonicalized here: the
 * egress policy judges canonical hosts.
 *
 * @throws ProtocolError `malformed` if no URL can name the object
 */
export function questionOf(object: ObjectPlace, ask: Ask, version: ProtocolVersion): ProsperoQuestion {
  const url = prosperoUrl(object);
  const explained = url === null ? null : safeExplain(url, { complete: true });
  const { host, port } = explained?.ok ? explained.value.components : NO_SERVER;
  if (host === null || port === null) {
    throw new ProtocolError('malformed', 'The server forwards the request without a target.');
  }
  return { host, port, hsoname: escapedText(object.hsoname), objectVersion: object.version, version, ask };
}

const NO_SERVER = { host: null, port: null };

/** @throws ProtocolError `invalid-request` if the name cannot be sent */
export function questionOctets({ hsoname, objectVersion, version, ask }: ProsperoQuestion): Uint8Array {
  const object = prosperoObject({ path: `/${hsoname.replaceAll(';', '%3B')}` }, objectVersion);
  if (object === null) throw new ProtocolError('invalid-request', 'A Prospero request cannot contain this name.');
  try {
    return octetsOfLatin1(questionText(object, ask, version));
  } catch (error) {
    if (!(error instanceof ProsperoError)) throw error;
    throw new ProtocolError('invalid-request', error.message);
  }
}
