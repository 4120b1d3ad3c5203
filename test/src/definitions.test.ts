/** The sentences and wire octets of the scheme definitions, and the positions of the parts of a URL. */
import { describe, expect, test } from 'vitest';
import { anatomyOf } from '../../src/anatomy.ts';
import { definitionOf, sentenceOf, wireOctetsOf } from '../../src/definition-of.ts';
import { explain, safeExplain, schemes } from '../../src/index.ts';
import { mentionPieces } from '../../src/text/mentions.ts';

const sentences: readonly (readonly [url: string, sentence: string])[] = [
  ['gopher://h', 'The main menu of the gopher server on h.'],
  ['gopher://h/1%09', 'A gopher menu on h (empty selector).'],
  ['gopher://h/1%09%09+', 'A gopher menu on h (empty selector), requested with Gopher+.'],
  ['gopher://h/0a%09%09$+A', 'A text file on h (selector “a”), only its attributes +A.'],
  ['gopher://h/0a%09%09!', 'A text file on h (selector “a”), only its attributes.'],
  ['gopher://h/0a%09%09%3F', 'A text file on h (selector “a”), with a form to fill in.'],
  ['gopher://h/0a%09%09+%20De', 'A text file on h (selector “a”), requested with Gopher+.'],
  [
    'gopher://h/Ma%09%09+%091%0D%0A+-1%0D%0Ab%0D%0Ac%0D%0A.%0D%0A',
    'A MIME message on h (selector “a”), with a filled-in form: “b”, “c”.',
  ],
  ['gopher://h/7a%09%09$', 'A full-text search on h (selector “a”), only the attributes of its items.'],
  ['gopher://h/Zx', 'An item of type “Z” on h (selector “x”).'],
  ['gopher://h/xx', 'An XML document on h (selector “x”).'],
  ['gopher://h:7070/1/a', 'A gopher menu on h:7070 (selector “/a”).'],
  ['gopher://h/7find%09gold', 'A full-text search on h for “gold” (selector “find”).'],
  ['gopher://h/hpage', 'An HTML document or URL on h (selector “page”).'],
  ['gophers://h/0', 'A text file on h over TLS (empty selector).'],
  ['gopher://h/0a%09%09+text/plain%20De', 'A text file on h (selector “a”), as “text/plain” in “De”.'],
  ['gopher://h/0a%09%09more', 'A text file on h (selector “a”), with the unknown Gopher+ string “more”.'],
  ['gopher://h/7a%09b%09', 'A full-text search on h for “b” (selector “a”), with an empty Gopher+ string.'],
  ['gopher://h/1a%09%09$+ADMIN', 'A gopher menu on h (selector “a”), only the attributes +ADMIN of its items.'],
  ['ftp://h', 'The login directory on the FTP server h.'],
  ['ftp://h/a;type=i', 'The file “a” on the FTP server h, as binary.'],
  ['ftp://h/a/b/', 'The directory “a/b” on the FTP server h.'],
  ['ftp://h/a/;type=d', 'The directory “a” on the FTP server h.'],
  ['ftp://h/%2Fa/%2Fb;type=d', 'The directory that is reached by “/a”, then “/b”, on the FTP server h.'],
  ['ftp://h/%2F/a/%2F', 'The file “/” in the directory “/a” on the FTP server h.'],
  [
    'ftp://h//etc/motd',
    'The file “motd” in the directory that is reached by an empty name, then “etc”, on the FTP server h.',
  ],
  ['ftp://h/%2Fetc/motd', 'The file “motd” in the directory “/etc” on the FTP server h.'],
  ['ftp://h/a//', 'The directory that is reached by “a”, then an empty name, on the FTP server h.'],
  ['ftp://u@h/%2Fetc/motd;type=a', 'The file “motd” in the directory “/etc” on the FTP server h (user “u”), as text.'],
  ['ftp://h/pub/x;type=d', 'The directory “pub/x” on the FTP server h.'],
  ['news:comp.*', 'The newsgroups that match “comp.*” on the default news server.'],
  ['news:!a', 'The newsgroups that match “!a” on the default news server.'],
  ['news:a.b', 'The newsgroup “a.b” on the default news server.'],
  ['news://h:99/*', 'All newsgroups on the news server h:99.'],
  ['news:', 'The default news server.'],
  ['news:a@b.example', 'The news article “a@b.example” on the default news server.'],
  ['nntp://h/a.b/42', 'Article 42 of the newsgroup “a.b” on the news server h.'],
  ['news:a@b/thread', 'The thread of the news article “a@b” on the default news server.'],
  ['news:a@b/part/c@d', 'Part “c@d” of the news article “a@b” on the default news server.'],
  ['nntp://h/a.b/42/thread', 'The thread of article 42 of the newsgroup “a.b” on the news server h.'],
  ['nntp://h/a.b/42/part/2', 'Part “2” of article 42 of the newsgroup “a.b” on the news server h.'],
  ['news://h/', 'The news server h.'],
  // Nothing can be requested for these.
  ['nntp://h/*/1', '“*/1” on the news server h is neither a newsgroup nor an article that can be requested.'],
  ['news:a b@c', '“a b@c” on the default news server is neither a newsgroup nor an article that can be requested.'],
  ['go:%FF', 'The common name “%FF”, looked up in the default name service.'],
  // The dot at the end of the host is the full stop, too.
  ['gopher://info.cern.ch./', 'The main menu of the gopher server on info.cern.ch.'],
  ['go://h.?a', 'The common name “a”, looked up in the name service h.'],
  ['http://h.:81/', 'A web resource on h.:81.'],
  ['x.:a', 'Unknown scheme: x.'],
  ['telnet://u@h:99', 'A telnet session at h:99 for the user “u”.'],
  ['rlogin://h', 'A remote login at h.'],
  ['wais://h/db?gold', 'A search of the WAIS database “db” on h for “gold”.'],
  ['wais://h/db', 'The WAIS database “db” on h.'],
  ['wais://h/db?', 'A search of the WAIS database “db” on h.'],
  ['wais://h/db/TEXT/1=a;', 'A document of type “TEXT” in the WAIS database “db” on h.'],
  ['prospero://h//a;OBJECT-VERSION=2', 'The object “/a” (version “2”) on the Prospero server h.'],
  ['prospero://h/a;b=c', 'The object “a” on the Prospero server h.'],
  ['go:Mercedes%20Benz', 'The common name “Mercedes Benz”, looked up in the default name service.'],
  ['go://h?x;geography=US-ga', 'The common name “x” with geography “US-ga”, looked up in the name service h.'],
  ['go://h?id=5', 'The entry “5” of the name service h.'],
  ['go://h', 'What the name service h offers.'],
  ['go:a;b=c;d=e', 'The common name “a” with b “c”, d “e”, looked up in the default name service.'],
  ['finger://h', 'Everyone who is logged in at h.'],
  ['finger://h:7979/user', 'The user “user” at h:7979.'],
  ['finger://h//W%20user', 'The user “user” at h, with all details.'],
  ['finger://h/%2FW', 'Everyone who is logged in at h, with all details.'],
  ['finger://h/user@a.example', 'The user “user” at “a.example”, by way of h.'],
  ['finger://h/@a@b@c', 'Everyone who is logged in at “a”, by way of h, “c”, “b”.'],
  ['dict://h', 'The databases and strategies of the dictionary server h.'],
  ['dict://h/d:sun', 'The definitions of “sun” in the first database that has it of the dictionary server h.'],
  ['dict://h:99/d:a%3Ab:*:2', 'Definition 2 of “a:b” in all databases of the dictionary server h:99.'],
  ['dict://h/m:sun:wn', 'The words that match “sun” in the database “wn” of the dictionary server h.'],
  [
    'dict://h/m:sun:*:soundex:1',
    'Word 1 of those that match “sun” in all databases of the dictionary server h, by the strategy “soundex”.',
  ],
  ['dict://h/show:db', 'The databases of the dictionary server h.'],
  ['dict://h/show:strat', 'The strategies of the dictionary server h.'],
  ['dict://h/sun', 'Something without a meaning, “sun”, on the dictionary server h.'],
  ['file:///etc/motd', 'A file on your computer: “/etc/motd”.'],
  ['file://h/a', 'The file “\\\\h\\a” on the host h.'],
  ['afs://cell.example/a', 'The file “/a” in the cell “cell.example” of the Andrew File System.'],
  ['mailto:a@h.example?subject=hi', 'An email to “a@h.example”, with the subject “hi”.'],
  ['mailto:a@h,b@h?cc=c@h', 'An email to “a@h”, “b@h”.'],
  ['mailto:', 'An email to no address yet.'],
  ['mid:a@h.example/c', 'The attachment “c” of the email “a@h.example”.'],
  ['cid:c', 'The attachment “c” of the email that contains the link.'],
  ['mid:a@b', 'The email “a@b”.'],
  ['urn:isbn:1', 'The name “1” in the namespace “isbn”.'],
  ['urn:x', 'The name “x”, without a namespace.'],
  ['ws://h/a', 'A WebSocket on h.'],
  ['http://xn--bcher-kva.example:8080/', 'A web resource on bücher.example:8080.'],
  ['foo:bar', 'Unknown scheme: foo'],
];

