/** The proof that an endpoint wants to be called: the handshake, the echo, and endpoints that only seem to agree. */
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EgressError } from '../../../src/egress/egress-error.ts';
import { CHALLENGE_OUTCOMES, CHALLENGE_STEPS, type ChallengeAnswer } from '../../../src/webhooks/challenge.ts';
import { type ChallengeOptions, challengeEndpoint, signMessage } from '../../../src/webhooks/index.ts';

const URL = 'https://hooks.example.com/in';
const ORIGIN = 'sender.example.org';
const SECRET = `whsec_${btoa('s'.repeat(24))}`;
const OTHER = `whsec_${btoa('o'.repeat(24))}`;

type Endpoint = (request: Request) => ChallengeAnswer | Promise<ChallengeAnswer>;

/** Asks an endpoint; the requests that it got are in the second part. */
async function ask(endpoint: Endpoint, options: Partial<ChallengeOptions> = {}) {
  const requests: Request[] = [];
  const fetch: ChallengeOptions['fetch'] = async (url, init) => {
    expect(Object.values(init.headers).filter((value) => typeof value !== 'string')).toEqual([]);
    const request = new Request(url, init);
    requests.push(request.clone());
    return endpoint(request);
  };
  const result = await challengeEndpoint(URL, { fetch, origin: ORIGIN, ...options });
  for (const { step, outcome } of result.steps) {
    expect(CHALLENGE_STEPS).toContain(step);
    expect(CHALLENGE_OUTCOMES).toContain(outcome);
  }
  return [result, requests] as const;
}

const empty = (headers: Record<string, string> = {}, status = 200) => new Response(null, { status, headers });

