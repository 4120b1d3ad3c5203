/**
 * What the relay of the Prospero gateway costs: a directory of 5,000 links over UDP on loopback, with a network that
 * loses nothing and one that loses 5 % of the packets.
 */
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { startRelay } from '../../worker/relay/relay.ts';
import { startProspero } from '../servers/prospero.ts';
import { median } from './download.ts';
import { figure, type Table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SECRET = 'a secret of the bench';
/** How many of a hundred packets are lost. */
const LOSSES = [0, 5];
const LINKS = 5000;

interface Round {
  readonly milliseconds: number;
  /** Packets that the server sent, also again. */
  readonly sent: number;
  readonly lost: number;
  /** Requests and acknowledgements of the relay. */
  readonly received: number;
}

/** Measures both networks, in turns. */
export async function benchProspero(): Promise<Table> {
  const server = await startProspero();
  const relay = await startRelay({
    ...{ secret: SECRET, port: 0 },
    policy: parseEgressPolicy({ EGRESS_ALLOW: `127.0.0.1:${server.port}` }),
  });
  const question = { host: '127.0.0.1', port: server.port, hsoname: '/museum/many', objectVersion: null };
  const body = JSON.stringify({ ...question, version: 5, ask: 'list' });

  async function ask(): Promise<Round> {
    const { received, sent } = server;
    const before = { received: received.count, ...sent };
    const started = performance.now();
    const response = await fetch(relay.origin, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SECRET}` },
      body,
    });
    const links = (await response.text()).match(/^LINK /gm)?.length ?? 0;
    if (links !== LINKS) throw new Error(`${links} links came, of ${LINKS}`);
    return {
      milliseconds: performance.now() - started,
      sent: sent.count - before.count,
      lost: sent.lost - before.lost,
      received: received.count - before.received,
    };
  }

  try {
    const rounds = LOSSES.map((lost) => ({ lost, rounds: [] as Round[] }));
    for (let round = -1; round < ROUNDS; round++) {
      for (const { lost, rounds: measured } of rounds) {
        server.network.lost = lost;
        const result = await ask();
        if (round >= 0) measured.push(result);
      }
    }
    return {
      about: `A directory of ${LINKS.toLocaleString('en')} links through the relay, over UDP on loopback: medians.`,
      head: ['packets lost of a hundred', 'ms', 'packets of the server', 'of them lost', 'packets of the relay'],
      rows: rounds.map(({ lost, rounds: measured }) => [
        String(lost),
        ...(['milliseconds', 'sent', 'lost', 'received'] as const).map((name) =>
          figure(median(measured.map((result) => result[name]))),
        ),
      ]),
    };
  } finally {
    await relay.close();
    await server.close();
  }
}
