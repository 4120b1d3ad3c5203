/**
 * `GET /{slug}`: the redirect of a short link, its page, its QR code, and the answers after its end.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeQr, modulesIn } from '../../qr-code.ts';
import { takeWholeLog } from '../harness.ts';
import { problemType, readProblem } from '../problems.ts';
import { type CreatedLink, type LinkService, linesOf, type Name, startLinks, tokens } from './harness.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks({ GATEWAYS: '{"mid": "https://mail.example.org/{+messageId}"}', CONTACT: 'a@b.example' });
});
afterAll(() => service.close());

const make = async (newLink: Record<string, unknown>, owner: Name = 'alice'): Promise<CreatedLink> => {
  const response = await service.as(owner, 'POST', '/v1/links', newLink);
  expect([200, 201]).toContain(response.status);
  return response.json();
};

/** A click on a link that is not expected is written after its answer; a busy machine takes longer. */
const COUNTED = { timeout: 10_000 };

const clicksOf = async (slug: string): Promise<number> => {
  const link: CreatedLink = await (await service.as('root', 'GET', `/v1/links/${slug}`)).json();
  return link.clicks;
};

/** Stores a link that no request can create, such as one with an end in the past. */
const importLine = async (record: unknown): Promise<void> => {
  const headers = { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/x-ndjson' };
  const init = { method: 'POST', headers, body: JSON.stringify(record) };
  const [answer] = await linesOf(await service.fetch('/v1/links/import', init));
  expect(answer?.outcome).toMatch(/^(created|merged)$/);
};

const HTML = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('leads where /r would', () => {
  test.each([
    ['https://www.rfc-editor.org/rfc/rfc1436?a=b#section-1', 'https://www.rfc-editor.org/rfc/rfc1436?a=b#section-1'],
    ['http://gopher.floodgap.com/', 'http://gopher.floodgap.com/'],
    ['gopher://gopher.floodgap.com/1/world', '/gopher/gopher.floodgap.com/1/world'],
    ['gopher://gopher.floodgap.com/1/a//b', '/open?url=gopher%3A%2F%2Fgopher.floodgap.com%2F1%2Fa%2F%2Fb'],
    ['ftp://ftp.funet.fi/pub/', '/ftp/ftp.funet.fi/pub/'],
    ['mid:1993.AA1@host.org', 'https://mail.example.org/1993.AA1@host.org'],
    ['mailto:a@h.org', '/open?url=mailto%3Aa%40h.org'],
    ['file:///etc/motd', '/r?url=file%3A%2F%2F%2Fetc%2Fmotd'],
  ])('%s: %s', async (url, location) => {
    const { slug } = await make({ url });
    const response = await service.fetch(`/${slug}`);
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('link')).toBe(url === location ? null : `<${url}>; rel="canonical"`);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await response.text()).toBe('');
  });

  test('redirects to /r for a target that is not on the Web', async () => {
    for (const url of ['gopher://gopher.floodgap.com/7/v2/vs', 'nntp://news.gmane.io/gmane.test', 'news:a.b']) {
      const { slug } = await make({ url });
      const [short, long] = [await service.fetch(`/${slug}`), await service.fetch(`/r?url=${encodeURIComponent(url)}`)];
      if (long.headers.has('location')) expect(short.headers.get('location')).toBe(long.headers.get('location'));
      else expect(short.headers.get('location')).toBe(`/r?url=${encodeURIComponent(url)}`);
    }
  });
});

test('each redirect of a hot link has its own request id', async () => {
  const { slug } = await make({ url: 'go:identified' });
  const id = async () => (await service.fetch(`/${slug}`)).headers.get('x-request-id');
  const ids = [await id(), await id(), await id()];
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(3);
});

describe('may be cached', () => {
  const ageOf = async (slug: string) => {
    const response = await service.fetch(`/${slug}`);
    const [, age] = /^public, max-age=(\d+)$/.exec(response.headers.get('cache-control') ?? '') ?? [];
    return [response.status, Number(age)] as const;
  };

  test('for a minute if the slug is a hash', async () => {
    const { slug } = await make({ url: 'go:remembered' });
    for (const [status, age] of [await ageOf(slug), await ageOf(slug)]) {
      expect(status).toBe(308);
      expect(age).toBeGreaterThan(30);
      expect(age).toBeLessThanOrEqual(60);
    }
  });

  test('no longer than until the link ends', async () => {
    const { slug } = await make({ url: 'go:short-lived', expiresAt: new Date(Date.now() + 30_000).toISOString() });
    for (const [status, age] of [await ageOf(slug), await ageOf(slug)]) {
      expect(status).toBe(308);
      expect(age).toBeLessThan(30);
    }
  });

  test('not at all for an alias, which may change', async () => {
    await make({ url: 'go:alias', alias: 'mutable' });
    const response = await service.fetch('/mutable');
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store']);
    await service.as('alice', 'PATCH', '/v1/links/mutable', { url: 'https://www.ietf.org/' });
    expect((await service.fetch('/MUTABLE')).headers.get('location')).toBe('https://www.ietf.org/');
  });
});

