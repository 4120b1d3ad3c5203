/**
 * Examples that must hold: input, output, and the clause for it. In a row without `canonical`, the input is already
 * canonical and must be returned unchanged.
 */
import { describe, expect, it } from 'vitest';
import { canonicalize, equivalent, explain, resolve, UrlError } from '../../src/index.ts';

interface Example {
  readonly clause: string;
  readonly input: string;
  /** Absent if the input is already canonical. */
  readonly canonical?: string;
  readonly base?: string;
  readonly dialect?: 'url-1994';
  /** The most severe diagnostic that `explain` must report; absent if there is none above `info`. */
  readonly notice?: 'warning' | 'info';
  /** Part of `details`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

const examples: readonly Example[] = [
  {
    clause: 'RFC 3986 App. C, draft-ietf-uri-url-03 PrePrefix, RFC 4266 §2.1: wrapper, case, port 70, default type',
    input: '<URL:GOPHER://Gopher.Micro.UMN.EDU:70/1>',
    canonical: 'gopher://gopher.micro.umn.edu/',
  },
  {
    clause: 'RFC 3986 App. C: a line break within the wrapper itself; url is never a scheme',
    input: '<UR\n L:<url:go\r\npher://h.example/7a>>',
    canonical: 'gopher://h.example/7a',
  },
  {
    clause: 'RFC 4266 §2.2: the encoded tab separates the search; a raw space is data',
    input: 'gopher://h.example/7sel%09foo bar',
    canonical: 'gopher://h.example/7sel%09foo%20bar',
    details: { type: '7' },
  },
  { clause: 'RFC 4266 §2.1: the selector is opaque, dots in it are data', input: 'gopher://h.example/1a/../b' },
  {
    clause: 'RFC 4266 §2.1: the grammar has no query, so a question mark is part of the selector',
    input: 'gopher://h.example/0a?b',
    canonical: 'gopher://h.example/0a%3Fb',
  },
  {
    clause: 'RFC 4266 §2.1: within the gopher-path no characters are reserved',
    input: 'gopher://h.example/0%2Fetc%3A1',
    canonical: 'gopher://h.example/0/etc:1',
  },
  {
    clause: 'RFC 4266 §2.8: alternate view',
    input: 'gopher://h.example/0a%09%09+application/postscript%20Es_ES',
    details: { gopherPlus: { kind: 'view', view: 'application/postscript', language: 'Es_ES' } },
  },
  {
    clause: 'RFC 4266 §2.9, draft-murali-url-gopher §3.2: a filled-in form',
    input: 'gopher://h.example/0form%09%09+%091%0D%0A+-1%0D%0ANew%20York%0D%0AUSA%0D%0A.%0D%0A',
    details: { gopherPlus: { kind: 'form', answers: ['New York', 'USA'] } },
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.2: scheme, port and type code in one spelling; empty password and %2F kept',
    input: 'FTP://Foo:@HOST.example:021/%2Fetc/motd;TYPE=A',
    canonical: 'ftp://Foo:@host.example/%2Fetc/motd;type=a',
    notice: 'warning',
    details: { cwd: ['/etc'], name: 'motd', type: 'a' },
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.1: empty user, no password',
    input: 'ftp://@host.example/',
  },
  { clause: 'draft-hoffkohn-rfc1738bis §2.1: no user', input: 'ftp://host.example/' },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.1: user, empty password',
    input: 'ftp://foo:@host.example/',
    notice: 'warning',
  },
  {
    clause: 'RFC 3986 §5.2.4, draft-hoffkohn-rfc1738bis §2.2.2: dots are removed, the empty CWD stays',
    input: 'ftp://h.example//etc/./a/../motd',
    canonical: 'ftp://h.example//etc/motd',
    details: { cwd: ['', 'etc'], name: 'motd' },
    notice: 'warning',
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.2.2: only / and ; are reserved in a name',
    input: 'ftp://h.example/a%40b%3Bc',
    canonical: 'ftp://h.example/a@b%3Bc',
    details: { name: 'a@b;c' },
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.4: a message-id without its brackets, case kept',
    input: 'news:%3C1993.AA1@Host.Example%3E',
    canonical: 'news:1993.AA1@Host.Example',
    details: { messageId: '1993.AA1@Host.Example' },
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.5, RFC 5538 §3: port 119, number without leading zeros',
    input: 'nntp://News.Example:119/comp.lang.c/00042',
    canonical: 'nntp://news.example/comp.lang.c/42',
    details: { group: 'comp.lang.c', article: 42 },
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.6: port 23, the final slash',
    input: 'telnet://u:p@Host.Example:23',
    canonical: 'telnet://u:p@host.example/',
    notice: 'warning',
    details: { user: 'u', password: 'p', advisory: true },
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.7: a search, port 210',
    input: 'wais://quake.think.com:210/directory-of-servers?gopher',
    canonical: 'wais://quake.think.com/directory-of-servers?gopher',
    details: { form: 'search', database: 'directory-of-servers', search: 'gopher' },
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.9: port 1525, hsoname with its own slash, a field',
    input: 'prospero://host.dom:1525//pros/name;OBJECT-VERSION=3',
    canonical: 'prospero://host.dom//pros/name;OBJECT-VERSION=3',
    details: { hsoname: '/pros/name', fields: [{ name: 'OBJECT-VERSION', value: '3' }], version: '3' },
  },
  {
    clause: 'RFC 3368 §3.3.2, §3.3.3: an empty server is localhost on port 1096',
    input: 'go://localhost:1096?Mercedes%20Benz',
    canonical: 'go://?Mercedes%20Benz',
    details: { server: 'localhost', commonName: 'Mercedes Benz' },
  },
  {
    clause: 'RFC 3368 §3.4, §5: UTF-8 in escapes of either case',
    input: 'go://CNRP.foo.org?Martin%20J.%20D%c3%bcrst',
    canonical: 'go://cnrp.foo.org?Martin%20J.%20D%C3%BCrst',
    details: { server: 'cnrp.foo.org', commonName: 'Martin J. Dürst' },
  },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.8: localhost is the empty host',
    input: 'file://LOCALHOST/etc/./hosts',
    canonical: 'file:///etc/hosts',
  },
  {
    clause: 'WHATWG URL, file state: a drive letter with a vertical bar',
    input: 'file:///C|/AUTOEXEC.BAT',
    canonical: 'file:///C:/AUTOEXEC.BAT',
    details: { windowsDrive: 'C:' },
  },
  {
    clause: 'WHATWG URL, path state: the first segment after the dots may be a drive letter',
    input: 'file:///%2E/../C|/a/../..',
    canonical: 'file:///C:/',
    details: { windowsDrive: 'C:' },
  },
  {
    clause: 'WHATWG URL, path state: no other segment is a drive letter',
    input: 'file:////./C%7C/',
    canonical: 'file:////C%7C/',
  },
  {
    clause: 'WHATWG URL, file host state: a drive letter is not a host',
    input: 'file://C|/x',
    canonical: 'file:///C:/x',
    details: { windowsDrive: 'C:' },
    notice: 'warning',
  },
  {
    clause: 'RFC 6068 §2: a "to" field has more addresses',
    input: 'mailto:a@x.example?To=b%2Cb@x.example,c@x.example&subject=Hi&%74o=d@x.example',
    canonical: 'mailto:a@x.example,b%2Cb@x.example,c@x.example,d@x.example?subject=Hi',
    details: {
      to: ['a@x.example', 'b,b@x.example', 'c@x.example', 'd@x.example'],
      headers: [{ name: 'subject', value: 'Hi' }],
    },
    notice: 'warning',
  },
  {
    clause: 'RFC 6068 §2: all addresses may be in "to" fields',
    input: 'mailto:?to=a@x.example&to=&toast=1',
    canonical: 'mailto:a@x.example?toast=1',
    details: { to: ['a@x.example'], headers: [{ name: 'toast', value: '1' }] },
    notice: 'warning',
  },
  {
    clause: 'RFC 5538 §3: a slash follows the group only if an article number follows the slash',
    input: 'nntp://h.example/misc%2Etest/',
    canonical: 'nntp://h.example/misc.test',
    details: { group: 'misc.test', article: null },
  },
  {
    clause: 'RFC 6068 §2: the domain and the header name are case-insensitive',
    input: 'mailto:Paul.Hoffman@VPNC.ORG?Subject=Hi',
    canonical: 'mailto:Paul.Hoffman@vpnc.org?subject=Hi',
    details: { to: ['Paul.Hoffman@vpnc.org'], headers: [{ name: 'subject', value: 'Hi' }] },
  },
  {
    clause: 'RFC 3986 §6.2.2, §6.2.3: case, escapes, dots, port',
    input: 'http://EXAMPLE.com:80/%7Euser/../a%2fb?q=%e9#Frag',
    canonical: 'http://example.com/a%2Fb?q=%E9#Frag',
  },
  {
    clause: 'WHATWG URL, IPv4 parser: any C notation',
    input: 'gopher://0x7f.1/',
    canonical: 'gopher://127.0.0.1/',
    notice: 'warning',
  },
  { clause: 'UTS 46 §4: A-labels', input: 'gopher://bücher.example/', canonical: 'gopher://xn--bcher-kva.example/' },
  {
    clause: 'WHATWG URL, authority state: a backslash ends the authority',
    input: 'http://good.example\\@evil.example/',
    canonical: 'http://good.example/@evil.example/',
    notice: 'warning',
  },
  {
    clause: 'RFC 3986 §2.4: a stray percent sign is data',
    input: 'http://h.example/100%',
    canonical: 'http://h.example/100%25',
    notice: 'warning',
  },
  { clause: 'RFC 3986 §2.4: nothing is decoded twice', input: 'http://h.example/%2541' },
  {
    clause: 'draft-ietf-uri-url-03 BNF, gopheraddress: ?search',
    dialect: 'url-1994',
    input: 'gopher://h.example/7find?gold',
    canonical: 'gopher://h.example/7find%09gold',
  },
  {
    clause: 'draft-ietf-uri-url-03 BNF, ftpaddress: !ftptype',
    dialect: 'url-1994',
    input: 'ftp://h.example/a/b!I',
    canonical: 'ftp://h.example/a/b;type=i',
    details: { type: 'i' },
  },
  {
    clause: 'draft-ietf-uri-url-03 Prospero: %00version',
    dialect: 'url-1994',
    input: 'prospero://h.example/obj%001.2',
    canonical: 'prospero://h.example/obj;OBJECT-VERSION=1.2',
    details: { version: '1.2' },
  },
  {
    clause: 'draft-ietf-uri-url-03, encoding of prohibited characters: ISO Latin 1',
    dialect: 'url-1994',
    input: 'http://h.example/café',
    canonical: 'http://h.example/caf%E9',
  },
  {
    clause: 'draft-murali-url-gopher §2.9: relative forms of the generic syntax',
    base: 'gopher://h.example/1/users/a',
    input: '../b',
    canonical: 'gopher://h.example/1/b',
  },
  { clause: 'RFC 1034 §3.1: a trailing dot is kept', input: 'http://h.example./', notice: 'info' },
  {
    clause: 'draft-hoffkohn-rfc1738bis §2.2.2: an escaped = does not make a type code',
    input: 'ftp://h.example/a;type%3Di',
    canonical: 'ftp://h.example/a%3Btype=i',
    details: { type: null, name: 'a;type=i' },
  },
  {
    clause: 'WHATWG URL, special authority slashes state',
    input: 'http:/h.example/x',
    canonical: 'http://h.example/x',
    notice: 'warning',
  },
  {
    clause: 'WHATWG URL, relative slash state',
    base: 'http://h.example/',
    input: '/\\evil.example',
    canonical: 'http://evil.example/',
    notice: 'warning',
  },
];

const rank = { info: 1, warning: 2, error: 3 } as const;

describe.each(examples)('$input ($clause)', ({ input, canonical = input, base, dialect, notice, details }) => {
  const options = { ...(base === undefined ? {} : { base }), ...(dialect === undefined ? {} : { dialect }) };

  it(`is ${canonical}`, () => {
    expect(canonicalize(input, options)).toBe(canonical);
  });

  it('has these details and diagnostics', () => {
    const resolution = explain(input, options);
    expect(resolution.canonical).toBe(canonical);
    if (details) expect(resolution.details).toMatchObject(details);
    const mostSevere = Math.max(0, ...resolution.diagnostics.map((diagnostic) => rank[diagnostic.severity]));
    if (notice === undefined) expect(mostSevere).toBeLessThanOrEqual(rank.info);
    else expect(mostSevere).toBe(rank[notice]);
  });
});

describe('errors', () => {
  it.each([
    ['a selector with CR and LF (RFC 4266 §2.1)', 'gopher://h.example/0a%0D%0Ab'],
    ['an escaped @ in a host (RFC 3986 §3.2.2)', 'http://good%40evil.example/'],
  ])('%s', (_, input) => {
    expect(() => canonicalize(input)).toThrow(UrlError);
    expect(() => explain(input)).toThrow(UrlError);
  });
});

describe('an absent, an empty and a present part make three URLs (draft-hoffkohn-rfc1738bis §2.1)', () => {
  const [none, emptyUser, emptyPassword] = ['ftp://host.example/', 'ftp://@host.example/', 'ftp://foo:@host.example/'];
  it.each([
    [none, emptyUser],
    [none, emptyPassword],
    [emptyUser, emptyPassword],
  ])('%s is not %s', (a, b) => {
    expect(equivalent(a, b)).toBe(false);
  });
});

describe('resolve against a gopher base (draft-murali-url-gopher §2.9)', () => {
  it('notes that the target has another item type', () => {
    expect(resolve('/0/readme', 'gopher://h.example/1/users/a')).toBe('gopher://h.example/0/readme');
    const { diagnostics } = explain('/0/readme', { base: 'gopher://h.example/1/users/a' });
    expect(diagnostics.map((diagnostic) => diagnostic.severity)).toContain('info');
  });
});
