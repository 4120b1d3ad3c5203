/**
 * Every diagnostic of the library, with a URL that causes it, its range, and the text before and after. A code without
 * a row fails, and so does a row without a code.
 */
import { describe, expect, it } from 'vitest';
import { definitionOf } from '../../src/definition-of.ts';
import {
  canonicalize,
  type DiagnosticCode,
  diagnostics,
  explain,
  MAX_LENGTH,
  type Options,
  UrlError,
} from '../../src/index.ts';
import { errors as errorTable } from '../../src/schemes/errors.ts';
import { generic } from '../../src/uri/generic-diagnostics.ts';

const OLD: Options = { dialect: 'url-1994' };

/** A diagnostic at `at`. `after` is absent if the text does not change. */
interface Row {
  readonly code: DiagnosticCode;
  readonly input: string;
  readonly at: number;
  readonly before: string;
  readonly after?: string;
  readonly options?: Options;
}

const changes: readonly Row[] = [
  { code: 'lone-surrogate', input: 'http://h.example/a\ud800b', at: 18, before: '\ud800', after: '%EF%BF%BD' },
  { code: 'surrounding-blanks', input: ' \tgo:x', at: 0, before: ' \t', after: '' },
  { code: 'wrapper', input: 'URL:go:x', at: 0, before: 'URL:', after: '' },
  { code: 'wrapper', input: '<UR\nL:go:x>', at: 1, before: 'UR\nL:', after: '' },
  { code: 'folded-line', input: '<http://h.example/a\r\n  b>', at: 19, before: '\r\n  ', after: '' },
  { code: 'scheme-case', input: 'HTTP://h.example/', at: 0, before: 'HTTP', after: 'http' },
  { code: 'tab-or-newline', input: 'ht\ttp://h.example/', at: 2, before: '\t', after: '' },
  { code: 'backslash', input: 'http:\\\\h.example/', at: 5, before: '\\\\', after: '//' },
  { code: 'slashes', input: 'http:/h.example/', at: 5, before: '/', after: '//' },
  { code: 'percent-case', input: 'http://h.example/%c3%bc', at: 17, before: '%c3%bc', after: '%C3%BC' },
  { code: 'percent-unreserved', input: 'http://h.example/%7Ea', at: 17, before: '%7E', after: '~' },
  { code: 'percent-encoded', input: 'http://h.example/ü b', at: 17, before: 'ü ', after: '%C3%BC%20' },
  { code: 'percent-encoded-latin1', input: 'http://h.example/üÿ', at: 17, before: 'üÿ', after: '%FC%FF', options: OLD },
  { code: 'percent-malformed', input: 'http://h.example/100%', at: 20, before: '%', after: '%25' },
  { code: 'question-mark-as-data', input: 'gopher://h.example/0a?b', at: 21, before: '?', after: '%3F' },
  { code: 'host-idna-mapped', input: 'http://Ü.example/', at: 7, before: 'Ü.example', after: 'xn--tda.example' },
  { code: 'host-percent', input: 'http://%68.example/', at: 7, before: '%68.example', after: 'h.example' },
  { code: 'host-case', input: 'http://H.example/', at: 7, before: 'H.example', after: 'h.example' },
  { code: 'host-ipv4-obfuscated', input: 'http://0x7f.1/', at: 7, before: '0x7f.1', after: '127.0.0.1' },
  { code: 'host-ipv6-form', input: 'http://[::1.2.3.4]/', at: 7, before: '[::1.2.3.4]', after: '[::102:304]' },
  { code: 'port-empty', input: 'http://h.example:/', at: 16, before: ':', after: '' },
  { code: 'port-default', input: 'http://h.example:080/', at: 16, before: ':080', after: '' },
  { code: 'port-zeros', input: 'http://h.example:08080/', at: 17, before: '08080', after: '8080' },
  { code: 'path-empty', input: 'http://h.example', at: 16, before: '', after: '/' },
  { code: 'path-empty', input: 'gopher://h.example?x', at: 18, before: '', after: '/' },
  { code: 'dot-segments', input: 'http://h.example/a/./b/../c', at: 19, before: './b/../', after: '' },
  // Only what this step changed is reported, not what other steps changed beside it.
  { code: 'dot-segments', input: 'http://h.example/%7Ea/../b%2fc', at: 17, before: '%7Ea/../', after: '' },
  { code: 'dot-segments', input: 'http://h.example/ü/a/%2E%2e/%c3', at: 19, before: 'a/%2E%2e/', after: '' },
  { code: 'dict-command', input: 'dict://h.example/define:a', at: 18, before: 'efine', after: '' },
  { code: 'dict-command', input: 'dict://h.example/FIND:a', at: 17, before: 'FIND', after: 'm' },
  { code: 'dict-default', input: 'dict://h.example/d:a:!:', at: 20, before: ':!:', after: '' },
  { code: 'dict-default', input: 'dict://h.example/m:a:b:.:01', at: 23, before: '.:0', after: ':' },
  { code: 'ftp-semicolon', input: 'ftp://h.example/<a>;b', at: 19, before: ';', after: '%3B' },
  { code: 'go-separator', input: 'go:%41=%62', at: 6, before: '=', after: '%3D' },
  { code: 'go-localhost', input: 'go://localhost:1096?x', at: 5, before: 'localhost', after: '' },
  { code: 'gopher-default-type', input: 'gopher://h.example/1', at: 19, before: '1', after: '' },
  { code: 'gopher-old-search', input: 'gopher://h.example/7a?b', at: 21, before: '?', after: '%09', options: OLD },
  { code: 'gopher-old-space', input: 'gopher://h.example/7a?b+c', at: 23, before: '+', after: '%20', options: OLD },
  { code: 'ftp-type-case', input: 'ftp://h.example/a;TYPE=I', at: 18, before: 'TYPE=I', after: 'type=i' },
  { code: 'ftp-semicolon', input: 'ftp://h.example/a;b', at: 17, before: ';', after: '%3B' },
  { code: 'ftp-old-type', input: 'ftp://h.example/a!I', at: 17, before: '!I', after: ';type=i', options: OLD },
  { code: 'message-id-brackets', input: 'news:%3Ca@b%3E', at: 5, before: '%3Ca@b%3E', after: 'a@b' },
  { code: 'urn-namespace-case', input: 'urn:ISBN:1', at: 4, before: 'ISBN', after: 'isbn' },
  { code: 'message-id-literal', input: 'news:a%f2@b.example', at: 6, before: '%f2', after: '%25f2' },
  { code: 'message-id-literal', input: 'mid:a\u0001@b.example', at: 5, before: '\u0001', after: '%2501' },
  { code: 'message-id-unreserved', input: 'mid:a%76@b.example', at: 5, before: '%76', after: 'v' },
  { code: 'article-number-zeros', input: 'nntp://h.example/misc.test/0042', at: 27, before: '00', after: '' },
  { code: 'prospero-version', input: 'prospero://h.example/o%002', at: 22, before: '%00', after: ';OBJECT-VERSION=' },
  { code: 'go-localhost', input: 'go://localhost?x', at: 5, before: 'localhost', after: '' },
  { code: 'go-localhost', input: 'go://:8080?x', at: 5, before: '', after: 'localhost' },
  { code: 'go-path-slash', input: 'go://h.example/?x', at: 14, before: '/', after: '' },
  { code: 'go-separator', input: 'go:a=b', at: 4, before: '=', after: '%3D' },
  { code: 'go-id-case', input: 'go://h.example?ID=5', at: 15, before: 'ID', after: 'id' },
  { code: 'file-slashes', input: 'file:/x', at: 5, before: '', after: '//' },
  { code: 'file-localhost', input: 'file://localhost/x', at: 7, before: 'localhost', after: '' },
  { code: 'file-drive', input: 'file:///C|/x', at: 9, before: '|', after: ':' },
  { code: 'file-drive-host', input: 'file://C:/x', at: 7, before: '', after: '/' },
  { code: 'newsgroup-final-slash', input: 'nntp://h.example/misc.test/', at: 26, before: '/', after: '' },
  { code: 'newsgroup-final-slash', input: 'nntp:%6D/', at: 8, before: '/', after: '' },
  { code: 'mailto-slashes', input: 'mailto://a@b.example', at: 7, before: '//', after: '' },
  { code: 'mailto-domain', input: 'mailto:A@B.example', at: 9, before: 'B.example', after: 'b.example' },
  { code: 'mailto-fields', input: 'mailto:a@b.example?&subject=', at: 19, before: '&', after: '' },
  { code: 'mailto-fields', input: 'mailto:a@b.example?subject', at: 26, before: '', after: '=' },
  { code: 'mailto-to-field', input: 'mailto:?cc=a&T%6F=b@h.example', at: 7, before: '', after: 'b@h.example' },
  { code: 'wais-plus', input: 'wais://h.example/d?a+b', at: 20, before: '+', after: '%20' },
  { code: 'wais-fields', input: 'wais://h.example/d/T/01=a;', at: 21, before: '0', after: '' },
  { code: 'prospero-equals', input: 'prospero://h.example/o;a', at: 24, before: '', after: '=' },
  { code: 'news-empty-server', input: 'news:///comp.x', at: 5, before: '///', after: '' },
  { code: 'mailto-header-case', input: 'mailto:a@b.example?Subject=X', at: 19, before: 'S', after: 's' },
  {
    code: 'reference-same-scheme',
    input: 'http:g',
    at: 0,
    before: 'http:',
    after: '',
    options: { base: 'http://h.example/a/b', lax: true },
  },
];

