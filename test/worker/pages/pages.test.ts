/** Pages that belong to no gateway: their headers, their HTML, the stylesheet, robots.txt and security.txt. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewayPathSchemes } from '../../../worker/gateway/contract/gateway-path.ts';
import { PAGE_POLICY } from '../../../worker/pages/parts/respond.tsx';
import { type RunningWorker, startWorker } from '../harness.ts';
import { type Answer, serveDoh } from '../net/doh-server.ts';

let worker: RunningWorker;
let withoutContact: RunningWorker;
beforeAll(async () => {
  // The page of a terminal is for hosts whose names can be resolved, or that are listed.
  const EGRESS_ALLOW = 'www.xn--80ak6aa92e.com:23, xn--bcher-kva.com:23';
  worker = await startWorker({ CONTACT: 'curator@museum.example', EGRESS_ALLOW }, { platform: true });
  withoutContact = await startWorker();
});
afterAll(() => Promise.all([worker.close(), withoutContact.close()]));

const HTML = { headers: { Accept: 'text/html' } };

const pages: [path: string, status: number][] = [
  ['/privacy', 200],
  ['/r?url=http://www.example.com/', 200],
  ['/r?url=file:///etc/motd', 501],
  ['/r?url=javascript:alert(1)', 422],
  ['/r?url=nothing', 422],
  ['/open', 400],
  ['/open?url=mailto:a@h.example', 200],
  ['/open?url=gopher://192.168.1.1/', 403],
  ['/nothing/at/all', 404],
];

/** These have a command or a path to copy, and the script of the button. */
const WITH_COPY = new Set(['/r?url=file:///etc/motd', '/open?url=gopher://192.168.1.1/']);

test('a service without tokens says so on the page of links, and runs no script there', async () => {
  const page = await worker.fetch('/links', HTML);
  expect(page.headers.get('content-security-policy')).toBe(PAGE_POLICY);
  expect(await page.text()).toMatch(/makes no short links yet.*LINK_TOKENS/s);
});

// The letters of the host are Cyrillic.
test.each([
  ['telnet://www.аррӏе.com/', 'www.xn--80ak6aa92e.com, port 23'],
  ['file://www.аррӏе.com/etc/motd', 'The file “/etc/motd” on the host www.xn--80ak6aa92e.com'],
  ['telnet://bücher.com/', 'bücher.com, port 23'],
])('the title of %s names no host that another one looks like', async (link, title) => {
  const page = await (await worker.fetch(`/r?url=${encodeURIComponent(link)}`, { ...HTML, redirect: 'follow' })).text();
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1]).toBe(title);
});