test.each(sentences)('%s', (url, sentence) => {
  expect(sentenceOf(explain(url))).toBe(sentence);
});

describe.each([...schemes.values()])('the definition of $name', (definition) => {
  const { name, kind, example, linkable, detailNames = {}, templateVariables = {} } = definition;
  const resolution = explain(example);

  test('has a canonical example', () => {
    expect(resolution).toMatchObject({ input: example, canonical: example, scheme: name, kind });
  });

  test('has a sentence', () => {
    expect(sentenceOf(resolution)).toMatch(/^\p{Lu}.*\.$/su);
  });

  test('says whether its URLs are links in an article', () => {
    const urls = mentionPieces(`See <${example}>.`).flatMap((piece) => (piece.kind === 'url' ? [piece.url] : []));
    expect(urls).toEqual(linkable ? [example] : []);
  });

  test('says of each use whether it has it', () => {
    const { gatewayPath, rewrittenByEmbed } = definition;
    for (const fact of [linkable, gatewayPath, rewrittenByEmbed]) expect(fact).toBeTypeOf('boolean');
  });

  test('says where it is specified', () => {
    expect(definition.title).toMatch(/^[A-Z].*[a-z0-9+]/);
    expect(definition.specifications).not.toEqual([]);
    const { diagnostics = {}, specifications } = definition;
    for (const [code, diagnostic] of Object.entries(diagnostics)) expect(diagnostic.code).toBe(code);
    for (const { document, section } of [...specifications, ...Object.values(diagnostics).map(({ spec }) => spec)]) {
      expect(document).toMatch(/^(?:RFC \d+|draft-[\w-]+|WHATWG URL|XML 1\.0)$/);
      expect(section).toMatch(/^\w/);
    }
  });

  test('names details that its links have', () => {
    for (const detail of Object.keys({ ...detailNames, ...templateVariables }))
      expect(resolution.details).toHaveProperty(detail);
  });
});