const notes: readonly Row[] = [
  { code: 'unknown-scheme', input: 'foo:a:b', at: 0, before: 'foo' },
  { code: 'message-id-form', input: 'mid:', at: 4, before: '' },
  { code: 'message-id-form', input: 'mid:a@b@c', at: 4, before: 'a@b@c' },
  { code: 'message-id-form', input: 'mid:a@b/c', at: 4, before: 'a@b/c' },
  { code: 'message-id-form', input: 'cid:a', at: 4, before: 'a' },
  { code: 'gopher-plus-directory', input: 'gopher://h.example/0s%09%09$', at: 18, before: '/0s%09%09$' },
  { code: 'gopher-plus-unknown', input: 'gopher://h.example/0s%09%09x', at: 18, before: '/0s%09%09x' },
  {
    code: 'prospero-versions',
    input: 'prospero://h/n;OBJECT-VERSION=3;object-version=4',
    at: 12,
    before: '/n;OBJECT-VERSION=3;object-version=4',
  },
  { code: 'wais-document', input: 'wais://h.example/d/t/x=a;', at: 16, before: '/d/t/x=a;' },
  { code: 'mailto-address', input: 'mailto::a@b', at: 7, before: ':a@b' },
  { code: 'folded-blank', input: '<gopher://h/0a b\n  c>', at: 16, before: '\n  ', after: ' ' },
  { code: 'blank-beside-slash', input: '<gopher://h/0a /b>', at: 14, before: ' ' },
  { code: 'urn-syntax', input: 'urn:isbn', at: 4, before: 'isbn' },
  { code: 'ws-fragment', input: 'ws://h.example/?a#b', at: 17, before: '#b' },
  { code: 'drive-letter', input: 'C:\\Users\\x', at: 0, before: 'C' },
  { code: 'experimental-scheme', input: 'x-y:z', at: 0, before: 'x-y' },
  { code: 'unsafe-scheme', input: 'javascript:x', at: 0, before: 'javascript' },
  { code: 'afs-historical', input: 'afs://c/x', at: 0, before: 'afs' },
  { code: 'credentials-in-url', input: 'ftp://u:p@h.example/', at: 6, before: 'u:p' },
  { code: 'user-info-control', input: 'telnet://a%07@h.example/', at: 10, before: '%07' },
  { code: 'user-info-ignored', input: 'gopher://u@h.example/', at: 9, before: 'u' },
  { code: 'host-trailing-dot', input: 'http://h.example./', at: 7, before: 'h.example.' },
  { code: 'host-empty-label', input: 'http://a..example/', at: 7, before: 'a..example' },
  { code: 'host-underscore', input: 'http://a_b.example/', at: 7, before: 'a_b.example' },
  { code: 'host-unusual-character', input: 'http://a!b.example/', at: 7, before: 'a!b.example' },
  { code: 'host-hyphen', input: 'http://-a.example/', at: 7, before: '-a.example' },
  { code: 'host-top-label-digit', input: 'http://a.3com/', at: 7, before: 'a.3com' },
  { code: 'host-idna-label', input: 'http://b.xn--a.example/', at: 9, before: 'xn--a' },
  { code: 'host-idna-label', input: 'http://%78N--a%2Eb/', at: 7, before: '%78N--a' },
  // No label is wrong, but they may not stand together.
  { code: 'host-idna-label', input: 'http://1a.xn--4db/', at: 7, before: '1a.xn--4db' },
  { code: 'host-idna-deviation', input: 'http://fuß.example/', at: 7, before: 'fuß.example' },
  { code: 'gopher-type-unknown', input: 'gopher://h.example/Zx', at: 19, before: 'Z' },
  { code: 'gopher-type-unknown', input: 'gopher://h.example/%22x', at: 19, before: '%22' },
  { code: 'gopher-type-unknown', input: 'gopher://h.example/%', at: 19, before: '%' },
  { code: 'gopher-type-unlisted', input: 'gopher://h.example/hx', at: 19, before: 'h' },
  {
    code: 'gopher-type-changed',
    input: '/0/x',
    at: 0,
    before: '/0/x',
    options: { base: 'gopher://h.example/1/a' },
  },
  { code: 'ftp-empty-segment', input: 'ftp://h.example/a//b', at: 17, before: '//' },
  { code: 'ftp-empty-segment', input: 'ftp://h.example//', at: 15, before: '//' },
  { code: 'ftp-empty-segment', input: 'ftps://h.example/a/x//', at: 20, before: '//' },
  { code: 'ftp-empty-segment', input: 'ftp://h.example/a/..//b', at: 20, before: '//' },
  { code: 'ftp-type-unknown', input: 'ftp://h.example/a;type=x', at: 17, before: ';type=x' },
  { code: 'message-id-unusual', input: 'news:a@b@c.example', at: 5, before: 'a@b@c.example' },
  { code: 'newsgroup-unusual', input: 'news:9a', at: 5, before: '9a' },
  { code: 'newsgroup-command', input: 'news:a:b', at: 5, before: 'a:b' },
  { code: 'news-utf-8', input: 'nntp://h.example/%E9', at: 16, before: '/%E9' },
  { code: 'message-id-command', input: 'news:a b@c', at: 5, before: 'a b@c' },
  { code: 'article-number-range', input: 'nntp://h.example/a/0', at: 16, before: '/a/0' },
  { code: 'nntp-no-server', input: 'nntp:misc.test/1', at: 0, before: 'nntp:' },
  { code: 'article-number', input: 'nntp://h.example/misc.test/x', at: 16, before: '/misc.test/x' },
  { code: 'terminal-path', input: 'telnet://h.example/x', at: 18, before: '/x' },
  { code: 'wais-path', input: 'wais://h.example/d/t', at: 16, before: '/d/t' },
  { code: 'wais-path', input: 'wais://h.example/d/t/x?s', at: 16, before: '/d/t/x' },
  { code: 'gopher-search-question', input: 'gopher://h/7a%3Fb', at: 10, before: '/7a%3Fb' },
  { code: 'prospero-field', input: 'prospero://h.example/o;=a', at: 20, before: '/o;=a' },
  { code: 'go-utf-8', input: 'go:%FF', at: 3, before: '%FF' },
  { code: 'go-utf-8', input: 'go://h.example?a=%FF', at: 15, before: 'a=%FF' },
  { code: 'go-xml', input: 'go:%01', at: 3, before: '%01' },
  { code: 'go-attribute', input: 'go:a;b', at: 3, before: 'a;b' },
  { code: 'finger-forward', input: 'finger://h.example/a@b', at: 18, before: '/a@b' },
  { code: 'dict-show', input: 'dict://h.example/show:db', at: 16, before: '/show:db' },
  { code: 'dict-other', input: 'dict://h.example/word', at: 16, before: '/word' },
  { code: 'dict-other', input: 'dict://h.example/d:a:b:0', at: 16, before: '/d:a:b:0' },
  { code: 'dict-other', input: 'dict://h.example/d:a:b:1:c', at: 16, before: '/d:a:b:1:c' },
  { code: 'dict-word', input: 'dict://h.example/d:', at: 16, before: '/d:' },
  { code: 'dict-word', input: 'dict://h.example/m::b', at: 16, before: '/m::b' },
  { code: 'dict-name', input: 'dict://h.example/d:a:b%20c', at: 16, before: '/d:a:b%20c' },
  { code: 'dict-name', input: "dict://h.example/m:a:b:'c", at: 16, before: "/m:a:b:'c" },
  { code: 'dict-utf-8', input: 'dict://h.example/d:%E9', at: 16, before: '/d:%E9' },
  { code: 'mailto-unsafe-field', input: 'mailto:?From=a', at: 8, before: 'From=a' },
  { code: 'prospero-name', input: 'prospero://h/%0A', at: 12, before: '/%0A' },
  { code: 'prospero-version-text', input: 'prospero://h/a;OBJECT-VERSION=', at: 12, before: '/a;OBJECT-VERSION=' },
  { code: 'wais-control', input: 'wais://h/a%01', at: 8, before: '/a%01' },
  { code: 'wais-control', input: 'wais://h/d?a%0A', at: 11, before: 'a%0A' },
  { code: 'wais-database', input: 'wais://h/a@b', at: 8, before: '/a@b' },
  { code: 'gopher-nul', input: 'gopher://h/0%00', at: 10, before: '/0%00' },
  { code: 'prospero-field-unsent', input: 'prospero://h/o;x=y', at: 12, before: '/o;x=y' },
  { code: 'port-zero', input: 'gopher://h:00/', at: 11, before: '00' },
  { code: 'mailto-address', input: 'mailto:a', at: 7, before: 'a' },
];

