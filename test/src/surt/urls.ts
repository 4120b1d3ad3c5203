/**
 * URLs as archives find them and as nobody should write them, for comparisons with the programs of archives: escapes in
 * every part, sessions, ports, users, international names, odd addresses, slashes, blanks, and schemes of records.
 */
import fc from '../../fast-check.ts';

const HEX = '0123456789abcdefABCDEF0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwX';

const oneOf = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
const some = (part: fc.Arbitrary<string>, maxLength: number, between = ''): fc.Arbitrary<string> =>
  fc.array(part, { maxLength }).map((parts) => parts.join(between));
const maybe = (part: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), part);
const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''));

const piece = oneOf(
  ...Array.from(`aBc019-_.~!$&'()*+,;=:@%/?#[]{}|\\^\`"<> \t\n\x0b\x01\x7f`),
  ...['%41', '%2f', '%2F', '%25', '%2541', '%252525', '%3f', '%23', '%26', '%3d', '%20', '%00', '%0a', '%7f', '%2E%2e'],
  ...['%c3%a9', '%C3', '%e9', '%ff', '%e2%82', '%ed%a0%80', '%f0%9f%92%a9', '%4', '%%32%35', '%%341', '%3%3%35'],
  ...['é', 'ß', '☃', '💩', '\u200d', '\ufffd', '\u0085', '\u2028', '\ufeff', '..', '//', 'www.'],
);

const segment = fc.oneof(
  some(piece, 4),
  oneOf('', '.', '..', 'a', 'A', 'index.html', '%2e', '%2e%2e', 'page.aspx', 'Page.ASPX', 'x.aspx.bak', 'a;b=c'),
  oneOf(`(${LETTERS})`, `(S(${LETTERS}))`, `(a(${LETTERS})b(${LETTERS}))`, `;jsessionid=${HEX}`, '%3f'),
);

const field = fc.oneof(
  some(piece, 5),
  oneOf('', 'a', 'a=1', 'b=2', 'a=2', 'A=1', 'a!=1', 'a=', '=', 'b', 'q=a+b', 'q=a%20b', 'x=y;z=w', 'c=%26d'),
  oneOf(...['phpsessid=', 'PHPSESSID=', 'sid=', 'xsid=', 'jsessionid=', 'xjsessionid='].map((name) => name + HEX)),
  oneOf(`ASPSESSIONIDABCDEFGH=${LETTERS}`, 'sid=9', 'cfid=1', 'CFID=', 'cftoken=2', 'cftoken=', 'xcfid=cfid=3'),
  oneOf('cfid=1&cftoken=2', 'cfid=cfid=&CFTOKEN=x', '__wb_method=post'),
);

const label = oneOf(
  ...['www', 'www2', 'WWW', 'h', 'example', 'com', 'Org', 'xn--bcher-kva', 'a_b', '-', 'a b', '%20', '', 'a%62'],
  ...['bücher', 'straße', 'faß', 'İ', 'ı', 'א', 'אa', '日本', '１２', '☃', '💩', '%c3%bc', '%FF', '١', 'ﬁ', 'ᴬ', '℅'],
  ...['a\u00adb', '\u0300a', '%e2%80%8d', 'a\u3002b', 'a．b', '%2e', '%2f', 'x'.repeat(63), 'x'.repeat(64)],
  ...['ü'.repeat(50), 'ü'.repeat(60), '0', '1', '127', '010', '08', '0x7f', '256', '999', '4294967296'],
);

const number = oneOf('0', '1', '127', '010', '08', '255', '256', '65536', '999999999999', '99999999999999999999');

const host = fc.oneof(
  oneOf('h.example', 'www.h.example', '3279880203', '017', '0300.168.0.1', '192.168.1.254', '1.2.3.4.', '.1.2.3.4'),
  oneOf('..h..example...', '[::1]', '[::1', '[fe80::1%25en0]', '[::ffff:1.2.3.4]', ']', 'www.', 'www', 'www.www.x', ''),
  some(label, 4, '.'),
  some(number, 4, '.'),
  some(piece, 6),
);

const scheme = fc.oneof(
  oneOf('http:', 'https:', 'HTTP:', 'ftp:'),
  oneOf('gopher:', 'dns:', 'whois:', 'warcinfo:', 'filedesc:', 'urn:', 'mailto:', 'news:', 'screenshot:', 'metadata:'),
  oneOf('httpx:', 'data:', 'javascript:', 'about:', 'file:', 'wais:', 'rtsp:', 'x-y.z+1:', 'urn:pageinfo:', ''),
  oneOf('screenshot:http:', '1http:', 'http://https:', ' http:', '\nhttp:', 'wa\nis:'),
);

