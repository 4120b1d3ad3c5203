/** The links of a text, without a browser: which there are, how they are grouped, and the files that have them. */
import { describe, expect, test } from 'vitest';
import { diagnostics } from '../../../../src/index.ts';
import { ExtractedLinks, exportLinks, NOT_WEB } from '../../../../worker/pages/check/extracted-links.ts';
import { withoutParser } from '../../../../worker/pages/check/text-reader.ts';

/** Nobody has checked or shortened these links. */
const UNASKED = { checked: null, copy: null, short: null };

describe('URLs in a text', () => {
  test.each<[text: string, links: [canonical: string, guessed: boolean][]]>([
    // A list of hosts.
    [
      'www.example.org\ngopher.floodgap.com\nftp.funet.fi\nexample.com:80/x',
      [
        ['http://www.example.org/', true],
        ['gopher://gopher.floodgap.com/', true],
        ['ftp://ftp.funet.fi/', true],
        ['http://example.com/x', true],
      ],
    ],
    [
      'urn:isbn:1\nwww.h.example http://www.h.example/',
      [
        ['urn:isbn:1', false],
        ['http://www.h.example/', false],
      ],
    ],
    ['https://gw.example/gopher://h.example/1 ftp://{host}/', [['https://gw.example/gopher://h.example/1', false]]],
  ])('%j has links and guesses', (text, links) => {
    expect(
      ExtractedLinks.of(text, {})
        .rows()
        .map(({ canonical, guessed }) => [canonical, guessed]),
    ).toEqual(links);
  });

  test.each<[text: string, format: string, canonical: string]>([
    ['1,"gopher://h.example:70/00/About us",dead', 'csv', 'gopher://h.example/00/About%20us'],
    ['1\tgopher://h.example:70/00/About us\n', 'tsv', 'gopher://h.example/00/About%20us'],
    ["== A ==\n''[ftp://h.example/ b]''", 'mediawiki', 'ftp://h.example/'],
    // Browsers load a parser for it, and the Worker has none.
    ['[a](ftp://h.example/)', 'text', 'ftp://h.example/'],
  ])('%j is read as %s', (text, format, canonical) => {
    const links = ExtractedLinks.of(text, {}, withoutParser(text));
    expect(links.tally.format).toBe(format);
    expect(links.rows().map(({ canonical }) => canonical)).toEqual([canonical]);
  });

  test('are grouped by their canonical form, with their lines', () => {
    const links = ExtractedLinks.of('go:x\nGO:x go:y\n\ngopher://h.example/0%0D go:x', {});
    expect(links.rows()).toEqual([
      {
        canonical: 'go:x',
        scheme: 'go',
        error: null,
        times: 3,
        lines: [1, 2, 4],
        spellings: ['go:x', 'GO:x'],
        guessed: false,
        ...UNASKED,
      },
      {
        canonical: 'go:y',
        scheme: 'go',
        error: null,
        times: 1,
        lines: [2],
        spellings: ['go:y'],
        guessed: false,
        ...UNASKED,
      },
      {
        canonical: null,
        scheme: 'gopher',
        error: diagnostics['gopher-cr-lf'].message,
        times: 1,
        lines: [4],
        spellings: ['gopher://h.example/0%0D'],
        guessed: false,
        ...UNASKED,
      },
    ]);
    expect(links.tally).toEqual({
      format: 'text',
      progress: 1,
      links: 2,
      occurrences: 4,
      invalid: 1,
      lines: 4,
      linesWithout: 0,
      firstWithout: [],
      schemes: [
        ['go', 2],
        ['gopher', 1],
      ],
    });
    expect(links.rows('gopher')).toHaveLength(1);
  });

  test('are shown with or without those of the Web', () => {
    const links = ExtractedLinks.of('http://a.example/ https://a.example/ go:x', {});
    expect(links.rows().map(({ scheme }) => scheme)).toEqual(['http', 'https', 'go']);
    expect(links.rows(NOT_WEB).map(({ scheme }) => scheme)).toEqual(['go']);
  });

  test.each<[text: string, lines: number, without: number, first: number[]]>([
    ['go:x', 1, 0, []],
    ['no', 1, 1, [1]],
    ['a\ngo:x\n\n  \r\nb c\n', 5, 2, [1, 5]],
    ['<gopher://h/0a\n b> go:x\nc\n<go:\ny> z', 5, 1, [3]],
    [Array.from({ length: 8 }, () => 'a').join('\n'), 8, 8, [1, 2, 3, 4, 5]],
  ])('%j: the lines without one are counted', (text, lines, linesWithout, firstWithout) => {
    expect(ExtractedLinks.of(text, {}).tally).toMatchObject({ lines, linesWithout, firstWithout });
  });
});

describe('exported files', () => {
  const rows = ExtractedLinks.of('<GO:a,"b">\nmailto:=x@h.example\n', {}).rows();

  test('CSV quotes fields where necessary, and has no formulas (RFC 4180)', () => {
    expect(exportLinks(rows, 'csv')).toBe(
      [
        'canonical,scheme,times,lines,spellings,guessed,error',
        'go:a%2C%22b%22,go,1,1,"GO:a,""b""",false,',
        'mailto:%3Dx@h.example,mailto,1,2,mailto:=x@h.example,false,',
        '',
      ].join('\r\n'),
    );
    const formula = {
      canonical: null,
      scheme: '',
      error: '=1+1',
      times: 1,
      lines: [1],
      spellings: ['@x'],
      guessed: false,
      checked: null,
      copy: null,
      short: null,
    };
    expect(exportLinks([formula], 'csv')).toContain(",1,1,'@x,false,'=1+1\r\n");
  });

  test('JSON has the same columns', () => {
    expect(JSON.parse(exportLinks(rows, 'json'))).toEqual(rows.map(({ checked, copy, short, ...row }) => row));
  });
});
