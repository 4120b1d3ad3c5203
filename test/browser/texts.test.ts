/**
 * The page for lists with a text: a table of its links, exports to files, and texts of any length.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { TEXT_WITH_LINKS } from './examples.ts';
import { faultsOf } from './open-page.ts';
import { type Session, startSession } from './session.ts';

/** Scripts put it before each own path. */
const BASE_PATH = '/tools/waypost';

describe.skipIf(!hasChromium())('a text', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession({ BASE_PATH });
  });
  afterAll(() => session?.close());

  test('gives a table of its links, grouped by canonical URL', async () => {
    await using opened = await session.open('/check');
    const { page } = opened;
    await page.fill('#url', TEXT_WITH_LINKS);
    await page.waitForSelector('.links-table tbody tr');
    const rows = await page
      .locator('.links-table tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].slice(0, 4).map(({ textContent }) => textContent)),
      );
    expect(rows).toEqual([
      ['gopher://h.example/0oldletter', 'gopher://h.example/0oldLF␣␣letter', '1', '1'],
      ['gopher://h.example/1/menu', 'gopher://H.example:70/1/menuGOPHER://h.example/1/menu', '2', '2, 3'],
      ['ftp://ftp.example/a;type=i', 'unchanged', '1', '3'],
    ]);
    expect(await page.textContent('.extracted-links .lead')).toBe('3 distinct links, 4 with repeats, in 3 lines.');
    expect(await page.locator('#answer > *').count()).toBe(1);
  });

  test.each([
    [
      'http://EXAMPLE.com/%7Ea',
      'http://example.com/~a',
      /^Both are the same link\. .*percent-encoding\. RFC 3986 §6\.2\.2\.2$/,
    ],
    ['gopher://h.example:70/', 'gopher://h.example/1', /^Both are the same link\. .*default port\. RFC 3986 §6\.2\.3$/],
    ['urn:ietf:rfc:8141', 'urn:ietf:rfc:8141#section-3', /^Both are the same link\. .*resolver.* RFC 8141 §3\.1$/],
    [
      'http://example.com/~a',
      'https://example.com:8443/~a/',
      /^These are different links\. .*:Schemehttp and httpsPortnothing and 8443Path\/~a and \/~a\/$/,
    ],
    ['news:a', 'news:b', /different links.*:Patha and b$/],
    ['gopher://a.example/1', 'http://b.example/x', /^These are different links\. Their hosts differ\.$/],
  ])('with two links says whether they are the same link, and why: %s, %s', async (a, b, verdict) => {
    await using opened = await session.open('/check');
    const { page } = opened;
    await page.fill('#url', `${a}\n${b}`);
    await expect.poll(() => page.textContent('.comparison')).toMatch(verdict);
    // The explorer leads there.
    await page.goto(`${session.root}/inspect?url=${encodeURIComponent(`${a}\n${b}`)}`);
    expect(new URL(page.url()).pathname).toBe(`${BASE_PATH}/check`);
    expect(await page.textContent('.comparison')).toMatch(verdict);
  });

  test.each(['gopher://h.example/ gopher://h.example/', 'go:a go:b go:c', 'go:a gopher://h.example/0%0D'])(
    'is not compared: %s',
    async (text) => {
      await using opened = await session.open('/check');
      await opened.page.fill('#url', text);
      await opened.page.waitForSelector('.links-table');
      expect(await opened.page.locator('.comparison').count()).toBe(0);
    },
  );

  test.each([
    ['https://example.org/x\nhttp://a.example/', '2 distinct links in 2 lines.', 2],
    [
      'gopher://h.example/\nhttp://a.example/\nHTTP://A.example:80\n../b',
      '2 distinct links, 3 with repeats, in 4 lines. Line 4 has no link and was left out.',
      2,
    ],
  ])('that lists links of the Web gives a table of them: %j', async (text, counts, rows) => {
    await using opened = await session.open('/check');
    const { page } = opened;
    await page.fill('#url', text);
    await page.waitForSelector('.links-table');
    expect(await page.textContent('.extracted-links .lead')).toBe(counts);
    expect(await page.locator('.links-table tbody tr').count()).toBe(rows);
    const sizes = await page.$$eval('.links-table tbody :is(a, code, .nothing)', (parts) =>
      parts.map((part) => getComputedStyle(part).fontSize),
    );
    expect(new Set(sizes)).toEqual(new Set(['14px']));
  });

  test.each<[text: string, format: string, script: RegExp | null, canonical: string[]]>([
    ['<p><a href="gopher://h.example/1/a&amp;b">', 'HTML', /links-in-html/, ['gopher://h.example/1/a&b']],
    ['[https://h.example](https://h.example)', 'Markdown', /links-in-markdown/, ['https://h.example/']],
    ['1,"gopher://h.example/0/About us",x', 'a table (CSV)', null, ['gopher://h.example/0/About%20us']],
  ])(
    'is read as what it is, and a parser is loaded when one is needed: %s',
    async (text, format, script, canonical) => {
      await using opened = await session.open('/check');
      const { page, takeRequests } = opened;
      await page.waitForLoadState('networkidle');
      expect(takeRequests().filter((address) => address.includes('links-in-'))).toEqual([]);
      const loaded: string[] = [];
      page.context().on('request', (request) => loaded.push(request.url()));
      await page.fill('#url', text);
      await page.waitForSelector('.links-table tbody tr');
      expect(await page.textContent('.extracted-links .lead')).toContain(`Read as ${format}.`);
      expect(await page.locator('.links-table tbody td:first-child').allTextContents()).toEqual(canonical);
      const readers = loaded.filter((address) => address.includes('/links-in-'));
      expect(readers.map((address) => script?.test(address) ?? false)).toEqual(script === null ? [] : [true]);
    },
  );

  test('that is a list of hosts has guessed schemes', async () => {
    await using opened = await session.open('/check');
    const { page } = opened;
    await page.fill('#url', 'www.example.org\ngopher.floodgap.com');
    await page.waitForSelector('.links-table tbody tr');
    expect(await page.locator('.links-table tbody td:nth-child(2)').allTextContents()).toEqual([
      'www.example.org (scheme guessed)',
      'gopher.floodgap.com (scheme guessed)',
    ]);
  });

  test('of 100,000 lines is read in a worker, while the page stays responsive', async () => {
    // As in the list of an archive: nine of ten links are of the Web, and occur twice.
    const lines = Array.from({ length: 100_000 }, (_, index) =>
      index % 10 === 0
        ? `see GOPHER://h${index % 5000}.example:70/1/${index} there`
        : `http://www.example/${index % 50_000}`,
    );
    lines[5] = '../b';
    await using opened = await session.open('/check', { acceptDownloads: true });
    const { page, errors } = opened;
    // Counts the turns that the page has while the text is read. A benchmark measures how long they take.
    await page.evaluate(() => {
      const turns = { whileReading: 0, lead: '' };
      Object.assign(window, { turns });
      setInterval(() => {
        if (document.querySelector('progress') !== null) turns.whileReading++;
      }, 5);
      // Seen by the page itself: a busy machine may have read the text before the test looks.
      new MutationObserver(() => {
        if (document.querySelector('progress') === null) return;
        turns.lead = document.querySelector('.extracted-links .lead')?.textContent ?? '';
      }).observe(document, { childList: true, subtree: true });
    });
    await page.focus('#url');
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document
        .getElementById('url')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, lines.join('\n'));
    await page.waitForSelector('.links-table');

    expect(await page.evaluate('turns.lead')).toBe('Reading …');
    expect(await page.textContent('.extracted-links .lead')).toBe(
      '55,000 distinct links, 99,999 with repeats, in 100,000 lines. Line 6 has no link and was left out.',
    );
    expect(await page.locator('.links-table tbody tr').count()).toBe(50);

    await page.click('[data-page="1"]');
    await page.waitForFunction(() => document.querySelector('.links-pager span')?.textContent === 'Page 2 of 1,100');
    expect(await page.locator('#extracted-links-filter option').allTextContents()).toEqual([
      ...['all links (55,000)', 'only problems (0)', 'only rewritten or moved (10,000)', 'only repeated (44,999)'],
      ...['all but http and https (10,000)', 'http (45,000)', 'gopher (10,000)'],
    ]);
    await page.selectOption('#extracted-links-filter', { label: 'all but http and https (10,000)' });
    await page.waitForFunction(() => document.querySelector('.links-pager span')?.textContent === 'Page 1 of 200');
    expect(await page.textContent('.links-table tbody tr:nth-child(2)')).toMatch(/gopher:\/\/h10\.example\/1\/10/);

    await page.selectOption('#extracted-links-filter', '');
    await page.waitForFunction(() => document.querySelector('.links-pager span')?.textContent === 'Page 1 of 1,100');
    const saved = async (format: string): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-export="${format}"]`)]);
      expect(download.suggestedFilename()).toBe(`links.${format}`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    const rows: unknown[] = JSON.parse(await saved('json'));
    expect(rows).toHaveLength(55_000);
    expect(rows[0]).toEqual({
      canonical: 'gopher://h0.example/1/0',
      guessed: false,
      scheme: 'gopher',
      times: 1,
      lines: [1],
      spellings: ['GOPHER://h0.example:70/1/0'],
      error: null,
    });
    const table = (await saved('csv')).split('\r\n');
    expect(table).toHaveLength(55_002);
    expect(table[2]).toBe('http://www.example/1,http,2,2 50002,http://www.example/1,false,');

    expect(await page.evaluate('window.turns.whileReading')).toBeGreaterThan(5);
    expect(errors).toEqual([]);
  });

  test('that is too long for the field is read again in another dialect, until something is typed', async () => {
    await using opened = await session.open('/check#url=go%3Ax');
    const { page } = opened;
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'gopher://h.example/7find?a+b\n'.repeat(1_000));
      document
        .getElementById('url')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const canonical = page.locator('.links-table tbody td:first-child');
    await canonical.getByText('gopher://h.example/7find%3Fa+b').waitFor();
    expect(await page.getAttribute('#url', 'placeholder')).toBe('A text of 29,000 characters');
    // The address no longer holds the previous text.
    await page.waitForURL(`${session.root}/check`);
    await page.click('.query-options summary');
    await page.selectOption('#dialect', 'url-1994');
    await canonical.getByText('gopher://h.example/7find%09a%20b').waitFor();
    await page.fill('#url', 'go:y');
    await canonical.getByText('go:y').waitFor();
    expect(await page.getAttribute('#url', 'placeholder')).toBe('');
  });

  test.each([
    ['that fits the field', 300],
    ['of an archive', 100_000],
  ])('%s comes back with “Back” and with a reload', async (_, lines) => {
    await using opened = await session.open('/check');
    const { page } = opened;
    await page.evaluate((lines) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', Array.from({ length: lines }, (_, line) => `go:name${line}`).join('\n'));
      const field = document.getElementById('url');
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('there is no field');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      if (!field.dispatchEvent(paste)) return;
      field.value = clipboardData.getData('text/plain');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, lines);
    const counts = `${lines.toLocaleString('en')} distinct links`;
    const lead = page.locator('.extracted-links .lead');
    await lead.getByText(counts).waitFor();
    await page.waitForTimeout(500);
    await page.goto(`${session.root}/privacy`);
    await page.goBack();
    await lead.getByText(counts).waitFor();
    expect(page.url()).toBe(`${session.root}/check`);
    await page.reload();
    await lead.getByText(counts).waitFor();
  });

  test('is no longer read when something else is entered', async () => {
    await using opened = await session.open('/check');
    const { page } = opened;
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'gopher://h.example/1\n'.repeat(50_000));
      document
        .getElementById('url')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.fill('#url', 'go:x');
    // Only the table of the second text may appear.
    const canonical = page.locator('.links-table tbody td:first-child');
    await canonical.getByText('go:x').waitFor();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'news:a.b\n'.repeat(5_000));
      document
        .getElementById('url')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await canonical.getByText('news:a.b').waitFor();
    expect(await canonical.count()).toBe(1);
  });

  test('has no fault on its page, which is empty at first', async () => {
    await using opened = await session.open('/check');
    expect(await faultsOf(opened)).toEqual([]);
    await opened.page.fill('#url', TEXT_WITH_LINKS);
    await opened.page.waitForSelector('.links-table');
    expect(await faultsOf(opened)).toEqual([]);
  });
});
