/**
 * Asks Prospero servers by UDP. Their hosts are canonicalized, and judged by the policy of the network, as by the
 * relay.
 */
import { latin1Of } from '../../src/octets/octets.ts';
import { GIVEN_UP } from '../../src/protocols/prospero/ardp.ts';
import type { AskProspero } from '../../src/protocols/prospero/client.ts';
import { Deadline, timedOut, underSignal } from '../../worker/net/deadline.ts';
import { exchangeDatagrams } from '../../worker/relay/datagrams.ts';
import { findPeer, systemResolver } from '../../worker/relay/peer.ts';
import { questionOctets, questionOf } from '../../worker/relay/question.ts';
import { type Network, policyOf } from './network.ts';

export const udpTransport =
  (network: Network, signal: AbortSignal): AskProspero =>
  async (...asked) => {
    const question = questionOf(...asked);
    const text = questionOctets(question);
    const deadline = new Deadline(GIVEN_UP, timedOut('total'), signal);
    try {
      const peer = await underSignal(findPeer(question, policyOf(network), systemResolver), deadline.signal);
      const listener = network.listen?.({ address: peer.address, port: peer.port }) ?? null;
      listener?.sent(text);
      const answer = await exchangeDatagrams(peer, text, question.version, deadline.signal);
      listener?.received(answer);
      return latin1Of(answer);
    } finally {
      deadline.end();
    }
  };
