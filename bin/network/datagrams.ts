/** Asks Prospero servers by UDP. Their hosts are canonicalized and judged by the policy, as by the relay. */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { resolverOf } from '../../src/net/peer.ts';
import { latin1Of } from '../../src/octets/octets.ts';
import { askByDatagrams } from '../../src/open/prospero/ask.ts';
import { questionOf } from '../../src/open/prospero/question.ts';
import { GIVEN_UP } from '../../src/protocols/prospero/ardp.ts';
import type { AskProspero } from '../../src/protocols/prospero/client.ts';
import { type FetchNetwork, policyOf } from './network.ts';

const systemResolver = resolverOf(lookup);

/** Asks servers of this network, until the signal aborts. */
export const udpTransport =
  (network: FetchNetwork, signal: AbortSignal): AskProspero =>
  async (...asked) => {
    const platform = { policy: policyOf(network), resolve: systemResolver, createSocket, listen: network.listen };
    const deadline = new Deadline(GIVEN_UP, timedOut('total'), signal);
    try {
      return latin1Of(await askByDatagrams(questionOf(...asked), platform, deadline.signal));
    } finally {
      deadline.end();
    }
  };
