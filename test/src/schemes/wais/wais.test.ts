/** wais: what a URL names, and the message that asks for it. */
import { expect, test } from 'vitest';
import { wireOctetsOf } from '../../../../src/definition-of.ts';
import { canonicalize, explain } from '../../../../src/index.ts';

const NOTHING = { search: null, wtype: null, wpath: null, length: null, fields: [] };

test.each([
  ['', { form: 'database', database: '' }],
  ['a%2fb', { form: 'database', database: 'a/b' }],
  ['a?', { form: 'search', database: 'a', search: '' }],
  ['a/T', { form: 'database', database: 'a', wtype: 'T' }],
  ['a/T/', { form: 'document', database: 'a', wtype: 'T', wpath: '' }],
  ['a/T/x/y', { form: 'document', database: 'a', wtype: 'T', wpath: 'x/y' }],
  [
    'a/T/12/1=b;22=%63;',
    {
      ...{ form: 'document', database: 'a', wtype: 'T', wpath: '1=b;22=c;', length: 12 },
      fields: [
        { number: 1, value: 'b' },
        { number: 22, value: 'c' },
      ],
    },
  ],
  ['a/T/1=b;x', { form: 'document', database: 'a', wtype: 'T', wpath: '1=b;x', fields: [{ number: 1, value: 'b' }] }],
  [
    'a/T/1234567890/1=;',
    {
      form: 'document',
      database: 'a',
      wtype: 'T',
      wpath: '1=;',
      length: 1234567890,
      fields: [{ number: 1, value: '' }],
    },
  ],
  ['a/T/12345678901/1=;', { form: 'document', database: 'a', wtype: 'T', wpath: '12345678901/1=;' }],
  ['a/T/010/1=a;b', { form: 'document', database: 'a', wtype: 'T', wpath: '010/1=a;b' }],
])('the details of wais://h/%s', (path, details) => {
  expect(explain(`wais://h/${path}`).details).toEqual({ ...NOTHING, ...details });
});

test.each([
  ['d', []],
  ['d?a', []],
  ['d/T', ['wais-path']],
  ['d/T?a', ['wais-path']],
  ['d/T/1=a;', []],
  ['d/T/1=a;?b', ['wais-path']],
  ['d/T/9/1=a;2=b;', []],
  ['d/T/', ['wais-document']],
  ['d/T/1=a;;', ['wais-document']],
  ['d/T/9/9/1=a;', ['wais-document']],
  ['d/T/12345678901/1=a;', ['wais-document']],
  ['d/T/1=a', ['wais-fields']],
])('wais://h/%s has the diagnostics %j', (path, codes) => {
  expect(explain(`wais://h/${path}`).diagnostics.map(({ code }) => code)).toEqual(codes);
});

test.each([
  ['d%2F?', 'search'],
  ['d/T', 'search'],
  ['d?a%0Bb%7F', 'search'],
  ['d/T/1=;', 'retrieval'],
  ['d/%2Fx/1=;', 'retrieval'],
  ['d%1F', null],
  ['d%7F', null],
  ['a@b', null],
  ['d?%0D', null],
  ['d/T%1F/1=;', null],
  ['d/T%7F/1=;', null],
  ['d/T/', null],
])('wais://h/%s asks for a %s', (path, message) => {
  const link = explain(`wais://h:99/${path}`);
  if (link.kind !== 'wais') throw new TypeError(path);
  expect(link.request?.message ?? null).toBe(message);
  expect(wireOctetsOf(link).map((octets) => Buffer.from(octets).toString('base64'))).toEqual(
    link.request === null ? [] : [link.request.octets],
  );
  if (message !== null) expect(link.request).toMatchObject({ transport: 'tcp', host: 'h', port: 99 });
});

test('a document is asked for its first 15,000 octets', () => {
  const [octets = new Uint8Array()] = wireOctetsOf(explain('wais://h/d/T/1=a;'));
  const text = Buffer.from(octets).toString('latin1');
  expect(text).toContain('-\x010.');
  expect(text).toContain('-\x0515000.');
});

test.each([
  ['d/T/1=a/b;%3=c', 'd/T/1=a/b;%253=c'],
  ['d/T/0/0=;', 'd/T/0/0=;'],
  ['d/T/%30%31=%41;', 'd/T/1=A;'],
  ['d/T/1=a;#f', 'd/T/1=a;#f'],
  ['d/T/1=a?b', 'd/T/1=a;?b'],
  ['d/T/1=a;b?c', 'd/T/1=a;b?c'],
  ['d/T/00000000010=a', 'd/T/00000000010=a'],
  ['d/T/0000000010=a', 'd/T/10=a;'],
  ['d/T/010/1=a;02=b', 'd/T/10/1=a;2=b;'],
  ['d/T/1=a;2=b=c;', 'd/T/1=a;2=b%3Dc;'],
  ['d/T/010/1=a;b', 'd/T/010/1=a;b'],
  ['d/T/010/1=a;2=01=a;a', 'd/T/010/1=a;2=01=a;a'],
  ['d/T/010/00000000001=a;', 'd/T/010/00000000001=a;'],
  ['d/%54%2F', 'd/T%2F'],
])('wais://h/%s is wais://h/%s', (path, canonical) => {
  const url = `wais://h/${path}`;
  expect([explain(url).canonical, canonicalize(url)]).toEqual([`wais://h/${canonical}`, `wais://h/${canonical}`]);
});
