/** Answers for links that a request does not open: redirects, the page before the Web, and explanations. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { destinationOf } from '../../../../worker/gateway/contract/destination.ts';
import { redirectOrExplain } from '../../../../worker/gateway/open/redirect-or-explain.tsx';
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