const errors: readonly (readonly [code: DiagnosticCode, input: string, index: number, options?: Options])[] = [
  ['too-long', 'x'.repeat(MAX_LENGTH + 1), MAX_LENGTH],
  ['scheme-missing', '<//h.example/>', 1],
  ['scheme-invalid', 'ht_tp://h.example/', 2],
  ['scheme-invalid', '1http://h.example/', 0],
  ['user-info-forbidden', 'prospero://u@h.example/x', 11],
  ['authority-missing', 'gopher:h.example', 7],
  ['authority-character', 'gopher://h.example\\x', 18],
  ['host-missing', 'gopher:///x', 9],
  ['host-forbidden-character', 'http://a b.example/', 8],
  ['host-forbidden-character', 'http://good%40evil.example/', 11],
  ['host-forbidden-character', 'http://b%C3%BCcher%2Fü%20x/', 18],
  ['host-percent-malformed', 'http://a%41%zz/', 11],
  ['host-utf8', 'http://a.%FC.example/', 9],
  ['host-utf8', 'http://é%C3%A9.%FC.example/', 15],
  ['host-utf8', 'http://a%41%C3%A9%FC.example/', 17],
  ['host-utf8', 'http://%E2%98%83%E2%98.example/', 16],
  ['host-utf8', 'http://%E2%98%83%83.example/', 16],
  ['host-utf8', 'http://a%C3%A9%A9/', 14],
  ['host-utf8', 'http://%F0%9F%98%80%80x/', 19],
  ['host-idna', 'http://a.xn--a.ü/', 9],
  ['host-idna', 'http://1a.\u05d0/', 7],
  ['host-too-long', `http://${'ü'.repeat(4097)}/`, 7],
  ['host-ipv4', 'http://256.256.256.256/', 7],
  ['host-ipv4', 'http://1.2.3.256/', 13],
  ['host-ipv6', 'http://[1::2::3]/', 8],
  ['host-ipv6', 'http://[::g]/', 10],
  ['host-ipv6', 'http://[::1]x/', 12],
  ['host-ipv6', 'http://[::1/', 7],
  ['host-ipvfuture', 'http://[v1.a]/', 8],
  ['host-zone-id', 'http://[fe80::1%25eth0]/', 15],
  ['host-literal-escape', 'http://[fe80%3A%3A20c]/', 12],
  ['port-character', 'http://h.example:8o/', 18],
  ['port-character', 'http://h:80:90/', 11],
  ['port-character', 'http://h:99999x/', 14],
  ['port-range', 'http://h.example:65536/', 17],
  ['port-forbidden', 'file://h.example:80/x', 17],
  ['base-invalid', 'x', 7, { base: 'http://[' }],
  ['base-not-hierarchical', 'x', 0, { base: 'mailto:a@b.example' }],
  ['gopher-type', 'gopher://h.example/%09x', 19],
  ['gopher-cr-lf', 'gopher://h.example/0a%0D%0Ab', 21],
  ['ftp-control', 'ftp://h.example/a%0Ab', 17],
  ['news-cr-lf', 'news:a%0Db', 6],
  ['news-cr-lf', 'news:a%00@b', 6],
  ['message-id-cr-lf', 'mid:a@b%0A', 7],
  ['finger-control', 'finger://h.example/a%0D%0Ab', 20],
  ['finger-control', 'finger://h.example/a\0b', 20],
  ['dict-control', 'dict://h.example/d:a%0D%0AQUIT', 20],
  ['dict-control', 'dict://h.example/d:a:\tb', 21],
  ['prospero-nul', 'prospero://h.example/o%002%003', 26],
  ['prospero-nul', 'prospero://h/a\0b\0c', 16],
  ['prospero-nul', 'prospero://h/a/b\0c%00d%00', 18],
  ['go-path', 'go://h.example/x', 14],
];

