/**
 * `/hooks`: messages of Standard Webhooks 1.0, signed by the package of its authors, and the handshake of CloudEvents.
 */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rejectionReason } from '../../../src/webhooks/signature.ts';
import { LARGEST_MESSAGE } from '../../../worker/routes/webhooks.ts';
import { parseSecrets } from '../../../worker/settings/secrets.ts';
import type { WebhookVerdict } from '../../../worker/webhooks/verdict.ts';
import { problemType, readProblem } from '../problems.ts';
import { startValidator, undeterminedIn, type Validator } from './harness.ts';

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const OLD = secretOf('the old secret, 24 octets');
const NEW = secretOf('the new secret, of 64 octets: '.padEnd(64, 'x'));
const UNKNOWN = secretOf('a secret of somebody else');

const GOOD = 'https://hooks.example.com/in';
const BAD = 'https://127.0.0.2/';

let receiver: Validator;
beforeAll(async () => {
  receiver = await startValidator({ WEBHOOK_SECRETS: `${OLD}, ${NEW}` });
});
afterAll(() => receiver.close());

/** A message as the package signs it. */
function signed(
  body: string | Buffer,
  { secrets = [NEW], id = 'msg_2026', at = new Date() }: { secrets?: readonly string[]; id?: string; at?: Date } = {},
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body.toString())).join(' '),
  };
}

const send = (body: string | Buffer, headers: Record<string, string>, to = receiver) =>
  to.fetch('/hooks', { method: 'POST', headers, body: typeof body === 'string' ? body : new Uint8Array(body) });

const event = (data: unknown, type = 'url.submitted') => JSON.stringify({ type, timestamp: 'whenever', data });

describe('a signed message', () => {
  test('is answered with a verdict on its URL, that of /v1/validate', async () => {
    const body = event({ url: GOOD, more: 'ignored' });
    const response = await send(body, signed(body));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      id: 'msg_2026',
      type: 'url.submitted',
      verdicts: [{ ...(await receiver.verdict(GOOD)), checkedAt: expect.any(String) }],
    });
  });

  test('may have many URLs, and a policy', async () => {
    const body = event({ urls: [GOOD, BAD, 'x', 'http://hooks.example.com/'], policy: { schemes: ['http', 'https'] } });
    const reply: { verdicts: WebhookVerdict[] } = await (await send(body, signed(body))).json();
    expect(reply.verdicts.map(({ valid }) => valid)).toEqual([true, false, false, true]);
  });

  test('gets null if the answer is not known', async () => {
    const body = event({ url: 'https://a-fails.example.com/' });
    const { verdicts }: { verdicts: WebhookVerdict[] } = await (await send(body, signed(body))).json();
    expect(verdicts.map(({ valid }) => valid)).toEqual([null]);
    expect(verdicts.map(undeterminedIn)).toEqual([{ 'public-dns': 'resolver-failed' }]);
  });

  test('that is sent again gets the same verdict, at its own time', async () => {
    const body = event({ url: BAD });
    const headers = signed(body);
    const answers = await Promise.all([1, 2, 3].map(async () => (await send(body, headers)).text()));
    expect(new Set(answers.map((answer) => answer.replace(/"checkedAt":"[^"]+"/, ''))).size).toBe(1);
  });

  test.each([
    ['the new secret', [NEW]],
    ['the old secret, while both are set', [OLD]],
    ['both', [OLD, NEW]],
    ['an unknown secret and a known one', [UNKNOWN, OLD]],
  ])('may be signed with %s', async (_, secrets) => {
    const body = event({ url: BAD });
    expect((await send(body, signed(body, { secrets }))).status).toBe(200);
  });

  test('may have signatures of other versions beside it', async () => {
    const body = event({ url: BAD });
    const headers = signed(body);
    const list = `v1a,${'A'.repeat(86)}== v2,x ${headers['webhook-signature']}`;
    expect((await send(body, { ...headers, 'webhook-signature': list })).status).toBe(200);
  });

  test.each([-200, 200])('may be %i seconds from now', async (seconds) => {
    const body = event({ url: BAD });
    expect((await send(body, signed(body, { at: new Date(Date.now() + seconds * 1000) }))).status).toBe(200);
  });

  test('is compared by its octets, not by their meaning', async () => {
    const body = '{ "type":"a" ,"data":{"url":"https:\\/\\/hooks.example.com\\/\\u0069n"}, "ü": "\u{1F600}" }\n';
    expect((await send(body, signed(body))).status).toBe(200);
  });
});

describe('the headers of Svix', () => {
  const svix = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('webhook-', 'svix-'), value]));

  test('are those of Standard Webhooks under another name', async () => {
    const body = event({ url: BAD });
    const response = await send(body, svix(signed(body, { id: 'msg_svix' })));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 'msg_svix', verdicts: [{ valid: false }] });
    expect((await send(body, svix(signed(`${body} `)))).status).toBe(401);
  });

  test.each(['svix-id', 'svix-timestamp', 'svix-signature'])('must all be there, such as %s', async (name) => {
    const body = event({ url: BAD });
    const { [name]: _, ...headers } = svix(signed(body));
    const response = await send(body, headers);
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({ errors: [{ code: 'parameter-missing', parameter: name }] });
  });

  test('do not count beside those of Standard Webhooks', async () => {
    const body = event({ url: BAD });
    const wrong = signed(body, { secrets: [UNKNOWN] });
    expect((await send(body, { ...svix(signed(body)), ...wrong })).status).toBe(401);
    expect((await send(body, { ...svix(wrong), ...signed(body) })).status).toBe(200);
  });
});

