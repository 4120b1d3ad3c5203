/**
 * The questions that the relay takes. It is no UDP proxy: it builds the packets itself, and they can say nothing else.
 */
import * as v from 'valibot';
import { safeExplain } from '../../src/index.ts';
import { octetsOfLatin1 } from '../../src/octets/octets.ts';
import { escaped, type ObjectPlace, prosperoUrl } from '../../src/protocols/prospero/links.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { ASKS, type Ask, prosperoObject, questionText } from '../../src/schemes/prospero/request.ts';
import { ProsperoError, type ProtocolVersion } from '../../src/schemes/prospero/tokens.ts';
import { GatewayError } from '../errors/gateway-error.ts';

/** What a client of the relay sends, as JSON. */
const Question = v.object({
  /** Canonical. */
  host: v.string(),
  port: v.pipe(v.number(), v.integer()),
  /** The host-specific object name, percent-encoded as in a URL. */
  hsoname: v.string(),
  /** The version of the object; `null` = the current one. */
  objectVersion: v.nullable(v.string()),
  /** The version of the protocol. */
  version: v.picklist([1, 5]),
  ask: v.picklist(ASKS),
});
export type Question = Readonly<v.InferOutput<typeof Question>>;

/**
 * The question about an object. Its host may be from the answer of another server, so it is canonicalized here: the
 * egress policy judges canonical hosts.
 *
 * @throws ProtocolError `malformed` if no URL can name the object
 */
export function questionOf(object: ObjectPlace, ask: Ask, version: ProtocolVersion): Question {
  const url = prosperoUrl(object);
  const explained = url === null ? null : safeExplain(url, { complete: true });
  const { host, port } = explained?.ok ? explained.value.components : NO_SERVER;
  if (host === null || port === null) {
    throw new ProtocolError('malformed', 'The server forwards the request without a target.');
  }
  return { host, port, hsoname: escaped(object.hsoname), objectVersion: object.version, version, ask };
}

const NO_SERVER = { host: null, port: null };

/** @throws GatewayError `bad-request` */
export function parseQuestion(json: string): Question {
  const { success, output } = v.safeParse(Question, parsed(json));
  if (success) return output;
  throw new GatewayError('bad-request', 'A question has host, port, hsoname, objectVersion, version and ask.');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new GatewayError('bad-request', 'The question is not JSON.');
  }
}

/** @throws GatewayError `bad-request` if the name cannot be sent */
export function questionOctets({ hsoname, objectVersion, version, ask }: Question): Uint8Array {
  const object = prosperoObject({ path: `/${hsoname.replaceAll(';', '%3B')}` }, objectVersion);
  if (object === null) throw new GatewayError('bad-request', 'No question of Prospero can have this name.');
  try {
    return octetsOfLatin1(questionText(object, ask, version));
  } catch (error) {
    if (!(error instanceof ProsperoError)) throw error;
    throw new GatewayError('bad-request', error.message);
  }
}