/**
 * Tested in properties.test.ts, replaced-parts.test.ts, idna/library.test.ts, schemes/dict/dict.test.ts and
 * uri/reserved-ports.test.ts.
 */
const testedInOtherFiles: readonly DiagnosticCode[] = [
  'behind-gateway',
  'not-a-string',
  'line-not-utf-8',
  'part-misread',
  'host-idna-unavailable',
  'dict-long',
  'port-reserved',
];

const shown = (input: string): string => (input.length > 40 ? `${input.slice(0, 40)}…` : input);

describe('a change or a note', () => {
  it.each([...changes, ...notes])('$code: $input', ({ code, input, at, before, after = before, options }) => {
    const found = explain(input, options).diagnostics.filter((diagnostic) => diagnostic.code === code);
    const { severity, message, spec } = diagnostics[code];
    expect(severity).not.toBe('error');
    expect(found).toContainEqual({ code, severity, at: [at, at + before.length], before, after, message, spec });
  });
});

it.each([...changes, ...notes])('$input: its scheme or the generic syntax defines each diagnostic', (row) => {
  const { scheme, diagnostics: found } = explain(row.input, row.options);
  const own = definitionOf(scheme).diagnostics ?? {};
  for (const { code } of found) expect([...Object.keys(own), ...Object.keys(generic)]).toContain(code);
});

