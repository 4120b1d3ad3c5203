/** The table of links as its worker keeps it: which rows each filter shows, and how many it says. */
import { describe, expect, test, vi } from 'vitest';
import type { ExtractedLinksProps } from '../../../../worker/pages/check/controlled-table.tsx';
import { ExtractedLinks, MOST_LISTED } from '../../../../worker/pages/check/extracted-links.ts';
import { LinksSession } from '../../../../worker/pages/check/links-session.ts';
import { Sheet } from '../../../../worker/pages/check/links-sheet.ts';

function readRows(sheet: Sheet) {
  const links = new ExtractedLinks();
  const reading = links.readSheet(sheet, sheet.linkColumn, {});
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return { links, rows: step.value };
}

/** Opens a text as the worker does. Returns what is shown for a filter, and the session. */
function opened(text: string, name: string | null) {
  const sheet = Sheet.of(text, name);
  const { links, rows } = sheet?.separator ? readRows(sheet) : { links: ExtractedLinks.of(text, {}), rows: [] };
  let table: ExtractedLinksProps | null = null;
  const source = { root: 'https://w.example', makesShortLinks: false, name, encoding: null, sheet };
  const session = new LinksSession(source, links, rows, (shown) => {
    table = shown;
  });
  const show = (filter: string) => {
    session.showPage(0, filter);
    const { shown, rows: listed } = table ?? { shown: null, rows: [] };
    if (shown === null) throw new Error('nothing is shown');
    const numbers = shown.sheetRows?.map(({ number }) => number) ?? listed.map(({ canonical }) => canonical);
    const { controls } = shown;
    return { numbers, of: shown.of, counts: controls.counts, controls, listed };
  };
  return { session, show };
}

const SHEET = [
  'nr,link,note',
  '1,http://a.example/,first',
  '2,HTTP://a.example:80/,same',
  '3,gopher://h.example/0%0D,broken',
  '4,just words,none',
  '5,,blank',
  '6,gopher://h.example/1,fine',
  '7,www.b.example,guessed',
  '',
].join('\n');

describe.each([
  ['a sheet', SHEET, 'links.csv'],
  ['a text', 'http://a.example/ HTTP://a.example:80/\ngopher://h.example/0%0D and gopher://h.example/1\n', null],
])('%s', (_, text, name) => {
  test('each filter shows as many rows as it says, and no two are the same', () => {
    const { show } = opened(text, name);
    const { counts } = show('');
    expect(counts.size).toBeGreaterThan(5);
    for (const [filter, count] of counts) expect([filter, show(filter).of]).toEqual([filter, count]);
  });
});

test('sums count distinct links, also those that differ only in what is not sent', async () => {
  const { session, show } = opened(
    'link,x\nftp://h.example/a,1\nftp://ada:secret@h.example/a#b,2\nmailto:a@h.example,3\nftp://h.example/a,4\n',
    'links.csv',
  );
  const archives = [{ name: 'A', url: 'https://archive.example/a' }];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: { readonly body: string }) => {
    asked.push(...body.trim().split('\n'));
    return new Response(asked.map(() => `${JSON.stringify({ status: 'gone', archives })}\n`).join(''));
  });
  await session.run('check', null, null);
  vi.unstubAllGlobals();
  expect(asked).toEqual(['"ftp://h.example/a"']);
  expect(show('').controls).toMatchObject({
    ...{ check: { total: 2, done: 2 }, archives: { total: 2 }, unsent: 1 },
    ...{
      copies: [['archive.example', 2]],
      verdicts: [
        ['gone', 2],
        ['not-checked', 1],
      ],
    },
  });
});

test('the rows of a sheet by filter', () => {
  const { show } = opened(SHEET, 'links.csv');
  const rows = Object.fromEntries([...show('').counts.keys()].map((filter) => [filter, show(filter).numbers]));
  expect(rows).toEqual({
    '': [2, 3, 4, 5, 6, 7, 8],
    '-problems': [4, 5],
    '-changed': [3, 7, 8],
    '-duplicates': [2, 3],
    '-web': [4, 5, 7],
    '-none': [5],
    http: [2, 3, 8],
    gopher: [4, 7],
  });
});

test('a file has every line and spelling of a link, and the page a few', async () => {
  const spellings = ['go:x', 'GO:x', 'Go:x', 'gO:x', 'go:%78', 'GO:%78', 'Go:%78'];
  const { session, show } = opened([...spellings, ...spellings].map((url) => `see ${url} there`).join('\n'), null);
  const [link] = show('').listed;
  expect([link?.lines.length, link?.spellings.length]).toEqual([MOST_LISTED + 1, MOST_LISTED + 1]);
  const [row]: { lines: number[]; spellings: string[] }[] = JSON.parse(await session.fileOf('json', '').file.text());
  expect(row?.lines).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
  expect(row?.spellings).toEqual(spellings);
});
