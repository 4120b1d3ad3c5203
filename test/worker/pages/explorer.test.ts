/** The parts of the explorer, without a browser: what its input is, clauses, differences, steps. */
import { describe, expect, test } from 'vitest';
import { canonicalize, diagnostics, explain, schemes } from '../../../src/index.ts';
import { readGallery } from '../../../worker/build/beside-definitions.ts';
import { differences, parseWithBrowser } from '../../../worker/pages/explorer/canonical-form.tsx';
import {
  EMPTY_QUERY,
  type ExplorerQuery,
  isEmpty,
  parseExplorerQuery,
  parseInput,
  queryString,
} from '../../../worker/pages/explorer/query.ts';
import { changedParts, numberSteps } from '../../../worker/pages/explorer/steps.tsx';
import * as textInput from '../../../worker/pages/explorer/text-input.ts';
import { citation, specificationHref } from '../../../worker/pages/parts/specification.tsx';

test('what input is parsed as', () => {
  const kindOf = (query: ExplorerQuery) => (isEmpty(query) ? 'empty' : parseInput(query, () => textInput).kind);
  const kinds = (texts: string[]) => texts.map((text) => kindOf({ ...EMPTY_QUERY, text }));
  expect(kinds(['', '  ', 'go:x', '<URL:go:x>', '<gopher://h/0a\n b>', 'gopher://h/0a b'])).toEqual([
    ...['empty', 'empty', 'url', 'url', 'url', 'url'],
  ]);
  expect(kinds(['go:x go:y', 'go:x\ngo:y', 'see go:x', 'x', 'gopher://h/0a%0D'])).toEqual([
    ...['text', 'text', 'text', 'error', 'error'],
  ]);
  // Lines that begin with a scheme are a list; other lines of one word may be pieces of a URL.
  expect(kinds(['http://h/x\nhttp://i/', 'http://h/x\njavascript:alert(1)', 'a:b\nurn:x:1\nfoo:1'])).toEqual([
    ...['text', 'text', 'text'],
  ]);
  expect(
    kinds(['http://h/long/\n path.html', 'http://h/\nwww.i.example', 'http://h/\nis good', 'a\nhttp://h/']),
  ).toEqual([...['url', 'text', 'text', 'text']]);
  expect(kinds(['http://h h/', 'the http://h h/'])).toEqual(['error', 'text']);
  expect(kinds(['www.h.example\nftp.h.example', 'www.h.example', 'h.example and'])).toEqual(['text', 'error', 'error']);
  // The redirect asks without the first test.
  expect(['<URL:gopher://h/0/a\r\n  b>\r\n', '<go:x> <go:y>', '<a\nb> c'].map(textInput.isText)).toEqual([
    ...[false, true, false],
  ]);
  // A browser may fail to load the tests.
  expect(
    ['go:x', 'gopher://h/0a b', 'x', 'go x\nhttp://h/'].map(
      (text) => parseInput({ ...EMPTY_QUERY, text }, () => null).kind,
    ),
  ).toEqual([...['url', 'url', 'error', 'text']]);
});

test.each<ExplorerQuery>([
  EMPTY_QUERY,
  { text: 'gopher://h/0a b#c&d=%é+\ud800', base: '', dialect: 'current', lax: false },
  { text: '../b', base: 'ftp://h/a?&#', dialect: 'url-1994', lax: true },
])('an address keeps the whole query: %j', (query) => {
  expect(parseExplorerQuery(queryString(query))).toEqual({ ...query, text: query.text.toWellFormed() });
});

describe('clauses', () => {
  const cited = [
    ...Object.values(diagnostics).map(({ spec }) => spec),
    ...[...schemes.values()].flatMap(({ specifications }) => specifications),
  ];

  test('every cited document has an address', () => {
    expect(cited.filter((spec) => specificationHref(spec) === null)).toEqual([]);
  });

  test.each([
    ['RFC 3986', '6.2.2.1', 'https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1', 'RFC 3986 §6.2.2.1'],
    ['RFC 3986', 'C', 'https://www.rfc-editor.org/rfc/rfc3986#appendix-C', 'RFC 3986, Appendix C'],
    ['RFC 8089', 'E.2.2', 'https://www.rfc-editor.org/rfc/rfc8089#appendix-E.2.2', 'RFC 8089, Appendix E.2.2'],
    ['draft-ietf-uri-url-03', 'NNTP', 'https://datatracker.ietf.org/doc/html/draft-ietf-uri-url-03', null],
    ['WHATWG URL', '4.4', 'https://url.spec.whatwg.org/#url-parsing', 'WHATWG URL §4.4'],
    ['XML 1.0', '2.2', 'https://www.w3.org/TR/xml/#charsets', 'XML 1.0 §2.2'],
    ['a book', '1', null, 'a book §1'],
  ])('%s %s', (document, section, href, words) => {
    expect(specificationHref({ document, section })).toBe(href);
    if (words !== null) expect(citation({ document, section })).toBe(words);
  });
});

