/** The questions that the relay takes. It is no UDP proxy: it builds the packets itself, and they can say nothing else. */

import { safeExplain } from '../../src/index.ts';
import { octetsOfLatin1 } from '../../src/octets/octets.ts';
import { escaped, prosperoUrl } from '../../src/protocols/prospero/access.ts';
import type { ObjectPlace } from '../../src/protocols/prospero/links.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { ASKS, type Ask, prosperoObject, questionText } from '../../src/schemes/prospero/request.ts';
import { ProsperoError, type ProtocolVersion } from '../../src/schemes/prospero/tokens.ts';
import { GatewayError } from '../errors/gateway-error.ts';

/** What a client of the relay sends, as JSON. */
export interface Question {
  /** A canonical host. */
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
 * The question about an object. Its host may be from the answer of another server, so it is canonicalized here: the egress
 * policy judges canonical hosts.
 *
 * @throws ProtocolError `malformed` if no URL can name the object
 */
export function questionOf(object: ObjectPlace, ask: Ask, version: ProtocolVersion): Question {
  const url = prosperoUrl(object);
  const explained = url === null ? null : safeExplain(url);
  const { host, port } = explained?.ok ? explained.value.components : NO_SERVER;
  if (host === null || port === null) {
    throw new ProtocolError('malformed', 'The server forwards the request without a target.');
  }
  return { host, port, hsoname: escaped(object.hsoname), objectVersion: object.version, version, ask };
}

const NO_SERVER = { host: null, port: null };

/**
 * Reads a question.
 *
 * @throws GatewayError `bad-request`
 */
export function parseQuestion(json: string): Question {
  const question = parsed(json);
  const { host, port, hsoname, objectVersion, version, ask } = question;
  if (
    typeof host !== 'string' ||
    typeof port !== 'number' ||
    !Number.isInteger(port) ||
    typeof hsoname !== 'string' ||
    !(objectVersion === null || typeof objectVersion === 'string') ||
    !(version === 1 || version === 5) ||
    !isAsk(ask)
  ) {
    throw new GatewayError('bad-request', 'A question has host, port, hsoname, objectVersion, version and ask.');
  }
  return { host, port, hsoname, objectVersion, version, ask };
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    throw new GatewayError('bad-request', 'The question is not JSON.');
  }
}

function isAsk(value: unknown): value is Ask {
  return ASKS.some((ask) => ask === value);
}

/**
 * The text of a question, in octets.
 *
 * @throws GatewayError `bad-request` if the name cannot be sent
 */
export function textOf({ hsoname, objectVersion, version, ask }: Question): Uint8Array {
  const object = prosperoObject({ path: `/${hsoname.replaceAll(';', '%3B')}` }, objectVersion);
  if (object === null) throw new GatewayError('bad-request', 'No question of Prospero can have this name.');
  try {
    return octetsOfLatin1(questionText(object, ask, version));
  } catch (error) {
    if (!(error instanceof ProsperoError)) throw error;
    throw new GatewayError('bad-request', error.message);
  }
}
