/** SAUCE records for tests, as their specification (revision 5) has them. In Latin-1. */
import type { Sauce } from '../../../src/octets/sauce.ts';

interface Written {
  readonly comments?: readonly string[];
  /** How many lines the record counts. */
  readonly counted?: number;
  readonly type?: number;
  readonly columns?: number;
  readonly flags?: number;
}

export function record(written: Written = {}): string {
  const { comments = [], counted = comments.length, type = 1, columns = 80, flags = 0 } = written;
  const blanks = (text: string, length: number) => text.padEnd(length, ' ');
  const lines = comments.map((line) => line.padEnd(64, '\0')).join('');
  const facts = `${blanks('Th\x82 Title', 35)}${'An Author'.padEnd(20, '\0')}${blanks('A Group', 20)}19960831`;
  const numbers = String.fromCharCode(
    1,
    2,
    0,
    0,
    type,
    1,
    columns % 256,
    columns >> 8,
    25,
    0,
    0,
    0,
    0,
    0,
    counted,
    flags,
  );
  return `${comments.length > 0 ? `COMNT${lines}` : ''}SAUCE00${facts}${numbers}${'IBM VGA'.padEnd(22, '\0')}`;
}

/** What a record says without options. */
export const SAUCE: Sauce = {
  ...{ title: 'Thé Title', author: 'An Author', group: 'A Group', date: '19960831', comment: '', columns: 80 },
  brightBackgrounds: false,
};
