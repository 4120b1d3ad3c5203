/** ws and wss are read as http and https, and as browsers read them (RFC 6455 §3; WHATWG URL). */
import { expect, it } from 'vitest';
import { URL as ReferenceUrl } from 'whatwg-url';
import { canonicalize, explain, resolve, safeCanonicalize } from '../../src/index.ts';
import fc, { runs } from '../fast-check.ts';
import { webUrl } from './generators.ts';

it.each([
  ['wss://Bücher.example:443/', 'wss://xn--bcher-kva.example/'],
  ['WS:\\\\H.example:80\\a\\..\\%7eb', 'ws://h.example/~b'],
  ['wss:h.example', 'wss://h.example/'],
  ['ws://h.example:443/?a b', 'ws://h.example:443/?a%20b'],
  ['ws://0x7f.1/', 'ws://127.0.0.1/'],
])('%s is %s', (url, canonical) => {
  expect(canonicalize(url)).toBe(canonical);
});

it('is another URL than that of http', () => {
  expect(canonicalize('ws://h.example/')).not.toBe(canonicalize('http://h.example/'));
});

it('keeps a fragment, with a warning', () => {
  const { canonical, diagnostics } = explain('ws://h.example/a#b');
  expect([canonical, diagnostics.map(({ code }) => code)]).toEqual(['ws://h.example/a#b', ['ws-fragment']]);
});

it('resolves references as http does', () => {
  expect(resolve('ws:c', 'ws://h.example/a/b')).toBe('ws://h.example/a/c');
  expect(resolve('\\\\i.example', 'wss://h.example/a')).toBe('wss://i.example/');
});

it('has the host and port of browsers, and the canonical form of http', () => {
  let read = 0;
  fc.assert(
    fc.property(webUrl, (web) => {
      const [, secure, rest] = /^http(s?):(.*)$/is.exec(web) ?? [];
      if (rest === undefined) return;
      const url = `ws${secure}:${rest}`;
      const [http, ws] = [safeCanonicalize(web), safeCanonicalize(url)];
      const reference = ReferenceUrl.parse(url);
      expect([ws.ok, reference !== null]).toEqual([http.ok, http.ok]);
      if (!http.ok || !ws.ok || reference === null) return;
      read += 1;
      expect(ws.value.replace('ws', 'http')).toBe(http.value);
      const { host, explicitPort } = explain(ws.value).components;
      expect([host, explicitPort]).toEqual([
        reference.hostname.replace(/["`{}]/g, encodeURIComponent),
        reference.port === '' ? null : Number(reference.port),
      ]);
    }),
    runs(),
  );
  expect(read).toBeGreaterThan(runs().numRuns / 8);
});