test('every change is visible at once where it is made', async () => {
  const { slug } = await make({ url: 'go:watched' });
  const follow = async () => (await service.fetch(`/${slug}`)).status;
  const change = (method: string, body?: unknown) => service.as('root', method, `/v1/links/${slug}`, body);
  expect([await follow(), await follow()]).toEqual([308, 308]);
  await change('PATCH', { blocked: 'By order.' });
  expect(await follow()).toBe(451);
  await change('PATCH', { blocked: null });
  expect(await follow()).toBe(308);
  await service.as('alice', 'DELETE', `/v1/links/${slug}`);
  expect(await follow()).toBe(410);
  await make({ url: 'go:watched' }, 'bob');
  expect(await follow()).toBe(308);
  await expect.poll(() => clicksOf(slug), COUNTED).toBe(4);
  const [line = ''] = (await (await service.as('root', 'GET', '/v1/links/export')).text())
    .split('\n')
    .filter((line) => line.includes(slug));
  const block = { at: '2026-01-31T12:00:00.000Z', reason: 'By order of an import.' };
  await importLine({ ...JSON.parse(line), blocked: block });
  expect(await follow()).toBe(451);
});

describe('clicks', () => {
  test('count followed links, and nothing else', async () => {
    const { slug } = await make({ url: 'go:clicks' });
    for (const path of [`/${slug}+`, `/${slug}%2B`, `/${slug}.svg`, `/v1/links/${slug}`]) {
      expect((await service.as('alice', 'GET', path)).status).toBe(200);
    }
    expect((await service.fetch(`/${slug}`, { method: 'HEAD' })).status).toBe(308);
    expect((await service.fetch(`/${slug}`, { method: 'OPTIONS' })).status).toBe(204);
    expect(await clicksOf(slug)).toBe(0);
    await service.fetch(`/${slug}`);
    await service.fetch(`/${slug.toUpperCase()}`);
    await expect.poll(() => clicksOf(slug), COUNTED).toBe(2);
    expect((await service.fetch(`/${slug}`, { method: 'HEAD' })).status).toBe(308);
    await service.fetch(`/${slug}`);
    await expect.poll(() => clicksOf(slug), COUNTED).toBe(3);
  });

  test('are all counted, even hundreds at once', async () => {
    const { slug } = await make({ url: 'go:crowd' });
    await Promise.all(Array.from({ length: 300 }, async () => (await service.fetch(`/${slug}`)).text()));
    await expect.poll(() => clicksOf(slug), COUNTED).toBe(300);
  });
});

test('HEAD is answered like GET', async () => {
  const { slug } = await make({ url: 'go:head' });
  for (const path of [`/${slug}`, `/${slug}+`, `/${slug}.svg`]) {
    const [get, head] = [await service.fetch(path), await service.fetch(path, { method: 'HEAD' })];
    expect(head.status).toBe(get.status);
    for (const name of ['location', 'content-type', 'link']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    // Of the seconds until a redirect is stale, some may have passed.
    const cachingOf = ({ headers }: Response) => headers.get('cache-control')?.replace(/\d+/, 'seconds');
    expect(cachingOf(head)).toBe(cachingOf(get));
    expect(await head.text()).toBe('');
  }
});

describe('a slug', () => {
  test('is found if letters were typed instead of digits', async () => {
    const slugs = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (await make({ url: `go:m${index}` })).slug),
    );
    const misread: Readonly<Record<string, string>> = { '0': 'O', '1': 'l', v: 'U' };
    for (const slug of slugs) {
      const typed = slug.replace(/[01v]/g, (digit) => misread[digit] ?? digit).replaceAll('l', 'I');
      expect((await service.fetch(`/${typed}`)).status).toBe(308);
    }
  });

  test('of an alias is not', async () => {
    await make({ url: 'go:x', alias: '10' });
    expect((await service.fetch('/10')).status).toBe(302);
    expect((await service.fetch('/lo')).status).toBe(404);
  });
});

