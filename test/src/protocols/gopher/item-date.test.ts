/** The dates of gopher items: the forms in which authors write them, and texts that only look like dates. */
import { expect, test } from 'vitest';
import { itemDate } from '../../../../src/protocols/gopher/item-date.ts';

test.each([
  ['2024-05-01 On lighthouses', '2024-05-01', 'On lighthouses'],
  ['2024-05-01: On lighthouses', '2024-05-01', 'On lighthouses'],
  ['2024-05-01 - On lighthouses', '2024-05-01', 'On lighthouses'],
  ['[2024-05-01] On lighthouses', '2024-05-01', 'On lighthouses'],
  ['(2024/5/1) On lighthouses', '2024-05-01', 'On lighthouses'],
  ['2024.05.01 | On lighthouses', '2024-05-01', 'On lighthouses'],
  ['20240501 On lighthouses', '2024-05-01', 'On lighthouses'],
  ['2024-05-01 23:59 On lighthouses', '2024-05-01', 'On lighthouses'],
  ['2024-05-01T23:59:59Z On lighthouses', '2024-05-01', 'On lighthouses'],
  ['1 May 2024 On lighthouses', '2024-05-01', 'On lighthouses'],
  ['01-May-2024 On lighthouses', '2024-05-01', 'On lighthouses'],
  ['Wed, 1 May 2024: On lighthouses', '2024-05-01', 'On lighthouses'],
  ['May 1, 2024 On lighthouses', '2024-05-01', 'On lighthouses'],
  ['September 1 1999', '1999-09-01', 'September 1 1999'],
  ['Sept. 1, 1999: a', '1999-09-01', 'a'],
  ['1 dec 1999 a', '1999-12-01', 'a'],
  ['  2024-02-29  ', '2024-02-29', '2024-02-29'],
])('%j is of %s: %j', (text, day, title) => {
  expect(itemDate(text, '/a')).toEqual({ date: new Date(`${day}T00:00:00Z`), title });
});

test.each([
  ['/phlog/2024-05-01.txt', '2024-05-01'],
  ['/phlog/20240501-lighthouses.txt', '2024-05-01'],
  ['/phlog/2024/05/01/lighthouses.txt', '2024-05-01'],
  ['/~user/2024_05_01', '2024-05-01'],
])('the name %s is of %s', (name, day) => {
  expect(itemDate('On lighthouses', name)).toEqual({ date: new Date(`${day}T00:00:00Z`), title: 'On lighthouses' });
});

test('the date in the text counts more than that in the name', () => {
  expect(itemDate('2024-05-01 a', '/2020-01-01.txt')?.date.getUTCFullYear()).toBe(2024);
});

test.each([
  ['On lighthouses', '/a'],
  ['2024-13-01 a', '/a'],
  ['2024-02-30 a', '/a'],
  ['2024-05 a', '/a'],
  ['2024-05/01 a', '/a'],
  ['1/5/2024 a', '/a'],
  ['1850-05-01 a', '/a'],
  ['120240501 a', '/120240501.txt'],
  ['20240501123 a', '/202405011'],
  ['2024-05-011 a', '/a'],
  ['Maybe 1 2024', '/0/2024/13/01'],
  ['Janu 1 2024', '/a'],
  ['1 foo 2024 a', '/a'],
  ['', ''],
])('%j at %s has no date', (text, name) => {
  expect(itemDate(text, name)).toBeNull();
});
