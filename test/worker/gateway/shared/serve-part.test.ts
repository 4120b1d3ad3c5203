/** Parts of messages over HTTP: which types are shown, how they are framed, and what each answer says. */
import { describe, expect, test } from 'vitest';
import { findPart } from '../../../../src/open/message-parts.ts';
import { partsOwner } from '../../../../worker/gateway/shared/message-html.ts';
import { servePart } from '../../../../worker/gateway/shared/serve-part.tsx';
import { type Asking, contextOf } from '../context.ts';

const MESSAGE = [
  'Content-Type: multipart/mixed; boundary=x',
  '',
  ...['--x', 'Content-Type: text/plain; charset=iso-8859-1', '', 'K\xe4se'],
  ...['--x', 'Content-Type: text/html; name="a.html"', 'Content-ID: <page@h>', '', '<p>K\xe4se<script>x</script>'],
  ...['--x', 'Content-Type: image/gif; name="a.gif"', '', 'GIF89a'],
  ...['--x', 'Content-Type: image/svg+xml; name="a.svg"', '', '<svg/>'],
  ...['--x', 'Content-Type: application/zip; name="a.zip"', '', 'PK'],
  ...['--x--', ''],
].join('\r\n');

const LINK = 'news:a@h.example';
const owner = (context: ReturnType<typeof contextOf>) => partsOwner(context.links, LINK);
const WINDOW = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' };

async function answer(id: string, asking: Asking = {}, url?: string) {
  const context = contextOf({ link: LINK, ...asking });
  const found = findPart(Buffer.from(MESSAGE, 'latin1'), true, id);
  const common = { 'Cache-Control': 'public, max-age=9', ETag: '"a"' };
  const response = servePart(context, found, owner(context), common, url);
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
}

describe('as a file', () => {
  test.each([
    ['1', 'text/plain; charset=utf-8', 'inline; filename="part-1"', 'Käse'],
    ['page@h', 'text/html; charset=utf-8', 'inline; filename="a.html"', '<p>Käse<script>x</script>'],
    ['3', 'image/gif', 'inline; filename="a.gif"', 'GIF89a'],
    // It may have scripts.
    ['4', 'application/octet-stream', 'attachment; filename="a.svg"', '<svg/>'],
    ['5', 'application/octet-stream', 'attachment; filename="a.zip"', 'PK'],
  ])('part %s is %s', async (id, type, disposition, text) => {
    const found = await answer(id);
    expect(found).toMatchObject({
      ...{ status: 200, text },
      headers: {
        ...{ 'content-type': type, 'content-disposition': disposition, 'accept-ranges': 'bytes' },
        ...{ 'cache-control': 'public, max-age=9', etag: '"a"', vary: 'Accept, Sec-Fetch-Dest' },
        link: '<news:a@h.example>; rel="canonical"',
      },
    });
    const isDocument = type.startsWith('text/html');
    expect(found.headers['content-security-policy']).toEqual(
      isDocument ? expect.stringContaining("default-src 'none'") : undefined,
    );
  });

  test('it may be asked for in ranges', async () => {
    expect(await answer('3', { headers: { Range: 'bytes=1-2' } })).toMatchObject({ status: 206, text: 'IF' });
  });

  test('its canonical link may be its own', async () => {
    const { headers } = await answer('3', {}, 'mid:a@h.example/b@h');
    expect(headers.link).toBe('<mid:a@h.example/b@h>; rel="canonical"');
  });

  test('the reader chooses its charset', async () => {
    expect((await answer('1', { query: '?charset=cp437' })).text).toBe('KΣse');
  });
});

describe('as JSON', () => {
  test('it is described, with its addresses', async () => {
    const { headers, text } = await answer('3', { query: '?format=json' });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'public, max-age=9' });
    const ROOT = 'https://waypost.example/news/~/a@h.example';
    expect(JSON.parse(text)).toMatchObject({
      ...{ number: 3, type: 'image/gif', article: { url: LINK, open: ROOT }, open: `${ROOT}/part/3` },
    });
  });

  test('only if the address says so: a program that prefers JSON gets the octets', async () => {
    expect((await answer('3', { headers: { Accept: 'application/json' } })).text).toBe('GIF89a');
  });
});

describe('in a window', () => {
  test.each([
    ['1', true],
    ['2', true],
    ['3', true],
    ['4', false],
    ['5', false],
  ])('part %s has a page: %s', async (id, isPage) => {
    const { headers } = await answer(id, { headers: WINDOW });
    const policy = headers['content-security-policy'] ?? '';
    expect([headers['content-type'] === 'text/html; charset=utf-8', policy.endsWith("frame-src 'self'")]).toEqual([
      ...[isPage, isPage],
    ]);
  });

  test('HTML is framed where the address asks for it, and nothing else is', async () => {
    const framed = await answer('2', { query: '?view=framed' });
    expect(framed.headers['content-security-policy']).toMatch(/^sandbox allow-top-navigation-by-user-activation/);
    expect(framed.text).toContain('<p>Käse');
    expect(framed.text).not.toContain('script');
    expect((await answer('1', { query: '?view=framed' })).text).toBe('Käse');
  });
});
