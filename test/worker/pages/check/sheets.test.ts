/** Sheets of links without a browser: what is one, that its octets come back, dates, and polite checks. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkTarget, copyIn, resultOf, wordsOfCopy } from '../../../../worker/pages/check/checked-link.ts';
import { ExtractedLinks, exportLinks } from '../../../../worker/pages/check/extracted-links.ts';
import { ServiceCheck } from '../../../../worker/pages/check/links-check.ts';
import { archiveDateOf } from '../../../../worker/pages/check/links-dates.ts';
import { decodeFile, faultOf } from '../../../../worker/pages/check/links-file.ts';
import type { LineAnswer } from '../../../../worker/pages/check/links-lines.ts';
import { Sheet } from '../../../../worker/pages/check/links-sheet.ts';
import { sheetWithLinks } from '../../../../worker/pages/check/links-sheet-download.ts';

/** The sheet with its new columns, as nobody has checked a link yet. */
function written(sheet: Sheet): string {
  const reading = new ExtractedLinks().readSheet(sheet, sheet.linkColumn, {});
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return sheetWithLinks({ sheet, rows: step.value, dateColumn: sheet.dateColumn });
}

describe('what is a sheet', () => {
  test.each([
    ['a\tgopher://h.example/\nb\tgopher://i.example/', null, 1],
    ['url,state\nhttp://h.example/,dead\nhttp://i.example/,dead', null, 0],
    ['1;gopher://h.example/0/About us\n2;gopher://i.example/', null, 1],
    ['http://h.example/,dead', 'links.csv', null],
    ['http://h.example/,dead\nhttp://i.example/,dead', 'links.csv', 0],
    // A comma may be part of these links.
    ['http://h.example/a,b\nhttp://i.example/a,b', null, 0],
    ['Hello, see http://h.example/\nGood-bye, see http://i.example/', null, null],
    ['x\ty\nz\tw', null, null],
    // Hosts and paths are links as a text has them: more than half of the cells, or all.
    ['nr,link\n1,www.a.example\n2,www.b.example/x\n3,ftp.funet.fi/pub/', 'links.csv', 1],
    ['nr\tlink\n1\twww.a.example\n2\thttp://b.example/\n3\texample.com:80/x', null, 1],
    ['file\tsize\nREADME.txt\t3.14\nindex.html\t2.71', null, null],
    ['note\tx\nsee www.a.example\ty\nask www.b.example\tz', null, null],
    ['pair\tx\nwww.a.example www.b.example\ty\nwww.c.example www.d.example\tz', null, null],
  ])('%j of the file %s: column %s', (text, name, column) => {
    expect(Sheet.of(text, name)?.linkColumn ?? null).toBe(column);
  });

  test.each([
    ['http://h.example/,dead\nhttp://i.example/,dead', 'links.csv', ','],
    ['http://h.example/,dead\nhttp://i.example/,dead', null, null],
    ['url,state\nhttp://h.example/,dead\nhttp://i.example/,dead', null, ','],
    ['url\nhttp://h.example/a,b\nhttp://i.example/a,b', null, null],
    ['url\nhttp://h.example/\nhttp://i.example/', 'links.csv', null],
  ])('%j of the file %s is a table with %j between its cells, or else a list', (text, name, separator) => {
    expect(Sheet.of(text, name)?.separator).toBe(separator);
  });

  test('a list of hosts comes back with their links', () => {
    const sheet = Sheet.of('www.a.example\nftp.funet.fi\n', 'hosts.txt');
    const links = ExtractedLinks.of(sheet?.text ?? '', {});
    expect(sheet?.separator).toBe(null);
    expect(['www.a.example', 'ftp.funet.fi', 'x y'].map((line) => links.find(line, {})?.canonical)).toEqual([
      ...['http://www.a.example/', 'ftp://ftp.funet.fi/', undefined],
    ]);
  });

  test('a list has no columns, so that a comma stays in its links', () => {
    expect(Sheet.of('http://h.example/a,b\nhttp://i.example/a,b', null)?.separator).toBe(null);
  });

  test.each([
    ['d\tu\n1997-03-01\tgo:a.b%20c\n1998-03-01\tgopher://h.example/', 0],
    ['d\tu\n03/01/97\tgopher://h.example/\n1998-03-01\tgopher://h.example/', null],
    ['d\tu\te\n1997-03-01\tgopher://h.example/\t1997-03-01\n1997-03-01\tgopher://h.example/\t1997-03-01', null],
  ])('%j has its dates in column %s', (text, column) => {
    expect(Sheet.of(text, null)?.dateColumn).toBe(column);
  });
});