describe('an error', () => {
  it.each(errors.map(([code, input, ...rest]) => [code, shown(input), input, ...rest] as const))(
    '%s: %s',
    (code, _, input, index, options) => {
      expect(diagnostics[code].severity).toBe('error');
      expect(() => explain(input, options)).toThrow(UrlError);
      expect(() => explain(input, options)).toThrow(expect.objectContaining({ code, index }));
    },
  );
});

it.each([
  ['a label of the host', 'http://a.xn--a。ü/', [9, 14]],
  ['a label of the host behind a removed tab', 'http://a\t.xn-\t-a。ü/', [10, 16]],
  ['the host, if its labels may not stand together', 'http://1a.\u05d0/', [7, 11]],
  ['a label that no IPv4 address has', 'http://1.2.3.256/', [13, 16]],
  ['a label before the number that a host ends in', 'http://abc%2e%31.0x1/', [7, 10]],
  ['the full stop behind an empty label', 'http://1\u3002.2/', [9, 10]],
  ['the address in brackets', 'http://[1::2::3]/', [8, 15]],
  ['a character that no IPv6 address has', 'http://[::\u{1f600}]/', [10, 12]],
  ['a bracket that is not closed', 'http://u@[::1/]', [9, 10]],
  ['what follows the bracket', 'foo://[::1]x:80/', [11, 12]],
  ['the number of a port', 'http://h:99999/', [9, 14]],
  ['the second colon', 'http://h:80:90/', [11, 12]],
  ['an escape', 'http://good%40evil.example/', [11, 14]],
  ['a character', 'http://a b.example/', [8, 9]],
  ['a character beyond U+FFFF', '\u{1f600}', [0, 2]],
  ['half of a surrogate pair', '\ud83d', [0, 1]],
  ['an empty range if something is missing', 'http://', [7, 7]],
])('the range of an error: %s', (_, input, at) => {
  expect(() => canonicalize(input)).toThrow(expect.objectContaining({ at }));
});

