/** CSV: cells and where they stand, what breaks the format, and how a table is written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cellOf,
  csvOf,
  recordStart,
  recordsOf,
  separatorOf,
  type TableForm,
  textOfCell,
  withoutFormula,
} from '../../../src/text/csv.ts';

const cellsIn = (text: string, form?: TableForm) =>
  [...recordsOf(text, ',', form)].map(({ cells }) => cells.map((cell) => textOfCell(text, cell, form?.escapes)));

test.each<[text: string, cells: string[][]]>([
  ['', []],
  [
    'a,b\r\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\rb\r\n\nc', [['a'], ['b'], [''], ['c']]],
  ['a,', [['a', '']]],
  ['"a, ""b""\r\nc",d', [['a, "b"\r\nc', 'd']]],
  ['a"b",c', [['a"b"', 'c']]],
  // The first quotation mark is never closed, so that the others are data, too.
  [
    'a,"b\n"",c',
    [
      ['a', '"b'],
      ['""', 'c'],
    ],
  ],
])('the cells of %j are %j', (text, cells) => expect(cellsIn(text)).toEqual(cells));

test.each<[text: string, fault: string | null]>([
  ['"a"', null],
  ['a"', null],
  ['"a', 'open-quote'],
  ['"a""', 'open-quote'],
  ['"a" ,b', 'text-after-quote'],
  ['"a"b,"c', 'text-after-quote'],
])('%j has the fault %s', (text, fault) => expect([...recordsOf(text, ',')][0]?.fault).toBe(fault));

test('backslashes escape, and quotation marks do not', () => {
  const form: TableForm = { escapes: 'backslashes', endsAtCr: false };
  expect(cellsIn('"a\\tb\\n\\0\\\\\\x,NULL\rc\nNULL', form)).toEqual([['"a\tb\n\0\\\\x', 'NULL\rc'], ['']]);
});

test.each([
  ['a;b;c,d', ';'],
  ['"a;b;c",d', ','],
  ['a\tb\n;;;', '\t'],
  ['', ','],
])('the separator of %j is %j', (text, separator) => expect(separatorOf(text)).toBe(separator));

test.each([
  ['a\nb', 2],
  ['a\r\nb\n', 5],
  // A quotation mark may still follow.
  ['a\n"b\nc', 2],
  ['a\n"b"\nc', 6],
  ['a', 0],
])('the last record of %j begins at %i', (text, start) => expect(recordStart(text, ',')).toBe(start));

test.each([
  ['=1', "'=1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\ta', "'\ta"],
  ['a=1', 'a=1'],
  ['', ''],
])('%j is written as %j, which is not a formula', (text, safe) => expect(withoutFormula(text)).toBe(safe));

test('a table has the names of its columns, and lists and nothing as cells', () => {
  const rows = [
    { a: null, b: [1, 2] },
    { a: '=1,5', b: 7 },
  ];
  expect(csvOf(['a', 'b'], rows)).toBe('a,b\r\n,1 2\r\n"\'=1,5",7\r\n');
});

test('what is written is read again', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\r', '\n', '\\', ' ') });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2 }), fc.constantFrom(',', ';', '\t'), (cells, separator) => {
      const text = cells.map((each) => cellOf(each, separator)).join(separator);
      const records = [...recordsOf(text, separator)];
      expect(records.map((record) => record.cells.map((each) => textOfCell(text, each)))).toEqual([cells]);
      expect(records[0]?.fault).toBe(null);
    }),
  );
});
