/** Answers for links that a request does not open: redirects, the page before the Web, and explanations. */
import { describe, expect, test } from 'vitest';
import { explain, schemes } from '../../../../src/index.ts';
import { type GatewayCode, GatewayError } from '../../../../src/net/failure.ts';
import { definitions } from '../../../../src/schemes/registry.ts';
import { unknown } from '../../../../src/schemes/unknown.ts';
import { gatewayErrors } from '../../../../worker/errors/table.ts';
import { destinationOf } from '../../../../worker/gateway/contract/destination.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { failedLink, redirectOrExplain } from '../../../../worker/gateway/open/redirect-or-explain.tsx';
import { problemType } from '../../problems.ts';
import { type Asking, askContext } from '../context.ts';

const PROGRAM = { Accept: 'application/json' };
const PERSON = { Accept: 'text/html' };
const SETTINGS = {
  GATEWAYS: { gemini: 'https://portal.example/{+authority}/{+path}', wais: 'none' },
  REDIRECT_HOSTS: 'info.cern.ch',
};

async function answer(url: string, asking: Asking = {}, status: 302 | 307 = 302) {
  const context = askContext({ settings: SETTINGS, ...asking });
  const link = explain(url, { complete: true });
  const response = redirectOrExplain(link, context, destinationOf(link, context.environment), status);
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

describe('a redirect', () => {
  test.each([
    ['gopher://h.example/1', '/gopher/h.example/'],
    ['gemini://h.example/a', 'https://portal.example/h.example/a'],
    ['http://info.cern.ch/a', 'http://info.cern.ch/a'],
    ['http://me:sesame@info.cern.ch/a', 'http://info.cern.ch/a'],
  ])('%s leads to %s', async (url, location) => {
    for (const status of [302, 307] as const) {
      expect(await answer(url, {}, status)).toMatchObject({ status, headers: { location } });
    }
  });
});

describe('the Web', () => {
  const url = 'http://me:sesame@h.example/a';

  test('is shown to people before they go there', async () => {
    const { status, headers, text } = await answer(url, { headers: PERSON });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      'content-type': 'text/html; charset=utf-8',
    });
    expect(headers).not.toHaveProperty('location');
    expect(headers).not.toHaveProperty('link');
    expect(text).toContain('http://h.example/a');
    expect(text).not.toContain('sesame');
  });

  test('is told to programs, without a password', async () => {
    const { status, headers, text } = await answer(url, { headers: PROGRAM });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      'access-control-allow-origin': '*',
    });
    expect(JSON.parse(text)).toMatchObject({
      ...{ canonical: 'http://h.example/a', components: { user: null, password: null } },
    });
  });

  test.each(['http://me@h.example/', 'http://h.example/'])('%s is told without a user', async (of) => {
    const { text } = await answer(of, { headers: PROGRAM });
    expect(JSON.parse(text)).toMatchObject({ canonical: 'http://h.example/', components: { user: null } });
  });
});

describe('what nobody opens', () => {
  test.each(['javascript:alert(1)', 'data:,x'])('%s has code or content of its own', async (url) => {
    await expect(answer(url)).rejects.toMatchObject({
      problem: 'unsafe-link',
      faults: [
        {
          code: 'unsafe-scheme',
          message: `A ${url.replace(/:.*/, '')}: URL contains code or content of its own, which would run with the rights of the page that opens it.`,
        },
      ],
    });
  });

  test.each([
    ['wais://h.example/db', 501, 'no-gateway', 'The gateway of this service for wais links is switched off.'],
    ['cid:a@b.example', 400, 'incomplete-link', ''],
  ])('%s is explained', async (url, status, code, reason) => {
    const page = await answer(url, { headers: PERSON });
    expect(page.status).toBe(status);
    expect(page.text).toContain(reason);
    const problem = await answer(url, { headers: PROGRAM });
    expect(problem.status).toBe(status);
    expect(JSON.parse(problem.text)).toMatchObject({
      ...{ type: problemType(code), resolution: { canonical: url } },
      errors: [{ code, message: expect.stringContaining(reason) }],
    });
    for (const { headers } of [page, problem]) {
      expect(headers).toMatchObject({
        ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', link: `<${url}>; rel="canonical"` },
      });
    }
  });

  test('keeps the user name of a terminal, and never a password', async () => {
    const url = 'telnet://me:sesame@h.example/';
    const page = await answer(url, { headers: PERSON });
    expect(page.text).toContain('telnet -l me h.example');
    expect(page.text).not.toContain('sesame');
    const { text } = await answer(url, { headers: PROGRAM });
    expect(text).not.toContain('sesame');
    expect(JSON.parse(text).resolution).toMatchObject({ canonical: 'telnet://h.example/', components: { user: null } });
  });

  test('has its copies in archives', async () => {
    const ARCHIVES = { wais: 'https://archive.example.org/{+url}' };
    const settings = { ...SETTINGS, ARCHIVES };
    const { text } = await answer('wais://h.example.org/db', { headers: PROGRAM, settings });
    expect(text).toContain('https://archive.example.org/wais://h.example.org/db');
    expect((await answer('wais://h.example.org/db', { headers: PERSON, settings })).text).toContain(
      'https://archive.example.org/wais',
    );
  });
});

