/** The commands of DICT (RFC 2229), each argument alone, and the fields of a path. */
import { expect, test } from 'vitest';
import { defineCommand, isAtom, matchCommand } from '../../../../src/schemes/dict/commands.ts';
import { fieldsOf } from '../../../../src/schemes/dict/fields.ts';

test.each([
  [defineCommand('', 'wn'), null],
  [defineCommand('a', ''), null],
  [defineCommand('a\x1f', 'wn'), null],
  [defineCommand('\x7fa', 'wn'), null],
  [defineCommand('a', 'w n'), null],
  [defineCommand('a \\', 'wn'), 'DEFINE wn "a \\\\"'],
  [defineCommand(`'" \\`, 'wn'), `DEFINE wn \\'\\"\\ \\\\`],
  [matchCommand('a', 'wn', 're'), 'MATCH wn re "a"'],
  [matchCommand('a', 'wn', ''), null],
  [matchCommand('a', '"', 're'), null],
])('command %#: %s is %s', (command, expected) => {
  expect(command).toBe(expected);
});

test.each(['!', '.', '*', 'a-b', '#', '&', '(', '[', ']', '~', 'ü'])('%j is an atom', (text) => {
  expect(isAtom(text)).toBe(true);
});

test.each(['', ' ', '"', "'", '\\', '\0', '\x1f', '\x7f', 'a b'])('%j is not an atom', (text) => {
  expect(isAtom(text)).toBe(false);
});

test.each<[path: string, fields: ReturnType<typeof fieldsOf>]>([
  ['/d', { command: 'd', word: '', database: '', strategy: null, number: '' }],
  ['/d:a:b:c:d', { command: 'd', word: 'a', database: 'b', strategy: null, number: 'c:d' }],
  ['/m:a:b:c:d:e', { command: 'm', word: 'a', database: 'b', strategy: 'c', number: 'd:e' }],
  ['/m:a', { command: 'm', word: 'a', database: '', strategy: '', number: '' }],
  ['/x:a', null],
  ['/da', null],
  ['d:a', null],
])('the fields of %s', (path, fields) => {
  expect(fieldsOf(path)).toEqual(fields);
});
