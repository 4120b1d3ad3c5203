/** Questions by datagrams: what is judged, sent and heard. */
import { expect, test } from 'vitest';
import { parseEgressPolicy } from '../../../../src/egress/policy.ts';
import { askByDatagrams } from '../../../../src/open/prospero/ask.ts';
import { type ProsperoQuestion, questionOctets } from '../../../../src/open/prospero/question.ts';
import { connectionIdOf, datagramSockets } from '../../protocols/prospero/fake-datagrams.ts';
import { packet } from '../../protocols/prospero/packets.ts';

const question: ProsperoQuestion = {
  host: 'h.example.org',
  port: 1525,
  hsoname: '/pub',
  objectVersion: null,
  version: 5,
  ask: 'list',
};
const never = new AbortController().signal;

function network(addresses: readonly string[] = ['93.184.215.14']) {
  const sockets = datagramSockets({
    reply: (request) => [packet(1, 'NOT-FOUND', { total: 1, id: connectionIdOf(request) })],
  });
  const heard: string[] = [];
  const text = (octets: Uint8Array) => new TextDecoder().decode(octets);
  return {
    ...sockets,
    heard,
    policy: parseEgressPolicy({}),
    resolve: async () => addresses,
    listen: ({ address, port }: { address: string; port: number }) => {
      heard.push(`${address} ${port}`);
      return {
        sent: (octets: Uint8Array) => void heard.push(`sent ${text(octets)}`),
        received: (octets: Uint8Array) => void heard.push(`received ${text(octets)}`),
      };
    },
  };
}

test('the question goes to the judged address, and its listener hears question and answer', async () => {
  const own = network();
  expect(new TextDecoder().decode(await askByDatagrams(question, own, never))).toBe('NOT-FOUND');
  expect(own.peers).toEqual(['udp4 93.184.215.14 1525']);
  expect(own.heard).toEqual([
    '93.184.215.14 1525',
    `sent ${new TextDecoder().decode(questionOctets(question))}`,
    'received NOT-FOUND',
  ]);
});

test.each([null, () => null])('nobody has to listen', async (listen) => {
  const answer = await askByDatagrams(question, { ...network(), listen }, never);
  expect(new TextDecoder().decode(answer)).toBe('NOT-FOUND');
});

test.each([
  ['h.example.org', 1525, ['127.0.0.1'], 'address'],
  ['h.example.org', 191, ['93.184.215.14'], 'port'],
  ['h.example.org', 1525, ['93.184.215.14'], null],
])('%s, port %i at %j: refused by %j', async (host, port, addresses, rule) => {
  const own = network(addresses);
  const asked = askByDatagrams({ ...question, host, port }, own, never);
  if (rule === null) await asked;
  else await expect(asked).rejects.toMatchObject({ code: 'egress-denied', rule });
  expect(own.peers).toHaveLength(rule === null ? 1 : 0);
});

test('a name that does not resolve in time ends with the request', async () => {
  const client = new AbortController();
  const asked = askByDatagrams(question, { ...network(), resolve: () => new Promise(() => {}) }, client.signal);
  client.abort();
  await expect(asked).rejects.toMatchObject({ code: 'client-closed' });
});
