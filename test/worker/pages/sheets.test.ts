/** Sheets of links without a browser: what is one, that its octets come back, dates, and polite checks. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ExtractedLinks } from '../../../worker/pages/explorer/extracted-links.ts';
import { checkTarget, LinkChecker } from '../../../worker/pages/explorer/links-check.ts';
import { archiveDateOf } from '../../../worker/pages/explorer/links-dates.ts';
import { decodeFile, faultOf } from '../../../worker/pages/explorer/links-file.ts';
import { Sheet } from '../../../worker/pages/explorer/links-sheet.ts';
import { sheetWithLinks } from '../../../worker/pages/explorer/links-sheet-download.ts';

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
  ])('%j of the file %s: column %s', (text, name, column) => {
    expect(Sheet.of(text, name)?.linkColumn ?? null).toBe(column);
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
      'y";"gopher://h.example/0/A b";gopher://h.example/0/A%20b;;;;;;;\r\n',
      '\r\n',
      '@2;é;gopher://h.example/;gopher://h.example/;;;;;;;\n',
      '-3;;;;;;;;;;',
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

describe('a check', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** Answers requests in turn, the last one for ever. Returns what was sent. */
  function service(answers: readonly ((urls: readonly string[]) => Response)[]): string[][] {
    const sent: string[][] = [];
    vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
      const urls: string[] = body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      sent.push(urls);
      return (answers[sent.length - 1] ?? answers.at(-1))?.(urls);
    });
    return sent;
  }

  const lines = (urls: readonly string[], answer: unknown): Response =>
    new Response(urls.map(() => `${JSON.stringify(answer)}\n`).join(''));
  const alive = (urls: readonly string[]): Response => lines(urls, { status: 'alive', detail: 'yes' });

  async function check(targets: readonly string[]): Promise<ReadonlyMap<string, string>> {
    vi.useFakeTimers();
    const results = new Map<string, string>();
    const events = { checked: (target: string, { status }: { status: string }) => results.set(target, status) };
    const { signal } = new AbortController();
    const run = new LinkChecker('/v1/check', targets, { ...events, waiting: () => undefined }, signal).run();
    run.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(300_000);
    await run;
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
