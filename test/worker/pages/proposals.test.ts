/** The URLs that are proposed for a text that is not one. */
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import { proposalsFor } from '../../../worker/pages/parts/proposals.ts';
import fc, { runs } from '../../fast-check.ts';
import { webUrl } from '../../src/generators/unicode.ts';

describe('proposalsFor', () => {
  test.each([
    [
      'gopher.floodgap.com',
      [
        'gopher://gopher.floodgap.com/',
        'http://gopher.floodgap.com/',
        'https://gopher.floodgap.com/',
        'ftp://gopher.floodgap.com/',
      ],
    ],
    [
      'www.example.org/x',
      [
        'http://www.example.org/x',
        'https://www.example.org/x',
        'gopher://www.example.org/x',
        'ftp://www.example.org/x',
      ],
    ],
    ['//h.example/', ['http://h.example/', 'https://h.example/', 'gopher://h.example/', 'ftp://h.example/']],
    // A URL of an unknown scheme to the letter.
    [
      'h.example:70/1/x',
      ['gopher://h.example/1/x', 'http://h.example:70/1/x', 'https://h.example:70/1/x', 'ftp://h.example:70/1/x'],
    ],
    ['h.example:79', expect.arrayContaining(['finger://h.example/'])],
    ['<URL:h.example/a>', expect.arrayContaining(['http://h.example/a'])],
    ['ttp://h.example/a', ['http://h.example/a']],
    // Folded.
    ['gopher://h.example/0/wel\n   come.txt', expect.arrayContaining(['gopher://h.example/0/welcome.txt'])],
    [
      'ftp.gnu.org:21',
      ['ftp://ftp.gnu.org/', 'http://ftp.gnu.org:21/', 'https://ftp.gnu.org:21/', 'gopher://ftp.gnu.org:21/'],
    ],
    [
      'localhost:7070/1',
      ['http://localhost:7070/1', 'https://localhost:7070/1', 'gopher://localhost:7070/', 'ftp://localhost:7070/1'],
    ],
    ['comp.infosystems.gopher', expect.arrayContaining(['news:comp.infosystems.gopher'])],
    ['<a.1@h.example>', ['mailto:a.1@h.example', 'news:a.1@h.example']],
    ['see gopher://h.example/1 and ftp://h.example/a b', ['gopher://h.example/', 'ftp://h.example/a']],
    ['gopher://h.example/0a%0D%0Ab', ['gopher://h.example/0ab']],
    ['gopher://h .example/', expect.arrayContaining(['gopher://h.example/'])],
    ['gopher:/h.example/1', ['gopher://h.example/']],
    ['gopher://h.example:99999/1/x', ['gopher://h.example/1/x']],
    ['', []],
    ['../b', []],
    ['see gopher.floodgap.com for more', expect.arrayContaining(['gopher://gopher.floodgap.com/'])],
    ['lost worlds', ['gopher://gopher.floodgap.com/7/v2/vs%09lost%20worlds']],
    ['veronica', ['gopher://gopher.floodgap.com/7/v2/vs%09veronica']],
    ['ab', []],
    ['a sentence, which nobody searches for', []],
    ['javascript:alert(1)', []],
  ])('%j: %j', (text, expected) => {
    expect(proposalsFor(text).map(({ url }) => url)).toEqual(expected);
  });

  test('proposes canonical URLs, and never the text itself', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      webUrl.map((url) => url.replace(/^https?:\/*/, '')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const { url } of proposalsFor(text)) {
          expect(url).not.toBe(text);
          expect(canonicalize(url)).toBe(url);
        }
      }),
      runs(),
    );
  });
});

test.each([
  ['hello world', 'Search Gopherspace for “hello world”'],
  ['où été', 'Search Gopherspace for “où été”'],
  ['h.example:79', 'finger://h.example/'],
])('%j is proposed as %s', (text, proposal) => {
  expect(proposalsFor(text).map((proposed) => proposed.text)).toContain(proposal);
});