test('the page of a terminal has what a person can do if the server does not answer', async () => {
  const page = await (await worker.fetch('/telnet/b%C3%BCcher.com/', HTML)).text();
  const failure = page.slice(page.indexOf('id="failure"'), page.indexOf('id="explanation"'));
  expect(failure).toMatch(/Try again.*href="\/inspect\?url=telnet.*telnet xn--bcher-kva\.com.*web\.archive\.org/s);
});

test.each<[what: string, answer: Answer, reason: string]>([
  ['has no address', { rcode: 3 }, 'name of the server'],
  ['is not known, because the resolver fails,', { status: 500 }, 'Waypost could not look up this name'],
])('a terminal whose server %s is a page with that reason, and 502', async (_, answer, reason) => {
  const doh = await serveDoh(() => answer);
  const asking = await startWorker({ DOH_URL: doh.url });
  const response = await asking.fetch('/telnet/nowhere.invalid.example.com/', HTML);
  expect(response.status).toBe(502);
  const page = await response.text();
  expect(page).toContain(reason);
  expect(page).toMatch(/Try again.*Explain this link.*telnet nowhere/s);
  await asking.close();
  await doh.close();
});

describe('every page', () => {
  test.each(pages)('%s (%d) has the security headers', async (path, status) => {
    const response = await worker.fetch(path, HTML);
    const { headers } = response;
    expect(response.status).toBe(status);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': WITH_COPY.has(path) ? expect.stringContaining("; script-src 'self'; ") : PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers.get('set-cookie')).toBeNull();
  });

  test.each(pages)('%s is a whole document without inline scripts or styles', async (path) => {
    const html = await (await worker.fetch(path, HTML)).text();
    expect(html).toMatch(/^<!doctype html><html lang="en">.*<\/html>\n$/s);
    expect(html).not.toMatch(/<script(?! type="module" src=)|<style|\sstyle=|\son[a-z]+=/);
    expect(html.match(/<script /g) ?? []).toHaveLength(WITH_COPY.has(path) ? 1 : 0);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('href="mailto:curator@museum.example"');
  });

  test('is kept out of search engines, except /privacy', async () => {
    for (const [path] of pages.filter(([path]) => path !== '/privacy')) {
      expect((await worker.fetch(path, HTML)).headers.get('x-robots-tag')).toBe('noindex');
    }
  });

  test.each(pages.map(([path]) => path))('%s has the length of its Content-Length', async (path) => {
    const response = await worker.fetch(path, { headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' } });
    const { byteLength } = await response.arrayBuffer();
    const head = await worker.fetch(path, { ...HTML, method: 'HEAD' });
    expect(head.status).toBe(response.status);
    if (head.headers.has('content-length')) expect(head.headers.get('content-length')).toBe(String(byteLength));
  });

  test('names no contact if the operator gives none', async () => {
    for (const [path] of pages) {
      expect(await (await withoutContact.fetch(path, HTML)).text()).not.toMatch(/Contact|operator<\/a>/);
    }
  });
});

test.each(['/', '/r', '/r?url=', '/inspect?url=go:x'])(
  'the policy of %s names its script by its hash',
  async (path) => {
    const response = await worker.fetch(path, HTML);
    const scripts = [...(await response.text()).matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
    expect(scripts).toHaveLength(1);
    const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`; script-src 'self' ${hashes[0]}; `);
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('x-robots-tag')).toBe(path.startsWith('/r') ? 'noindex' : null);
  },
);

describe('icons and previews', () => {
  test.each([
    ['/favicon.ico', 'image/x-icon', [0, 0, 1, 0, 1, 0]],
    ['/apple-touch-icon.png', 'image/png', [0x89, 0x50, 0x4e, 0x47]],
    ['/assets/card.png', 'image/png', [0x89, 0x50, 0x4e, 0x47]],
  ])('%s is a picture', async (path, type, signature) => {
    const response = await worker.fetch(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect([...new Uint8Array(await response.arrayBuffer())].slice(0, signature.length)).toEqual(signature);
  });

  test('other sites can show the front page: a description, and a picture by its absolute address', async () => {
    const html = await (await worker.fetch('/', HTML)).text();
    expect(html).toMatch(/<meta name="description" content="Waypost explains[^"]+"/);
    const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(picture).toBe(`${worker.origin}/assets/card.png`);
  });

  test.each([
    ['/docs', 'What Waypost does, how to call it, and how to run it.'],
    ['/docs/explorer', 'Type a link in any form, and see what it means.'],
    ['/docs/settings', 'Every variable, secret and binding, with limits and deadlines.'],
    ['/problems', 'Every error has a code, explained below with an example and a fix.'],
    ['/links', 'Create permanent short links'],
    ['/owners', ''],
    ['/privacy', ''],
  ])('%s describes itself to search engines with its first sentences', async (path, beginning) => {
    const html = await (await worker.fetch(path, { headers: { Accept: 'text/html' } })).text();
    const [, description = ''] = /<meta name="description" content="([^"]+)"/.exec(html) ?? [];
    expect(description).toMatch(new RegExp(`^${beginning}`));
    expect(description).toMatch(/^[A-Z][^<>]{30,400}\.$/);
  });
});

describe('the stylesheet', () => {
  test('is cached forever, at an address for this deployment', async () => {
    const html = await (await worker.fetch('/privacy', HTML)).text();
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    expect(href).toMatch(/^\/assets\/waypost\.css\?[0-9a-z]+$/);
    const { status, headers } = await worker.fetch(href);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/css');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const other = await (await withoutContact.fetch('/privacy', HTML)).text();
    expect(other).not.toContain(href);
  });

  test('loads no other files', async () => {
    const css = await (await worker.fetch('/assets/waypost.css')).text();
    expect(css).not.toMatch(/@import|url\(/);
    expect(css).toContain('prefers-color-scheme');
  });
});

describe('/robots.txt (RFC 9309)', () => {
  test('keeps crawlers out of every gateway', async () => {
    const text = await (await worker.fetch('/robots.txt')).text();
    expect(text.startsWith('User-agent: *\n')).toBe(true);
    for (const prefix of ['/r?', '/u/', '/open?', ...[...gatewayPathSchemes].map((scheme) => `/${scheme}/`)]) {
      expect(text).toContain(`\nDisallow: ${prefix}\n`);
    }
  });
});

describe('/.well-known/security.txt (RFC 9116)', () => {
  test('has the contact, and expires within a year', async () => {
    const response = await worker.fetch('/.well-known/security.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fields = Object.fromEntries(
      (await response.text())
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/s)),
    );
    expect(fields).toMatchObject({
      Contact: 'mailto:curator@museum.example',
      Canonical: `${worker.origin}/.well-known/security.txt`,
    });
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
  });

  test('is missing without a contact, and tells the operator what to do', async () => {
    const response = await withoutContact.fetch('/.well-known/security.txt');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('CONTACT');
  });
});
