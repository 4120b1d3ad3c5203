/** One URL with the same options has the same answer by GET and by POST, alone, in an array and on a line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from '../../../worker/build/openapi/document.ts';
import { version } from '../../../worker/version.ts';
import { type Description, descriptionOf, expectDescribed } from '../build/openapi/description.ts';
import { type RunningWorker, startWorker } from '../harness.ts';

let worker: RunningWorker;
let description: Description;
beforeAll(async () => {
  worker = await startWorker();
  description = await descriptionOf(worker);
});
afterAll(() => worker.close());

/** The routes of the API that take a URL in the query, or two. */
const routes = Object.entries(describeApi(version).paths)
  .filter(
    ([path, { get }]) =>
      path.startsWith('/v1/') && get?.parameters?.some(({ name, required }) => required && name !== 'slug'),
  )
  .map(([path]) => path);

/** Their answer is a picture, or they take what no item of a list has. */
const BY_GET_ALONE = ['/v1/qr', '/v1/relativize'];

test('are those of the API that answer about URLs', () => {
  expect(routes.toSorted()).toEqual([
    '/v1/check',
    '/v1/compare',
    '/v1/qr',
    '/v1/relativize',
    '/v1/resolve',
    '/v1/validate',
  ]);
});

/** What a route is asked: what identifies the URL, and the options, as both are in a query. */
const questions: Readonly<Record<string, readonly (readonly [Record<string, string>, Record<string, string>])[]>> = {
  '/v1/resolve': [
    [{ url: 'GOPHER://h.example:70/1' }, {}],
    [{ url: '../b' }, { base: 'FTP://h.example/pub/a/', lax: 'true' }],
    [{ url: 'gopher://h.example/7a?b' }, { dialect: 'url-1994', fields: 'canonical,surt,details,links' }],
    [{ url: 'https://gopher.floodgap.com/gopher/gw?a=gopher%3A%2F%2Fh%2F1' }, { unwrap: 'gateways' }],
    [{ url: 'no URL' }, {}],
  ],
  '/v1/compare': [
    [{ a: 'GO:x', b: 'go:x' }, {}],
    [
      { a: 'gopher://h/7a?b', b: 'gopher://h/7a%09b' },
      { dialect: 'url-1994', fields: 'input,equivalent' },
    ],
    [{ a: 'go:x', b: 'no URL' }, {}],
  ],
  '/v1/check': [
    [{ url: 'MAILTO:a@h.example' }, {}],
    [{ url: '#x' }, { base: 'file:///a', fields: 'input,canonical,status' }],
    [{ url: 'no URL' }, {}],
  ],
  '/v1/validate': [
    [{ url: 'https://0x7f.1/' }, {}],
    [{ url: 'https://u@hooks.example.com/' }, { requireDns: 'false', ports: '443', fields: 'failed,unknown,valid' }],
    [{ url: 'no URL' }, {}],
  ],
};

/** The schemas of the answers. */
const SCHEMAS: Readonly<Record<string, string>> = {
  ...{ '/v1/resolve': 'Resolution', '/v1/compare': 'Comparison' },
  ...{ '/v1/check': 'LinkCheck', '/v1/validate': 'Verdict' },
};

/** Without the time of the answer. */
const timeless = (answer: object): object => ({ ...answer, ...('checkedAt' in answer && { checkedAt: null }) });

test.each(routes.filter((route) => !BY_GET_ALONE.includes(route)))('%s', async (route) => {
  const asked = questions[route] ?? [];
  expect(asked.length).toBeGreaterThan(1);
  for (const [item, options] of asked) {
    const got = await worker.fetch(`${route}?${new URLSearchParams({ ...item, ...options })}`);
    const expected: object = timeless(await got.clone().json());
    await expectDescribed(got, description, route, 'get');
    for (const [type, body] of [
      ['application/json', JSON.stringify(item)],
      ['application/json', JSON.stringify([item])],
      ['application/x-ndjson', `${JSON.stringify(item)}\n`],
    ] as const) {
      const init = { method: 'POST', headers: { 'Content-Type': type }, body };
      const posted = await worker.fetch(`${route}?${new URLSearchParams(options)}`, init);
      const answer: object = await posted.clone().json();
      const [only = answer]: object[] = Array.isArray(answer) ? answer : [answer];
      expect(timeless(only)).toEqual(expected);
      await expectDescribed(posted, description, route, 'post');
      // A list is answered as a whole, whatever its items are.
      if (body.startsWith('{') && type === 'application/json') expect(posted.status).toBe(got.status);
    }
  }
});

test('each member that an answer may have can be asked for alone, and the fault for another one lists them', async () => {
  for (const [route, [first]] of Object.entries(questions)) {
    const [item = {}, options = {}] = first ?? [];
    const query = new URLSearchParams({ ...item, ...options });
    query.set('fields', 'nothing');
    const refused: { errors: { message: string }[] } = await (await worker.fetch(`${route}?${query}`)).json();
    const [, list = ''] = /Allowed: (.*)\.$/.exec(refused.errors[0]?.message ?? '') ?? [];
    const names = list.split(', ');
    const schema = description.components.schemas[SCHEMAS[route] ?? ''];
    const { properties } = schema?.oneOf?.[0] ?? schema ?? {};
    expect(names.toSorted()).toEqual(Object.keys(properties ?? {}).toSorted());
    const whole = Object.keys(await (await worker.fetch(`${route}?${new URLSearchParams(item)}`)).json());
    expect(names.filter((name) => whole.includes(name))).toEqual(whole);
    for (const name of names) {
      query.set('fields', name);
      const response = await worker.fetch(`${route}?${query}`);
      const answer: object = await response.clone().json();
      expect([response.status, Object.keys(answer)]).toEqual([
        200,
        whole.includes(name) || name === 'surt' ? [name] : [],
      ]);
      await expectDescribed(response, description, route, 'get');
    }
  }
});

test('every type of problem leads to its section', async () => {
  const page = await (await worker.fetch('/problems', { headers: { Accept: 'text/html' } })).text();
  for (const [path, init] of [
    ['/v1/resolve?url=x', {}],
    ['/nothing', {}],
    ['/v1/links', {}],
    ['/v1/resolve', { method: 'PUT' }],
    ['/gopher/192.168.1.1/', {}],
  ] as const) {
    const { type }: { type: string } = await (await worker.fetch(path, init)).json();
    const { origin, pathname, hash } = new URL(type);
    expect([origin, pathname]).toEqual([worker.origin, '/problems']);
    expect(page).toContain(`id="${hash.slice(1)}"`);
  }
});
