/** What a page says about a link that no gateway opens: a command for a shell, a program, and the details. */
import { expect, test } from 'vitest';
import { definitionOf } from '../../../src/definition-of.ts';
import { explain } from '../../../src/index.ts';
import type { Explanation } from '../../../src/schemes/scheme.ts';

function explanationOf(url: string): Explanation | undefined {
  const link = explain(url);
  return definitionOf(link.scheme).explanation?.(link);
}

test.each([
  ['gopher://u@h/0a%09b', 'curl gopher://h/0a%09b'],
  ["gopher://h/0it's", "curl 'gopher://h/0it'\\''s'"],
  ['ftp://u:p@h/a;type=i', "curl 'ftp://h/a;type=i'"],
  ['telnet://h', 'telnet h'],
  ['telnet://@h', 'telnet h'],
  ['telnet://a%20b@h', "telnet -l 'a b' h"],
  ['telnet://u@[::1]:99', 'telnet -l u ::1 99'],
  ['telnet://-h', null],
  ['rlogin://u@[::1]', 'rlogin -l u ::1'],
  ['rlogin://h:99', null],
  ['tn3270://u@h', 'c3270 h'],
  ['tn3270://[::1]:99', "c3270 '[::1]:99'"],
  ['finger://h', 'finger @h'],
  ['finger://h/%2FW%20a@b@c', 'finger -l a@b@c@h'],
  ['finger://h:99/a', null],
  ['finger://h/-a', null],
  ['dict://u;AUTH@h/d:a:b:2', 'curl dict://h/d:a:b:2'],
  ['dict://h/m:a', 'curl dict://h/m:a'],
  ['dict://h/show:db', 'curl dict://h/show:db'],
  ['dict://h/', null],
  ['dict://h/x', null],
  ['wais://h/db', undefined],
])('the command for %s is %s', (url, command) => {
  expect(explanationOf(url)?.command).toBe(command);
});

test.each<[url: string, details: Readonly<Record<string, string | number | null>>]>([
  ['gopher://h/0a%09b', { 'Item type': '0, text file', Selector: 'a', Search: 'b' }],
  ['gopher://h/Za', { 'Item type': 'Z', Selector: 'a', Search: null }],
  ['ftp://h/a/b/c', { Directory: 'a/b', Name: 'c' }],
  ['nntp://h/a.b/7', { Group: 'a.b', 'Message-id': null, Article: 7, Part: null }],
  ['news:a@b', { Group: null, 'Message-id': 'a@b', Article: null, Part: null }],
  ['telnet://u@h', { 'Log in as': 'u' }],
  ['wais://h/db?a', { Database: 'db', Search: 'a', 'Document type': null }],
  ['wais://h/db/T/1=a;', { Database: 'db', Search: null, 'Document type': 'T' }],
  ['prospero://h/a;b=c', { Object: 'a', Version: null, b: 'c' }],
  ['go://h?a;b=c', { 'Common name': 'a', Server: 'h', Identifier: null, b: 'c' }],
  ['finger://h/a@b@c', { User: 'a', 'Passed on to': 'c, b' }],
  ['dict://h/m:a:b:c:2', { Word: 'a', Database: 'b', Strategy: 'c', Number: 2 }],
  ['file://h/a', { Host: 'h' }],
  ['afs://c/x', { Cell: 'c' }],
  ['mailto:a@h,b@h', { To: 'a@h, b@h' }],
  ['mid:a@b/c', { 'Message-id': 'a@b', 'Content-id': 'c' }],
  ['cid:a@b', { 'Content-id': 'a@b' }],
  ['urn:isbn:1', { Namespace: 'isbn', Name: '1' }],
])('the details of %s are %j', (url, details) => {
  expect(explanationOf(url)?.details).toEqual(Object.entries(details));
});

test.each([
  ['file:///a', '/a'],
  ['file:///C:/a', 'C:\\a'],
  // No system has such a path.
  ['file:///a%00b', '/a\0b'],
  ['file://h/a', '\\\\h\\a'],
  ['afs://c/x', '/afs/c/x'],
  ['gopher://h/', undefined],
])('the path for %j is %j', (url, path) => {
  expect(explanationOf(url)?.path).toBe(path);
});

test.each([
  ['telnet://h', 'An interactive session', undefined, 'terminal'],
  ['news:a.b', 'A newsgroup', 'The link names no news server', 'news reader'],
  ['news://h/a.b', 'A newsgroup', undefined, 'news reader'],
  ['mailto:a@h', 'A mail address', undefined, 'mail program'],
  ['mid:a@b', 'An email message', 'A mail program', 'mail program'],
  ['cid:a@b', 'This points to an attachment', 'Only the mail program', null],
  ['http://h', 'A page on the Web', 'A browser', 'browser'],
  ['ws://h', 'A WebSocket', 'The script', null],
  ['file:///a', 'No website can open', 'Paste the path', null],
  ['file://h/a', 'A file on another computer', 'A computer that has mounted', null],
  ['afs://c/x', 'A file in AFS', 'A computer with an AFS client', null],
  ['urn:isbn:1', 'A permanent name', 'A catalogue', null],
  ['prospero://h/a', 'An object', 'Prospero uses UDP', undefined],
  ['go:a', 'A common name', 'The link names no server', undefined],
  ['go://?a', 'A common name', 'The link names no server', undefined],
  ['go://h?a', 'A common name', undefined, undefined],
  ['x-a:b', 'A link with an experimental scheme', 'Their software', undefined],
  ['foo:b', 'Waypost does not know the scheme “foo”', 'An app', undefined],
])('%s: %s…', (url, what, needed, program) => {
  const found = explanationOf(url);
  expect([found?.what.slice(0, what.length), found?.needed?.slice(0, needed?.length)]).toEqual([what, needed]);
  expect([found?.program, found?.complete]).toEqual([program, url === 'cid:a@b' ? 'mid:MESSAGE-ID/a@b' : undefined]);
});