describe('the message of an error says what is wrong', () => {
  it.each([
    ['http://[::1/', 'The bracket before the IPv6 address is not closed.'],
    ['http://[::1?]', 'The bracket before the IPv6 address is not closed.'],
    ['http://[::1]x/', 'Only a colon and a port can follow the bracket.'],
    ['<http://[::1]\n x>', 'Only a colon and a port can follow the bracket.'],
    ['http://[::g]/', 'An IPv6 address cannot have "g".'],
    ['http://[::$]/', 'An IPv6 address cannot have "$".'],
    ['http://[::[]/', 'An IPv6 address cannot have "[".'],
    ['http://1.2.3.256/', 'An IPv4 address cannot have "256" here.'],
    ['http://1.0x2.0377.040000/', 'An IPv4 address cannot have "040000" here.'],
    ['http://1.2.3.4.5/', 'An IPv4 address cannot have "5" here.'],
    ['http://a.xn--a.\u00fc/', 'The label "xn--a" is not valid in an international domain name.'],
    ['http://\u0301a.\u00fc/', 'The label "\u0301a" is not valid in an international domain name.'],
  ])('%j: %s', (input, message) => {
    for (const read of [canonicalize, explain]) {
      expect(() => read(input)).toThrow(expect.objectContaining({ name: 'UrlError', message }));
    }
  });

  it.each<[DiagnosticCode, string]>([
    ['host-ipv6', 'http://[1::2::3]/'],
    ['host-ipv6', 'http://[1]/'],
    ['host-ipv6', 'http://[]/'],
    ['host-ipv6', 'ftp://[v1.]/'],
    // It would reverse the message.
    ['host-ipv6', 'http://[::\u202e]/'],
    ['host-ipv4', 'http://h.1/'],
    ['host-ipv4', 'http://08.1/'],
    ['host-ipv4', 'http://1..2/'],
    ['host-ipv4', 'http://%32%35%36.1/'],
    ['host-ipv4', `http://${'1'.repeat(64)}/`],
    ['host-idna', 'http://1a.\u05d0/'],
    ['host-idna', 'http://\u202ea/'],
    ['host-idna', `http://${'\u0301'.repeat(64)}/`],
  ])('or only that of its code, %s: %j', (code, input) => {
    expect(() => canonicalize(input)).toThrow(expect.objectContaining({ code, message: diagnostics[code].message }));
  });
});

it('every code has a row', () => {
  const rows = [
    ...[...changes, ...notes].map(({ code }) => code),
    ...errors.map(([code]) => code),
    ...testedInOtherFiles,
  ];
  expect([...new Set(rows)].sort()).toEqual(Object.keys(diagnostics).sort());
});

it('the errors of a program without definitions are those of the table', () => {
  const refused = Object.entries(diagnostics).filter(([, { severity }]) => severity === 'error');
  expect(errorTable).toEqual(Object.fromEntries(refused));
});
