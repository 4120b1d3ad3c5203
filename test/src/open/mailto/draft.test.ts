/** Drafts of mail: which headers of a link they take, and that no value can add a header. */
import { describe, expect, test } from 'vitest';
import { draftOf } from '../../../../src/open/mailto/draft.ts';

describe('a draft of mail (RFC 6068 §7)', () => {
  const draft = (...headers: [name: string, value: string][]) =>
    draftOf(
      ['a@h.example'],
      headers.map(([name, value]) => ({ name, value })),
    );

  test.each<[string, [name: string, value: string][], string]>([
    ['nothing', [], 'mailto:a@h.example'],
    ['a subject', [['subject', 'RFC 1436']], 'mailto:a@h.example?subject=RFC%201436'],
    ['lines in the text', [['body', 'a\r\nb']], 'mailto:a@h.example?body=a%0D%0Ab'],
    ['a bare line feed', [['body', 'a\nb\rc']], 'mailto:a@h.example?body=a%0D%0Ab%0D%0Ac'],
    [
      'a header in the subject',
      [['subject', 'a\r\nBcc: x@h.example']],
      'mailto:a@h.example?subject=a%20Bcc%3A%20x@h.example',
    ],
    ['a header in a reply', [['in-reply-to', '<a@b>\n\0c']], 'mailto:a@h.example?in-reply-to=%3Ca@b%3E%20c'],
    [
      'another header',
      [
        ['attach', '/etc/passwd'],
        ['from', 'x'],
        ['subject', 's'],
      ],
      'mailto:a@h.example?subject=s',
    ],
    ['a blind copy', [['bcc', 'spy@h.example']], 'mailto:a@h.example'],
    [
      'a copy',
      [
        ['cc', 'b@h.example'],
        ['to', 'c@h.example'],
      ],
      'mailto:a@h.example?cc=b@h.example&to=c@h.example',
    ],
    ['an ampersand', [['subject', 'a&bcc=b']], 'mailto:a@h.example?subject=a%26bcc%3Db'],
  ])('%s', (_, headers, href) => {
    expect(draft(...headers).href).toBe(href);
  });

  test.each([
    ['body', 'a\tb', 'a\tb'],
    ['body', 'a\0b\x08c\x0bd\x0ce\x0ef\x1fg', 'abcdefg'],
    ['body', 'a\x7fb \xa0', 'a\x7fb \xa0'],
    ['body', '\r\n\n\r', '\r\n\r\n\r\n'],
    ['subject', 'a\t\x0b\x1fb\x7fc', 'a b c'],
    ['subject', 'a \xa0b', 'a \xa0b'],
    ['cc', 'b@h.example\r\nBcc: x@h.example', 'b@h.example Bcc: x@h.example'],
  ])('%s: %j is filled in as %j', (name, value, filled) => {
    expect(draft([name, value]).headers).toEqual([{ name, value: filled }]);
  });

  test('may have several recipients, or none', () => {
    expect(draftOf(['a@h.example', 'b,c@h.example'], []).href).toBe('mailto:a@h.example,b%2Cc@h.example');
    expect(draftOf([], [{ name: 'subject', value: 'Tea' }])).toEqual({
      ...{ to: [], headers: [{ name: 'subject', value: 'Tea' }], blindCopies: [], leftOut: [] },
      href: 'mailto:?subject=Tea',
    });
  });

  test('lists what was left out', () => {
    const { blindCopies, leftOut } = draft(['bcc', 'b@h.example'], ['attach', 'x'], ['subject', 's']);
    expect([blindCopies, leftOut]).toEqual([['b@h.example'], ['attach']]);
  });

  test('an address cannot become a header', () => {
    expect(draftOf(['a@h.example?bcc=b@h.example'], []).href).toBe('mailto:a@h.example%3Fbcc%3Db@h.example');
  });
});
