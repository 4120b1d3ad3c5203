/**
 * `/v1/validate` as a route: one URL by GET or as an object, many as an array or as lines, policies, and invalid
 * bodies.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../../worker/http/problem.ts';
import { limits } from '../../../worker/settings/limits.ts';
import { mostLookups } from '../../../worker/webhooks/lookups.ts';
import type { WebhookVerdict } from '../../../worker/webhooks/verdict.ts';
import { takeWholeLog } from '../harness.ts';
import { problemType, readProblem } from '../problems.ts';
import { refusedIn } from '../rate.ts';
import { checkOf, startValidator, undeterminedIn, type Validator } from './harness.ts';

let validator: Validator;
beforeAll(async () => {
  validator = await startValidator();
});
afterAll(() => validator.close());

const GOOD = 'https://hooks.example.com/in';
const BAD = 'https://127.0.0.2/';

const post = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json', query = '') =>
  validator.fetch(`/v1/validate${query}`, { method: 'POST', headers: { 'Content-Type': type }, body });

const LINES = 'application/x-ndjson';
const linesIn = (text: string): (WebhookVerdict | Problem)[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const outcome = (answer: WebhookVerdict | Problem) =>
  'valid' in answer ? answer.valid : [answer.status, answer.errors[0]?.code];

/** Items, and the result of each. */
const items: readonly (readonly [item: unknown, outcome: boolean | [status: number, code: string]])[] = [
  [GOOD, true],
  [BAD, false],
  [{ url: GOOD }, true],
  [{ url: GOOD, policy: { schemes: ['http'] } }, false],
  [{ url: 'http://hooks.example.com:8080/', policy: { schemes: ['http'], ports: [8080] } }, true],
  [{ url: BAD, policy: { requireDns: false } }, false],
  ['no scheme', false],
  [{}, [400, 'parameter-missing']],
  [{ url: 7 }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: null }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { ports: 443 } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { ports: [0] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { maxLength: 1e6 } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { allowHosts: ['a b'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['http://h/'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { schemes: ['://'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { schemes: ['https:'] } }, [400, 'parameter-invalid']],
  // A host that is not valid must not be ignored in a list of denied hosts.
  [{ url: GOOD, policy: { denyHosts: ['*'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['hooks.*.com'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['hooks.example.com?'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['h#hooks.example.com'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['hooks.example.com:443'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['u@hooks.example.com'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['hooks.example.com\\'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['10.1.2.3/8'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['10.0.0.0/33'] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: ['93.184.0.0/16'] } }, false],
  [{ url: GOOD, policy: { denyHosts: ['*.'] } }, [400, 'parameter-invalid']],
  [{ url: 'https://[2606:4700:4700::1111]/', policy: { denyHosts: ['[2606:4700:4700:0::1111]'] } }, false],
  [{ url: 'https://1.1.1.1/', policy: { denyHosts: ['0x1.1.257'] } }, false],
  // An empty list of allowed values would allow nothing, which is surely a mistake.
  [{ url: GOOD, policy: { schemes: [] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { ports: [] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { allowHosts: [] } }, [400, 'parameter-invalid']],
  [{ url: GOOD, policy: { denyHosts: [] } }, true],
  [{ url: GOOD, policy: { allowFragments: true } }, [400, 'item-invalid']],
  [{ url: GOOD, policy: { schemes: Array(101).fill('http') } }, [400, 'parameter-invalid']],
  [{ url: GOOD, more: 1 }, [400, 'item-invalid']],
  [7, [400, 'item-invalid']],
  [null, [400, 'item-invalid']],
  [[GOOD], [400, 'item-invalid']],
];

describe('GET', () => {
  test('is never cached, because DNS changes', async () => {
    const response = await validator.fetch(`/v1/validate?url=${encodeURIComponent(GOOD)}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/json');
    const head = await validator.fetch(`/v1/validate?url=${encodeURIComponent(GOOD)}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test.each([
    ['', 'url', 'parameter-missing'],
    ['?url=x&url=y', 'url', 'parameter-repeated'],
    ['?url=x&policy=y', 'policy', 'parameter-unknown'],
    ['?url=x&requireDns=no', 'requireDns', 'parameter-invalid'],
    ['?url=x&ports=https', 'ports', 'parameter-invalid'],
    ['?url=x&ports=1,70000', 'ports', 'parameter-invalid'],
    ['?url=x&schemes=:', 'schemes', 'parameter-invalid'],
    ['?url=x&maxLength=0', 'maxLength', 'parameter-invalid'],
    ['?url=x&maxLength=x', 'maxLength', 'parameter-invalid'],
    ['?url=x&maxLength=1e2', 'maxLength', 'parameter-invalid'],
    ['?url=x&ports=0x1bb', 'ports', 'parameter-invalid'],
    ['?url=x&schemes=', 'schemes', 'parameter-invalid'],
    ['?url=x&allowHosts=', 'allowHosts', 'parameter-invalid'],
    ['?url=x&denyHosts=a%20b', 'denyHosts', 'parameter-invalid'],
  ])('%s is a 400 that names %s', async (query, parameter, code) => {
    const response = await validator.fetch(`/v1/validate${query}`);
    expect(response.status).toBe(400);
    const { errors } = await readProblem(response);
    expect(errors[0]?.parameter).toContain(parameter);
    expect(errors[0]?.code).toBe(code);
    expect(errors[0]?.message).toMatch(/^(`|Unknown parameter)/);
  });
});

describe('POST', () => {
  test('of an object is a verdict', async () => {
    for (const [item, expected] of items) {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) continue;
      const response = await post(JSON.stringify(item));
      const answer: WebhookVerdict | Problem = await response.json();
      expect(outcome(answer)).toEqual(expected);
      if (typeof expected === 'object') expect(response.status).toBe(400);
    }
  });

  test('of an array is an array in the same order; a wrong item does not affect the others', async () => {
    const response = await post(JSON.stringify(items.map(([item]) => item)));
    expect(response.status).toBe(200);
    const answers: (WebhookVerdict | Problem)[] = await response.json();
    expect(answers.map(outcome)).toEqual(items.map(([, expected]) => expected));
  });

  test('of lines is lines', async () => {
    const response = await post(items.map(([item]) => `${JSON.stringify(item)}\n`).join(''), LINES);
    expect(response.headers.get('content-type')).toBe(LINES);
    expect(linesIn(await response.text()).map(outcome)).toEqual(items.map(([, expected]) => expected));
    const broken = await post(`"${GOOD}"\nx\n\n"${BAD}"`, LINES);
    const syntax = [400, 'json-syntax'];
    expect(linesIn(await broken.text()).map(outcome)).toEqual([true, syntax, syntax, false]);
    expect(await (await post('', LINES)).text()).toBe('');
  });

  test('takes a policy for every item without a policy', async () => {
    const urls = ['http://hooks.example.com/', { url: 'http://hooks.example.com/', policy: { schemes: ['https'] } }];
    for (const [type, body] of [
      ['application/json', JSON.stringify(urls)],
      [LINES, urls.map((url) => JSON.stringify(url)).join('\n')],
    ] as const) {
      const text = await (await post(body, type, '?schemes=http')).text();
      const answers = type === LINES ? linesIn(text) : (JSON.parse(text) as WebhookVerdict[]);
      expect(answers.map(outcome)).toEqual([true, false]);
    }
  });

  test.each([
    [{ policy: { allowFragments: true } }, 'Unknown member `policy.allowFragments`.'],
    [
      { base: 'x' },
      'Unknown member `base`. The body is an object with `url` and, optionally, `policy`, `challenge` and `sender`.',
    ],
    [{ policy: { ports: ['443'] } }, '`policy.ports.0` must be a number.'],
    [{ policy: { ports: [443.5] } }, '`policy.ports.0` must be a whole number from 1 to 65535.'],
    [{ policy: { schemes: [] } }, '`policy.schemes` must not be empty.'],
    [{ policy: 'strict' }, '`policy` must be an object.'],
    [
      { policy: { denyHosts: ['10.1.2.3/8'] } },
      '`policy.denyHosts.0` must begin with the first address of the block: write `10.0.0.0/8`.',
    ],
  ])('%j gets a problem that says what is wrong', async (item, detail) => {
    const problem = await readProblem(await post(JSON.stringify({ url: GOOD, ...item })));
    expect(problem.detail).toBe(detail);
  });

  test.each([
    ['', 'application/json', 400, 'json-syntax'],
    ['{', 'application/json', 400, 'json-syntax'],
    ['1', 'application/json', 400, 'item-invalid'],
    [Uint8Array.of(0x22, 0xe9, 0x22), 'application/json', 400, 'not-utf-8'],
    ['[]', 'text/plain', 415, 'media-type'],
    [JSON.stringify(Array(limits.arrayItems + 1).fill('x')), 'application/json', 413, 'too-many-items'],
    [' '.repeat(limits.array + 1), 'application/json', 413, 'body-too-large'],
  ])('%.8j as %s is a %i', async (body, type, status, code) => {
    const response = await post(body, type);
    expect(response.status).toBe(status);
    expect((await readProblem(response)).errors[0]?.code).toBe(code);
  });

  test('unknown parameters are a 400', async () => {
    expect((await post('[]', 'application/json', '?url=x')).status).toBe(400);
  });
});

describe('the lookups of a request', () => {
  const urlsOf = (count: number) => Array.from({ length: count }, (_, index) => `https://name-${index}.example.com/`);
  const reasonOf = (verdict: WebhookVerdict) => undeterminedIn(verdict)['public-dns'] ?? verdict.valid;

  test('end with the subrequests of the platform; the other URLs are undetermined', async () => {
    const small = await startValidator({ SUBREQUESTS: '50' });
    const urls = urlsOf(mostLookups(50) + 3);
    for (const type of ['application/json', LINES]) {
      const body =
        type === LINES ? [...urls, urls[0]].map((url) => `"${url}"\n`).join('') : JSON.stringify([...urls, urls[0]]);
      const response = await small.fetch('/v1/validate', { method: 'POST', headers: { 'Content-Type': type }, body });
      const text = await response.text();
      const verdicts: WebhookVerdict[] = JSON.parse(
        type === LINES ? `[${text.trimEnd().replaceAll('\n', ',')}]` : text,
      );
      expect(verdicts.map(reasonOf)).toEqual([...Array(20).fill(false), ...Array(3).fill('lookup-limit'), false]);
      expect(checkOf(verdicts[20] ?? { checks: [] }, 'public-dns')).toMatchObject({
        pass: null,
        detail: 'This request has no lookups left.',
        advice: 'Send this URL in another request.',
      });
    }
    await small.close();
  });

  test('take turns, however many lines there are', async () => {
    const large = await startValidator({ SUBREQUESTS: '100000' });
    const body = urlsOf(300)
      .map((url) => `"${url}"\n`)
      .join('');
    const response = await large.fetch('/v1/validate', { method: 'POST', headers: { 'Content-Type': LINES }, body });
    const answers = linesIn(await response.text());
    expect(answers).toHaveLength(300);
    expect(new Set(answers.map(outcome))).toEqual(new Set([false]));
    await large.close();
  });
});

test.each(['PUT', 'PATCH', 'DELETE'])('%s is not allowed', async (method) => {
  const response = await validator.fetch('/v1/validate', { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
});

test('a client that asks too often gets Retry-After', async () => {
  const busy = await startValidator({ RATE_LIMITS: 'client=5' });
  const headers = { 'X-Forwarded-For': '192.0.2.9' };
  const refused = await refusedIn(10, () => busy.fetch('/v1/validate?url=x', { headers }));
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await readProblem(refused)).type).toEqual(problemType('rate-limited'));
  await busy.close();
});

test('the log has the number of the URLs, but no URL', async () => {
  await takeWholeLog(validator);
  await (await post(JSON.stringify([GOOD, BAD, 'sesame']))).text();
  const lines = await takeWholeLog(validator);
  expect(lines).toEqual([expect.objectContaining({ route: '/v1/validate', status: 200, urls: 3 })]);
  expect(JSON.stringify(lines)).not.toMatch(/hooks\.example|sesame/);
});
