/** Which paragraphs of a text may be wrapped on a narrow screen, and which must stay as they are. */
import { describe, expect, test } from 'vitest';
import { type Flow, paragraphsOf } from '../../../../worker/gateway/shared/paragraphs.ts';
import { documents, octetsOf } from '../../../servers/content/documents.ts';
import { expectLinear } from '../../../src/growth.ts';

const prose = [
  'For some years there was no such thing as "the" Web. There was a',
  'network, and on it lived half a dozen ways to find things, each with',
  'its own manners.',
].join('\n');

describe('a paragraph', () => {
  test.each<readonly [what: string, text: string, flow: Flow]>([
    ['prose', prose, 'prose'],
    [
      '500 lines without a break between them',
      `${'Words of a line that is as wide as a screen of old.\n'.repeat(499)}end`,
      'prose',
    ],
    ['more of them', `${'Words of a line that is as wide as a screen of old.\n'.repeat(500)}end`, 'lines'],
    ['prose with two spaces after a full stop', prose.replace('Web. ', 'Web.  '), 'prose'],
    ['prose with a year at the beginning of a line', prose.replace('network, and', '1996. And'), 'prose'],
    ['one long line', 'A line that is longer than any screen of the time was wide, and goes on for a while.', 'lines'],
    ['a sentence that is set in', '    A space in front, which listings swallow.', 'lines'],
    ['a heading', 'The rooms', 'lines'],
    ['short lines', 'a b\nc d\ne f', 'lines'],
    ['indented', prose.replace(/^/gm, '  '), 'lines'],
    ['a list', '* The timeline hangs in the hall, where everybody is.\n* The gallery shows one of each.', 'lines'],
    ['numbered', `1. ${prose}\n22. ${prose}`, 'lines'],
    ['a table', 'A model gopher, brass ............ 12 €\nA coil of yellow Ethernet ........  9 €', null],
    ['a table of years', '1969  April: RFC 1, by Steve Crocker.\n1971  RFC 114: a file transfer protocol.', null],
    ['a rule', '='.repeat(60), 'rule'],
    ['a sign', '__________\n| a sign |\n__________', null],
    ['a drawing', '  ___  \n /   \\ \n \\___/ ', null],
    ['a frame', `╔${'═'.repeat(60)}╗\n║${' '.repeat(60)}║`, null],
    ['full lines, one of them indented', prose.replace('network, and', '  and here'), 'lines'],
    ['full lines, one of them an item', prose.replace('network, and', '- network and'), 'lines'],
    ['full lines of exactly 45 characters', `${'ab '.repeat(14)}abc\nthe end`, 'prose'],
    ['lines of 44 characters', `${'ab '.repeat(14)}ab\nthe end`, 'lines'],
    ['a sentence, two spaces, another', 'One thing!  Two things?  And: three', 'lines'],
    ['two spaces after a word', 'one  two words of it', null],
    ['three spaces after a full stop', 'One.   Two words of it', null],
    ['half letters', 'ab..', 'lines'],
    ['less than half letters', 'ab...', null],
    ['two signs', 'abcd __ efgh', 'lines'],
    ['three signs', 'abcdef ___ efghij', null],
    ['three dots', 'abcdef ... efghij', 'lines'],
    ['four dots', 'abcdef .... efghij', null],
    ['a bar at the end', 'a line of words |', null],
    ['a slash at the beginning', '/ a line of words', null],
    ['a slash inside', 'a line of this/that words', 'lines'],
    ['a block', 'a line of \u2500 words', null],
    ['a block at the end of them', 'a line of \u259f words', null],
    ['a sign after the blocks', 'a line of \u25a0 words', 'lines'],
    ['a rule of ten', '-'.repeat(10), 'rule'],
    ['a rule of nine', '-'.repeat(9), null],
    ['a rule with spaces after it', `${'='.repeat(20)}  `, 'rule'],
    ['columns by tabs', 'The name of the thing\tand what it costs to have it sent\nThe name\tthe price', null],
  ])('%s', (_, text, flow) => {
    expect(paragraphsOf(text)).toEqual([{ text, flow }]);
  });

  test.each(['* ', '+ ', '- ', 'o ', '• ', '· ', '– ', '1. ', '1) ', '(1) ', '(12. ', '123. '])(
    'whose line begins with %j is a list',
    (item) => {
      const text = `${item}${'ab '.repeat(15)}ab\nthe end`;
      expect(paragraphsOf(text)).toEqual([{ text, flow: 'lines' }]);
    },
  );

  test.each(['1234. ', '12: ', 'oo ', '*a ', 'a. '])('whose line begins with %j is none', (item) => {
    const text = `${item}${'ab '.repeat(15)}ab\nthe end`;
    expect(paragraphsOf(text)).toEqual([{ text, flow: 'prose' }]);
  });

  test('of spaces at the end', () => {
    expect(paragraphsOf('')).toEqual([]);
    expect(paragraphsOf('  ')).toEqual([{ text: '  ', flow: null }]);
    expect(paragraphsOf('a b\n  ')).toEqual([{ text: 'a b\n  ', flow: 'lines' }]);
  });

  test('ends at a rule', () => {
    const parts = ['The rooms\n', '=-=-=-=-=-=-=\n', `${prose}\n`, '-------------\n', '\n'];
    expect(paragraphsOf(parts.join(''))).toEqual([
      { text: parts[0], flow: 'lines' },
      { text: parts[1], flow: 'rule' },
      { text: parts[2], flow: 'prose' },
      { text: parts[3], flow: 'rule' },
      { text: parts[4], flow: null },
    ]);
  });

  test('includes the empty lines after it, except for prose', () => {
    const drawing = '+--+\n\n+--+\n';
    expect(paragraphsOf(`\n${prose}\n\n  \na\n\nb\n\n${drawing}`)).toEqual([
      { text: '\n', flow: null },
      { text: `${prose}\n`, flow: 'prose' },
      { text: '\n  \n', flow: null },
      { text: 'a\n\nb\n\n', flow: 'lines' },
      { text: drawing, flow: null },
    ]);
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

  test('is found in linear time', () => {
    for (const piece of ['\n', ' ', 'a', 'a \n', ' \n \n', '\t', '-', '----------\n']) {
      expectLinear(200_000, (size) => {
        const text = piece.repeat(size / piece.length);
        return () => void paragraphsOf(text);
      });
    }
  });
});
