/** Asks Prospero servers by UDP: the part of the Worker's relay that needs no relay. */
import { GIVEN_UP } from '../../src/protocols/prospero/ardp.ts';
import { gatewayErrorOf, isFailure } from '../../worker/errors/gateway-error.ts';
import { Deadline, timedOut, underSignal } from '../../worker/net/deadline.ts';
import { exchangeDatagrams } from '../../worker/relay/datagrams.ts';
import { findPeer, systemResolver } from '../../worker/relay/peer.ts';
import { parseQuestion, textOf } from '../../worker/relay/question.ts';
import { currentNetwork, policyOf } from './network.ts';

/** Answers a question of the Prospero gateway, as the relay would by HTTP. */
export const askProspero: Fetcher['fetch'] = async (_, init) => {
  try {
    return new Response(await answerTo(String(init?.body), init?.signal ?? null));
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { code, rule, message: detail, status } = gatewayErrorOf(error);
    return Response.json({ code, rule, detail }, { status });
  }
};

async function answerTo(json: string, signal: AbortSignal | null): Promise<Uint8Array> {
  const network = currentNetwork();
  const question = parseQuestion(json);
  const text = textOf(question);
  const deadline = new Deadline(GIVEN_UP, timedOut('total'), signal);
  try {
    const peer = await underSignal(findPeer(question, policyOf(network), systemResolver), deadline.signal);
    const listener = network.listen?.({ address: peer.address, port: peer.port }) ?? null;
    listener?.sent(text);
    const answer = await exchangeDatagrams(peer, text, question.version, deadline.signal);
    listener?.received(answer);
    return answer;
  } finally {
    deadline.end();
  }
}
