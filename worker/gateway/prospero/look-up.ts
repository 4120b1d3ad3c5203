/** Looks up an object: asks version 1 where a server knows no later one, and follows servers that forward their clients. */
import { explain } from '../../../src/index.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { prosperoUrl } from '../../../src/protocols/prospero/access.ts';
import { type ObjectPlace, type ProsperoAnswer, parseAnswer } from '../../../src/protocols/prospero/links.ts';
import type { Ask } from '../../../src/schemes/prospero/request.ts';
import { ProsperoError, type ProtocolVersion } from '../../../src/schemes/prospero/tokens.ts';
import { decodeOctets } from '../../../src/uri/decode.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { canonicalOrNull } from '../contract/canonical-or-null.ts';
import { noServer } from '../contract/socket-target.ts';
import type { Questions, Server } from './relay.ts';

export interface Found {
  readonly answer: ProsperoAnswer;
  /** As the server sent it, one character for each octet. */
  readonly text: string;
  /** The server that answered. */
  readonly server: Server;
  /** Whether another server was asked first. */
  readonly forwarded: boolean;
}

/**
 * Looks up an object.
 *
 * @throws GatewayError as `Questions.ask`; `gateway-protocol` for an answer that cannot be parsed, or servers that
 * forward their clients in circles
 */
export async function lookUp(questions: Questions, server: Server, ask: Ask): Promise<Found> {
  let asked = server;
  for (let forwards = 0; forwards <= protocolLimits.prosperoForwards; forwards++) {
    const { answer, text } = await askInAnyVersion(questions, asked, ask);
    if (answer.forwarded === null) return { answer, text, server: asked, forwarded: forwards > 0 };
    asked = serverOf(answer.forwarded);
  }
  throw new GatewayError('gateway-protocol', 'The servers forward the request in a loop.');
}

async function askInAnyVersion(
  questions: Questions,
  server: Server,
  ask: Ask,
): Promise<Pick<Found, 'answer' | 'text'>> {
  const found = await askIn(5, questions, server, ask);
  return found.answer.refusal?.kind === 'version' ? askIn(1, questions, server, ask) : found;
}

async function askIn(
  version: ProtocolVersion,
  questions: Questions,
  server: Server,
  ask: Ask,
): Promise<Pick<Found, 'answer' | 'text'>> {
  const text = await questions.ask(server, ask, version);
  try {
    return { text, answer: parseAnswer(text, version) };
  } catch (error) {
    if (!(error instanceof ProsperoError)) throw error;
    throw new GatewayError('gateway-protocol', error.message);
  }
}

/**
 * The server of a place that another server names.
 *
 * @throws GatewayError `gateway-protocol` if no URL can name it
 */
export function serverOf(place: ObjectPlace): Server {
  const url = prosperoUrl(place);
  const canonical = url === null ? null : canonicalOrNull(url);
  const link = canonical === null ? null : explain(canonical);
  if (link === null || link.kind !== 'prospero') {
    throw new GatewayError('gateway-protocol', 'The server forwards the request without a target.');
  }
  return serverIn(link);
}

/** The server of a link, and what the link names there. */
export function serverIn({
  components: { host, port, path },
  details,
}: {
  readonly components: { readonly host: string | null; readonly port: number | null; readonly path: string };
  readonly details: { readonly version: string | null };
}): Server {
  if (host === null || port === null) throw noServer();
  const [name = ''] = path.slice(1).split(';', 1);
  return { host, port, hsoname: latin1Of(decodeOctets(name)), version: details.version };
}
