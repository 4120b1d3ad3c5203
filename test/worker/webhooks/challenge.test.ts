/** `/v1/validate` with a challenge: whether an endpoint wants to be called, over the sockets of the runtime. */
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChallengeResult } from '../../../src/webhooks/challenge.ts';
import type { Problem } from '../../../worker/http/problem.ts';
import type { WebhookVerdict } from '../../../worker/webhooks/verdict.ts';
import { type Receiver, receiver } from '../../src/guarded-fetch/receiver.ts';
import { type Description, descriptionOf, expectDescribed } from '../build/openapi/description.ts';
import { startWorker } from '../harness.ts';
import { type DohServer, serveDoh } from '../net/doh-server.ts';
import { problemType, readProblem } from '../problems.ts';

const TOKEN = 'open-sesame-0123';
const SECRET = `whsec_${btoa('a secret of 24 octets or more')}`;
const NAME = 'gopher.waypost.example.org';

/** The requests of the endpoint, and what it answers. */
const seen: { method: string | undefined; origin: unknown; agent: unknown }[] = [];
let allowed: Record<string, string> = {};

let endpoint: Receiver;
let doh: DohServer;
let worker: Awaited<ReturnType<typeof startWorker>>;
let description: Description;

beforeAll(async () => {
  endpoint = await receiver(async (request, response) => {
    const body = await text(request);
    const { method, headers } = request;
    seen.push({ method, origin: headers['webhook-request-origin'], agent: headers['user-agent'] });
    if (method === 'OPTIONS') return response.writeHead(200, allowed).end();
    const webhook = new Webhook(SECRET);
    const id = String(headers['webhook-id']);
    webhook.verify(body, {
      'webhook-id': id,
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
    const reply = JSON.stringify({ challenge: JSON.parse(body).data.challenge });
    const now = new Date();
    const signed = {
      'webhook-id': id,
      'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
      'webhook-signature': webhook.sign(id, now, reply),
    };
    return response.writeHead(200, signed).end(reply);
  }, 'trusted');
  doh = await serveDoh(({ name, type, before }) => {
    if (type === 'AAAA') return { addresses: [] };
    // A name that would have moved into the network when it is called.
    if (name.startsWith('rebinding')) return { addresses: [before === 0 ? '127.0.0.1' : '10.0.0.1'] };
    return { addresses: ['127.0.0.1'] };
  });
  const vars = { DOH_URL: doh.url, EGRESS_ALLOW: `127.0.0.1:${endpoint.port}`, RATE_LIMITS: 'challenge=100' };
  worker = await startWorker({ ...vars, LINK_TOKENS: `alice:${TOKEN}` });
  description = await descriptionOf(worker);
});
afterAll(() => Promise.all([worker.close(), doh.close(), endpoint.close()]));

const post = (body: unknown, token: string | null = TOKEN, to = worker) =>
  to.fetch('/v1/validate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

const urlOf = (name = NAME) => `https://${name}:${endpoint.port}/in`;

/** The challenge of a verdict, which the description covers. */
async function challenged(body: Record<string, unknown>): Promise<ChallengeResult | null> {
  seen.length = 0;
  const response = await post({ challenge: true, ...body });
  expect(response.status).toBe(200);
  await expectDescribed(response.clone(), description, '/v1/validate', 'post');
  const verdict: WebhookVerdict = await response.json();
  return verdict.challenge;
}

describe('an endpoint', () => {
  test('allows it in the handshake', async () => {
    allowed = { 'WebHook-Allowed-Origin': '*', 'WebHook-Allowed-Rate': '30' };
    expect(await challenged({ url: urlOf() })).toEqual({
      wanted: true,
      allowedRate: 30,
      steps: [{ step: 'handshake', status: 200, outcome: 'granted', detail: expect.any(String) }],
    });
    expect(seen).toEqual([{ method: 'OPTIONS', origin: new URL(worker.origin).hostname, agent: 'waypost' }]);
  });

  test('is asked if a block of allowed hosts has its address, and not if none has', async () => {
    allowed = { 'WebHook-Allowed-Origin': '*' };
    const within = await challenged({ url: urlOf(), policy: { allowHosts: ['127.0.0.0/8'] } });
    expect([within?.wanted, seen.length]).toEqual([true, 1]);
    const outside = await challenged({ url: urlOf(), policy: { allowHosts: ['127.1.0.0/16'] } });
    expect([outside, seen.length]).toEqual([null, 0]);
  });

  test('proves it by an echo, and the secret is in no log', async () => {
    allowed = {};
    worker.takeLog();
    const sender = { origin: 'sender.example.org', secret: SECRET, rate: 60 };
    const result = await challenged({ url: urlOf(), sender });
    expect(result).toMatchObject({ wanted: true, steps: [{ outcome: 'no-agreement' }, { outcome: 'granted' }] });
    expect(seen.map(({ method, origin }) => [method, origin])).toEqual([
      ['OPTIONS', 'sender.example.org'],
      ['POST', 'sender.example.org'],
    ]);
    expect(JSON.stringify(worker.takeLog())).not.toContain(SECRET.slice(6));
  });

  test('agrees to nothing', async () => {
    allowed = {};
    expect(await challenged({ url: urlOf() })).toMatchObject({ wanted: false, steps: [{ outcome: 'no-agreement' }] });
  });

  test('is not asked if its URL is invalid', async () => {
    const before = endpoint.connections;
    for (const url of ['https://127.0.0.1/', 'http://hooks.example.com/', 'x', `https://localhost:${endpoint.port}/`]) {
      expect(await challenged({ url })).toBe(null);
    }
    expect(endpoint.connections).toBe(before);
  });

  test('is called at the addresses of its verdict: its name is looked up once', async () => {
    const before = endpoint.connections;
    await challenged({ url: urlOf('rebinding.example.org') });
    expect(endpoint.connections).toBe(before + 1);
    expect(doh.questions.filter(({ name }) => name === 'rebinding.example.org').map(({ type }) => type)).toEqual([
      'A',
      'AAAA',
    ]);
  });

  test('has another certificate: the answer says so', async () => {
    const result = await challenged({ url: urlOf('other.example.org') });
    expect(result).toMatchObject({ wanted: null, steps: [{ outcome: 'failed' }] });
    expect(result?.steps[0]?.detail).toContain('certificate');
  });
});

describe('is refused', () => {
  test.each([
    [null, 'Send a token'],
    ['a-token-of-nobody', 'not valid'],
  ])('with the token %s', async (token, message) => {
    const before = endpoint.connections;
    const problem = await readProblem(await post({ url: urlOf(), challenge: true }, token));
    expect([problem.status, problem.errors[0]?.message]).toEqual([401, expect.stringContaining(message)]);
    expect(endpoint.connections).toBe(before);
  });

  test('without tokens of the service', async () => {
    const other = await startWorker({});
    const response = await post({ url: urlOf(), challenge: true }, TOKEN, other);
    await expectDescribed(response.clone(), description, '/v1/validate', 'post');
    const problem = await readProblem(response);
    expect([problem.status, problem.type]).toEqual([403, problemType('challenges-disabled')]);
    await other.close();
  });

  test.each<[body: unknown, message: string]>([
    [{ challenge: 'yes' }, '`challenge` must be true or false.'],
    [{ sender: { origin: 'a' } }, '`sender` needs `"challenge": true`.'],
    [
      { challenge: true, sender: { secret: 'whsec_x' } },
      '`sender.secret` must be `whsec_` and the base64 of 24 to 64 octets.',
    ],
    [{ challenge: true, sender: { origin: 'a b' } }, '`sender.origin` must be a DNS name.'],
    [{ challenge: true, sender: { callback: 'http://a/' } }, '`sender.callback` must be an https URL.'],
    [{ challenge: true, sender: { rate: 0 } }, '`sender.rate` must be a whole number from 1 to 1000000.'],
    [{ challenge: true, sender: { name: 'a' } }, 'Unknown member `sender.name`.'],
  ])('%j', async (body, message) => {
    const problem = await readProblem(await post({ url: urlOf(), ...(body as object) }));
    expect([problem.status, problem.errors[0]?.message]).toEqual([400, message]);
  });

  test('in an array, as a challenge is for one URL', async () => {
    const answers: Problem[] = await (await post([{ url: urlOf(), challenge: true }])).json();
    expect(answers).toMatchObject([
      {
        status: 400,
        detail: expect.stringContaining('A `challenge` takes one URL, in an object that is the whole body.'),
      },
    ]);
  });

  test('beyond the limit of a server, which all clients share', async () => {
    const vars = { DOH_URL: doh.url, EGRESS_ALLOW: `127.0.0.1:${endpoint.port}`, RATE_LIMITS: 'challenge=2' };
    const other = await startWorker({ ...vars, LINK_TOKENS: `alice:${TOKEN}` });
    const statuses: number[] = [];
    // Names are free: the address is what counts.
    for (let request = 0; request < 3; request++)
      statuses.push((await post({ url: urlOf(`n${request}.example.org`), challenge: true }, TOKEN, other)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await post({ url: urlOf() }, TOKEN, other)).status).toBe(200);
    await other.close();
  });
});
