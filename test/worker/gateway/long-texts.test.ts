/** Texts of megabytes from test servers, on pages of the Worker. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFtp } from '../../servers/ftp.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { startWais } from '../../servers/wais.ts';
import type { RunningWorker } from '../harness.ts';
import { type FakeServer, startFakeServer } from './gopher/worker.ts';
import { startGateway } from './worker.ts';

/** 2.4 MiB of lines that say where they are, in Latin-1. The last one is a period, which no gopher server doubles. */
const LINES = 40_000;
const LONG = Array.from({ length: LINES }, (_, index) => `${index}: t\xe9a ${'and cake '.repeat(6)}\r\n`).join('');

let gopher: FakeServer;
let ftp: RunningServer;
let wais: RunningServer;
let worker: RunningWorker;
beforeAll(async () => {
  gopher = await startFakeServer({ '/long.txt': `${LONG}.\r\n`, 'caps.txt': '' });
  ftp = await startFtp({ long: Buffer.from(LONG, 'latin1') });
  wais = await startWais();
  worker = await startGateway([{ host: '127.0.0.1', port: gopher.port }, ftp, wais]);
});
afterAll(() => Promise.all([worker, gopher, ftp, wais].map((one) => one?.close())));

const BROWSER = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };
const PATHS: Readonly<Record<string, () => string>> = {
  gopher: () => `/gopher/localhost:${gopher.port}/0/long.txt`,
  ftp: () => `/ftp/localhost:${ftp.port}/pub/long.txt`,
};

const nextIn = (html: string) => /<a href="([^"]*)" rel="next">/.exec(html)?.[1]?.replaceAll('&amp;', '&');
const textIn = (html: string) =>
  (/<pre class="text"[^>]*>\n(.*?)<\/pre>/s.exec(html)?.[1] ?? '')
    .replace(/<[^>]*>/g, '')
    .replace(/\n$/, '')
    .split('\n');

describe.each(Object.keys(PATHS))('a text of a %s server', (name) => {
  const path = () => PATHS[name]?.() ?? '';

  test('is whole on its pages, line by line', async () => {
    const lines: string[] = [];
    const links: (string | null)[] = [];
    for (let next: string | undefined = path(); next !== undefined; ) {
      const response: Response = await worker.fetch(next, { headers: BROWSER });
      const html: string = await response.text();
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(response.headers.get('Link')).toContain('rel="canonical"');
      expect(html).toContain('<nav class="breadcrumbs"');
      links.push(
        response.headers
          .get('Link')
          ?.match(/rel="(?:prev|next)"/g)
          ?.join() ?? null,
      );
      lines.push(...textIn(html));
      next = nextIn(html);
    }
    expect(links).toEqual(['rel="next"', 'rel="prev",rel="next"', 'rel="prev"']);
    expect(lines.join('\n') === LONG.slice(0, -2).replaceAll('\r\n', '\n')).toBe(true);
  });

  test('has no page behind its end', async () => {
    const response = await worker.fetch(`${path()}?page=4`, { headers: BROWSER });
    const html = await response.text();
    expect([response.status, html.includes('The text ends before page 4.')]).toEqual([404, true]);
    expect(html).toMatch(new RegExp(`href="${path()}">The first page</a>`));
    expect(html).not.toContain('>Log in</a>');
  });

  // What is no number of a page anywhere is refused before the server is asked, whose text has fewer pages.
  test.each([
    ['0', '999,999'],
    ['17', '16'],
    ['two', '999,999'],
  ])('has no page %s', async (number, most) => {
    const response = await worker.fetch(`${path()}?page=${number}`, { headers: BROWSER });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(new RegExp(`page.{0,10} must be a whole number from 1 to ${most}\\.`)),
    ]);
  });

  test('is whole for programs that ask for octets', async () => {
    const raw = await worker.fetch(`${path()}?format=raw`);
    expect(Buffer.from(await raw.arrayBuffer()).toString('latin1')).toBe(LONG);
    const refused = await worker.fetch(`${path()}?format=raw&page=2`);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Only HTML has pages.')]);
  });
});

test('a document of WAIS has pages, too', async () => {
  const { hits } = await (
    await worker.fetch(`/open?url=${encodeURIComponent(`wais://localhost:${wais.port}/history?beyond`)}&format=json`)
  ).json<{ hits: { headline: string; types: { open: string }[] }[] }>();
  const { pathname, search } = new URL(hits.find(({ headline }) => /huge/.test(headline))?.types[0]?.open ?? '');
  const first = await (await worker.fetch(pathname + search, { headers: BROWSER })).text();
  const rest = await (await worker.fetch(nextIn(first) ?? '', { headers: BROWSER })).text();
  expect(textIn(first).length + textIn(rest).length).toBeGreaterThan(120_000);
  expect([textIn(first)[0], textIn(rest)[0]]).toEqual(['At length, WAIS.', 'At length, WAIS.']);
});