describe('the handshake (CloudEvents, HTTP 1.1 Web Hooks §4)', () => {
  test('asks with the origin, the rate and the callback', async () => {
    const callback = 'https://sender.example.org/confirm?id=1';
    const [, [request]] = await ask(() => empty(), { rate: 120, callback });
    expect([request?.method, request?.url, request?.redirect]).toEqual(['OPTIONS', URL, 'manual']);
    expect(request?.headers.get('WebHook-Request-Origin')).toBe(ORIGIN);
    expect(request?.headers.get('WebHook-Request-Rate')).toBe('120');
    expect(request?.headers.get('WebHook-Request-Callback')).toBe(callback);
    const [, [plain]] = await ask(() => empty());
    expect([...(plain?.headers ?? [])]).toEqual([['webhook-request-origin', ORIGIN]]);
  });

  test('reads no body', async () => {
    const pull = vi.fn();
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    expect((await ask(() => new Response(body, { headers: { 'WebHook-Allowed-Origin': '*' } })))[0].wanted).toBe(true);
    expect(pull).not.toHaveBeenCalled();
  });

  test.each<
    [
      what: string,
      headers: Record<string, string>,
      status: number,
      wanted: boolean,
      outcome: string,
      rate: number | null,
    ]
  >([
    ['this origin', { 'WebHook-Allowed-Origin': ORIGIN, 'WebHook-Allowed-Rate': '60' }, 200, true, 'granted', 60],
    ['this origin in capitals', { 'WebHook-Allowed-Origin': ORIGIN.toUpperCase() }, 204, true, 'granted', null],
    [
      'every origin, at any rate',
      { 'WebHook-Allowed-Origin': '*', 'WebHook-Allowed-Rate': '*' },
      200,
      true,
      'granted',
      null,
    ],
    [
      'a rate that is no number',
      { 'WebHook-Allowed-Origin': '*', 'WebHook-Allowed-Rate': '0x10' },
      200,
      true,
      'granted',
      null,
    ],
    ...[
      ['1', 1],
      ['999999999', 999_999_999],
      ['1000000000', null],
      ['0', null],
      ['60 a minute', null],
    ].map(([rate, expected]): [string, Record<string, string>, number, boolean, string, number | null] => [
      `the rate ${rate}`,
      { 'WebHook-Allowed-Origin': '*', 'WebHook-Allowed-Rate': String(rate) },
      ...([299, true, 'granted'] as const),
      typeof expected === 'number' ? expected : null,
    ]),
    ['the origin and 300', { 'WebHook-Allowed-Origin': '*' }, 300, false, 'no-agreement', null],
    ['another origin', { 'WebHook-Allowed-Origin': 'other.example.org' }, 200, false, 'refused', null],
    ['two origins', { 'WebHook-Allowed-Origin': `${ORIGIN}, other.example.org` }, 200, false, 'refused', null],
    ['nothing', {}, 200, false, 'no-agreement', null],
    ['nothing, with a CORS header', { 'Access-Control-Allow-Origin': '*' }, 204, false, 'no-agreement', null],
    ['the origin with an error', { 'WebHook-Allowed-Origin': '*' }, 404, false, 'no-agreement', null],
    ['the origin with a redirect', { 'WebHook-Allowed-Origin': '*', Location: '/' }, 302, false, 'no-agreement', null],
    ['405', {}, 405, false, 'no-agreement', null],
  ])('an answer with %s', async (_, headers, status, wanted, outcome, allowedRate) => {
    const [result, requests] = await ask(() => empty(headers, status));
    expect(result).toMatchObject({ wanted, allowedRate, steps: [{ step: 'handshake', status, outcome }] });
    expect(requests).toHaveLength(1);
  });

  test('with an answer below 200 allows nothing', async () => {
    const headers = new Headers({ 'WebHook-Allowed-Origin': '*' });
    expect((await ask(() => ({ status: 199, headers, body: null })))[0].wanted).toBe(false);
  });

  test('compares origins without regard to case', async () => {
    const [result] = await ask(() => empty({ 'WebHook-Allowed-Origin': ORIGIN }), { origin: ORIGIN.toUpperCase() });
    expect(result.wanted).toBe(true);
  });

  test('without an answer is not known, and the sentence is that of the guard', async () => {
    const [denied] = await ask(() => Promise.reject(new EgressError('EGRESS_DENIED', 'address', 'h: Private.')));
    expect(denied).toMatchObject({ wanted: null, steps: [{ status: null, outcome: 'failed', detail: 'h: Private.' }] });
    const [failed] = await ask(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:443')));
    expect(failed.steps[0]?.detail).toBe('The endpoint did not answer.');
  });

  test('with a callback is open if the answer withholds the headers', async () => {
    const callback = 'https://sender.example.org/confirm';
    const [result] = await ask(() => empty(), { callback });
    expect(result).toMatchObject({ wanted: null, steps: [{ outcome: 'pending' }] });
    expect((await ask(() => empty({}, 399), { callback }))[0].wanted).toBe(null);
    expect((await ask(() => empty({}, 400), { callback }))[0].wanted).toBe(false);
  });
});

/** An endpoint of a receiver with the package of Standard Webhooks, which answers the challenge. */
const receiver =
  (secret: string, edit = (reply: string) => reply) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return empty({}, 405);
    const body = await request.text();
    const webhook = new Webhook(secret);
    webhook.verify(body, Object.fromEntries(request.headers));
    const { type, data } = JSON.parse(body);
    expect(type).toBe('webhook.challenge');
    const reply = edit(JSON.stringify({ challenge: data.challenge }));
    const id = request.headers.get('webhook-id') ?? '';
    const now = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, now, reply),
    };
    return new Response(reply, { headers });
  };

afterEach(() => void vi.restoreAllMocks());

async function challengeOf(request: Request | undefined): Promise<unknown> {
  const message: { data?: { challenge?: unknown } } = JSON.parse((await request?.text()) ?? '');
  return message.data?.challenge;
}

