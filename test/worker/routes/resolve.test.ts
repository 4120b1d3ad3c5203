/**
 * `GET /v1/resolve`: its answers, their formats, and its problems.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalize, explain, sentenceOf, UrlError } from '../../../src/index.ts';
import { RESOLVED_MEMBERS } from '../../../worker/gateway/contract/resolved.ts';
import { type RunningWorker, startWorker } from '../harness.ts';
import { problemType, readProblem } from '../problems.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.close());

/** A request with parameters, each value percent-encoded. */
const ask = (parameters: Readonly<Record<string, string>>, init?: RequestInit) => {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return worker.fetch(`/v1/resolve?${query.join('&')}`, init);
};

describe('the answer', () => {
  test('is the same when it is asked for again, in each format and by each method', async () => {
    const texts = async (init: RequestInit) => {
      const response = await ask({ url: 'GO:again' }, init);
      const { status, headers } = response;
      return [status, headers.get('content-type'), headers.get('etag'), await response.text()];
    };
    const forms = ['application/json', 'text/plain'].map((type) => ({ headers: { Accept: type } }));
    for (const init of [...forms, { method: 'HEAD' }]) expect(await texts(init)).toEqual(await texts(init));
    const [json, plain] = await Promise.all(forms.map(texts));
    expect([json?.[3] === plain?.[3], json?.[2] === plain?.[2], plain?.[3]]).toEqual([false, false, 'go:again\n']);
    const ids = await Promise.all([ask({ url: 'GO:again' }), ask({ url: 'GO:again' })]);
    expect(new Set(ids.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2);
  });

  test.each([
    '<URL:GOPHER://Gopher.Micro.UMN.EDU:70/1>',
    'gopher://h.example/7sel%09foo bar',
    'FTP://Foo:@HOST.example:021/%2Fetc/motd;TYPE=A',
    'news:%3C1993.AA1@Host.Example%3E',
    'nntp://News.Example:119/comp.lang.c/00042',
    'telnet://u:p@Host.Example:23',
    'wais://quake.think.com:210/directory-of-servers?gopher',
    'prospero://host.dom:1525//pros/name;OBJECT-VERSION=3',
    'go://CNRP.foo.org?Martin%20J.%20D%c3%bcrst',
    'mailto:Paul.Hoffman@VPNC.ORG?Subject=Hi',
    'http://bücher.example/100%?a=1&b=2#c+d',
    'javascript:alert(1)',
    'x-mine:whatever',
    'http://h.example/\u{1F600}',
  ])('answers with the resolution of the library: %s', async (url) => {
    const response = await ask({ url });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const resolution = explain(url);
    const answer: object = await response.json();
    expect(answer).toEqual({
      ...JSON.parse(JSON.stringify(resolution)),
      sentence: sentenceOf(resolution),
      links: expect.any(Object),
      opens: expect.any(Object),
    });
    expect(Object.keys(answer).slice(0, 3)).toEqual(['input', 'canonical', 'sentence']);
  });

  test.each<[parameters: Readonly<Record<string, string>>, canonical: string, clause: string]>([
    [{ url: '../b', base: 'gopher://h.example/1/users/a' }, 'gopher://h.example/1/b', 'RFC 3986 §5.2'],
    [{ url: 'http:g', base: 'http://a.example/b/c/d?q' }, 'http://a.example/b/c/g', 'WHATWG URL §4.4'],
    [{ url: 'x-y:g', base: 'x-y://a.example/b/c?q', lax: 'true' }, 'x-y://a.example/b/g', 'RFC 3986 §5.2.2'],
    [{ url: 'x-y:g', base: 'x-y://a.example/b/c?q', lax: 'false' }, 'x-y:g', 'RFC 3986 §5.2.2'],
    [{ url: 'gopher://h.example/7find?gold', dialect: 'url-1994' }, 'gopher://h.example/7find%09gold', 'url-03'],
    [{ url: 'gopher://h.example/7find?gold', dialect: 'current' }, 'gopher://h.example/7find%3Fgold', 'RFC 4266'],
  ])('applies every parameter: %j is %s (%s)', async (parameters, canonical) => {
    expect(await (await ask({ ...parameters, fields: 'canonical' })).json()).toEqual({ canonical });
    expect(await (await ask(parameters)).json()).toMatchObject({ canonical, input: parameters.url });
  });

  test('fields=surt is a sort-friendly key', async () => {
    expect(await (await ask({ url: 'http://www.H.example/B', fields: 'surt' })).json()).toEqual({
      surt: 'example,h)/b',
    });
    // What is written counts, as programs of archives read it, but not a wrapper, a base or a gateway.
    for (const [parameters, surt] of [
      [{ url: 'Go:A' }, 'Go:a'],
      [{ url: 'URL:Go:A' }, 'go:a'],
      [{ url: 'B', base: 'Gopher://H.example/1/A/' }, 'example,h)/1/a/b'],
      [{ url: 'https://gopher.floodgap.com/gopher/gw?gopher://h.example/0A', unwrap: 'gateways' }, 'example,h)/0a'],
    ] as const) {
      expect(await (await ask({ ...parameters, fields: 'surt' })).json()).toEqual({ surt });
      expect(await (await ask({ ...parameters, fields: 'surt,input' })).json()).toMatchObject({ surt });
    }
    const query = '/v1/resolve?url=http://www.H.example/B&fields=surt';
    const text = await worker.fetch(query, { headers: { accept: 'text/plain' } });
    expect(await text.text()).toBe('example,h)/b\n');
    const body = JSON.stringify(['ftp://h.example/A', 'x']);
    const headers = { 'content-type': 'application/json' };
    const batch = await worker.fetch('/v1/resolve?fields=surt', { method: 'POST', headers, body });
    expect(await batch.json()).toMatchObject([{ surt: 'example,h)/a' }, { status: 422 }]);
  });

  test('as text, fields names one member that is a text', async () => {
    const asText = (fields: string) => ask({ url: 'GO:x', fields }, { headers: { accept: 'text/plain' } });
    expect(await (await asText('sentence')).text()).toBe(
      'The common name “x”, looked up in the default name service.\n',
    );
    for (const fields of ['canonical,surt', 'details', 'base']) {
      const refused = await asText(fields);
      expect([fields, refused.status, (await readProblem(refused)).detail]).toEqual([
        ...[fields, 400],
        '`fields` must name one member that is a text, such as `canonical`, for an answer in plain text.',
      ]);
    }
  });

  test('unwrap=gateways resolves the link behind a gateway, and behind this Waypost', async () => {
    const url = 'https://gopher.floodgap.com/gopher/gw?a=gopher%3A%2F%2FH.example%2F1%2Fa';
    const found = await (await ask({ url, unwrap: 'gateways' })).json();
    expect(found).toMatchObject({ input: url, canonical: 'gopher://h.example/1/a', kind: 'gopher' });
    expect(found).toMatchObject({
      diagnostics: [
        { code: 'behind-gateway', before: url },
        { code: 'host-case', at: null },
      ],
    });
    const { origin } = new URL((await ask({ url: 'go:x' })).url);
    const own = `${origin}/ftp/h.example/pub/a?format=json`;
    const short = { unwrap: 'gateways', fields: 'canonical' };
    expect(await (await ask({ url: own, ...short })).json()).toEqual({ canonical: 'ftp://h.example/pub/a' });
    expect(await (await ask({ url: 'https://h.example/', ...short })).json()).toEqual({
      canonical: 'https://h.example/',
    });
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify([own]) };
    const batch = await worker.fetch('/v1/resolve?unwrap=gateways&fields=canonical', options);
    expect(await batch.json()).toEqual([{ canonical: 'ftp://h.example/pub/a' }]);
  });

  test('of a canonical form is that form', async () => {
    const canonical = canonicalize('FTP://h/a/../b');
    expect(await (await ask({ url: canonical, fields: 'canonical' })).json()).toEqual({ canonical });
  });
});