describe('a CloudEvent in structured mode', () => {
  const cloudEvent = (more: Record<string, unknown>) =>
    JSON.stringify({ specversion: '1.0', id: 'a-1', source: '/senders/1', type: 'url.submitted', ...more });
  const sendEvent = (body: string, type = 'application/cloudevents+json; charset=UTF-8') =>
    send(body, { ...signed(body), 'Content-Type': type });

  test('is answered with verdicts', async () => {
    const response = await sendEvent(cloudEvent({ datacontenttype: 'application/json', data: { urls: [GOOD, BAD] } }));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: 'msg_2026',
      type: 'url.submitted',
      verdicts: [{ valid: true }, { valid: false }],
    });
  });

  test.each([
    [{ specversion: '0.3', data: { url: GOOD } }, 'specversion'],
    [{ specversion: undefined, data: { url: GOOD } }, 'specversion'],
    [{ id: '', data: { url: GOOD } }, 'id'],
    [{ source: undefined, data: { url: GOOD } }, 'source'],
    [{ type: 7, data: { url: GOOD } }, 'type'],
    [{ data: {} }, 'data'],
    [{ data_base64: 'e30=' }, 'data'],
  ])('that is %j is a 400', async (more, parameter) => {
    const response = await sendEvent(cloudEvent(more));
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({ type: problemType('invalid-body'), errors: [{ parameter }] });
  });

  test('must be signed', async () => {
    const body = cloudEvent({ data: { url: GOOD } });
    const headers = { ...signed(body, { secrets: [UNKNOWN] }), 'Content-Type': 'application/cloudevents+json' };
    expect((await send(body, headers)).status).toBe(401);
  });

  test('comes alone: batches are only for receivers that ask for them', async () => {
    const response = await sendEvent(`[${cloudEvent({ data: { url: GOOD } })}]`, 'application/cloudevents-batch+json');
    expect(response.status).toBe(415);
    expect(response.headers.get('accept')).toBe('application/json, application/cloudevents+json');
  });
});