test.each([
  ['<URL:GOPHER://h.example/0a>', '', 'gopher://h.example/0a', 'same'],
  ['../b', '<ftp://h.example/a/c>', 'ftp://h.example/b', 'same'],
  ['gopher://H.example/1', '', 'gopher://h.example/1', 'other'],
  ['gopher://[', '', 'gopher://h.example/1', 'none'],
])('the browser reads %j with the base %j', (text, base, canonical, kind) => {
  expect(parseWithBrowser({ ...EMPTY_QUERY, text, base }, canonicalize(canonical)).kind).toBe(kind);
});

test.each([
  ['abc', 'abc', 'abc', 'abc'],
  ['a%20b', 'a b', 'a(%20)b', 'a( )b'],
  ['gopher://h/', 'gopher://H:70/', 'gopher://(h)/', 'gopher://(H:70)/'],
  ['xaybzc', 'abc', '(x)a(y)b(z)c', 'abc'],
  ['', 'a', '', '(a)'],
])('the differences between %j and %j', (a, b, markedA, markedB) => {
  const marked = differences(a, b).map((runs) => runs.map(({ text, same }) => (same ? text : `(${text})`)).join(''));
  expect(marked).toEqual([markedA, markedB]);
});

test.each([
  ['HTTP://H.example:80/%7E?%zz#%7e', ['scheme', 'host', 'port', 'path', 'query', 'fragment']],
  ['gopher://u@h.example/0a', ['user', 'user']],
  ['go:x', []],
  // By the code, by the position, and by the scheme where the position says nothing.
  ['go://localhost?x', ['host']],
  ['mailto:a@b.example?SUBJECT=c', ['query']],
  ['ftp://h\\a;type=I', [null, 'path']],
])('the parts that the steps of %j are about', (input, parts) => {
  expect(changedParts(explain(input), {})).toEqual(parts);
});

describe('the gallery', async () => {
  const gallery = await readGallery();

  test('has each scheme once, in the order of years', () => {
    expect(gallery.length).toBeGreaterThan(20);
    expect(new Set(gallery.map(({ url }) => explain(url).scheme)).size).toBe(gallery.length);
    const years = gallery.map(({ year }) => year);
    expect(years).toEqual(years.toSorted((a, b) => a - b));
  });

  test.each(gallery)('$url is an example of a known scheme', ({ url }) => {
    expect([...schemes.keys()]).toContain(explain(url).scheme);
  });
});

describe('all changes by one rule to one part are one step', () => {
  const stepsOf = (input: string) => {
    const resolution = explain(input);
    const { steps, numbers } = numberSteps(resolution.diagnostics, changedParts(resolution, {}));
    return { steps: steps.map(({ diagnostic, changes }) => [diagnostic.code, ...changes]), numbers };
  };

  test.each<[input: string, numbers: number[], codes: string[]]>([
    ['gopher://h.example/0a', [], []],
    ['<URL:gopher://h.example/0a>', [1, 1, 1], ['wrapper']],
    ['gopher://h.example/0a b c%7Ed e', [1, 1, 2, 1], ['percent-encoded', 'percent-unreserved']],
    ['gopher://h.example/0a b#c d', [1, 2], ['percent-encoded', 'percent-encoded']],
    // A warning that changes nothing is a step too.
    ['ftp://u:p@h.example/', [1], ['credentials-in-url']],
  ])('%s', (input, numbers, codes) => {
    const result = stepsOf(input);
    expect(result.numbers).toEqual(numbers);
    expect(result.steps.map(([code]) => code)).toEqual(codes);
  });

  test('a step counts each of its changes', () => {
    expect(stepsOf('gopher://h.example/0a b c|d').steps).toEqual([
      ['percent-encoded', { before: ' ', after: '%20', times: 2 }, { before: '|', after: '%7C', times: 1 }],
    ]);
    expect(stepsOf('ftp://u:p@h.example/').steps).toEqual([['credentials-in-url']]);
  });
});
