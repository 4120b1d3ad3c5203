/** Lists of groups, kept as text: order, descriptions, limits, and the lines that are not groups. */
import { expect, test } from 'vitest';
import { GroupList, parseGroupLine } from '../../../../src/protocols/nntp/group-list.ts';
import fc, { runs } from '../../../fast-check.ts';

/** The lists of a server, in pieces of one line each. */
const listOf = (active: string, descriptions = '', most = 1000): GroupList =>
  GroupList.of(linesOf(active), linesOf(descriptions), most);
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const namesIn = (list: GroupList): string[] => [...list].map(({ name }) => name);

test('groups are sorted by name; a name comes before those that it begins', () => {
  const list = listOf('b.c 1 1 y\r\nb 1 1 y\r\na.b 1 1 y\r\nb.a 1 1 y');
  expect(namesIn(list)).toEqual(['a.b', 'b', 'b.a', 'b.c']);
  expect([...list.names()]).toEqual(['a.b', 'b', 'b.a', 'b.c']);
});

test('a group has the description with exactly its name', () => {
  const list = listOf('b 1 1 y\r\na 1 1 y\r\na.b 1 1 y\r\n', 'a.b\t\tTea\r\nb  Cake \r\nab Wrong\r\n');
  expect([...list].map(({ description }) => description)).toEqual([null, 'Tea', 'Cake']);
});

test('lines that are not groups are left out', () => {
  const list = listOf('a 1 1 y\r\nnonsense\r\n\r\n b 1 1 y\r\nc x 1 y\r\n');
  expect([list.size, namesIn(list)]).toEqual([1, ['a']]);
});

test('a list keeps the first lines of the server, and says whether there were more', () => {
  expect(listOf('c 1 1 y\r\nb 1 1 y\r\na 1 1 y\r\n', '', 2)).toMatchObject({ cut: true, size: 2 });
  expect(namesIn(listOf('c 1 1 y\r\nb 1 1 y\r\na 1 1 y\r\n', '', 2))).toEqual(['b', 'c']);
  expect(listOf('b 1 1 y\r\na 1 1 y\r\n\r\n', '', 2).cut).toBe(false);
});

test('a word selects groups by name or description, in any case', () => {
  const list = listOf('rec.tea 1 1 y\r\nrec.food 1 1 y\r\nrec.cars 1 1 y\r\n', 'rec.food About TEA and cake\r\n');
  expect(namesIn(list.matching('Tea'))).toEqual(['rec.food', 'rec.tea']);
  expect(list.matching('x').size).toBe(0);
});

test('any lines give the same groups as parsing and sorting them all', () => {
  const name = fc.stringMatching(/^[a-c.]{1,6}$/);
  const line = fc.oneof(
    name.map((text) => `${text} 5 1 y`),
    fc.stringMatching(/^[ -~]{0,12}$/),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const expected = lines
        .filter((text) => !/^\s/.test(text))
        .flatMap((text) => parseGroupLine(text)?.name ?? [])
        .sort((a, b) => (a < b ? -1 : Number(a > b)));
      expect(namesIn(listOf(lines.join('\n')))).toEqual(expected);
      expect(namesIn(GroupList.of([lines.join('\n')], [], 1000))).toEqual(expected);
    }),
    runs(),
  );
});
