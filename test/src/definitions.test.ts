/** The sentences and wire octets of the scheme definitions, and the positions of the parts of a URL. */
import { describe, expect, test } from 'vitest';
import { anatomyOf } from '../../src/anatomy.ts';
import { sentenceOf, wireOctetsOf } from '../../src/definition-of.ts';
import { explain, schemes } from '../../src/index.ts';
import { piecesOf } from '../../src/text/mentions.ts';

const sentences: readonly (readonly [url: string, sentence: string])[] = [
  ['gopher://h', 'The main menu of the gopher server on h.'],
  ['gopher://h:7070/1/a', 'A gopher menu on h:7070 (selector “/a”).'],
  ['gopher://h/7find%09gold', 'A full-text search on h for “gold” (selector “find”).'],
  ['gopher://h/hpage', 'An HTML document or URL on h (selector “page”).'],
  ['gophers://h/0', 'A text file on h over TLS (empty selector).'],
  ['gopher://h/0a%09%09+text/plain%20De', 'A text file on h (selector “a”), as “text/plain” in “De”.'],
  ['gopher://h/0a%09%09more', 'A text file on h (selector “a”), with the unknown Gopher+ string “more”.'],
  ['gopher://h/7a%09b%09', 'A full-text search on h for “b” (selector “a”), with an empty Gopher+ string.'],
  ['gopher://h/1a%09%09$+ADMIN', 'A gopher menu on h (selector “a”), only the attributes +ADMIN of its items.'],
  ['ftp://h', 'The login directory on the FTP server h.'],
  ['ftp://u@h/%2Fetc/motd;type=a', 'The file “motd” in the directory “/etc” on the FTP server h (user “u”), as text.'],
  ['ftp://h/pub/x;type=d', 'The directory “pub/x” on the FTP server h.'],
  ['news:comp.*', 'The newsgroups that match “comp.*” on the default news server.'],
  ['news:a@b.example', 'The news article “a@b.example” on the default news server.'],
  ['nntp://h/a.b/42', 'Article 42 of the newsgroup “a.b” on the news server h.'],
  ['news://h/', 'The news server h.'],
  ['telnet://u@h:99', 'A telnet session at h:99 for the user “u”.'],
  ['rlogin://h', 'A remote login at h.'],
  ['wais://h/db?gold', 'A search of the WAIS database “db” on h for “gold”.'],
  ['wais://h/db/TEXT/1=a;', 'A document of type “TEXT” in the WAIS database “db” on h.'],
  ['prospero://h//a;OBJECT-VERSION=2', 'The object “/a” (version “2”) on the Prospero server h.'],
  ['go:Mercedes%20Benz', 'The common name “Mercedes Benz”, looked up in the default name service.'],
  ['go://h?x;geography=US-ga', 'The common name “x” with geography “US-ga”, looked up in the name service h.'],
  ['go://h?id=5', 'The entry “5” of the name service h.'],
  ['file:///etc/motd', 'The file “/etc/motd” on the computer where the link is opened.'],
  ['afs://cell.example/a', 'The file “/a” in the cell “cell.example” of the Andrew File System.'],
  ['mailto:a@h.example?subject=hi', 'An email to “a@h.example”, with the subject “hi”.'],
  ['mid:a@h.example/c', 'The attachment “c” of the email “a@h.example”.'],
  ['cid:c', 'The attachment “c” of the email that contains the link.'],
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
    const urls = piecesOf(`See <${example}>.`).flatMap((piece) => (piece.kind === 'url' ? [piece.url] : []));
    expect(urls).toEqual(linkable ? [example] : []);
  });

  test('names details that its links have', () => {
    for (const detail of Object.keys({ ...detailNames, ...templateVariables }))
      expect(resolution.details).toHaveProperty(detail);
  });
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
  ['http://h:8080/a?b#c', 'RFC 9112 §3.2', ['GET /a?b HTTP/1.1\r\nHost: h:8080\r\n\r\n']],
  ['telnet://h', 'a person types', []],
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