/** What a reader can do next on a page, beside reading what the link is and changing the address. */
function nextSteps(html: string): readonly string[] {
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
  const steps =
    /<a class="(?:button|go)" href="(?!\/inspect|\/")[^"]*"|data-copy="[^"]*"|<ul class="archives">|<form class="link-form"|<section class="proposals">/g;
  return [...main.matchAll(steps)].map(([step]) => step);
}

describe('no page is a dead end', () => {
  const examples = [...definitions.map(({ example }) => example), unknown.example, 'gemini://h.example.org/a'];

  test.each(examples)('%s, which no gateway opens', async (example) => {
    const GATEWAYS = Object.fromEntries([...schemes.keys()].map((scheme) => [scheme, 'none'] as const));
    const { status, text } = await answer(example, { headers: PERSON, settings: { GATEWAYS } });
    expect(status).not.toBe(302);
    expect(nextSteps(text)).not.toEqual([]);
  });

  const codes = Object.keys(gatewayErrors).filter((code): code is GatewayCode => code in gatewayErrors);
  const opened = definitions.filter(({ name }) => builtInGateways.schemes.has(name)).map(({ example }) => example);

  test.each(opened)('%s, whose gateway fails', async (example) => {
    const link = explain(example, { complete: true });
    for (const code of codes) {
      const response = failedLink(new GatewayError(code, 'It failed.'), link, askContext({ headers: PERSON }));
      expect(nextSteps(await response.text()), code).not.toEqual([]);
    }
  });

  test.each([
    [
      'gemini://h.example.org/a?b',
      ['href="gemini://h.example.org/a?b"', 'amfora', 'https://portal.mozz.us/gemini/h.example.org/a?b'],
    ],
    ['gemini://localhost/', ['href="gemini://localhost/"', 'amfora']],
    ['file:///C:/x', ['data-copy="C:\\x"']],
    ['afs://c.example/a', ['data-copy="/afs/c.example/a"']],
    ['cid:a@b.example', ['value="mid:MESSAGE-ID/a@b.example"']],
    ['wss://h.example/a', ['websocat wss://h.example/a']],
    ['urn:isbn:0395363411', ['href="https://openlibrary.org/isbn/0395363411"']],
    ['urn:x-none:a', ['https://www.iana.org/assignments/urn-namespaces']],
    ['x-example:anything', ['https://www.iana.org/assignments/uri-schemes', 'data-copy="x-example:anything"']],
  ])('%s has %j', async (url, steps) => {
    const { text } = await answer(url, { headers: PERSON, settings: {} });
    for (const step of steps) expect(text).toContain(step);
    expect(text.includes('portal.mozz.us')).toBe(steps.length === 3);
  });

  test('the page of a scheme that a program of others opens does not call it unknown', async () => {
    const { text } = await answer('gemini://h.example.org/a', { headers: PERSON, settings: {} });
    expect(text).toContain('<h1 dir="auto">A Gemini page at h.example.org</h1>');
    expect(text).toContain('Waypost has no gateway for gemini links. A Gemini client opens them.');
    expect(text).not.toMatch(/does not know the scheme|Unknown scheme/);
    const other = await answer('foo:b', { headers: PERSON, settings: {} });
    expect(other.text).toContain('Waypost does not know the scheme “foo”.');
    expect(other.text).toContain('Unknown scheme');
  });

  test('a private address of Gemini is not sent to a gateway of others', async () => {
    expect((await answer('gemini://10.0.0.1/a', { headers: PERSON, settings: {} })).text).not.toContain('portal.mozz');
  });

  test('the path of a file is said twice at most: in the heading, and where it is copied', async () => {
    const { text } = await answer('file:///C:/x', { headers: PERSON });
    const [main = ''] = /<main[\s\S]*<\/main>/.exec(text) ?? [];
    expect(main.replaceAll(/<[^>]*>/g, ' ').match(/C:\\x/g)).toHaveLength(2);
    expect(main.match(/on your computer/g)).toHaveLength(1);
  });
});