describe('another spelling of a slug', () => {
  let slug: string;
  beforeAll(async () => {
    ({ slug } = await make({ url: 'go:spelled' }));
    await make({ url: 'go:spelled', alias: 'old_menu' });
  });
  const encoded = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

  test('with escapes is the same slug (RFC 3986 §6.2.2.2)', async () => {
    for (const path of [`/${encoded(slug)}`, `/${encoded(slug[0] ?? '')}${slug.slice(1)}`]) {
      expect((await service.fetch(path)).status).toBe(308);
    }
    expect((await service.fetch(`/${encoded('old_menu')}`)).status).toBe(302);
    expect((await service.fetch(`/${encoded(`${slug}.svg`)}`)).headers.get('content-type')).toBe('image/svg+xml');
  });

  test.each(['.', ',', ')', '/', '>', '"', ').', '!?', '%22', '%3E', '%E2%80%9D', '%29.', ']', "'", '**', '%0A'])(
    'with %s after it redirects to the slug',
    async (after) => {
      for (const name of [slug, 'old_menu', slug.toUpperCase()]) {
        const response = await service.fetch(`/${name}${after}`);
        expect([response.status, response.headers.get('location')]).toEqual([302, `/${name.toLowerCase()}`]);
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    },
  );

  test('counts no click before it is followed', async () => {
    const { slug } = await make({ url: 'go:punctuated' });
    await service.fetch(`/${slug}.`);
    expect(await clicksOf(slug)).toBe(0);
  });
});

test('`Link` is left out where it repeats `Location`, and beside a long `Location`', async () => {
  const linkOf = async (url: string) => {
    const { slug } = await make({ url });
    return (await service.fetch(`/${slug}`)).headers.get('link');
  };
  expect(await linkOf('https://www.ietf.org/long')).toBe(null);
  expect(await linkOf('https://user@www.ietf.org/long')).toBe(null);
  const telnet = 'telnet://guest@www.ietf.org/';
  expect(await linkOf(telnet)).toBe(`<${telnet}>; rel="canonical"`);
  expect(await linkOf(`gopher://gopher.floodgap.com/1/${'x'.repeat(3900)}`)).toContain('rel="canonical"');
  expect(await linkOf(`gopher://gopher.floodgap.com/1/${'x'.repeat(4100)}`)).toBe(null);
});

describe('followed by a plus sign', () => {
  test('is JSON about the link for programs', async () => {
    // The title and the note are for the owner alone.
    const { input, created, title, note, ...link } = await make({
      url: 'gopher://gopher.floodgap.com/1/inspected',
      title: 'Mine',
      note: 'Private',
    });
    expect([title, note]).toEqual(['Mine', 'Private']);
    expect([created, input]).toEqual([true, link.canonical]);
    for (const headers of [{ Accept: 'application/json' }, { Accept: '*/*' }]) {
      const response = await service.fetch(`/${link.slug}+`, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const resolved = await service.fetch(`/v1/resolve?url=${encodeURIComponent(link.canonical)}`);
      const { links, opens, ...resolution }: Record<string, unknown> = await resolved.json();
      expect([links, opens]).toEqual([expect.any(Object), expect.any(Object)]);
      expect(await response.json()).toEqual({ ...link, resolution, archives: expect.any(Array) });
    }
  });

  test('is a page for people, which loads nothing from other sites', async () => {
    const { slug } = await make({ url: 'https://bücher.org:8443/<script>?q#f' });
    const response = await service.fetch(`/${slug}+`, { headers: HTML });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const page = await response.text();
    expect(page).toContain('bücher.org');
    expect(page).toContain('https://xn--bcher-kva.org:8443/%3Cscript%3E?q#f');
    expect(page).toContain(`src="/${slug}.svg"`);
    expect(page).toContain(`href="/${slug}"`);
    expect(page).not.toContain('<script');
    const json = await service.fetch(`/${slug}+?format=json`, { headers: HTML });
    expect(json.headers.get('content-type')).toBe('application/json');
  });

  test('says what the slug is', async () => {
    const { slug } = await make({ url: 'go:exactly' });
    const page = await (await service.fetch(`/${slug}+`, { headers: HTML })).text();
    expect(page).toMatch(/<meta property="og:description" content="[^"]+"/);
    expect(page).toContain(`<meta property="og:image" content="${service.origin}/assets/card.png"`);
    expect(page).toContain('The slug is the first 50 bits of the SHA-256 of the URL above');
  });

  test('warns of a host that looks like another', async () => {
    const { slug } = await make({ url: 'https://аррӏе.com/' });
    const page = await (await service.fetch(`/${slug}+`, { headers: HTML })).text();
    expect(page).toContain('looks like “apple”, but is different.');
    expect(page).toContain('A web resource on xn--80ak6aa92e.com.');
    expect(page).not.toContain('аррӏе.com');
  });

  test('does not reveal who created the link', async () => {
    const { slug } = await make({ url: 'go:whose' });
    for (const headers of [HTML, { Accept: 'application/json' }]) {
      expect(await (await service.fetch(`/${slug}+`, { headers })).text()).not.toContain('alice');
    }
  });
});

test('the QR code is that of the short link', async () => {
  const { slug, short } = await make({ url: 'go:code' });
  const response = await service.fetch(`/${slug}.svg`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('etag')).toMatch(/^"/);
  const svg = await response.text();
  expect(decodeQr(modulesIn(svg))).toBe(short);
  const again = await service.fetch(`/${slug}.svg`, {
    headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

describe('after the end', () => {
  const endStates: readonly (readonly [what: string, status: number, type: string, title: string])[] = [
    ['unknown', 404, 'not-found', 'Page not found'],
    ['deleted', 410, 'link-gone', 'This short link has expired'],
    ['expired', 410, 'link-gone', 'This short link has expired'],
    ['blocked', 451, 'link-blocked', 'This short link is blocked'],
  ];
  beforeAll(async () => {
    await make({ url: 'https://www.ietf.org/1', alias: 'deleted' });
    await service.as('alice', 'DELETE', '/v1/links/deleted');
    await importLine({
      slug: 'expired',
      url: 'https://www.ietf.org/2',
      createdAt: '2026-01-01T00:00:00.000Z',
      clicks: 0,
      lastClickAt: null,
      blocked: null,
      claims: [{ owner: 'alice', createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-31T12:00:00.000Z' }],
    });
    await make({ url: 'https://www.ietf.org/3', alias: 'blocked' });
    await service.as('root', 'PATCH', '/v1/links/blocked', { blocked: 'By order of a <court>.' });
  });

  describe.each(endStates)('of one that is %s', (slug, status, type, title) => {
    test.each(['', '+', '.svg'])('/…%s for programs', async (suffix) => {
      const response = await service.fetch(`/${slug}${suffix}`);
      expect(response.status).toBe(status);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const problem = await readProblem(response);
      expect(problem).toMatchObject({ type: problemType(type), title, status });
      expect(JSON.stringify(problem)).not.toContain('ietf.org');
      if (status === 451) {
        expect(problem.detail).toBe('By order of a <court>.');
        expect(response.headers.get('link')).toBe(`<${service.origin}/>; rel="blocked-by"`);
      }
    });

    test.each(['', '+'])('/…%s for people', async (suffix) => {
      const response = await service.fetch(`/${slug}${suffix}`, { headers: HTML });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const page = await response.text();
      expect(page).toContain(`<h1 dir="auto">${title}</h1>`);
      expect(page).not.toContain('ietf.org');
      if (status === 451) expect(page).toContain('By order of a &lt;court>.');
    });

    test('for HEAD', async () => {
      expect((await service.fetch(`/${slug}`, { method: 'HEAD' })).status).toBe(status);
    });
  });

  test('an expired link is live again when its owner creates it again', async () => {
    expect((await service.as('alice', 'PATCH', '/v1/links/expired', { expiresAt: null })).status).toBe(200);
    expect((await service.fetch('/expired')).status).toBe(302);
  });
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is not allowed', async (method) => {
  const response = await service.fetch('/yadkkg582q', { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

test.each(['/a.png', '/a++', '/a.svg+', '/tencharact!', '/yadkkg582q7', '/a/', '/ä', '/a%2Fb', '/)', '/a%00b', '/%'])(
  '%s is not a short link',
  async (path) => {
    const response = await service.fetch(path);
    expect(response.status).toBe(404);
    expect((await readProblem(response)).errors).toEqual([]);
  },
);

test('the log has the scheme of the target, and never the slug', async () => {
  const { slug } = await make({ url: 'gopher://gopher.floodgap.com/1/logged' });
  await takeWholeLog(service);
  await service.fetch(`/${slug}`);
  const lines = await takeWholeLog(service);
  expect(lines).toEqual([expect.objectContaining({ route: '/{slug}', scheme: 'gopher', status: 308 })]);
  expect(JSON.stringify(lines)).not.toContain(slug);
});
