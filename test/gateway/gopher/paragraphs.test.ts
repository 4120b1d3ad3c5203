/** Which paragraphs of a text may be broken anew on a narrow screen, and which must stand as they are. */
import { describe, expect, test } from 'vitest';
import { paragraphsOf } from '../../../worker/gateway/gopher/paragraphs.ts';
import { documents, octetsOf } from '../../servers/content/documents.ts';

const prose = [
  'For some years there was no such thing as "the" Web. There was a',
  'network, and on it lived half a dozen ways to find things, each with',
  'its own manners.',
].join('\n');

describe('a paragraph', () => {
  test.each<readonly [what: string, text: string, isProse: boolean]>([
    ['prose', prose, true],
    ['prose with two spaces after a full stop', prose.replace('Web. ', 'Web.  '), true],
    [
      'one long line',
      'A line that is longer than any screen of the time was wide, and goes on for quite a while.',
      true,
    ],
    ['a heading', 'The rooms', false],
    ['short lines', 'a b\nc d\ne f', false],
    ['indented', prose.replace(/^/gm, '  '), false],
    ['a list', '* The timeline hangs in the hall, where everybody passes by.\n* The gallery shows one of each.', false],
    ['a table', 'A model gopher, brass ............ 12 €\nA coil of yellow Ethernet ........  9 €', false],
    ['a rule', '='.repeat(60), false],
    ['a drawing', '  ___  \n /   \\ \n \\___/ ', false],
    ['a frame', `╔${'═'.repeat(60)}╗\n║${' '.repeat(60)}║`, false],
    ['columns by tabs', 'The name of the thing\tand what it costs to have it sent\nThe name\tthe price', false],
  ])('%s', (_, text, isProse) => {
    expect(paragraphsOf(text).some((paragraph) => paragraph.prose)).toBe(isProse);
  });

  test.each(Object.values(documents).filter(({ type }) => type === '0'))(
    'of $name keeps every character',
    (document) => {
      const text = octetsOf(document);
      expect(
        paragraphsOf(text)
          .map((paragraph) => paragraph.text)
          .join(''),
      ).toBe(text);
    },
  );

  test('is found in proportion to the length of the text', () => {
    const started = performance.now();
    for (const piece of ['\n', ' ', 'a', 'a \n', ' \n \n', '\t']) paragraphsOf(piece.repeat(200_000 / piece.length));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
