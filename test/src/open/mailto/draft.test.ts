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

  test('lists what was left out', () => {
    const { blindCopies, leftOut } = draft(['bcc', 'b@h.example'], ['attach', 'x'], ['subject', 's']);
    expect([blindCopies, leftOut]).toEqual([['b@h.example'], ['attach']]);
  });

  test('an address cannot become a header', () => {
    expect(draftOf(['a@h.example?bcc=b@h.example'], []).href).toBe('mailto:a@h.example%3Fbcc%3Db@h.example');
  });
});