test.each([
  ['http:', 'linkable inBrowser'],
  ['gophers:', 'linkable gatewayPath rewrittenByEmbed'],
  ['ftp:', 'linkable gatewayPath rewrittenByEmbed'],
  ['snews:', 'linkable gatewayPath rewrittenByEmbed usesDefaultServer'],
  ['nntp:', 'linkable gatewayPath rewrittenByEmbed usesDefaultServer'],
  ['telnet:', 'linkable gatewayPath rewrittenByEmbed'],
  ['wais:', 'linkable gatewayPath rewrittenByEmbed'],
  ['prospero:', 'linkable gatewayPath rewrittenByEmbed'],
  ['go:', 'linkable rewrittenByEmbed usesDefaultServer'],
  ['finger:', 'linkable gatewayPath'],
  ['dict:', 'linkable gatewayPath'],
  ['file:', ''],
  ['afs:', 'rewrittenByEmbed'],
  ['mailto:', 'linkable'],
  ['mid:', 'linkable usesDefaultServer'],
  ['cid:', ''],
  ['urn:', ''],
  ['ws:', ''],
  ['foo:', ''],
])('what may be done with %s: %s', (url, facts) => {
  const { linkable, gatewayPath, inBrowser, rewrittenByEmbed, usesDefaultServer } = definitionOf(url.slice(0, -1));
  const own = { linkable, gatewayPath, inBrowser, rewrittenByEmbed, usesDefaultServer };
  const names = Object.entries(own).flatMap(([name, isSo]) => (isSo === true ? [name] : []));
  expect(names.toSorted()).toEqual(facts.split(' ').filter(Boolean).toSorted());
});

