/** The gopher gateway with real servers, compared with curl. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, get, objectsIn } from '../bin/network/harness.ts';
import { authorityPath } from '../servers/certificates.ts';
import { type Fixture, startFixture } from '../worker/gateway/gopher/worker.ts';
import type { Daemon } from './daemon.ts';
import { BIG, gopherServers, isInstalled, makeTree, NAMES, TEXTS } from './gopher-servers.ts';

interface Line {
  readonly kind: string;
  readonly type?: string;
  readonly display: string;
  readonly selector?: string;
  readonly url?: string | null;
  readonly open?: string | null;
}

const { root, scratch } = makeTree();
afterAll(() => rmSync(scratch, { recursive: true }));

const kinds = Object.entries(gopherServers).map(([name, kind]) => ({ name, ...kind, installed: isInstalled(kind) }));

describe.each(kinds.filter(({ installed }) => installed))('$name', (kind) => {
  let daemon: Daemon;
  let fixture: Fixture<never>;

  beforeAll(async () => {
    daemon = await kind.start(root, scratch);
    fixture = await startFixture({}, { DEADLINES: 'connect=5s, first=10s, idle=10s, total=30s' }, [daemon.port]);
  });

  afterAll(async () => {
    await fixture?.close();
    await daemon?.close();
  });

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fixture.worker.fetch(`/${kind.scheme}/localhost:${daemon.port}${path}`, { headers });
  const octetsOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const lines = async (path: string): Promise<readonly Line[]> => {
    const response = await ask(path, { Accept: 'application/json' });
    expect(response.status).toBe(200);
    const menu: { lines: Line[] } = await response.json();
    return menu.lines;
  };

  test('menus, and the links in them', async () => {
    const items = (await lines('/')).filter(({ kind }) => kind === 'item');
    const names = items.map(({ selector }) => selector?.split('/').filter(Boolean).at(-1));
    expect(names).toEqual(expect.arrayContaining(['about.txt', 'sub', 'names', 'big.bin', 'dots.txt']));
    for (const { open, type } of items.filter(({ type }) => type === '0' || type === '1')) {
      const response = await fetch(open ?? '');
      expect([type, response.status]).toEqual([type, 200]);
      await response.arrayBuffer();
    }
    const html = await (await ask('/')).text();
    expect(html).toContain('<span class="item-type" dir="ltr" title="text file">TEXT</span>');
  });

  test.each(Object.entries(TEXTS))('the text %s', async (name, text) => {
    const response = await ask(`/0/${name}?format=raw`);
    expect((await octetsOf(response)).toString('latin1').replaceAll('\r\n', '\n')).toBe(text);
  });

  // The process of the tests does not trust the certificates of the test servers; only the runtime does.
  test.runIf(kind.scheme === 'gopher')('waypost get and check', async () => {
    const at = (path: string): string => `gopher://localhost:${daemon.port}${path}`;
    const file = join(scratch, 'fetched');
    expect(await get(['--raw', '--output', file, at('/9/big.bin')])).toMatchObject({ opened: true, stderr: '' });
    expect(readFileSync(file).equals(BIG)).toBe(true);
    expect((await get([at('/')])).stdout).toContain(`<${at('/0/about.txt')}>`);
    const lines = objectsIn(await check(['--pause', '0ms', at('/'), at('/0/about.txt'), at('/0/nothing-here.txt')]));
    expect(lines.map((line) => line?.status)).toEqual(['alive', 'alive', 'gone']);
  });

  test('a text in Latin-1 is read as such', async () => {
    const response = await ask('/0/latin1.txt?format=json');
    expect(await response.json()).toMatchObject({ text: expect.stringMatching(/^Grüße aus Köln, déjà vu\.\r?\n$/) });
  });

  test('a binary file of three megabytes, with the octets that curl gets', async () => {
    const response = await ask('/9/big.bin');
    const octets = await octetsOf(response);
    expect([response.status, octets.equals(BIG)]).toEqual([200, true]);
    const url = `${kind.scheme}://localhost:${daemon.port}/9/big.bin`;
    const byCurl = execFileSync('curl', ['-sS', '--cacert', authorityPath, url], { maxBuffer: 2 ** 25 });
    expect(byCurl.equals(octets)).toBe(true);
  });

  const servable = NAMES.filter((name) => !kind.unservable?.test(name));

  test.each(servable)('the name %j', async (name) => {
    const escaped = Array.from(name, (octet) =>
      /[\w.-]/.test(octet) ? octet : `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`,
    ).join('');
    const response = await ask(`/0/names/${escaped}?format=raw`);
    expect([response.status, (await octetsOf(response)).toString('latin1').trimEnd()]).toEqual([200, name]);
  });

  test('the names, as the menu of the server links them', async () => {
    const items = (await lines('/1/names')).filter(({ kind }) => kind === 'item');
    expect(items.length).toBe(NAMES.length);
    for (const { open, display } of items.filter(({ display }) => !kind.unservable?.test(display))) {
      const response = await fetch(`${open}${open?.includes('?') ? '&' : '?'}format=raw`);
      expect([display, response.status]).toEqual([display, 200]);
      expect(NAMES).toContain((await octetsOf(response)).toString('latin1').trimEnd());
    }
  });

  test('HTML is shown without its scripts', async () => {
    const response = await ask('/h/sub/page.html');
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^sandbox allow-downloads; default-src 'none';/);
    expect((await octetsOf(response)).toString()).toContain('<title>A page</title>');
  });

  test('a search', async () => {
    const found = await lines('/7/cgi-bin/find.cgi%09two%20words');
    expect(found.find(({ kind }) => kind === 'item')).toMatchObject({
      display: 'Found two words',
      selector: '/about.txt',
    });
  });

  test.each(['/0/nope.txt', '/1/nope', '/9/nope.bin'])('a missing item: %s', async (path) => {
    const response = await ask(path, { Accept: 'application/problem+json' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: expect.stringMatching(kind.missing) });
  });

  test.skipIf(kind.plus)('no Gopher+ from a server that does not speak it', async () => {
    expect((await ask('/0/about.txt%09%09!')).status).toBe(404);
    const plain = await ask('/0/about.txt%09%09+?format=raw');
    expect([plain.status, await plain.text()]).toEqual([200, expect.stringContaining('About this server.')]);
    const caps = await (await ask('/0caps.txt')).text();
    expect(caps).toContain('About this server');
  });

  test.skipIf(!kind.plus)('Gopher+: content, attributes, some of them, those of a menu', async () => {
    const content = await ask('/0/about.txt%09%09+?format=raw');
    expect((await octetsOf(content)).toString()).toBe(TEXTS['about.txt']);
    expect((await ask('/0/nope.txt%09%09+')).status).toBe(404);
    const blocks = async (path: string): Promise<string[]> => {
      const response = await ask(path, { Accept: 'application/json' });
      const { items }: { items: { blocks: { name: string }[] }[] } = await response.json();
      return items[0]?.blocks.map(({ name }) => name) ?? [];
    };
    expect(await blocks('/0/about.txt%09%09!')).toEqual(['ADMIN', 'VIEWS', 'ABSTRACT', 'ASK']);
    expect(await blocks('/0/about.txt%09%09!+ABSTRACT')).toEqual(['ABSTRACT']);
    const all = await ask('/1/%09%09$');
    const html = await all.text();
    expect([all.status, html]).toEqual([200, expect.stringContaining('Representations')]);
  });

  test.skipIf(!kind.plus)('Gopher+: a view, and a form', async () => {
    const view = await ask('/0/about.txt%09%09+text/plain?format=raw');
    expect([view.status, await view.text()]).toEqual([200, TEXTS['about.txt']]);
    const form = await (await ask('/0/about.txt%09%09%3F')).text();
    expect(form).toContain('<input type="text" id="f1" name="f1" value="Anon"');
    expect(form).toContain('<input type="radio" name="f3" value="green"');
    expect(form).toContain('<input type="checkbox" id="f4" name="f4" value="1" checked');
  });
});
