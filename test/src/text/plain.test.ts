/** Links in plain text and in mail: what is a link, where it ends, what is only proposed, and what is doubtful. */
import { describe, expect, test } from 'vitest';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { expectLinear } from '../growth.ts';

const urlsOf = (text: string) => linksInPlainText(text).links.map(({ url }) => url);

describe('links', () => {
  test.each<[text: string, urls: string[]]>([
    ['no link at all, nor gopher: nor http://', []],
    ['see http://h.example/ and https://h.example/a.', ['http://h.example/', 'https://h.example/a']],
    ['gemini://h.example/ or irc://h.example/a', ['gemini://h.example/', 'irc://h.example/a']],
    ['GOPHER://H.example:70/1 and again', ['GOPHER://H.example:70/1']],
    ['C:\\AUTOEXEC.BAT\nh.example:70/1\nstd::map\n12:30 C://x', []],
    ['news:comp.lang.c, news:1994.1@h.example? news:*', ['news:comp.lang.c', 'news:1994.1@h.example', 'news:*']],
    ['mid:a@b.example, cid:c@d.example', ['mid:a@b.example', 'cid:c@d.example']],
    ['news:<1@h.example>, MAILTO:<ada@h.example>.', ['news:1@h.example', 'MAILTO:ada@h.example']],
    ['news:<today> http:<a@b.example> news:<a@b@c> mailto:<a b@c.example>', []],
    ['django:x, x-news:y, news: the latest', []],
    ['file:///C|/AUTOEXEC.BAT', ['file:///C|/AUTOEXEC.BAT']],
    ['javascript:alert(1) data:text/html,x', []],
    // RFC 3986 Appendix C: text around and after a URL.
    ['(ftp://h.example/a)', ['ftp://h.example/a']],
    ['(ftp://h.example/a_(b))', ['ftp://h.example/a_(b)']],
    ['[gopher://[::1]/]', ['gopher://[::1]/']],
    ['"gopher://h.example/1", he said', ['gopher://h.example/1']],
    ["'http://h.example/a','http://h.example/b'", ['http://h.example/a', 'http://h.example/b']],
    ['is it ftp://h.example/a? Or news:a.b!', ['ftp://h.example/a', 'news:a.b']],
    [
      '*http://h.example/a* _ftp://h.example/_ “http://h.example/b”',
      ['http://h.example/a', 'ftp://h.example/', 'http://h.example/b'],
    ],
    ['请看http://h.example/a，谢谢', ['http://h.example/a']],
    // What RFC 3986 excludes ends a URL.
    ['@misc{x, howpublished = {\\url{FTP://ftp.example.org/a.txt}}}', ['FTP://ftp.example.org/a.txt']],
    ['\\href{FTP://h/a}{FTP://h/b}', ['FTP://h/a', 'FTP://h/b']],
    ['|FTP://h.example/a|text|', ['FTP://h.example/a']],
    ['https://db.debian.org/\\\nnext', ['https://db.debian.org/']],
    ['"<a href=\\"http://h.example/a\\">"', ['http://h.example/a']],
    ['`ftp://h.example/a`', ['ftp://h.example/a']],
    // Wrappers.
    ['<gopher://h.example/0a b>', ['gopher://h.example/0a b']],
    ['<URL:gopher://h.example/0a\n  b>', ['gopher://h.example/0ab']],
    ['<ftp:\n   //h.example/a\n  >', ['ftp://h.example/a']],
    ['URL:ftp://h.example/', ['ftp://h.example/']],
    ['<URL:news:*> <news:a.b> <x:y>', ['news:*', 'news:a.b']],
    ['> > <URL:ftp://h.example/pub/wa\n> >   is/doc/x.txt> z', ['ftp://h.example/pub/wais/doc/x.txt']],
    ['> <http://h.example/a\nb>', ['http://h.example/a']],
    ['<http://h.example/a\n\nb>', ['http://h.example/a']],
    ['a < http://h.example/a', ['http://h.example/a']],
    ['<a href=gopher://h.example/1>', ['gopher://h.example/1']],
    // One link, whatever stands in its path.
    ['https://gw.example/gopher://h.example/1', ['https://gw.example/gopher://h.example/1']],
    ['https://web.archive.org/web/1996/http://h.example/', ['https://web.archive.org/web/1996/http://h.example/']],
    ['x?url=gopher://h.example/1', ['gopher://h.example/1']],
  ])('%j', (text, urls) => {
    expect(urlsOf(text)).toEqual(urls);
  });

  test.each<[text: string, delimiter: string]>([
    ['ftp://h.example/', 'none'],
    ['"ftp://h.example/"', 'quotes'],
    ['<ftp://h.example/>', 'angle-brackets'],
    ['<URL:ftp://h.example/>', 'angle-brackets'],
    ['URL:ftp://h.example/', 'url-prefix'],
  ])('%s is delimited by %s', (text, delimiter) => {
    expect(linksInPlainText(text).links).toMatchObject([{ delimiter, url: 'ftp://h.example/', warnings: [] }]);
  });
});