test.each([
  ['gophers', { gopherPlus: 'Gopher+' }, 'type selector search'],
  ['ftp', { cwd: 'Directories' }, 'type name'],
  ['snews', undefined, 'group messageId'],
  ['rlogin', { advisory: 'Only suggested' }, ''],
  ['prospero', { hsoname: 'Object name' }, 'hsoname'],
  ['wais', { wtype: 'Document type', wpath: 'Document' }, 'search database'],
  ['go', undefined, 'commonName'],
  ['finger', undefined, 'user'],
  ['dict', undefined, 'word database'],
  ['mailto', undefined, 'to'],
  ['mid', undefined, 'messageId'],
  ['urn', undefined, 'namespace name'],
])('%s calls its details %j, and has the variables: %s', (scheme, names, variables) => {
  const { detailNames, templateVariables = {} } = definitionOf(scheme);
  expect(detailNames).toEqual(names);
  expect(Object.keys(templateVariables).join(' ')).toBe(variables);
});

const requests: readonly (readonly [url: string, clause: string, octets: readonly string[]])[] = [
  ['gopher://h/7find%09gold', 'RFC 4266 §2.2', ['find\tgold\r\n']],
  ['gopher://h/0%FF', 'RFC 4266 §2.1', ['\xff\r\n']],
  [
    'ftp://u@h/%2Fetc/motd',
    'draft-hoffkohn-rfc1738bis §2.2.2',
    ['USER u\r\n', 'CWD /etc\r\n', 'TYPE I\r\n', 'EPSV\r\n', 'RETR motd\r\n'],
  ],
  ['nntp://h/a.b/42', 'RFC 3977 §6', ['MODE READER\r\n', 'GROUP a.b\r\n', 'ARTICLE 42\r\n']],
  ['nntp://h/a.b/42/thread', 'RFC 3977 §6.2.2', ['MODE READER\r\n', 'GROUP a.b\r\n', 'HEAD 42\r\n']],
  ['news:a@b/thread', 'RFC 3977 §6.2.2', ['MODE READER\r\n', 'HEAD <a@b>\r\n']],
  ['news:a@b/part/2', 'RFC 3977 §6.2.1', ['MODE READER\r\n', 'ARTICLE <a@b>\r\n']],
  ['http://h:8080/a?b#c', 'RFC 9112 §3.2', ['GET /a?b HTTP/1.1\r\nHost: h:8080\r\n\r\n']],
  ['telnet://h', 'a person types', []],
  ['finger://h', 'RFC 1288 §2.3, {C}', ['\r\n']],
  ['finger://h/%2FW%20user@b', 'RFC 1288 §2.3, Q2', ['/W user@b\r\n']],
  ['finger://h/%E9%C3%A9?', 'no character is reserved', ['\xe9\xc3\xa9?\r\n']],
  ['dict://h/d:sun', 'RFC 2229 §3.2', ['CLIENT Waypost\r\n', 'DEFINE ! "sun"\r\n', 'QUIT\r\n']],
  [
    'dict://h/d:a%20%22b%22%5C%3A:wn:3',
    'RFC 2229 §2.2, quoted-pair',
    ['CLIENT Waypost\r\n', 'DEFINE wn a\\ \\"b\\"\\\\:\r\n', 'QUIT\r\n'],
  ],
  ['dict://h/m:%C3%A9:*:re', 'RFC 2229 §3.3', ['CLIENT Waypost\r\n', 'MATCH * re "\xc3\xa9"\r\n', 'QUIT\r\n']],
  ['dict://h', 'RFC 2229 §3.5', ['CLIENT Waypost\r\n', 'SHOW DB\r\n', 'SHOW STRAT\r\n', 'QUIT\r\n']],
  ['dict://h/d:', 'no word', []],
  ['dict://h/d:a:%22', 'a name is an atom (RFC 2229 §2.2)', []],
  ['dict://h/d:%E9', 'not UTF-8', []],
  ['news:%20', 'no command line can hold it', []],
];