describe('a message without a valid signature is a 401', () => {
  const body = event({ url: GOOD });
  const good = () => signed(body);
  const cases: readonly (readonly [what: string, code: string, headers: () => Record<string, string>])[] = [
    ['with a secret of somebody else', 'webhook-signature', () => signed(body, { secrets: [UNKNOWN] })],
    ['ten minutes ago', 'webhook-timestamp', () => signed(body, { at: new Date(Date.now() - 600_000) })],
    ['ten minutes from now', 'webhook-timestamp', () => signed(body, { at: new Date(Date.now() + 600_000) })],
    ['for another body', 'webhook-signature', () => signed(`${body} `)],
    ['for another id', 'webhook-signature', () => ({ ...good(), 'webhook-id': 'msg_2027' })],
    [
      'for another second',
      'webhook-signature',
      () => ({ ...good(), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 7) }),
    ],
    ['with no version', 'webhook-signature', () => replaced(/^v1,/, '')],
    ['with another version', 'webhook-signature', () => replaced(/^v1/, 'v2')],
    ['with a part of it', 'webhook-signature', () => replaced(/.{4}$/, '')],
    ['not in base64', 'webhook-signature', () => replaced(/,.*/, ',***')],
    ['with nothing', 'webhook-signature', () => replaced(/,.*/, ',')],
    ['with the hash of the body alone', 'webhook-signature', () => replaced(/,.*/, `,${hmac(body)}`)],
    ['after sixteen others', 'webhook-signature', () => replaced(/^/, 'v1,AAAA '.repeat(16))],
  ];
  const replaced = (pattern: RegExp, by: string) => {
    const headers = good();
    return { ...headers, 'webhook-signature': (headers['webhook-signature'] ?? '').replace(pattern, by) };
  };
  const hmac = (text: string) =>
    createHmac('sha256', Buffer.from(NEW.slice('whsec_'.length), 'base64'))
      .update(text)
      .digest('base64');

  test.each(cases)('%s', async (_, code, headers) => {
    const response = await send(body, headers());
    expect(response.status).toBe(401);
    expect(await readProblem(response)).toMatchObject({ type: problemType('signature-refused'), errors: [{ code }] });
  });
});

describe('the clocks of sender and receiver may be at most 300 seconds apart', () => {
  const NOW = Date.UTC(2026, 0, 31);
  test.each([
    [-301, 'timestamp'],
    [-300, null],
    [300, null],
    [301, 'timestamp'],
  ])('%i: %s', async (seconds, reason) => {
    const body = event({ url: GOOD });
    const headers = signed(body, { at: new Date(NOW + seconds * 1000) });
    const message = {
      id: headers['webhook-id'] ?? '',
      timestamp: headers['webhook-timestamp'] ?? '',
      signatures: headers['webhook-signature'] ?? '',
      body: Buffer.from(body),
    };
    expect(await rejectionReason(message, parseSecrets(NEW), NOW)).toBe(reason);
  });
});

describe('a message that cannot be read is a 400', () => {
  const body = event({ url: GOOD });
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', async (name) => {
    const { [name]: _, ...headers } = signed(body);
    const response = await send(body, headers);
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({ errors: [{ code: 'parameter-missing', parameter: name }] });
  });

  test.each([
    ['webhook-timestamp', 'yesterday'],
    ['webhook-timestamp', '-1'],
    ['webhook-timestamp', '1e9'],
    ['webhook-id', 'a b'],
    ['webhook-signature', 'x'.repeat(4097)],
  ])('with %s: %.10s', async (name, value) => {
    const response = await send(body, { ...signed(body), [name]: value });
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({ errors: [{ code: 'parameter-invalid', parameter: name }] });
  });

  test.each([
    ['{', 'json-syntax'],
    ['', 'json-syntax'],
    ['[]', 'item-invalid'],
    ['"x"', 'item-invalid'],
    ['{"data": {"url": "x"}}', 'parameter-missing'],
    ['{"type": 7, "data": {"url": "x"}}', 'parameter-invalid'],
    ['{"type": "a"}', 'parameter-missing'],
    ['{"type": "a", "data": {}}', 'parameter-invalid'],
    ['{"type": "a", "data": {"urls": "x"}}', 'parameter-invalid'],
    ['{"type": "a", "data": {"urls": [7]}}', 'parameter-invalid'],
    ['{"type": "a", "data": {"url": "x", "policy": {"ports": "x"}}}', 'parameter-invalid'],
    ['{"type": "a", "data": {"url": "x", "urls": ["y"]}}', 'parameter-invalid'],
  ])('%s', async (body, code) => {
    const response = await send(body, signed(body));
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({ type: problemType('invalid-body'), errors: [{ code }] });
  });

  test('with a problem that says what is wrong', async () => {
    const body = '{"type": "a", "data": {"url": "x", "policy": {"ports": ["443"]}}}';
    const problem = await readProblem(await send(body, signed(body)));
    expect(problem.detail).toBe('`data.policy.ports.0` must be a number.');
  });

  test('that is not UTF-8', async () => {
    const body = Buffer.from('{"type": "é"}', 'latin1');
    const id = 'msg';
    const at = Math.floor(Date.now() / 1000);
    const key = Buffer.from(NEW.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64');
    const response = await send(body, {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    });
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors[0]?.code).toBe('not-utf-8');
  });
});

