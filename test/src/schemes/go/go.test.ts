/** go (RFC 3368): names, attributes and identifiers, and the query that a client posts (RFC 3367). */
import { expect, test } from 'vitest';
import { wireOctetsOf } from '../../../../src/definition-of.ts';
import { canonicalize, explain } from '../../../../src/index.ts';

const NOTHING = { server: 'h', commonName: null, attributes: [], id: null };

test.each([
  ['go:a', 'go:a', { server: null, commonName: 'a' }],
  ['go:id=5', 'go:id%3D5', { server: null, commonName: 'id=5' }],
  ['go://?a', 'go://?a', { server: 'localhost', commonName: 'a' }],
  ['go://localhost?a', 'go://?a', { server: 'localhost', commonName: 'a' }],
  ['go://localhost:99?a', 'go://localhost:99?a', { server: 'localhost', commonName: 'a' }],
  ['go://u@?a', 'go://u@localhost?a', { server: 'localhost', commonName: 'a' }],
  ['go://u@localhost?a', 'go://u@localhost?a', { server: 'localhost', commonName: 'a' }],
  ['go://:99?a', 'go://localhost:99?a', { server: 'localhost', commonName: 'a' }],
  ['go://h', 'go://h', {}],
  ['go://h/?a', 'go://h?a', { commonName: 'a' }],
  ['go://h/#f', 'go://h#f', {}],
  ['go://h/', 'go://h', {}],
  ['go://h?', 'go://h?', { commonName: '' }],
  ['go://h?%49d=5', 'go://h?id=5', { id: '5' }],
  ['go://h?id=a;b=c', 'go://h?id=a%3Bb%3Dc', { id: 'a;b=c' }],
  ['go://h?ids=5', 'go://h?ids%3D5', { commonName: 'ids=5' }],
  ['go://h?a%3Bb', 'go://h?a%3Bb', { commonName: 'a;b' }],
  ['go://h?a;b=c,d', 'go://h?a;b=c,d', { commonName: 'a', attributes: [{ name: 'b', type: 'c', value: 'd' }] }],
  ['go://h?a;b=c,d,e', 'go://h?a;b=c,d%2Ce', { commonName: 'a', attributes: [{ name: 'b', type: 'c', value: 'd,e' }] }],
  ['go://h?a;b=c=d', 'go://h?a;b=c%3Dd', { commonName: 'a', attributes: [{ name: 'b', type: null, value: 'c=d' }] }],
  ['go://h?a;b', 'go://h?a;b=', { commonName: 'a', attributes: [{ name: 'b', type: null, value: '' }] }],
  ['go://h?a;b,c=d', 'go://h?a;b%2Cc=d', { commonName: 'a', attributes: [{ name: 'b,c', type: null, value: 'd' }] }],
  ['go://h?a,b', 'go://h?a%2Cb', { commonName: 'a,b' }],
])('%s is %s', (url, canonical, details) => {
  const link = explain(url);
  expect([link.canonical, canonicalize(canonical)]).toEqual([canonical, canonical]);
  expect(link.details).toEqual({ ...NOTHING, ...details });
});

test('raw characters are UTF-8 in the dialect of 1994, too', () => {
  expect(canonicalize('go:é', { dialect: 'url-1994' })).toBe('go:%C3%A9');
});

test.each([
  ['go://h?a;b=c;d=e', []],
  ['go://h?a;=c', ['go-attribute']],
  ['go://h?a;b=', ['go-attribute']],
  ['go:a;b=', ['go-attribute']],
  ['go:a;b=c', []],
])('%s has the diagnostics %j', (url, codes) => {
  expect(explain(url).diagnostics.map(({ code }) => code)).toEqual(codes);
});

const property = (name: string, type: string, value: string): string =>
  `<property name="${name}" type="${type}">${value}</property>`;

test.each([
  ['go://h', '<servicequery/>'],
  ['go://h?id=%3C5', '<query><id>&lt;5</id></query>'],
  ['go://h?a%26b', '<query><commonname>a&amp;b</commonname></query>'],
  ...[
    ['geography=US', property('geography', 'iso3166-1', 'US')],
    ['Geography=US-ga', property('Geography', 'iso3166-2', 'US-ga')],
    ['language=en-US', property('language', 'rfc1766', 'en-US')],
    ['category=x', property('category', 'freeform', 'x')],
    ['range=1-2', property('range', 'start-length', '1-2')],
    ['dataseturi=x', property('dataseturi', 'uri', 'x')],
    ['%22=%3C', property('&quot;', 'freeform', '&lt;')],
    ['language=t,x', property('language', 't', 'x')],
    ['a=%3C,x', property('a', '&lt;', 'x')],
    ['a=b;c=d', property('a', 'freeform', 'b') + property('c', 'freeform', 'd')],
  ].map(([attributes, elements]) => [`go://h?n;${attributes}`, `<query><commonname>n</commonname>${elements}</query>`]),
])('the query of %s', (url, query) => {
  const { request } = explain(url ?? '');
  expect(request).toEqual({
    method: 'POST',
    url: 'http://h:1096/',
    headers: [
      ['Content-Type', 'application/cnrp+xml'],
      ['Accept', 'application/cnrp+xml'],
    ],
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE cnrp PUBLIC "-//IETF//DTD CNRP 1.0//EN" "http://ietf.org/dtd/cnrp-1.0.dtd">\n<cnrp>${query}</cnrp>`,
  });
});

test.each(['%00', '%08', '%0B', '%0C', '%0E', '%0F', '%10', '%1F', '%EF%BF%BE', '%EF%BF%BF', '%FF'])(
  'XML cannot contain %s',
  (octets) => {
    for (const url of [`go:a${octets}`, `go://h?a;b=${octets}`]) {
      expect(explain(url).request).toBeNull();
      expect(wireOctetsOf(explain(url))).toEqual([]);
    }
  },
);

test.each(['%09', '%0A', '%0D', '%20', '%EF%BF%BD'])('XML can contain %s', (octets) => {
  expect(explain(`go:a${octets}`).request).not.toBeNull();
});

test.each([
  ['go://h?a', 'Host: h:1096\r\n'],
  ['go://h:80?a', 'Host: h\r\n'],
  ['go://[::1]:8080?a', 'Host: [::1]:8080\r\n'],
  ['go:a', ''],
])('the head of the request for %s', (url, host) => {
  const [octets = new Uint8Array()] = wireOctetsOf(explain(url));
  const text = Buffer.from(octets).toString();
  const body = text.slice(text.indexOf('<'));
  const type = 'application/cnrp+xml';
  expect(text).toBe(
    `POST / HTTP/1.1\r\n${host}Content-Type: ${type}\r\nAccept: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
});