test.each([
  ['1997-03-01', '19970301'],
  ['1997-03-01T12:30:00Z', '19970301123000'],
  ['19970301123000', '19970301123000'],
  ['1997-02-30', null],
  ['03/01/97', null],
  ['1997', null],
  ['9999-01-01', null],
])('the date %s is %s', (cell, date) => expect(archiveDateOf(cell)).toBe(date));

describe('a download', () => {
  const text =
    '\u{feff}id;"a ""b""";url\r\n=1+1;"x\r\ny";"gopher://h.example/0/A b"\r\n\r\n@2;é;gopher://h.example/\n-3;;';

  test('has the rows of the person, and new cells behind them', () => {
    const sheet = Sheet.of(text, 'a.csv');
    const lines = sheet === null ? [] : written(sheet).split(/(?<=\n)/);
    expect(lines).toEqual([
      expect.stringMatching(/^\u{feff}id;"a ""b""";url;waypost_canonical;.*\r\n$/u),
      '=1+1;"x\r\n',
      'y";"gopher://h.example/0/A b";gopher://h.example/0/A%20b;;;;;;;;;\r\n',
      '\r\n',
      '@2;é;gopher://h.example/;gopher://h.example/;;;;;;;;;\n',
      '-3;;;;;;;;;;;;',
    ]);
  });

  test.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-16', new Uint8Array(Buffer.from(text, 'utf16le'))],
    ['Windows-1252', Uint8Array.from({ length: 256 }, (_, octet) => octet)],
  ])('in %s has the octets of the file', (name, octets) => {
    const file = decodeFile(octets);
    expect(file.name).toBe(name);
    expect(file.encode(file.text)).toEqual(octets);
  });
});

test.each([
  ['ftp://ada:secret@h.example/a#b', 'ftp://h.example/a'],
  ['news:a.b', 'news:a.b'],
  ['nntp:a.b/1', 'nntp:a.b/1'],
  ['mid:a@h.example', 'mid:a@h.example'],
  ['go:a', 'go:a'],
  ['cid:a@h.example', null],
  ['urn:isbn:1', null],
  ['mailto:a@h.example', null],
  ['file:///etc/motd', null],
  ['file://h.example/etc/motd', null],
  ['javascript:alert(1)', null],
])('of %s is sent: %s', (canonical, target) => expect(checkTarget(canonical)).toBe(target));

test.each([
  ['alive', '2026-01-31T12:00:00.000Z'],
  ['not-checked', ''],
  [429, ''],
])('an answer with the status %s was checked at: %s', (status, checkedAt) => {
  expect(resultOf({ status, checkedAt: '2026-01-31T12:00:00.000Z' }).checkedAt).toBe(checkedAt);
});

describe('a suggestion', () => {
  const right = { url: 'https://h.example/a', certainty: 'likely', reason: 'It is a file.' };
  const suggestionIn = (suggestion: unknown) => resultOf({ status: 'gone', detail: 'x', suggestion }).suggestion;

  test.each([
    ['absent', undefined, null],
    ['null', null, null],
    ['right', { ...right, size: 3 }, right],
    ['without a reason', { ...right, reason: null }, { ...right, reason: '' }],
    ['without an address', { ...right, url: null }, null],
    ['with an address that runs a script', { ...right, url: 'javascript:alert(1)//https://h.example/' }, null],
    ['of an unknown certainty', { ...right, certainty: 'toString' }, null],
    ['of no certainty', { ...right, certainty: null }, null],
  ])('%s', (_what, suggestion, expected) => expect(suggestionIn(suggestion)).toEqual(expected));

  test('is in the downloads', () => {
    const sheet = Sheet.of('url;x\ngopher://h.example/0/a;1\n', 'a.csv');
    const links = ExtractedLinks.of('gopher://h.example/0/a', {});
    const [link] = links.rows();
    if (sheet === null || link === undefined) throw new TypeError('no sheet');
    link.checked = resultOf({ status: 'gone', detail: 'x', suggestion: right });
    const [header = '', row = ''] = sheetWithLinks({ sheet, rows: [null, link], dateColumn: null }).split('\n');
    expect(header.split(';').slice(-2)).toEqual(['waypost_suggestion', 'waypost_suggestion_certainty']);
    expect(row.split(';').slice(-2)).toEqual(['https://h.example/a', 'likely']);
    expect(JSON.parse(exportLinks([link], 'json'))).toMatchObject([
      { status: 'gone', detail: 'x', checkedAt: null, suggestion: 'https://h.example/a', certainty: 'likely' },
    ]);
  });
});