describe('the echo', () => {
  test('proves it, after a handshake without an agreement', async () => {
    const [result, requests] = await ask(receiver(SECRET), { secret: SECRET });
    expect(result).toMatchObject({
      wanted: true,
      allowedRate: null,
      steps: [
        { step: 'handshake', status: 405, outcome: 'no-agreement' },
        { step: 'echo', status: 200, outcome: 'granted' },
      ],
    });
    expect(requests.map(({ method }) => method)).toEqual(['OPTIONS', 'POST']);
    expect(requests[1]?.headers.get('WebHook-Request-Origin')).toBe(ORIGIN);
  });

  test('has 32 random octets in hexadecimal', async () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((octets) => {
      if (octets instanceof Uint8Array) for (const index of octets.keys()) octets[index] = 7 * index;
      return octets;
    });
    const [, [, request]] = await ask(receiver(SECRET), { secret: SECRET });
    const octets = Uint8Array.from({ length: 32 }, (_, index) => 7 * index);
    expect(await challengeOf(request)).toBe(Buffer.from(octets).toString('hex'));
    expect(request?.headers.get('Content-Type')).toBe('application/json');
  });

  test('is another one each time', async () => {
    const [, [, first]] = await ask(receiver(SECRET), { secret: SECRET });
    const [, [, second]] = await ask(receiver(SECRET), { secret: SECRET });
    expect(await challengeOf(first)).not.toBe(await challengeOf(second));
  });

  test.each([
    [4096, true],
    [4097, false],
  ])('may have %d octets: %s', async (length, wanted) => {
    expect(
      (
        await ask(
          receiver(SECRET, (reply) => reply.padEnd(length)),
          { secret: SECRET },
        )
      )[0].wanted,
    ).toBe(wanted);
  });

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('may have the status %d: %s', async (status, wanted) => {
    const endpoint = async (request: Request): Promise<ChallengeAnswer> => {
      const { headers, body } = await receiver(SECRET)(request);
      return { status, headers, body };
    };
    expect((await ask(endpoint, { secret: SECRET }))[0].wanted).toBe(wanted);
  });

  test('is none if its text is not UTF-8', async () => {
    const endpoint: Endpoint = async (request) => {
      const answer = await receiver(SECRET)(request);
      if (request.method !== 'POST') return answer;
      const body = Buffer.from((await answer.text()).replace('{', '{"x":"\xff",'), 'latin1');
      return new Response(body, {
        headers: await signMessage(body, [SECRET], { id: answer.headers.get('webhook-id') ?? '' }),
      });
    };
    const [{ steps }] = await ask(endpoint, { secret: SECRET });
    expect(steps[1]?.detail).toBe('The answer does not have the challenge in `challenge`.');
  });

  test('is read no further than it may be', async () => {
    const cancel = vi.fn();
    const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)), cancel });
    await ask(() => new Response(body()), { secret: SECRET });
    expect(cancel).toHaveBeenCalledTimes(2);
  });

  test('is not asked for after a handshake that proves or refuses', async () => {
    for (const origin of ['*', 'other.example.org']) {
      const [, requests] = await ask(() => empty({ 'WebHook-Allowed-Origin': origin }), { secret: SECRET });
      expect(requests).toHaveLength(1);
    }
  });

  /** The answer of a receiver, changed. */
  const changed =
    (change: (answer: Response, body: string) => Response | Promise<Response>): Endpoint =>
    async (request) => {
      if (request.method !== 'POST') return empty();
      const answer = await receiver(SECRET)(request);
      return change(answer, await answer.clone().text());
    };
  const withHeader = (answer: Response, name: string, value: string) => {
    const headers = new Headers(answer.headers);
    headers.set(name, value);
    return new Response(answer.body, { headers });
  };

  test.each<[what: string, endpoint: Endpoint, detail: RegExp]>([
    [
      'repeats the request with its headers',
      async (request) => new Response(await request.text(), { headers: request.headers }),
      /challenge/,
    ],
    ['repeats the challenge without a signature', changed((_, body) => new Response(body)), /webhook-id/],
    [
      'signs with another secret',
      changed(
        async (answer, body) =>
          new Response(body, {
            headers: await signMessage(body, [OTHER], { id: answer.headers.get('webhook-id') ?? '' }),
          }),
      ),
      /signature/,
    ],
    ['signs another body', changed((answer, body) => new Response(` ${body}`, answer)), /signature/],
    [
      'signs long ago',
      changed(
        async (answer, body) =>
          new Response(body, {
            headers: await signMessage(body, [SECRET], {
              id: answer.headers.get('webhook-id') ?? '',
              now: Date.now() - 600_000,
            }),
          }),
      ),
      /five minutes/,
    ],
    ['signs another message', changed((answer) => withHeader(answer, 'webhook-id', 'msg_other')), /webhook-id/],
    ...['now', '', '1x', 'x1', String(Date.now())].map((time): [string, Endpoint, RegExp] => [
      `has the time ${JSON.stringify(time)}`,
      changed((answer) => withHeader(answer, 'webhook-timestamp', time)),
      /no `webhook-timestamp`/,
    ]),
    ['has no signature', changed((answer) => withHeader(answer, 'webhook-signature', '')), /signature/],
    [
      'has no field for a signature',
      changed((answer, body) => {
        const headers = new Headers(answer.headers);
        headers.delete('webhook-signature');
        return new Response(body, { headers });
      }),
      /signature/,
    ],
    ['answers with null', () => new Response('null'), /challenge/],
    ['begins with a byte order mark', receiver(SECRET, (reply) => `\ufeff${reply}`), /challenge/],
    [
      'answers with an error',
      changed((answer, body) => new Response(body, { status: 500, headers: answer.headers })),
      /status 500/,
    ],
    ['answers with nothing', () => empty(), /challenge/],
    ['answers with a list', () => new Response('[]'), /challenge/],
    [
      'answers without end',
      () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) })),
      /challenge/,
    ],
  ])('is none if the endpoint %s', async (_, endpoint, detail) => {
    const [result, requests] = await ask(endpoint, { secret: SECRET });
    expect(result).toMatchObject({ wanted: false, steps: [{}, { outcome: 'no-agreement' }] });
    expect(result.steps[1]?.detail).toMatch(detail);
    expect(requests).toHaveLength(2);
  });

  test('without an answer is not known', async () => {
    const [result] = await ask((request) => (request.method === 'POST' ? Promise.reject(new Error('no')) : empty()), {
      secret: SECRET,
    });
    expect(result).toMatchObject({ wanted: null, steps: [{ outcome: 'no-agreement' }, { outcome: 'failed' }] });
  });
});

test.each<[Partial<ChallengeOptions>]>([
  [{ origin: 'a\r\nX: y' }],
  [{ origin: '' }],
  [{ rate: 0 }],
  [{ rate: 1.5 }],
  [{ callback: 'http://sender.example.org/' }],
  [{ callback: 'https://sender.example.org/\r\nX: y' }],
  [{ callback: 'http://sender.example.org/?https://sender.example.org/' }],
  [{ callback: `https://${'x'.repeat(2001)}` }],
  [{ secret: 'whsec_x' }],
])('%j is an error before a request', async (options) => {
  const fetch = () => expect.fail('a request');
  await expect(challengeEndpoint(URL, { fetch, origin: ORIGIN, ...options })).rejects.toThrow(TypeError);
});

test('a signed message is one of Standard Webhooks; while secrets change, either verifies it', async () => {
  const headers = await signMessage('{"a":"é"}', [SECRET, OTHER]);
  for (const secret of [SECRET, OTHER]) expect(new Webhook(secret).verify('{"a":"é"}', headers)).toEqual({ a: 'é' });
  await expect(signMessage('{}', [SECRET, 'secret'])).rejects.toThrow('Secret 2 is not whsec_');
});
