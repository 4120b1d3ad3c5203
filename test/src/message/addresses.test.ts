/** Address lists (RFC 5322 §3.4): rows, and generated lists. */
import { describe, expect, it, test } from 'vitest';
import { parseAddresses } from '../../../src/message/addresses.ts';
import fc, { runs } from '../../fast-check.ts';
import { expectLinear } from '../growth.ts';

describe('an address list', () => {
  it.each<[description: string, list: string, expected: readonly (readonly [name: string, address: string])[]]>([
    [
      'names and comments',
      'Ada <ada@h>, bob@h (Bob)',
      [
        ['Ada', 'ada@h'],
        ['Bob', 'bob@h'],
      ],
    ],
    ['a quoted name with a comma', '"Doe, \\"J\\"" <j@h>', [['Doe, "J"', 'j@h']]],
    ['a name before a bare address', 'Ada L ada@h', [['Ada L', 'ada@h']]],
    ['a name with a comment', 'Ada (L) <ada@h>', [['Ada', 'ada@h']]],
    [
      'RFC 5322 §3.4: the members of a group',
      'team: a@h, B <b@h>;, c@h',
      [
        ['', 'a@h'],
        ['B', 'b@h'],
        ['', 'c@h'],
      ],
    ],
    ['a group without members', 'undisclosed-recipients:;', []],
    [
      'semicolons, as some programs write',
      'a@h; b@h',
      [
        ['', 'a@h'],
        ['', 'b@h'],
      ],
    ],
    [
      'missing members',
      'a@h,, ,b@h,',
      [
        ['', 'a@h'],
        ['', 'b@h'],
      ],
    ],
    ['an address in a quoted name', '"a@evil" <b@h>', [['a@evil', 'b@h']]],
    ['an address in quotes alone', '"a@evil"', [['a@evil', '']]],
    ['a name alone', 'nobody in particular', [['nobody in particular', '']]],
    ['an encoded name', '=?utf-8?q?Ann=C3=A9?= <a@h>', [['Anné', 'a@h']]],
    ['an encoded mailbox', '=?utf-8?q?Ann=C3=A9_=3Ca=40h=3E?=', [['Anné', 'a@h']]],
    ['an encoded mailbox with a raw at sign', '=?utf-8?q?Ann=C3=A9_=3Ca@h=3E?=', [['Anné', 'a@h']]],
    ['an encoded address, which is a name', '=?utf-8?b?dGVzdEBldmlsLmNv?=', [['test@evil.co', '']]],
    ['a quotation mark without its pair', 'Ada "L <ada@h>', [['Ada L <ada@h>', '']]],
    ['a bracket without its pair', 'Ada <ada@h', [['Ada', 'ada@h']]],
    ['an address in a comment alone', '(a@h)', [['a@h', '']]],
    ['a name in a charset of our own tables', '=?cp437?q?J=94rg?= <j@h>', [['Jörg', 'j@h']]],
    ['a name in the wrong charset', '=?us-ascii?q?J=C3=B6rg?= <j@h>', [['Jörg', 'j@h']]],
    ['a path of UUCP in brackets', 'Piet <mcvax!piet>', [['Piet', 'mcvax!piet']]],
    ['a path of UUCP alone, which looks like a name', 'mcvax!piet (Piet)', [['mcvax!piet', '']]],
    ['a noncharacter', 'a\uffffh <b@h>', [['a\ufffdh', 'b@h']]],
    ['brackets and a comment without content', '<>, ()', []],
    ['nothing', '', []],
  ])('%s: %s', (_, list, expected) => {
    expect(parseAddresses(list).map(({ name, address }) => [name, address])).toEqual(expected);
  });

  const name = fc.stringMatching(/^[A-Za-z]{1,6}(?: [A-Za-z.]{1,6})?$/);
  const address = fc.stringMatching(/^[a-z.+-]{1,6}@[a-z]{1,4}(?:\.[a-z]{1,3})?$/);
  const forms: readonly ((name: string, address: string) => string)[] = [
    (name, address) => `${name} <${address}>`,
    (name, address) => `"${name}" <${address}>`,
    (name, address) => `${address} (${name})`,
    (name, address) => `=?utf-8?q?${name.replace(' ', '_')}?= <${address}>`,
  ];
  const mailbox = fc
    .tuple(name, address, fc.constantFrom(...forms))
    .map(([name, address, form]) => ({ text: form(name, address), mailboxes: [{ name, address }] }));
  const group = fc.tuple(name, fc.array(mailbox, { maxLength: 3 })).map(([name, members]) => ({
    text: `${name}: ${members.map(({ text }) => text).join(', ')};`,
    mailboxes: members.flatMap(({ mailboxes }) => mailboxes),
  }));

  test('has its mailboxes, in every form', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(mailbox, group), { maxLength: 5 }), (parts) => {
        const list = parts.map(({ text }) => text).join(', ');
        expect(parseAddresses(list)).toEqual(parts.flatMap(({ mailboxes }) => mailboxes));
      }),
      runs(),
    );
  });

  it.each([
    (size: number) => `"${'\\"'.repeat(size / 2)}`,
    (size: number) => '('.repeat(size),
    (size: number) => '<'.repeat(size),
    (size: number) => '@'.repeat(size),
    (size: number) => `${'"a"'.repeat(size / 3)}`,
    (size: number) => 'a@'.repeat(size / 2),
    (size: number) => 'a:'.repeat(size / 2),
    (size: number) => '()'.repeat(size / 2),
  ])('is parsed in proportion to its size: %s', (hostile) => {
    expectLinear(1 << 14, (size) => {
      const list = hostile(size);
      return () => void parseAddresses(list);
    });
  });
});