describe('a check', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** Answers requests in turn, the last one for ever. Returns what was sent. */
  function service(answers: readonly ((urls: readonly string[]) => Response)[]): string[][] & { address?: string } {
    const sent: string[][] & { address?: string } = [];
    vi.stubGlobal('fetch', async (address: string, { body }: { readonly body: string }) => {
      const urls: string[] = body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      sent.push(urls);
      sent.address = address;
      return (answers[sent.length - 1] ?? answers.at(-1))?.(urls);
    });
    return sent;
  }

  const lines = (urls: readonly string[], answer: unknown): Response =>
    new Response(urls.map(() => `${JSON.stringify(answer)}\n`).join(''));
  const alive = (urls: readonly string[]): Response => lines(urls, { status: 'alive', detail: 'yes' });

  /** @throws Error `not yet` if the run takes longer, in milliseconds */
  async function check(
    targets: readonly string[],
    within = 300_000,
    suggest = false,
    ask: 'server' | 'archives' = 'server',
  ): Promise<ReadonlyMap<string, string>> {
    vi.useFakeTimers();
    const results = new Map<string, string>();
    const events = { checked: (target: string, { status }: LineAnswer) => results.set(target, String(status)) };
    const { signal } = new AbortController();
    const service = { address: '/v1/check', suggest, ask };
    const run = new ServiceCheck(service, targets, { ...events, waiting: () => undefined }, signal).run();
    run.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(within);
    await Promise.race([run, Promise.resolve().then(() => Promise.reject(new Error('not yet')))]);
    return results;
  }

  test('waits as long as the service asks, and asks again', async () => {
    const sent = service([
      () => new Response('', { status: 429, headers: { 'Retry-After': '30' } }),
      (urls) => lines(urls, { status: 429, detail: 'too many' }),
      (urls) => lines(urls, { status: 'not-checked', reason: 'rate-limited' }),
      alive,
    ]);
    expect(await check(['gopher://h.example/'])).toEqual(new Map([['gopher://h.example/', 'alive']]));
    expect(sent).toHaveLength(4);
  });

  test('has each server in one request at a time, and few of its links', async () => {
    const sent = service([alive]);
    const targets = Array.from({ length: 40 }, (_, index) => `gopher://h${index % 2}.example/1/${index}`);
    expect((await check(targets)).size).toBe(40);
    const most = sent.map((urls) =>
      Math.max(...[0, 1].map((n) => urls.filter((url) => url.includes(`//h${n}.`)).length)),
    );
    expect(Math.max(...most)).toBeLessThanOrEqual(6);
    expect(sent.flat().toSorted()).toEqual(targets.toSorted());
  });

  test('asks for suggestions only if somebody wants them, and then about one server in a request', async () => {
    const targets = Array.from({ length: 14 }, (_, index) => `gopher://h${index % 2}.example/1/${index}`);
    const sent = service([alive]);
    await check(targets);
    expect([sent.address, sent.map(({ length }) => length)]).toEqual(['/v1/check', [12, 2]]);
    const withSuggestions = service([alive]);
    await check(targets, 300_000, true);
    expect(withSuggestions.address).toBe('/v1/check?suggest=true');
    expect(withSuggestions.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([1, 1, 6, 6]);
    const hosts = withSuggestions.map((urls) => new Set(urls.map((url) => new URL(url).host)).size);
    expect(new Set(hosts)).toEqual(new Set([1]));
  });

  test('asks archives in one request at a time, whatever the links are', async () => {
    const targets = Array.from({ length: 14 }, (_, index) => `gopher://h${index}.example/1`);
    const answers = [
      (urls: readonly string[]) => lines(urls, { status: 'not-checked', reason: 'rate-limited' }),
      alive,
    ];
    const sent = service(answers);
    const found = check(targets, 59_000, false, 'archives');
    await expect(found).rejects.toThrow('not yet');
    // The archive rests for all of them.
    expect([sent.address, sent.map(({ length }) => length)]).toEqual(['/v1/check?ask=archives', [6]]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent.map(({ length }) => length)).toEqual([6, 6, 2, 6]);
  });

  test('asks each server in one request at a time, whatever has to come again, and few at once', async () => {
    const targets = Array.from(
      { length: 200 },
      (_, index) => `gopher://h${index % 7 ? index % 40 : 0}.example/1/${index}`,
    );
    const underWay = new Map<string, number>();
    let [requests, mostRequests, mostOfServer, mostLinks] = [0, 0, 0, 0];
    const asked = new Map<string, number>();
    vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
      const urls: string[] = body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const servers = new Set(urls.map((url) => new URL(url).host));
      requests += 1;
      mostRequests = Math.max(mostRequests, requests);
      mostLinks = Math.max(mostLinks, urls.length);
      for (const server of servers) {
        underWay.set(server, (underWay.get(server) ?? 0) + 1);
        mostOfServer = Math.max(mostOfServer, underWay.get(server) ?? 0);
      }
      await new Promise((resolve) => setTimeout(resolve, 100 * urls.length));
      for (const server of servers) underWay.set(server, (underWay.get(server) ?? 0) - 1);
      requests -= 1;
      const answers = urls.map((url) => {
        asked.set(url, (asked.get(url) ?? 0) + 1);
        const isFirst = asked.get(url) === 1;
        if (isFirst && url.endsWith('3')) return { status: 'not-checked', reason: 'rate-limited' };
        if (isFirst && url.endsWith('7')) return { status: 'not-checked', reason: 'connection-limit' };
        return { status: 'alive', detail: 'yes' };
      });
      return new Response(answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
    });
    const results = await check(targets, 3_600_000);
    expect(new Set(results.values())).toEqual(new Set(['alive']));
    expect([...results.keys()].toSorted()).toEqual(targets.toSorted());
    expect([...asked].every(([url, times]) => times === (/[37]$/.test(url) ? 2 : 1))).toBe(true);
    expect({ mostRequests, mostOfServer }).toEqual({ mostRequests: 3, mostOfServer: 1 });
    expect(mostLinks).toBeLessThanOrEqual(24);
  });

  test('goes on with other servers while one rests', async () => {
    const sent = service([(urls) => lines(urls, { status: 'not-checked', reason: 'rate-limited' }), alive]);
    const others = Array.from({ length: 30 }, (_, index) => `gopher://h${index}.example/`);
    const found = check(['gopher://a.example/', ...others.slice(0, 23), ...others.slice(23)], 59_000);
    await expect(found).rejects.toThrow('not yet');
    expect(sent.map(({ length }) => length)).toEqual([24, 7]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent.map(({ length }) => length)).toEqual([24, 7, 24]);
  });

  test('has a link without an answer after four attempts, and a broken service after four, too', async () => {
    const none = service([(urls) => lines(urls, { status: 'not-checked', reason: 'connection-limit' })]);
    expect(await check(['gopher://h.example/'])).toEqual(new Map([['gopher://h.example/', 'not-checked']]));
    expect(none).toHaveLength(4);
    const broken = service([() => new Response('')]);
    await expect(check(['gopher://h.example/'])).rejects.toThrow('cannot be reached: The service ended its answer');
    expect(broken).toHaveLength(4);
    const once = service([() => new Response(''), () => new Response(''), () => new Response(''), alive]);
    expect((await check(['gopher://h.example/'])).size).toBe(1);
    expect(once).toHaveLength(4);
  });

  test('ends with the reason if the service refuses it', async () => {
    service([() => new Response('{"detail":"Not here."}', { status: 403 })]);
    await expect(check(['gopher://h.example/'])).rejects.toThrow('Not here.');
  });
});