test('a message of more than a mebibyte is a 413; one of a mebibyte is accepted', async () => {
  const frame = event({ url: BAD, filler: '' }).length;
  const just = event({ url: BAD, filler: 'x'.repeat(LARGEST_MESSAGE - frame) });
  expect(just).toHaveLength(LARGEST_MESSAGE);
  expect((await send(just, signed(just))).status).toBe(200);
  const response = await send(`${just} `, signed(`${just} `));
  expect(response.status).toBe(413);
  const many = event({ urls: Array(1001).fill('x') });
  expect((await send(many, signed(many))).status).toBe(413);
});

test('a message is JSON', async () => {
  const body = event({ url: GOOD });
  expect((await send(body, { ...signed(body), 'Content-Type': 'text/plain' })).status).toBe(415);
});

test('without a secret nothing is received, and a 501 says how to set one', async () => {
  const deaf = await startValidator();
  const body = event({ url: GOOD });
  const response = await send(body, signed(body), deaf);
  expect(response.status).toBe(501);
  expect(await readProblem(response)).toMatchObject({
    type: problemType('hooks-disabled'),
    detail: expect.stringContaining('WEBHOOK_SECRETS'),
  });
  const greeting = await deaf.fetch('/hooks', {
    method: 'OPTIONS',
    headers: { 'WebHook-Request-Origin': 'a.example' },
  });
  expect(greeting.status).toBe(501);
  expect(greeting.headers.has('webhook-allowed-origin')).toBe(false);
  await deaf.close();
});

describe('the handshake of CloudEvents (HTTP 1.1 Web Hooks for Event Delivery §4)', () => {
  const greet = (headers: Record<string, string>) => receiver.fetch('/hooks', { method: 'OPTIONS', headers });

  test.each([
    [undefined, '120'],
    ['60', '60'],
    ['100000', '120'],
    ['0', '120'],
    ['0.5', '120'],
    ['1e1', '120'],
    ['*', '120'],
  ])('welcomes a sender; a rate of %s becomes %s', async (questions, granted) => {
    const rate: Record<string, string> = questions === undefined ? {} : { 'WebHook-Request-Rate': questions };
    const response = await greet({ 'WebHook-Request-Origin': 'eventemitter.example.com', ...rate });
    expect(response.status).toBe(200);
    expect(response.headers.get('webhook-allowed-origin')).toBe('eventemitter.example.com');
    expect(response.headers.get('webhook-allowed-rate')).toBe(granted);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  });

  test('never calls back', async () => {
    const before = receiver.doh.questions.length;
    const callback = 'https://four.example.com/callback';
    await greet({ 'WebHook-Request-Origin': 'a.example', 'WebHook-Request-Callback': callback });
    expect(receiver.doh.questions.length).toBe(before);
  });

  test('is not the preflight of a browser', async () => {
    const response = await greet({ Origin: 'https://h.example', 'Access-Control-Request-Method': 'POST' });
    expect(response.status).toBe(204);
    expect(response.headers.has('webhook-allowed-origin')).toBe(false);
  });
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is not allowed', async (method) => {
  const response = await receiver.fetch('/hooks', { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST, OPTIONS');
});

describe('WEBHOOK_SECRETS', () => {
  test('are whsec_ and base64', () => {
    expect(parseSecrets(`${OLD},${NEW}\n`).map(({ length }) => length)).toEqual([25, 64]);
    expect(parseSecrets('')).toEqual([]);
  });

  const PREFIX = 'begin with `whsec_`';
  const REST = 'have the base64 of 24 to 64 octets after `whsec_`';

  test.each([
    ['secret', PREFIX],
    [OLD.slice(6), PREFIX],
    ['whsec_', REST],
    ['whsec_***', REST],
    [secretOf('too short'), REST],
    [secretOf('x'.repeat(65)), REST],
  ])('%s is not a secret, and is not repeated', (text, form) => {
    expect(() => parseSecrets(`${NEW} ${text}`)).toThrow(new TypeError(`WEBHOOK_SECRETS: entry 2 must ${form}`));
  });
});
