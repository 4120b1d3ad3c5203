/**
 * The page for lists with a spreadsheet: it keeps the columns, checks links at the servers of this machine after a
 * button was pressed, and gives the sheet back with new columns.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '../servers/listener.ts';
import { hasChromium } from './chromium.ts';
import { accessibilityViolations, faultsOf, type OpenPage, openPage } from './open-page.ts';
import { type Session, startSession } from './session.ts';

const TOKEN = 'a-token-of-32-characters-or-more';

describe.skipIf(!hasChromium())('a sheet', () => {
  let session: Session;
  let server: RunningServer;
  beforeAll(async () => {
    server = await listen('gopher', {}, async (client) => {
      const selector = await client.line();
      const isGone = selector?.includes('gone') === true;
      await client.body(isGone ? "3'/gone' does not exist\t\terror.host\t1\r\n.\r\n" : 'a text\r\n');
    });
    session = await startSession({
      EGRESS_ALLOW: `localhost:${server.port}, 127.0.0.1:${server.port}`,
      LINK_TOKENS: `alice:${TOKEN}`,
    });
  });
  afterAll(() => Promise.all([session?.close(), server?.close()]));

  /** Drops a file on the page, as from a folder. */
  async function drop(page: Page, name: string, content: string | Uint8Array): Promise<void> {
    const octets = [...(typeof content === 'string' ? new TextEncoder().encode(content) : content)];
    await page.evaluate(
      ([name, octets]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([Uint8Array.from(octets)], name));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, octets] as const,
    );
    await page.waitForSelector('.links-table tbody tr');
  }

  async function paste(page: Page, text: string, html = ''): Promise<void> {
    await page.evaluate(
      ([text, html]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        if (html !== '') clipboardData.setData('text/html', html);
        const field = document.getElementById('url');
        if (!(field instanceof HTMLTextAreaElement)) throw new Error('there is no field');
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        if (!field.dispatchEvent(paste)) return;
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      [text, html] as const,
    );
    await page.waitForSelector('.links-table tbody tr');
  }

  async function download(page: Page): Promise<{ readonly name: string; readonly octets: Buffer }> {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-export="sheet"]')]);
    return { name: file.suggestedFilename(), octets: readFileSync(await file.path()) };
  }

  const cells = (page: Page, selector: string): Promise<string[]> =>
    page.locator(`.links-table tbody ${selector}`).allTextContents();

  /** The buttons that are filled, as the next step is. */
  const filledButtons = (page: Page): Promise<string[]> =>
    page.locator('main button:not(.quiet, :disabled, details:not([open]) *)').allTextContents();

  /** The requests to the API since the last call. */
  const asked = ({ takeRequests }: OpenPage): readonly string[] => takeRequests().filter((url) => url.includes('/v1/'));

  test('keeps its columns, is checked after a press of the button, and comes back with new columns', async () => {
    await using opened = await session.open('/check', { acceptDownloads: true });
    const { page } = opened;
    const at = `gopher://localhost:${server.port}`;
    const text =
      '\u{feff}id;"title ""old""";url;seen\r\n' +
      `1;=SUM(A1);"${at}/0/About us";1997-03-01\r\n` +
      `2;"two\r\nlines";gopher://ada:secret@localhost:${server.port}/0/gone#top;1998-04-02\r\n` +
      '\r\n' +
      '3;mail;mailto:ada@h.example;1999-01-01\r\n' +
      `4;short;${at.replace('gopher', 'GOPHER')}/0/About%20us\r\n` +
      '5;broken;gopher://h.example/0a%0D;2000-01-01';
    await drop(page, 'links.csv', text);
    asked(opened);
    expect(await cells(page, 'tr td[data-label="id"]')).toEqual(['1', '2', '3', '4', '5']);
    expect(await page.textContent('.extracted-links .lead')).toBe(
      '3 distinct links, 4 with repeats, in 5 rows. 1 more is not a URL. Read as a table (CSV).',
    );
    // What is wrong with a cell stands in the column for that, and the cell in its own.
    expect(await cells(page, 'tr:nth-child(5) td.url')).toEqual(['gopher://h.example/0a%0D']);
    expect(await cells(page, 'tr:nth-child(5) td[data-label="Status"]')).toEqual([
      expect.stringMatching(/^not a URL./),
    ]);
    expect(await filledButtons(page)).toEqual(['Check 2 links']);
    expect(await page.textContent('#check-note')).toBe(
      `This page sends them to ${new URL(session.root).host}, which asks their servers one after another. Your other ` +
        'columns, user names, passwords and anything after “#” stay on this device. ' +
        '1 other link names no server and is not sent.',
    );
    await page.waitForTimeout(500);
    expect(asked(opened)).toEqual([]);
    expect(server.log).toEqual([]);

    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().includes('/v1/check')),
      page.click('[data-links="check"]'),
    ]);
    expect(request.postData()?.trim().split('\n').toSorted()).toEqual([`"${at}/0/About%20us"`, `"${at}/0/gone"`]);
    await expect.poll(() => page.textContent('.links-run-status')).toBe('3 links: 1 alive, 1 gone, 1 not checked.');
    expect(await cells(page, '.link-status')).toEqual(['alive', 'gone', 'not checked', 'alive', 'not a URL']);
    expect(await filledButtons(page)).toEqual(['Download my sheet']);
    expect(
      await page
        .locator('td[data-label="Archived copy"] a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual([]);

    const { name, octets } = await download(page);
    expect(name).toBe('links checked.csv');
    const [, ...added] = [
      ...octets
        .toString()
        .matchAll(/;(gopher[^;]*|mailto[^;]*|waypost_[^;]*|);(alive|gone|not checked|not a URL|waypost_status|);.*/g),
    ];
    expect(added.map(([, canonical, status]) => [canonical, status])).toEqual([
      [`${at}/0/About%20us`, 'alive'],
      [`gopher://ada:secret@localhost:${server.port}/0/gone#top`, 'gone'],
      ['mailto:ada@h.example', 'not checked'],
      [`${at}/0/About%20us`, 'alive'],
      ['', 'not a URL'],
    ]);
    // `waypost_checked_at`, of those that were checked.
    expect(added.map(([line]) => /;\d{4}-[^;]*Z;/.test(line))).toEqual([true, true, false, true, false]);
    await page.selectOption('#extracted-links-filter', { label: 'only problems (2)' });
    await expect.poll(() => cells(page, 'tr td:nth-child(1)')).toEqual(['3', '7']);
    await page.selectOption('#extracted-links-filter', { label: 'only not checked (1)' });
    await expect.poll(() => cells(page, 'tr td:nth-child(1)')).toEqual(['5']);
    await page.selectOption('#extracted-links-filter', { label: 'only repeated (2)' });
    await expect.poll(() => cells(page, 'tr td:nth-child(1)')).toEqual(['2', '6']);
    expect(await faultsOf(opened)).toEqual([]);
  });

  test('is asked about at the Web of its hosts only if somebody ticks the box, and shows what was found', async () => {
    await using opened = await session.open('/check');
    const { page } = opened;
    const asked: string[] = [];
    const suggestion = { url: 'https://h.example/a', certainty: 'likely', reason: 'It is <b>a file</b>.' };
    await page.route('**/v1/check*', async (route) => {
      asked.push(new URL(route.request().url()).search);
      const lines = (route.request().postData() ?? '').trim().split('\n');
      const answer = JSON.stringify({ status: 'gone', detail: 'No.', archives: [], suggestion });
      await route.fulfill({ contentType: 'application/x-ndjson', body: lines.map(() => `${answer}\n`).join('') });
    });
    const box = page.locator('.links-suggest input');
    for (const [isTicked, search] of [
      [false, ''],
      [true, '?suggest=true'],
    ] as const) {
      await drop(page, 'links.csv', `url,x\nftp://h.example/a,${isTicked}\n`);
      await expect.poll(() => cells(page, 'td.own')).toEqual([String(isTicked)]);
      expect(await box.isChecked()).toBe(false);
      if (isTicked) await page.getByLabel('Also look for successors').check();
      await page.click('[data-links="check"]');
      await expect.poll(() => page.textContent('.links-run-status')).toBe('1 link: 1 gone.');
      expect([asked.splice(0), await box.count()]).toEqual([[search], 0]);
    }
    const shown = page.locator('td[data-label="Status"]');
    expect(await shown.textContent()).toContain('likely: https://h.example/a It is <b>a file</b>.');
    expect(await shown.locator('a').getAttribute('rel')).toBe('noreferrer nofollow');
    expect(await faultsOf(opened)).toEqual([]);
  });

  test('asks archives for copies of dead links, after it has said who learns what', async () => {
    await using opened = await session.open('/check', { acceptDownloads: true });
    const { page } = opened;
    const archives = [
      { name: 'Wayback', url: 'https://archive.example/ftp://h.example/a', dated: null },
      { name: 'Other', url: 'https://other.example/ftp://h.example/a', dated: null },
    ];
    const copy = { name: 'Wayback', url: 'https://archive.example/1997/a', datetime: 'Wed, 01 Jan 1997 00:00:00 GMT' };
    const sent: string[] = [];
    await page.route('**/v1/check*', async (route) => {
      const { search } = new URL(route.request().url());
      const lines = (route.request().postData() ?? '').trim().split('\n');
      sent.push(...lines.map((line) => `${search} ${line}`));
      const answers = lines.map((line) => {
        if (search === '')
          return line.includes('/b') ? { status: 'alive', archives: [] } : { status: 'gone', archives };
        if (line.includes('/a')) return { status: 'not-checked', reason: 'archives-only', copy };
        if (line.includes('/c')) return { status: 'not-checked', reason: 'archives-only', copy: null };
        return { status: 'not-checked', reason: 'robots', detail: 'Wayback: robots.txt says no.', copy: null };
      });
      const body = answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');
      await route.fulfill({ contentType: 'application/x-ndjson', body });
    });
    const rows = ['a,1', 'b,2', 'a,3', 'c,4', 'ada:secret@h.example/d#e,5'];
    const urls = rows.map((row) => `ftp://${row.includes('@') ? row : `h.example/${row}`}`);
    await drop(page, 'links.csv', `url,x\n${urls.join('\n')}\n`);
    expect(await page.locator('[data-run="archives"]').count()).toBe(0);
    await page.click('[data-links="check"]');
    const panel = page.locator('[data-run="archives"]');
    await expect
      .poll(() => panel.locator('.aside').textContent())
      .toBe(
        `Sends 3 links to ${new URL(session.root).host}, which asks archive.example (3 links), other.example (3 links). ` +
          'User names, passwords and anything after “#” stay on this device. Nothing is sent before you press the button.',
      );
    expect(sent.filter((line) => line.startsWith('?'))).toEqual([]);
    await panel.getByRole('button', { name: 'Ask archives for copies' }).click();
    await expect
      .poll(() => panel.locator('.links-run-status').textContent())
      .toBe('The archives have been asked about 3 links: 1 has a copy.');
    expect(sent.filter((line) => line.startsWith('?'))).toEqual(
      ['a', 'c', 'd'].map((name) => `?ask=archives "ftp://h.example/${name}"`),
    );
    const copies = page.locator('td[data-label="Archived copy"]');
    expect(await copies.allTextContents()).toEqual([
      ...['Copy of 1997-01-01Wayback', '', 'Copy of 1997-01-01Wayback', 'no copy found'],
      'Ask WaybackWayback: robots.txt says no.',
    ]);
    expect(await copies.first().locator('a').getAttribute('href')).toBe(copy.url);
    const { octets } = await download(page);
    expect(String(octets)).toContain('"yes, of 1997-01-01"');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await faultsOf(opened)).toEqual([]);
  });

  test('of 12,000 rows, pasted, is checked once for each distinct link, and can be stopped', async () => {
    await using opened = await session.open('/check', { acceptDownloads: true });
    const { page, errors } = opened;
    const rows = Array.from(
      { length: 12_000 },
      (_, row) =>
        `${row}\tgopher://localhost:${server.port}/0/${row % 40}\tnote ${row}\t199${row % 8}-0${1 + (row % 9)}-11`,
    );
    const text = `nr\tlink\tnote\tday\n${rows.join('\n')}\n`;
    server.log.length = 0;
    await paste(page, text);
    expect(await page.textContent('.extracted-links h2')).toBe('Links in this sheet');
    // The second answer comes after the stop.
    const stopped = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/v1/check**', async (route) => {
      if (asked++ > 0) await stopped.promise;
      await route.continue().catch(() => {});
    });
    await page.click('[data-links="check"]');
    await page.waitForFunction(() => document.querySelector('.link-status') !== null);
    await page.click('[data-links="stop-check"]');
    stopped.resolve();
    await expect.poll(() => page.textContent('.links-run-status')).toBe('Stopped. Everything so far is kept.');
    expect(await page.textContent('[data-links="check"]')).toMatch(/^Check the other \d+$/);
    await page.click('[data-links="check"]');
    await expect.poll(() => page.textContent('.links-run-status')).toBe('40 links: 40 alive.');
    const { name, octets } = await download(page);
    expect(name).toBe('sheet checked.tsv');
    const lines = octets.toString().split('\n');
    expect(lines).toHaveLength(12_002);
    expect(lines.slice(1, -1).map((line) => line.split('\t').slice(0, 4).join('\t'))).toEqual(rows);
    expect(new Set(lines.slice(1, -1).map((line) => line.split('\t')[5]))).toEqual(new Set(['alive']));
    expect(errors).toEqual([]);
  });

  test('has four of its own columns beside the links, and says that there are more', async () => {
    await using opened = await session.open('/check');
    const { page } = opened;
    expect(await filledButtons(page)).toEqual(['Show the links']);
    for (const [count, hidden] of [
      [4, 0],
      [5, 1],
    ] as const) {
      const names = Array.from({ length: count }, (_, index) => `own ${index + 1}`);
      const row = names.map((name) => `${name} of a row`);
      await drop(page, 'links.csv', `link,${names}\ngopher://h.example/1,${row}\nmailto:a@h.example,${row}\n`);
      await expect.poll(() => cells(page, 'tr:first-child td.own')).toEqual(row.slice(0, 4));
      expect(await page.locator('.links-table + *, .extracted-links > .aside').allTextContents()).toEqual(
        hidden === 0 ? [] : ['The table has 4 of your 5 other columns. Your sheet keeps all of them.'],
      );
    }
    expect(await faultsOf(opened)).toEqual([]);
  });

  test('without a link that can be checked is saved at once', async () => {
    await using opened = await session.open('/check');
    await drop(opened.page, 'links.csv', 'link,note\nmailto:a@h.example,a\nmailto:b@h.example,b\n');
    expect(await filledButtons(opened.page)).toEqual(['Download my sheet']);
    await opened.page.fill('#url', 'mailto:a@h.example and mailto:b@h.example');
    await expect.poll(() => filledButtons(opened.page)).toEqual(['Save links as CSV']);
  });

  /** As LibreOffice 7.4 copies cells, one of them with a link under other words. */
  const COPIED = `<!DOCTYPE html><html><head><style type="text/css">td { font-size: x-small }</style></head><body>
    <table cellspacing="0" border="0"><colgroup span="3" width="85"></colgroup>
    <tr><td height="17" align="left">Nr</td><td align="left">Archive</td><td align="left">Seen</td></tr>
    <tr><td align="right" sdval="1" sdnum="1033;">1</td><td><a href="ftp://ftp.funet.fi/pub/">Funet, &quot;the&quot; archive</a></td><td>1997-03-01</td></tr>
    <tr><td align="right" sdval="2" sdnum="1033;">2</td><td style="color: red"><a href="gopher://h.example/0/About%20us">About<br>us</a></td><td>1997-03-02</td></tr>
    </table></body></html>`;

  test('pasted from a spreadsheet has the links that stand under other words, in a column of their own', async () => {
    await using opened = await session.open('/check', { acceptDownloads: true });
    const { page, errors } = opened;
    asked(opened);
    await paste(page, 'Nr\tArchive\tSeen\n1\tFunet, "the" archive\t1997-03-01\n2\tAbout us\t1997-03-02\n', COPIED);
    expect(await cells(page, 'td[data-label="Archive (link)"] > a')).toEqual([
      'ftp://ftp.funet.fi/pub/',
      'gopher://h.example/0/About%20us',
    ]);
    const { octets } = await download(page);
    expect(
      octets
        .toString()
        .split('\n')
        .map((line) => line.split('\t').slice(0, 4)),
    ).toEqual([
      ['Nr', 'Archive', 'Seen', 'Archive (link)'],
      ['1', '"Funet, ""the"" archive"', '1997-03-01', 'ftp://ftp.funet.fi/pub/'],
      ['2', 'About us', '1997-03-02', 'gopher://h.example/0/About%20us'],
    ]);
    expect(asked(opened)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('that was chosen before the script was loaded is read', async () => {
    await using opened = await openPage(session.root, '/check');
    const { page } = opened;
    await page.setInputFiles('#file', {
      ...{ name: 'links.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('nr,link\n1,gopher://a.example/\n2,gopher://b.example/\n'),
    });
    await page.waitForSelector('.links-table tbody tr');
    expect(await page.textContent('.extracted-links h2')).toBe('Links in this sheet');
  });

  test('as a workbook is not read, and the page says what to do', async () => {
    await using opened = await session.open('/check');
    const { page } = opened;
    await page.setInputFiles('#file', {
      ...{ name: 'links.ods', mimeType: 'application/vnd.oasis.opendocument.spreadsheet' },
      buffer: Buffer.from('PK\u0003\u0004\u0014\u0000mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    });
    await expect
      .poll(() => page.textContent('#answer .lead'))
      .toMatch(/^This file is a workbook\. Save its sheet as CSV/);
    expect(await page.evaluate('document.activeElement.matches("#answer h2")')).toBe(true);
    expect(await faultsOf(opened)).toEqual([]);
  });

  test('gets a short link for each of its links, with the token of an owner', async () => {
    await using opened = await session.open('/check');
    const { page } = opened;
    await paste(
      page,
      'note\tlink\na\tgopher://a.org/1/a\nb\tmailto:a@a.org\nc\tgopher://a.org/1/c\nd\tgopher://h.example/\n',
    );
    await page.click('.links-run summary');
    await page.fill('#links-token', 'wrong');
    await page.click('.links-run form button');
    await expect.poll(() => page.textContent('[data-run="shorten"] .links-run-status')).toMatch(/token/i);
    await page.fill('#links-token', TOKEN);
    await page.click('.links-run form button');
    await expect
      .poll(() => page.textContent('[data-run="shorten"] .links-run-status'))
      .toMatch(/^2 of 3 short links are ready\. 1 refused: Names under \.example/);
    const response = await session.fetch('/v1/links', { headers: { Authorization: `Bearer ${TOKEN}` } });
    const { links }: { links: { short: string; canonical: string }[] } = JSON.parse(await response.text());
    const made = links.map(({ short }) => short.replace(/^https?:\/\//, ''));
    expect((await cells(page, 'td[data-label="Short link"] a')).toSorted()).toEqual(made.toSorted());
    expect(links.map(({ canonical }) => canonical).toSorted()).toEqual(['gopher://a.org/1/a', 'gopher://a.org/1/c']);
  });
});
