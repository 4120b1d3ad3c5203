/** The components of pages: text by strangers, and values that are absent. */
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { robotOf } from '../../../worker/gateway/core/robot.ts';
import { draftOf } from '../../../worker/gateway/mailto/mailto.tsx';
import { Details } from '../../../worker/pages/details.tsx';
import { Document } from '../../../worker/pages/layout.tsx';
import { Empty, Notice } from '../../../worker/pages/notice.tsx';
import { Octets, textAndControls } from '../../../worker/pages/octets.tsx';

/** Leaves text and attributes if it is not escaped. */
const HOSTILE = '</title></a>"\'><img src=x onerror=alert(1)><script>alert(1)</script>&lt;';
const octetsOf = (text: string) => new TextEncoder().encode(text);

describe('hostile text is escaped', () => {
  test.each([
    ['details', <Details rows={[[HOSTILE, HOSTILE]]} />],
    ['a notice', <Notice title={HOSTILE}>{HOSTILE}</Notice>],
    ['an empty list', <Empty>{HOSTILE}</Empty>],
    ['octets', <Octets octets={octetsOf(HOSTILE)} />],
    [
      'a page',
      <Document
        page={{
          title: HOSTILE,
          kicker: HOSTILE,
          canonical: HOSTILE,
          breadcrumbs: [
            { text: HOSTILE, href: HOSTILE },
            { text: HOSTILE, href: null },
          ],
          actions: [{ text: HOSTILE, href: HOSTILE }],
          language: HOSTILE,
          content: HOSTILE,
        }}
        contact={{ href: HOSTILE, text: HOSTILE }}
        stylesheet={HOSTILE}
      />,
    ],
  ])('in %s', (_, part) => {
    const html = renderToString(part);
    expect(html).not.toMatch(/<script|<img/);
    // Only a quotation mark ends an attribute.
    for (const [, value] of html.matchAll(/="([^"]*)"/g)) expect(value).not.toContain('"');
    expect(html).toContain('&lt;script');
    expect(html).toContain('&amp;lt;');
  });
});

describe('a page', () => {
  const html = renderToString(
    <Document
      page={{
        title: 'World',
        breadcrumbs: [
          { text: 'h.example', href: '/gopher/h.example/' },
          { text: 'world', href: null },
        ],
        content: <p>Here.</p>,
      }}
      contact={null}
      stylesheet="/assets/waypost.css?1"
    />,
  );

  test.each([
    ['a language', '<html lang="en">'],
    ['its own title first', '<title>World · Waypost</title>'],
    ['one heading of the first level', '<h1 dir="auto">World</h1>'],
    ['a link past the header', '<a class="skip" href="#content">'],
    ['landmarks', '<main id="content"'],
    ['the current page in the breadcrumbs', '<span aria-current="page">world</span>'],
    ['the versioned stylesheet', '<link rel="stylesheet" href="/assets/waypost.css?1"/>'],
  ])('has %s', (_, part) => {
    expect(html.split(part).length).toBe(2);
  });

  test('has no inline script or style, and loads nothing from other sites', () => {
    expect(html).not.toMatch(/<script|<style|style=|\son[a-z]+=|https?:/);
  });
});

describe('details', () => {
  test('leave out absent values', () => {
    const rows = [
      ['a', 'x'],
      ['b', null],
      ['c', ''],
      ['d', 0],
    ] as const;
    const html = renderToString(<Details rows={rows} />);
    expect([...html.matchAll(/<dt>(.)/g)].map(([, name]) => name)).toEqual(['a', 'd']);
    expect(renderToString(<Details rows={[['b', null]]} />)).toBe('');
  });
});

describe('octets', () => {
  test.each<[string, number[], ReturnType<typeof textAndControls>]>([
    ['text', [0x61, 0x20, 0x62], ['a b']],
    ['a line end', [0x61, 0x0d, 0x0a], ['a', { octet: 13 }, { octet: 10 }]],
    ['UTF-8', [0xc3, 0xa4, 0xf0, 0x9f, 0x98, 0x80], ['ä😀']],
    ['an octet that is not UTF-8', [0xe4, 0x61], [{ octet: 0xe4 }, 'a']],
    ['a truncated character', [0xe2, 0x82], [{ octet: 0xe2 }, { octet: 0x82 }]],
    ['an overlong slash', [0xc0, 0xaf], [{ octet: 0xc0 }, { octet: 0xaf }]],
    ['a C1 control', [0xc2, 0x9b], [{ octet: 0xc2 }, { octet: 0x9b }]],
    ['NUL, ESC and DEL', [0, 0x1b, 0x7f], [{ octet: 0 }, { octet: 0x1b }, { octet: 0x7f }]],
    ['nothing', [], []],
  ])('%s', (_, octets, pieces) => {
    expect(textAndControls(Uint8Array.from(octets))).toEqual(pieces);
  });

  test('are named if they cannot be seen', () => {
    const html = renderToString(<Octets octets={Uint8Array.of(0, 9, 13, 10, 27, 127, 0xe4)} />);
    const names = [...html.matchAll(/class="control">([^<]+)/g)].map(([, name]) => name);
    expect(names).toEqual(['NUL', 'TAB', 'CR', 'LF', 'ESC', 'DEL', 'E4']);
  });
});

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

describe('robots by their User-Agent (RFC 9309 §2.2.1)', () => {
  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
    ['Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)', 'archive.org_bot'],
    ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'CCBot'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)', 'GPTBot'],
    ['facebookexternalhit/1.1', 'facebookexternalhit'],
    ['ia_archiver', 'ia_archiver'],
    ['Wget/1.21', 'Wget'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', null],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15', null],
    ['curl/8.5.0', null],
    ['Lynx/2.9.0 libwww-FM/2.14', null],
    ['Mozilla/5.0 (Linux; CUBOT X30) Chrome/120', null],
    ['Mozilla/5.0 (Linux; Android 10; CUBOT) Chrome/120', null],
    ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)', 'Slurp'],
    ['ClaudeBot/1.0; +claudebot@anthropic.com', 'ClaudeBot'],
    ['', null],
    [null, null],
  ])('%s: %s', (agent, robot) => {
    expect(robotOf(agent)).toBe(robot);
  });
});
