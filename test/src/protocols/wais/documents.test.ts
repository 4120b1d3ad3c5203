/** Document ids in URLs, descriptions of databases, marked texts, and the request of a URL. */
import { describe, expect, it, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import { concatOctets } from '../../../../src/octets/octets.ts';
import { sourcesIn } from '../../../../src/protocols/wais/database.ts';
import { markedPieces, withoutParagraphMarks } from '../../../../src/protocols/wais/marked-text.ts';
import { documentIdOf, field, wpathOf } from '../../../../src/schemes/wais/fields.ts';
import fc, { runs } from '../../../fast-check.ts';
import { expectLinear } from '../../growth.ts';

describe('document ids', () => {
  test('have one URL, which leads back to the same octets', () => {
    const fields = fc.array(fc.tuple(fc.nat(300), fc.uint8Array({ maxLength: 200 })), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fields, (list) => {
        const id = concatOctets(list.map(([tag, value]) => field(tag, value)));
        const wpath = wpathOf(id) ?? '';
        expect(documentIdOf(wpath)).toEqual(id);
        const url = `wais://h.example/db/TEXT/${wpath}`;
        expect(canonicalize(url)).toBe(url);
      }),
      runs(0.2),
    );
  });

  it.each(['', 'abc', ';', '1=a;;', '1=a;2', '1=a;x=b;', '=a;', '00000000001=a;', '99999999999=a;', '2147483648=a;'])(
    '%j is not a list of fields',
    (wpath) => {
      expect(documentIdOf(wpath)).toBeNull();
    },
  );

  it.each([
    ['0000000001=a', [1, 1, 0x61]],
    ['2147483647=;', [0x87, 0xff, 0xff, 0xff, 0x7f, 0]],
    ['1=%zz%2f%;2==', [1, 5, 0x25, 0x7a, 0x7a, 0x2f, 0x25, 2, 1, 0x3d]],
    [`1=${'%00'.repeat(128)}`, [1, 0x81, 0, ...Array<number>(128).fill(0)]],
  ])('%j is read field by field', (wpath, octets) => {
    expect(documentIdOf(wpath)).toEqual(Uint8Array.from(octets));
  });

  it.each([
    ['a length that a URL cannot keep', Uint8Array.of(1, 0x80, 1, 0x61)],
    ['a field past the end', Uint8Array.of(1, 9, 0x61)],
    ['no field', new Uint8Array()],
  ])('%s has no URL', (_, id) => {
    expect(wpathOf(id)).toBeNull();
  });
});

describe('descriptions of databases', () => {
  test('as servers write them', () => {
    const text = `(:source
      :version  3
      :ip-address "192.0.2.1"
      :ip-name "wais.example"
      :tcp-port 8210
      :database-name "tea \\"green\\""
      :cost 0.00
      :cost-unit :free
      :maintainer "ada@wais.example"
      :description "All about (green) tea.
")
(:source :ip-name "other.example" :database-name "cake")`;
    expect(sourcesIn(text)).toEqual([
      {
        host: 'wais.example',
        port: 8210,
        database: 'tea "green"',
        description: 'All about (green) tea.',
        maintainer: 'ada@wais.example',
      },
      { host: 'other.example', port: 210, database: 'cake', description: null, maintainer: null },
    ]);
  });

  it.each([
    '',
    '(:source)',
    '(:source :ip-name "h")',
    '(:source :ip-name "h" :database-name "d" :tcp-port 99999)',
    '"unended',
  ])('%j has none', (text) => {
    expect(sourcesIn(text)).toEqual([]);
  });

  test.each(['"', '(', ':source ', '\\"', '"\\', ':source "a" '])('takes time in proportion to %j', (piece) => {
    expectLinear(400_000, (size) => {
      const text = piece.repeat(size / piece.length);
      return () => sourcesIn(text);
    });
  });
});

describe('marked texts', () => {
  it.each([
    ['plain', [['plain', false]]],
    [
      'about \x1b(tea\x1b) and cake',
      [
        ['about ', false],
        ['tea', true],
        [' and cake', false],
      ],
    ],
    ['\x1b(tea', [['tea', true]]],
    ['', []],
  ])('%j', (text, pieces) => {
    expect(markedPieces(text).map(({ text: piece, highlighted }) => [piece, highlighted])).toEqual(pieces);
  });
});

describe('the marks of paragraphs', () => {
  it.each([
    ['plain', 'plain'],
    ['\x1bPab3one', 'one'],
    ['one\x1bP\n\xff\x1btwo', 'onetwo'],
    ['one\x1b', 'one'],
    ['one\x1bPa', 'one'],
    ['\x1b(tea\x1b)', '\x1b(tea\x1b)'],
  ])('%j', (text, without) => {
    expect(Buffer.from(withoutParagraphMarks(Buffer.from(text, 'latin1'))).toString('latin1')).toBe(without);
  });
});

describe('the request of a URL', () => {
  const messageOf = (url: string): string | null => {
    const { request } = explain(url);
    return request !== null && 'octets' in request ? Buffer.from(request.octets, 'base64').toString('latin1') : null;
  };

  test('a search sends its words; a plus sign of a form is a space', () => {
    expect(messageOf('wais://h.example/db?green+tea%2Bcake')).toContain('green tea+cake');
  });

  test('a database alone is searched for nothing; a server alone is asked for its list', () => {
    expect(messageOf('wais://h.example/db')).toContain('\x12\x02db');
    expect(messageOf('wais://h.example/')).toContain('\x12\x04INFO');
  });

  test('a document sends the id of the server, with and without the length of Lynx', () => {
    const message = messageOf('wais://h.example/db/TEXT/1=%2Fa;7=%00;');
    expect(message).toContain('\x01\x02/a\x07\x01\x00');
    expect(messageOf('wais://h.example/db/TEXT/119/1=%2Fa;7=%00;')).toBe(message);
  });

  it.each([
    ['a database with an at sign, by which the server connects elsewhere', 'wais://h.example/db%40other?x'],
    ['two databases', 'wais://h.example/a%1Fb?x'],
    ['a line end in a database', 'wais://h.example/a%0D%0Ab?x'],
    ['a NUL in the words', 'wais://h.example/db?a%00b'],
    ['a line end in the words', 'wais://h.example/db?a%0Ab'],
    ['a control in a type', 'wais://h.example/db/T%09/1=a;'],
    ['an at sign in octets that are not UTF-8', 'wais://h.example/%E2%40x?y'],
    ['an id that is not a list', 'wais://h.example/db/TEXT/abc'],
  ])('%s has none', (_, url) => {
    expect(messageOf(url)).toBeNull();
  });
});