// webarchive-commons reads digits of every script in a port, which the library does not copy.
const port = oneOf(
  ':',
  ':80',
  ':443',
  ':0',
  ':8080',
  ':65535',
  ':65536',
  ':1x',
  ':-1',
  ':-5',
  ':+80',
  ':080',
  '::',
  ':21',
);

const SESSIONS = `jsessionid=${HEX}&phpsessid=${HEX}&sid=${HEX}&ASPSESSIONIDABCDEFGH=${LETTERS}&cfid=1&cftoken=2`;

/** URLs that were written for a rule. The first ones have something for each rule. */
export const WRITTEN: readonly string[] = [
  `http://www.h.example:80/A/(${LETTERS})/Page.aspx/?B=2&${SESSIONS}&a=1`,
  'https://WWW12.H.example:443/A/?',
  'HTTP://www.www.h.example/?b&a=&a&A=1',
  'ftp://www.h.example:21/A/?B&a',
  'dns:www.H.example',
  'dns://www.h.example/A',
  'gopher://www.h.example/1/A/',
  'mailto:Me@H.example?',
  'mailto:?Subject=B&a',
  `urn:X:${SESSIONS}`,
  'http://h.example/?#a?',
  `http://h/a?${SESSIONS}`,
  `http://h/a?x&${SESSIONS}&y`,
  `http://h/(S(${LETTERS}))/(${LETTERS})/a.ASPX%3fb`,
  `http://h/(${LETTERS})/a%3f/b.aspx`,
  `http://h/(${LETTERS})/.aspx`,
  `http://h/x/(${LETTERS})/(${LETTERS})/a.aspx/(${LETTERS})/b`,
  'http://h/?cfid=&cftoken=2',
  'http://h/?cfid=cfid=1&CFTOKEN=2&a',
  'http://h/?cftoken=2&cfid=1',
  'http://h/wiki/Harrod%27s?q=%22a+b%22&r=%5B%7B%7D%5D',
  'http://h/%2525252541%2f..%2f%2e/b//c/',
  'http://h/../../a/..',
  'http://h/%e9%C3%A9%ff%F0%9f%92%a9%ed%a0%80',
  'http://h/%%32%35%3%3%35%2%',
  'http://h/a b\tc\nd#e',
  'http://h?a',
  'http:h/a',
  'http:////h//a',
  'http://https://h/a',
  'http://:80/h/a',
  'http://u:p@h:/a',
  'http://a@b@h:8080/',
  'http://[::1]:8080/',
  'http://[::ffff:1.2.3.4]/',
  'http://[v1.x',
  'http://h:65536/',
  'http://h:8x/',
  'http://h:0/',
  'http://3279880203/',
  'http://39024579298/',
  'http://017.0.0.1/',
  'http://0300.0250.1/',
  'http://10.258/',
  'http://1.2.3.256/',
  'http://1.010.08.1/',
  'http://..h..example.../',
  'http://www.org/',
  'http://www/',
  'http://.../a',
  'http://stra%C3%9Fe.example/ß',
  'http://ΒΌΛΟΣ.example/',
  'http://İı.example/',
  'http://א1א.example/',
  'http://אa.example/',
  'http://a\u200db\u00ad.example/',
  'http://☃.💩.example/',
  'http://ᴬꙀ.example/',
  'http://a。b．c｡example/',
  `http://${'ü'.repeat(59)}.example/`,
  `http://${'ü'.repeat(60)}.example/`,
  'http://a%23%2f%00b.example/',
  'filedesc:Foo.arc.gz',
  'filedesc://Foo.arc.gz',
  'warcinfo:Foo.warc.gz',
  'whois://whois.isoc.org.il/Shaveh.co.il',
  'screenshot:http://H.example/A',
  'metadata://h.example/A?b',
  'urn:pageinfo:http://H.example/A?b&a',
  'news:*',
  'news:A@H.example',
  'nntp://h.example/A/1',
  'data:text/html,A%20b',
  'javascript:alert("A")',
  'about:Blank',
  'H.example/A',
  '//h.example/A',
  '1http:a',
  '',
  ' ',
];

/** A URL of an archive. All parts are independent of each other. */
export const archivedUrl: fc.Arbitrary<string> = fc.oneof(
  joined(
    scheme,
    fc.oneof({ weight: 4, arbitrary: oneOf('//') }, oneOf('/', '', '///', '////')),
    maybe(oneOf('u@', 'u:p@', '@', ':@', 'a@b@', 'u%40:p@')),
    host,
    maybe(port),
    some(
      segment.map((text) => `/${text}`),
      4,
    ),
    maybe(oneOf('/')),
    maybe(some(field, 4, '&').map((query) => `?${query}`)),
    maybe(some(piece, 4).map((fragment) => `#${fragment}`)),
    maybe(oneOf(' ', '\n', '?', '#', '/')),
  ),
  joined(scheme, some(fc.oneof(segment, piece), 6), maybe(field.map((query) => `?${query}`))),
);
