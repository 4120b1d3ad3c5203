/** Asks Prospero servers by datagrams, over the sockets and the resolver of a platform. */

import type { EgressPolicy } from '../../egress/policy.ts';
import type { Listener } from '../../net/connection.ts';
import { underSignal } from '../../net/deadline.ts';
import { type DatagramPeer, findPeer, type Resolver } from '../../net/peer.ts';
import { type CreateSocket, exchangeDatagrams } from '../../protocols/prospero/datagrams.ts';
import { prospero } from '../../schemes/prospero/definition.ts';
import { type ProsperoQuestion, questionOctets } from './question.ts';

/** What a platform lends. */
interface DatagramNetwork {
  readonly policy: EgressPolicy;
  readonly resolve: Resolver;
  readonly createSocket: CreateSocket;
  /** Hears the question, and the answer if there is one; `null` = nobody listens. */
  readonly listen: ((peer: DatagramPeer) => Listener | null) | null;
}

/**
 * Asks the server of a question. Its name is resolved once, and only that address is asked.
 *
 * @returns the octets of the answer
 * @throws GatewayError `egress-denied`; ProtocolError `invalid-request`, or as `exchangeDatagrams`; the reason of the
 *   signal
 */
export async function askByDatagrams(
  question: ProsperoQuestion,
  { policy, resolve, createSocket, listen }: DatagramNetwork,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { host, port, version } = question;
  const text = questionOctets(question);
  const server = { host, port, defaultPort: prospero.defaultPort ?? null };
  const peer = await underSignal(findPeer(server, policy, resolve), signal);
  const listener = listen?.(peer) ?? null;
  listener?.sent(text);
  const answer = await exchangeDatagrams(peer, text, version, signal, createSocket);
  listener?.received(answer);
  return answer;
}