describe('long lists', () => {
  const directories = `ftp://h${'/'.repeat(60_000)}`;

  test('in a batch: at most 8 × the URL and 16 KiB, without what only a client needs', async () => {
    const body = JSON.stringify(Array.from({ length: 8 }, () => directories));
    const response = await worker.fetch('/v1/resolve', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const answer = await response.text();
    expect(answer.length).toBeLessThanOrEqual(8 * body.length + 8 * 16_384);
    const [first] = JSON.parse(answer);
    expect(first).toMatchObject({ omitted: { 'details.cwd': 59_899, 'request.commands': 59_904 } });
  });

  test('of one URL, whose links would be too long', async () => {
    const url = directories.slice(0, 8000);
    const answer = await (await ask({ url })).json();
    expect(answer).toMatchObject({ canonical: url, links: { open: null, inspect: null, short: null } });
  });
});

describe('the query is a form (application/x-www-form-urlencoded)', () => {
  test.each([
    ['url=go:a+b', 'go:a%20b', 'a plus is a blank'],
    ['url=go:a%2Bb', 'go:a%2Bb', 'an escaped plus is a plus'],
    ['url=go%3Aa%2520b', 'go:a%20b', 'escapes are decoded once'],
    ['url=http://h.example/100%', 'http://h.example/100%25', 'a % without an escape is encoded'],
    ['url=http://h.example/%C3%BC', 'http://h.example/%C3%BC', 'UTF-8'],
    ['&&url=go:x&', 'go:x', 'empty pairs are ignored'],
    ['u%72l=go:x', 'go:x', 'names are decoded too'],
    ['url=http://h.example/?a=b=c', 'http://h.example/?a=b=c', 'only the first = separates'],
  ])('%s is %s: %s', async (query, canonical) => {
    const response = await worker.fetch(`/v1/resolve?${query}&fields=canonical`);
    expect(await response.json()).toEqual({ canonical });
  });
});

describe('Accept (RFC 9110 §12.5.1)', () => {
  test.each([
    ['text/plain', true],
    ['text/*', true],
    ['text/plain;q=0.5, application/json;q=0.4', true],
    ['application/json;q=0, */*', true],
    ['TEXT/Plain; charset=utf-8', true],
    ['text/plain, */*;q=0.1', true],
    ['*/*', false],
    ['application/json, text/plain, */*', false],
    ['text/plain;q=0.1, application/*', false],
    ['text/plain;q=0', false],
    ['image/png', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    [',;q=,', false],
  ])('%s: text is %s', async (accept, isText) => {
    const response = await ask({ url: 'GO:x' }, { headers: { Accept: accept } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(isText ? 'text/plain; charset=utf-8' : 'application/json');
    const text = await response.text();
    if (isText) expect(text).toBe('go:x\n');
    else expect(JSON.parse(text).canonical).toBe('go:x');
  });

  test('problems stay problem details', async () => {
    const response = await ask({ url: 'x' }, { headers: { Accept: 'text/plain' } });
    expect((await readProblem(response)).status).toBe(422);
  });
});

/** The error of the library for a URL. */
function refusalOf(url: string): UrlError {
  try {
    canonicalize(url);
  } catch (error) {
    if (error instanceof UrlError) return error;
  }
  throw new Error(`${url} is not refused`);
}

describe('an invalid URL is a 422 with code, position and message', () => {
  test.each([
    ['gopher://h.example/0a%0D%0Ab', 'gopher-cr-lf', 3],
    ['http://good%40evil.example/', 'host-forbidden-character', 3],
    ['http://good evil.example/', 'host-forbidden-character', 1],
    ['http://h.example%', 'host-percent-malformed', 1],
    ['gopher:', 'authority-missing', 0],
    ['http://h.example:99999/', 'port-range', 5],
    ['no scheme', 'scheme-missing', 1],
    ['\u{1F600}', 'scheme-missing', 2],
    ['', 'scheme-missing', 0],
  ])('%j: %s', async (url, code, width) => {
    const { index } = refusalOf(url);
    const at = [index, index + width];
    const response = await ask({ url });
    expect(response.status).toBe(422);
    const problem = await readProblem(response);
    const [error] = problem.errors;
    expect(problem).toEqual({
      type: problemType('invalid-url'),
      title: 'This is not a valid URL',
      status: 422,
      detail: `At character ${index + 1} of \`url\`: ${error?.message}`,
      errors: [{ code, parameter: 'url', at, message: expect.stringMatching(/\.$/), spec: expect.any(Object) }],
    });
  });

  test('a URL that is too long has no other fault', async () => {
    const url = `http://h.example/${'%'.repeat(30_000)}`;
    const response = await worker.fetch(`/v1/resolve?url=${url}`);
    expect(response.status).toBe(422);
    const problem = await readProblem(response);
    expect(problem.errors[0]?.code).toBe('too-long');
    expect(JSON.stringify(problem).length).toBeLessThan(1000);
  });
});

describe('wrong parameters are a 400 that names them', () => {
  test.each([
    ['', [['parameter-missing', 'url', '`url` is missing.']]],
    ['?base=go:x', [['parameter-missing', 'url', '`url` is missing.']]],
    ['?url=go:x&url=go:x', [['parameter-repeated', 'url', '`url` appears more than once.']]],
    ['?url=&url=', [['parameter-repeated', 'url', '`url` appears more than once.']]],
    ['?url=go:x&base=http://h.example/&base=', [['parameter-repeated', 'base', '`base` appears more than once.']]],
    ['?url=go:x&dialect=1994', [['parameter-invalid', 'dialect', '`dialect` must be current or url-1994.']]],
    ['?url=go:x&dialect', [['parameter-invalid', 'dialect', '`dialect` must be current or url-1994.']]],
    [
      '?url=go:x&fields=canonical,password',
      [
        [
          'parameter-invalid',
          'fields',
          `\`fields\` cannot have \`password\`. Allowed: ${RESOLVED_MEMBERS.join(', ')}.`,
        ],
      ],
    ],
    ['?url=go:x&lax=yes', [['parameter-invalid', 'lax', '`lax` must be true or false.']]],
    [
      '?url=http://h.example/%E9',
      [
        [
          'parameter-not-utf-8',
          'url',
          '`url` is not UTF-8 after percent-decoding. Encode `%` inside a value as `%25`.',
        ],
      ],
    ],
    [
      '?url=http://h.example/?a=1&b=2',
      [
        [
          'parameter-unknown',
          'b',
          'Unknown parameter `b`. Allowed: url, base, dialect, lax, fields, unwrap. Encode `&` inside a value as `%26`.',
        ],
      ],
    ],
    [
      '?URL=go:x',
      [
        ['parameter-unknown', 'URL', expect.any(String)],
        ['parameter-missing', 'url', '`url` is missing.'],
      ],
    ],
    ['?url=go:x&__proto__=1', [['parameter-unknown', '__proto__', expect.any(String)]]],
    ['?url=go:x&constructor=1', [['parameter-unknown', 'constructor', expect.any(String)]]],
    [`?url=go:x&${'n'.repeat(99)}=`, [['parameter-unknown', `${'n'.repeat(40)}…`, expect.any(String)]]],
  ])('%s', async (query, faults) => {
    const response = await worker.fetch(`/v1/resolve${query}`);
    expect(response.status).toBe(400);
    const problem = await readProblem(response);
    expect(problem).toMatchObject({ type: problemType('invalid-parameter'), status: 400 });
    expect(problem.errors.map(({ code, parameter, message }) => [code, parameter, message])).toEqual(faults);
    expect(problem.detail).toBe(problem.errors.map(({ message }) => message).join(' '));
  });

  test('a base that is not a URL names the base, with the code of the diagnostic', async () => {
    const problem = await readProblem(await ask({ url: 'a', base: 'gopher://h .example/' }));
    expect(problem).toMatchObject({
      type: problemType('invalid-parameter'),
      status: 400,
      errors: [{ code: 'host-forbidden-character', parameter: 'base', at: [10, 11] }],
    });
  });

  test('a base that has no path for a reference is a 422: both are URLs, but not together', async () => {
    const problem = await readProblem(await ask({ url: 'a', base: 'mailto:a@h.example' }));
    expect(problem).toMatchObject({ status: 422, errors: [{ code: 'base-not-hierarchical', parameter: 'url' }] });
  });

  test('an address full of faults does not lead to a long answer', async () => {
    const query = Array.from({ length: 2000 }, (_, index) => `p${index}`).join('&');
    const problem = await readProblem(await worker.fetch(`/v1/resolve?${query}`));
    expect(problem.status).toBe(400);
    expect(problem.errors).toHaveLength(5);
  });
});
