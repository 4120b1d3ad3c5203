/** Dates in listings: other languages and charsets, and the forms of `ls` options and of other servers. */
import { describe, expect, test } from 'vitest';
import { LANGUAGES, monthOf, spellings } from '../../../../src/protocols/ftp/listing/dates.ts';
import { parseLine } from './parse-line.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

/** The date that a line with this text between size and name has. */
function modified(date: string): string | null {
  const listed = parseLine('LIST', `-rw-r--r--   1 root other   531 ${date} a name`, NOW);
  expect(listed).toMatchObject({ kind: 'file', name: 'a name', size: 531 });
  return listed?.kind === 'file' ? listed.modified : null;
}

describe('forms', () => {
  test.each([
    ['ls --full-time', '1995-02-03 04:05:06.000000000 +0000', '1995-02-03T04:05:06Z'],
    ['ls --full-time, a zone', '1995-02-03 04:05:06.123456789 +0530', '1995-02-02T22:35:06Z'],
    ['ls --full-time, no fraction (BusyBox)', '1995-02-03 04:05:06 -0800', '1995-02-03T12:05:06Z'],
    ['ls --full-time, a time that does not exist', '1995-02-03 25:05:06 -0800', null],
    ['ls --full-time, before 1998', 'Fri Feb  3 04:05:06 1995', '1995-02-03T04:05:06'],
    ['ls --time-style=iso', '02-03 04:05', '2026-02-03T04:05'],
    ['ls --time-style=iso, last year', '12-24 04:05', '2025-12-24T04:05'],
    ['ls --time-style=iso, an old file', '1995-02-03', '1995-02-03'],
    ['ls --time-style=long-iso', '1995-02-03 04:05', '1995-02-03T04:05'],
    ['slashes', '1995/02/03 17:12', '1995-02-03T17:12'],
    ['dots', '1995.02.03', '1995-02-03'],
    ['a year at the end, the day above 12', '24-04-1995 17:12', '1995-04-24T17:12'],
    ['a year at the end, the month first', '04/05/1995', '1995-04-05'],
    ['a year at the end, dots', '04.05.1995 17:12', '1995-05-04T17:12'],
    ['year and time', 'Oct 08, 1995 09:47', '1995-10-08T09:47'],
    ['a month between hyphens', '01-jun-99', '1999-06-01'],
    ['numbers only', '3 29 03:26', '2026-03-29T03:26'],
    ['a day that does not exist', '1995-02-30', null],
  ])('%s: %s', (_what, date, expected) => expect(modified(date)).toBe(expected));
});

describe('languages', () => {
  test.each([
    ['German, Latin-1', 'M\xe4r  3 04:05', '2026-03-03T04:05'],
    ['German, UTF-8', 'M\xc3\xa4r  3 04:05', '2026-03-03T04:05'],
    ['German, the day first', '26. Juli, 20:10', '2026-07-26T20:10'],
    ['German, blanks', '2.   Okt.  2003', '2003-10-02'],
    ['French, Latin-1', 'd\xe9c 24  1995', '1995-12-24'],
    ['French, UTF-8, the day first', '24 d\xc3\xa9c. 1995', '1995-12-24'],
    ['French', '3 f\xe9vr. 04:05', '2026-02-03T04:05'],
    ['French, August', 'ao\xfbt  3  1995', '1995-08-03'],
    ['Spanish', 'ene  3  1995', '1995-01-03'],
    ['Hungarian', 'szept 26 20:10', '2026-09-26T20:10'],
    ['Polish, Latin-2', 'pa\xbc  3  1995', '1995-10-03'],
    ['Czech, UTF-8', 'b\xc5\x99e  3  1995', '1995-03-03'],
    ['Turkish, Latin-5', '\xfeub  3  1995', '1995-02-03'],
    ['Greek, ISO 8859-7', '\xc9\xe1\xed  3  1995', '1995-01-03'],
    ['Russian, windows-1251', '\xff\xed\xe2  3  1995', '1995-01-03'],
    ['Russian, KOI8-R', '\xd1\xce\xd7  3  1995', '1995-01-03'],
    ['Russian, UTF-8', '\xd1\x8f\xd0\xbd\xd0\xb2  3  1995', '1995-01-03'],
    ['an unknown language', '\xe0\xb8\xa1\xe0.\xe0\xb8\x84.  3  1995', null],
    ['Japanese, UTF-8', ' 1\xe6\x9c\x88  5 04:05', '2026-01-05T04:05'],
    ['Japanese, UTF-8, with a sign for the day', '1\xe6\x9c\x88  5\xe6\x97\xa5 04:05', '2026-01-05T04:05'],
    ['Japanese, UTF-8, a year', '11\xe6\x9c\x88 24  1995', '1995-11-24'],
    ['Japanese, Shift JIS', ' 4\x8c\x8e 18\x93\xfa 2003\x94N', '2003-04-18'],
    ['Japanese, EUC', ' 4\xb7\xee 18 04:05', '2026-04-18T04:05'],
    ['Chinese, GBK', ' 8\xd4\xc2 17 08:52', '2026-08-17T08:52'],
    ['Chinese, Big5, the year first', '2003   3\xa4\xeb 20', '2003-03-20'],
    ['Korean, UTF-8, the year first', '2005\xeb\x85\x84  1\xec\x9b\x94  6\xec\x9d\xbc', '2005-01-06'],
    ['Korean, EUC', ' 9\xbf\xf9  6 04:05', '2026-09-06T04:05'],
  ])('%s: %j', (_what, date, expected) => expect(modified(date)).toBe(expected));

  test('no name of a month, in any language and charset, reads as another month', () => {
    for (const language of Object.values(LANGUAGES)) {
      for (const { octets, month } of spellings(language)) expect([octets, monthOf(octets)]).toEqual([octets, month]);
    }
  });

  const abbreviations = Object.keys(LANGUAGES)
    // CLDR abbreviates with numbers in Lithuanian and Bulgarian.
    .filter((language) => !['lt', 'bg'].includes(language))
    .map((language): [string, string[]] => {
      const format = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
      const names = Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2026, month, 5))));
      return [language, names.map((name) => name.replace(/\.$/, '').replace(/^de |^d’/, ''))];
    });
  test.each(abbreviations)('the abbreviations of CLDR: %s %j', (_language, names) => {
    const octets = names.map((name) => Buffer.from(name).toString('latin1'));
    expect(octets.map(monthOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
});