describe('a file that is no text', () => {
  const octets = (text: string): Uint8Array => new TextEncoder().encode(text);
  test.each([
    ['XLSX, ODS and Numbers', octets('PK\u0003\u0004\u0014'), /workbook/],
    ['Excel 97', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /workbook/],
    ['a picture', octets('GIF89a\u0000\u0001'), /not a text/],
    ['UTF-16 of a spreadsheet', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0), null],
    ['a text', octets('PK is no archive\n'), null],
    ['nothing', octets(''), null],
  ])('%s', (_, file, fault) => {
    if (fault === null) expect(faultOf(file)).toBe(null);
    else expect(faultOf(file)).toMatch(fault);
  });
});

describe('what archives say of a link', () => {
  const copy = { name: 'Wayback', url: 'https://archive.example/1', datetime: 'Tue, 23 Oct 2012 12:00:00 GMT' };
  test.each<[answer: LineAnswer, expected: ReturnType<typeof copyIn>, words: string]>([
    [
      { copy, reason: 'archives-only' },
      { kind: 'copy', archive: 'Wayback', url: copy.url, date: '2012-10-23' },
      'yes, of 2012-10-23',
    ],
    [
      { copy: { ...copy, name: 1 } },
      { kind: 'copy', archive: copy.url, url: copy.url, date: '2012-10-23' },
      'yes, of 2012-10-23',
    ],
    [{ copy: null, reason: 'archives-only' }, { kind: 'none' }, 'no'],
    [
      { copy: null, reason: 'robots', detail: 'No robots.' },
      { kind: 'unknown', detail: 'No robots.' },
      'not known: No robots.',
    ],
    [{ copy: { ...copy, url: 'javascript:1' }, reason: 'archives-only' }, { kind: 'none' }, 'no'],
    [{ copy: { ...copy, datetime: 'then' }, reason: 'archives-only' }, { kind: 'none' }, 'no'],
    [{}, { kind: 'unknown', detail: 'The service did not say why.' }, 'not known: The service did not say why.'],
  ])('%j', (answer, expected, words) => {
    expect([copyIn(answer), wordsOfCopy(copyIn(answer))]).toEqual([expected, words]);
  });

  test('is in files, once somebody has asked', () => {
    const sheet = Sheet.of('url,x\nftp://h.example/a,1\nftp://h.example/b,2\nftp://h.example/c,3\n', 'links.csv');
    if (sheet === null) throw new TypeError('this is a sheet');
    const links = new ExtractedLinks();
    const reading = links.readSheet(sheet, 0, {});
    let step = reading.next();
    while (step.done !== true) step = reading.next();
    const [first, second] = links.rows();
    const archives = [{ name: 'Wayback', url: 'https://archive.example/?', dated: null }];
    for (const link of links.rows()) link.checked = resultOf({ status: 'gone', detail: 'No.', archives });
    const archiveCells = () =>
      sheetWithLinks({ sheet, rows: step.value as never, dateColumn: null })
        .split('\n')
        .slice(1, 4)
        .map((line) => line.split(',').slice(7, 9));
    const address = 'https://archive.example/?';
    expect(archiveCells()).toEqual([1, 2, 3].map(() => [address, 'not asked']));
    expect(exportLinks(links.rows(), 'csv')).not.toContain('copy');
    if (first) first.copy = copyIn({ copy });
    if (second) second.copy = copyIn({ copy: null, reason: 'archives-only' });
    expect(archiveCells()).toEqual([
      [copy.url, '"yes'],
      [address, 'no'],
      [address, 'not asked'],
    ]);
    const [head, ...rows] = exportLinks(links.rows(), 'csv').trim().split('\r\n');
    expect(head).toMatch(/,copy,copyDate,copyFound$/);
    expect(
      rows.map((row) =>
        row
          .split(',certainty,')
          .join('')
          .match(/,([^,]*),([^,]*),("[^"]*"|[^,]*)$/)
          ?.slice(1),
      ),
    ).toEqual([
      [copy.url, '2012-10-23', '"yes, of 2012-10-23"'],
      ['', '', 'no'],
      ['', '', 'not asked'],
    ]);
  });
});