test.each(requests)('%s: wire octets (%s)', (url, _, octets) => {
  expect(wireOctetsOf(explain(url)).map((one) => Buffer.from(one).toString('latin1'))).toEqual(octets);
});

test('go://h?x: Content-Length counts octets (RFC 9110 §8.6)', () => {
  const [message] = wireOctetsOf(explain('go://h?%C3%BC')).map((octets) => Buffer.from(octets).toString());
  const [head = '', body = ''] = message?.split('\r\n\r\n') ?? [];
  expect(head).toContain('Host: h:1096\r\n');
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
});

const parts: readonly (readonly [url: string, parts: string])[] = [
  ['ftp://u:p@h:2121/a;type=i#f', 'scheme:ftp user:u password:p host:h port:2121 path:/a;type=i fragment:f'],
  ['gopher://h', 'scheme:gopher host:h path:/'],
  ['go://h?x', 'scheme:go host:h query:x'],
  ['http://@[::1]:8080/?#', 'scheme:http host:[::1] port:8080 path:/'],
  ['ftp://:p@h', 'scheme:ftp password:p host:h path:/'],
  ['news:a@b', 'scheme:news path:a@b'],
];

test.each(parts)('%s: parts', (url, expected) => {
  const { canonical } = explain(url);
  expect(
    anatomyOf(canonical)
      .map(({ name, at }) => `${name}:${canonical.slice(...at)}`)
      .join(' '),
  ).toBe(expected);
});

describe('a sentence shows names decoded', () => {
  // Of a URN, the escapes belong to the name (RFC 8141 §3.1).
  const named = [...schemes.values()].filter(({ syntax, kind }) => syntax.authority !== 'none' && kind !== 'urn');

  test.each(named.map(({ name }) => [name]))('of %s', (scheme) => {
    for (const user of ['', 'u%40s@'].slice(0, schemes.get(scheme)?.syntax.userInfo === 'error' ? 1 : 2)) {
      for (const path of ['/a%20b', '/0a%20b/c%20d', '/d:a%20b:c%20d', '?a%20b', '/a%20b;type=d', '/x@h%20']) {
        const url = `${scheme}://${user}h.example${path}`;
        const explained = safeExplain(url);
        if (explained.ok) expect(sentenceOf(explained.value), url).not.toMatch(/%[\dA-F]{2}/);
      }
    }
  });

  test('as in that of a user', () => {
    expect(sentenceOf(explain('ftp://u%40s@h.example/a'))).toBe(
      'The file “a” on the FTP server h.example (user “u@s”).',
    );
  });
});