test.each<[text: string, proposals: [url: string | null, reason: string][], links: number]>([
  [
    'www.example.org, gopher.floodgap.com/1/world.',
    [
      ['http://www.example.org', 'bare-host'],
      ['gopher://gopher.floodgap.com/1/world', 'bare-host'],
    ],
    0,
  ],
  ['me@www.example.org /www.example.org/ http://www.example.org/', [], 1],
  [
    'ttp://h.example/ athttp://h.example/a',
    [
      ['http://h.example/', 'misspelt-scheme'],
      ['http://h.example/a', 'misspelt-scheme'],
    ],
    0,
  ],
  ['N0http://h.example/', [['http://h.example/', 'misspelt-scheme']], 0],
  ['sftp://h.example/ tftp://h.example/ shttp://h.example/', [], 3],
  ['gopher:h.example/1 http:foo', [['gopher://h.example/1', 'missing-slashes']], 0],
  [
    'magnet:?xt=urn:btih:1\r\n  tel:+1-2 \nsee urn:isbn:1\nurn:isbn:1',
    [
      ['magnet:?xt=urn:btih:1', 'unknown-scheme'],
      ['tel:+1-2', 'unknown-scheme'],
    ],
    2,
  ],
  ['https://www.wired.com/1.05/telnet://h.example/', [['telnet://h.example/', 'inside-another']], 1],
  ['/gopher://h.example/1', [['gopher://h.example/1', 'inside-another']], 0],
  ['"gopher://h.example/0/About us",1', [['gopher://h.example/0/About us', 'blank-inside']], 1],
  [
    'ftp://{host}/ ftp://h.example/{id} http://www\\.example\\.com/ <http://{h}/>',
    [
      [null, 'pattern'],
      [null, 'pattern'],
      [null, 'pattern'],
      [null, 'pattern'],
    ],
    0,
  ],
])('%j: what is proposed', (text, proposals, links) => {
  const found = linksInPlainText(text);
  expect(found.proposals.map(({ url, reason }) => [url, reason])).toEqual(proposals);
  expect(found.links).toHaveLength(links);
});

test.each<[text: string, warning: string]>([
  ['<gopher://h.example/0a b>', 'blank-inside'],
  ['<gopher://h.example/a-\n b>', 'folded-hyphen'],
  ['<file://h.example/disk\\$user/x>', 'excluded-character'],
  ['http://h.example/long/\npath.html is', 'may-continue'],
  ['http://h.example/x-\ny', 'may-continue'],
  ['http://h.example/a=\nb', 'soft-break'],
  ['http://h.example/?a=3D1', 'quoted-printable'],
  ['http://h.example/a...', 'ellipsis'],
  ['http://h.example/谢谢', 'non-ascii'],
  ['http://h.example/?a&amp;b', 'entity'],
  ['http://h.example/?a|b', 'excluded-character'],
  ['http://h.example/a\\nfoo', 'backslash'],
  ['http://h.example/$name', 'placeholder'],
  ['http://h.example/<name>', 'placeholder'],
  ['http://h.example/%s', 'percent'],
  ['http://*.h.example/', 'host'],
  ['http://h.example/(a b)', 'brackets'],
  ['http://h.example/a,http://h.example/b', 'several'],
  ['go:stop', 'no-slashes'],
])('%j is doubtful: %s', (text, warning) => {
  const [link] = linksInPlainText(text).links;
  expect(link?.warnings).toContain(warning);
  expect(link?.write('http://h.example/')).toBeNull();
});

test.each<[text: string, url: string, result: string | null]>([
  ['see FTP://h.example/a.', 'ftp://h.example/a', 'see ftp://h.example/a.'],
  ['(FTP://h.example/a)', 'ftp://h.example/a(b)', '(ftp://h.example/a(b))'],
  ['(FTP://h.example/a)', 'ftp://h.example/a)', null],
  ['FTP://h.example/a b', 'ftp://h.example/a.', null],
  ['FTP://h.example/a b', 'not a URL', null],
  ["'FTP://h.example/a'", "ftp://h.example/'", null],
  ['<URL:FTP://h.example/a\n b>', 'ftp://h.example/ab', '<URL:ftp://h.example/ab>'],
  ['<URL:FTP://h.example/a>', 'ftp://h.example/a.', '<URL:ftp://h.example/a.>'],
  ['<FTP://h.example/a>', 'ftp://h.example/>', null],
])('%j with %s', (text, url, result) => {
  const [link] = linksInPlainText(text).links;
  const written = link?.write(url) ?? null;
  const [from, to] = link?.range ?? [0, 0];
  expect(written === null ? null : text.slice(0, from) + written + text.slice(to)).toBe(result);
});

test.each([
  ['opened and never closed', (times: number) => '<gopher:<URL:'.repeat(times)],
  ['opened before a long text', (times: number) => `${'<gopher:'.repeat(times)}${'a'.repeat(times)}`],
  ['closed and never opened', (times: number) => `go:x${')'.repeat(10 * times)}`],
  ['missing, between blanks', (times: number) => `a${' '.repeat(10 * times)}b`],
  ['missing, in a word', (times: number) => 'a'.repeat(10 * times)],
  ['missing, in names of hosts', (times: number) => 'www.'.repeat(times)],
  ['missing, in one word of hosts', (times: number) => 'www.ab,'.repeat(times)],
  ['missing, in one URL', (times: number) => `http://h/${'http://h/'.repeat(times)}`],
  ['missing, with colons', (times: number) => 'a:'.repeat(10 * times)],
  ['missing, with schemes', (times: number) => 'http:'.repeat(times)],
  ['missing, at the ends of lines', (times: number) => 'http://h/\n'.repeat(times)],
  ['missing, behind quotation marks', (times: number) => '"http://h/ '.repeat(times)],
])('take linear time if every bracket is %s', (_, write) => {
  expectLinear(20_000, (times) => {
    const text = write(times);
    return () => linksInPlainText(text);
  });
});
